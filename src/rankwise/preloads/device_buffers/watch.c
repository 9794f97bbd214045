#include "watch.h"

#include "flying.h"

enum { OPEN, COMES, HERE };                     /* states of a receive */

size_t accepted;

static Watch* watches; /* that are not here yet; under `moving` */

static int64_t capacity_of(const Watch* watch) { return watch->shape->size * watch->count; }

void list(Watch* watch, MPI_Request request) {
    watch->request = request;
    watch->state = OPEN;
    watch->kind = PLAIN;
    pthread_mutex_lock(&moving);
    watch->next = watches;
    watches = watch;
    watch->listed = 1;
    pthread_mutex_unlock(&moving);
}

static void unlist(Watch* watch) { /* `moving` is held */
    if (!watch->listed) return;
    Watch** link = &watches;
    while (*link != watch) link = &(*link)->next;
    *link = watch->next;
    __atomic_store_n(&watch->listed, 0, __ATOMIC_RELEASE);
}

void end_watch(Watch* watch) {
    if (!watch) return;
    pthread_mutex_lock(&moving);
    unlist(watch);
    pthread_mutex_unlock(&moving);
    release_shape(watch->shape);
    free(watch);
}

/* What came, as it was sent: the first HEAD bytes. Memory that is to be freed, or the landing itself; NULL where this
 * library cannot tell. */
static char* first_bytes(const Watch* watch) {
    if (in_order(watch->shape)) return watch->landing;
    int64_t items = (HEAD + watch->shape->size - 1) / watch->shape->size;
    if (items > watch->count) items = watch->count;
    if (items * watch->shape->size > most_packed) return NULL;
    char* bytes = malloc((size_t)(items * watch->shape->size));
    if (!bytes) give_up("a receive", "there is no memory left", 0);
    pack_items(watch->landing, items, watch->shape->own, bytes, items * watch->shape->size);
    return bytes;
}

static void copy_up(const Watch* watch, const char* host, int64_t offset, int64_t bytes) {
    copy_to_device(watch->lane, watch->lane->up, watch->device + offset, host, (size_t)bytes, "a receive");
}

/* Copies a message from its sender's memory, or drops one that is too long; 0: it comes in pieces. */
static int accepts(Watch* watch) {
    const Header* header = &watch->header;
    Page* page = page_of(header->from);
    if (!page || header->offer < 0 || header->offer >= OFFERS)
        give_up("a receive", "a header is damaged", header->from);
    uint32_t* word = &page->offers[header->offer];
    if (!leaves(word, OFFERED, watch->kind == TOO_LONG ? COPIED : CLAIMED)) {
        put_state(word, FREE);
        return 0;
    }
    if (watch->kind == TOO_LONG) return 1;
    if (!watch->lane) watch->lane = node.lanes[node.local_of[header->from]];
    CUdeviceptr from = opened_of(header->from, &header->shared, watch->lane);
    if (!from) {
        put_state(word, REFUSED);
        return 0;
    }
    from += header->shared.offset;
    const size_t bytes = (size_t)header->size;
    char* const host = watch->packed ? watch->packed : watch->landing;
    CUstream stream = watch->lane->up;
    Claim* claim = malloc(sizeof *claim);
    if (!claim) give_up("a receive", "there is no memory left", 0);
    watch->claim = *claim = (Claim){word, __atomic_load_n(word, __ATOMIC_RELAXED)};
    enter(watch->lane, "a receive");
    must(watch->device && !watch->packed ? driver.MemcpyDtoDAsync_v2(device_address(watch->device), from, bytes, stream)
                                         : driver.MemcpyDtoHAsync_v2(host, from, bytes, stream),
         "a receive", "a copy from another rank's memory failed");
    watch->body = mark_of(watch->lane, stream, "a receive"); /* before the function, which comes late */
    must(driver.LaunchHostFunc(stream, copied, claim), "a receive", "no function could follow a copy");
    leave();
    __atomic_add_fetch(&accepted, 1, __ATOMIC_RELAXED);
    return 1;
}

/* The library has completed a receive: what came, and where its data goes. */
static void begin(Watch* watch) {
    watch->state = HERE;
    if (bytes_in(&watch->status) != HEAD) return;
    char* first = first_bytes(watch);
    if (!first) return;
    if (memcmp(first, job.secret, SECRET) == 0) {
        memcpy(&watch->header, first, sizeof watch->header);
        watch->kind = watch->header.size > capacity_of(watch) ? TOO_LONG : ANNOUNCED;
        watch->state = COMES;
        watch->asked = watch->arrived = watch->over = 0;
        watch->claim.word = NULL;
        watch->pieces = pieces_of(&watch->header);
    }
    if (watch->kind == ANNOUNCED && !in_order(watch->shape)) {
        watch->packed = malloc((size_t)watch->header.size);
        if (!watch->packed) give_up("a receive", "there is no memory left", 0);
        memcpy(watch->packed, first + sizeof(Header), (size_t)watch->header.body);
    } else if (watch->kind == ANNOUNCED && watch->header.body) {
        memmove(watch->landing, watch->landing + sizeof(Header), (size_t)watch->header.body);
        if (watch->device) {
            enter(watch->lane, "a receive");
            copy_up(watch, watch->landing, 0, watch->header.body);
            watch->body = mark_of(watch->lane, watch->lane->up, "a receive");
            leave();
        }
    }
    if (watch->kind != PLAIN && watch->header.offer != IN_PIECES && accepts(watch)) watch->pieces = 0;
    if (watch->kind == ANNOUNCED && watch->device) try_to_open(watch->header.from, &watch->header.shared, watch->lane);
    if (first != watch->landing) free(first);
}

/* Where a piece is received. */
static void place_piece(Watch* watch, Slot* slot, int64_t offset) {
    slot->room = (Room){NULL, ORDINARY};
    if (watch->kind == TOO_LONG) slot->room = take_ordinary((size_t)watch->header.piece, "a receive");
    else if (watch->device && !watch->packed && !watch->pinned) slot->room = take_pinned((size_t)watch->header.piece);
    slot->at = slot->room.at ? slot->room.at : (watch->packed ? watch->packed : watch->landing) + offset;
}

static void unpack(Watch* watch) {
    OWN(Wait, (MPI_Request*, MPI_Status*));
    MPI_Request in, out; /* the library unpacks what a rank sends itself, up to a part of an item */
    library_irecv(watch->landing, watch->count, watch->shape->own, 0, 0, job.again, &in);
    isend(watch->packed, watch->header.size, 0, 0, job.again, &out);
    own(&in, MPI_STATUS_IGNORE);
    own(&out, MPI_STATUS_IGNORE);
    free(watch->packed);
    watch->packed = NULL;
}

/* Receives and copies what can be without waiting. */
static void step(Watch* watch) {
    static int (*receive)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
    static int (*test)(MPI_Request*, int*, MPI_Status*);
    if (!test) {
        *(void**)&receive = next_of("PMPI_Irecv");
        *(void**)&test = next_of("PMPI_Test");
    }
    const Header* header = &watch->header;
    const int copies = watch->device && watch->kind == ANNOUNCED && !watch->packed;
    const Lane* lane = watch->lane;
    if (lane) enter(lane, "a receive");
    if (watch->body && reached(watch->lane, watch->body, "a receive")) {
        watch->body = NULL;
        if (watch->claim.word) tell_copied(&watch->claim);
    }
    while (watch->asked < watch->pieces && watch->asked - watch->over < WINDOW) {
        Slot* slot = &watch->slots[watch->asked % WINDOW];
        place_piece(watch, slot, piece_start(header, watch->asked));
        receive(slot->at, (int)piece_bytes(header, watch->asked), MPI_BYTE, header->from, header->tag, job.pieces,
                &slot->request);
        ++watch->asked;
    }
    while (watch->arrived < watch->asked) {
        Slot* slot = &watch->slots[watch->arrived % WINDOW];
        int here = 0;
        test(&slot->request, &here, MPI_STATUS_IGNORE);
        if (!here) break;
        if (copies) {
            copy_up(watch, slot->at, piece_start(header, watch->arrived), piece_bytes(header, watch->arrived));
            slot->copied = mark_of(watch->lane, watch->lane->up, "a receive");
        }
        ++watch->arrived;
    }
    for (; watch->over < watch->arrived; ++watch->over) {
        Slot* slot = &watch->slots[watch->over % WINDOW];
        if (copies && !reached(watch->lane, slot->copied, "a receive")) break;
        if (slot->room.at) put_back(slot->room);
    }
    if (lane) leave();
    if (watch->over < watch->pieces || watch->body) return;
    if (watch->packed) unpack(watch);
    watch->state = HERE;
}

/* Whether a receive is over, after what can be done about it; `moving` is held. */
static int advance(Watch* watch) {
    OWN(Request_get_status, (MPI_Request, int*, MPI_Status*));
    if (watch->state == OPEN) {
        int here = 0;
        own(watch->request, &here, &watch->status);
        if (here) begin(watch);
    }
    if (watch->state == COMES) step(watch);
    return watch->state == HERE;
}

void advance_watches(void) {
    if (!__atomic_load_n(&watches, __ATOMIC_RELAXED) || pthread_mutex_trylock(&moving)) return;
    for (Watch *watch = watches, *next; watch; watch = next) {
        next = watch->next;
        if (advance(watch)) unlist(watch);
    }
    pthread_mutex_unlock(&moving);
}

int is_here(Watch* watch) {
    if (!__atomic_load_n(&watch->listed, __ATOMIC_ACQUIRE)) return 1;
    if (pthread_mutex_trylock(&moving)) return 0;
    const int here = advance(watch);
    if (here) unlist(watch);
    pthread_mutex_unlock(&moving);
    return here;
}

void amend(const Watch* watch, MPI_Status* status) {
    OWN(Status_set_elements_x, (MPI_Status*, MPI_Datatype, MPI_Count));
    const int error = status->MPI_ERROR;
    if (watch->persistent) *status = watch->status; /* MPICH and Intel MPI tell it once: they end a start when asked */
    if (watch->early) {
        status->MPI_SOURCE = watch->from;
        status->MPI_TAG = watch->as;
    }
    if (watch->kind != PLAIN) own(status, MPI_BYTE, watch->kind == ANNOUNCED ? watch->header.size : capacity_of(watch));
    status->MPI_ERROR = error;
}
