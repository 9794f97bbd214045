#include "announce.h"

#include "flying.h"
#include "progress.h"

enum { AHEAD = 8, SMALL_PIECE = 64 << 10 };

static const double PATIENCE_S = 0.02; /* for a receiver that does nothing about a message */

enum { BODY = HEAD - sizeof(Header) };

int announces(const void* buffer, int64_t count, MPI_Datatype type, int dest, MPI_Comm comm) {
    if (!job.announces || count <= 0 || buffer == MPI_BOTTOM || !device_possible() || !is_device(buffer)) return 0;
    const int64_t size = size_of(type);
    if (size > INT32_MAX / count || size * count < (int64_t)job.threshold) return 0;
    Shape* shape = shape_of(type);
    const int large = in_order(shape) && world_rank(comm, dest) >= 0;
    release_shape(shape);
    return large;
}

Out* new_out(const char* call, const void* buffer, int64_t count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
    Out* out = malloc(sizeof *out);
    Shape* shape = shape_of(type);
    if (!out) give_up(call, "there is no memory left", 0);
    *out = (Out){.references = 1, .to = world_rank(comm, dest), .dest = dest, .tag = tag, .comm = comm, .call = call};
    out->device = buffer;
    out->size = shape->size * count;
    out->lane = lane_of(buffer, call);
    release_shape(shape);
    enter(out->lane, call);
    out->head = take(HEAD, call);
    leave();
    return out;
}

static CUevent copy_out(const Out* out, char* host, int64_t from, int64_t bytes) {
    must(driver.MemcpyDtoHAsync_v2(host, device_address(out->device + from), (size_t)bytes, out->lane->stream),
         out->call, "a copy between host and device failed");
    return mark_of(out->lane, out->lane->stream, out->call);
}

static Header header_of(const Out* out) {
    static uint32_t messages;
    Header header = {.size = out->size, .from = job.rank, .body = BODY, .offer = IN_PIECES};
    memcpy(header.secret, job.secret, SECRET);
    header.piece = out->size / 16;
    if (header.piece < SMALL_PIECE) header.piece = SMALL_PIECE;
    if (header.piece > (int64_t)job.piece) header.piece = (int64_t)job.piece;
    header.tag = (int32_t)(__atomic_add_fetch(&messages, 1, __ATOMIC_RELAXED) % TAGS);
    return header;
}

/* Offers a message to a receiver that can open its memory. Others are told where it lies, to try. */
static void offer(Out* out) {
    Page* receiver = page_of(out->to);
    if (!receiver || !driver_shares || !job.shares) return;
    const int opens = __atomic_load_n(&node.pages[node.rank]->opens[node.local_of[out->to]], __ATOMIC_ACQUIRE);
    if (opens == CANNOT) return;
    enter(out->lane, out->call);
    out->header.shared = shared_memory(out->device);
    leave();
    if (opens != OPENS || !out->header.shared.id) return;
    out->offer = new_offer(&out->header.offer);
    if (!out->offer) return;
    out->header.body = 0;
    out->since_s = 0;
}

/* Starts the send that takes the message's place. It is a synchronous one, so that it tells when it has matched. */
static int send_head(const Out* out, MPI_Request* request) {
    OWN(Start, (MPI_Request*));
    if (out->persistent) return own(request);
    if (!out->offer) return isend(out->head.at, HEAD, out->dest, out->tag, out->comm, request);
    static int (*issend)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
    if (!issend) *(void**)&issend = next_of("PMPI_Issend");
    return issend(out->head.at, HEAD, MPI_BYTE, out->dest, out->tag, out->comm, request);
}

/* Sends all pieces of a message, and before them, where there is a `request`, what takes the message's place. */
static int send_pieces(Out* out, MPI_Request* request) {
    const Header* header = &out->header;
    const int64_t pieces = pieces_of(header);
    struct {
        Room room;
        CUevent copied;
    } ahead[AHEAD];
    int64_t asked = 0, sent = 0;
    int begun = !request, ended = MPI_SUCCESS, impatient = 0, turn = 0;
    double since_s = 0;
    enter(out->lane, out->call);
    CUevent head = begun ? NULL : copy_out(out, out->head.at + sizeof *header, 0, header->body);
    while (ended == MPI_SUCCESS && sent < pieces) {
        if (asked < pieces && asked - sent < AHEAD) {
            Room room = take_pinned((size_t)header->piece);
            if (!room.at && impatient) room = take_ordinary((size_t)header->piece, out->call);
            if (room.at) {
                ahead[asked % AHEAD].room = room;
                ahead[asked % AHEAD].copied = copy_out(out, room.at, piece_start(header, asked),
                                                       piece_bytes(header, asked));
                ++asked;
                since_s = 0;
                continue;
            }
        }
        if (!begun) {
            begun = reached(out->lane, head, out->call);
            if (begun) ended = send_head(out, request);
        } else if (sent < asked && reached(out->lane, ahead[sent % AHEAD].copied, out->call)) {
            MPI_Request piece;
            isend(ahead[sent % AHEAD].room.at, piece_bytes(header, sent), out->to, header->tag, job.pieces, &piece);
            fly(piece, ahead[sent % AHEAD].room, out);
            ++sent;
            continue;
        } else if (sent == asked) {
            if (since_s == 0) since_s = now_s();
            else if (now_s() - since_s > PATIENCE_S) impatient = 1;
        }
        progress(turn++);
    }
    for (; ended != MPI_SUCCESS && sent < asked; ++sent) { /* the library refused the message */
        while (!reached(out->lane, ahead[sent % AHEAD].copied, out->call)) {}
        put_back(ahead[sent % AHEAD].room);
    }
    leave();
    return ended;
}

int announce(Out* out, MPI_Request* request) {
    out->header = header_of(out);
    offer(out);
    memcpy(out->head.at, &out->header, sizeof out->header); /* NOLINT(*NonNullParamChecker): take() gives up before */
    if (!out->offer) return send_pieces(out, request);
    const int ended = send_head(out, request);
    if (ended == MPI_SUCCESS) return ended;
    put_state(out->offer, FREE);
    out->offer = NULL;
    return ended;
}

/* Whether an offered message that has matched is over at its sender. */
static int offer_is_over(Out* out) {
    const uint32_t stands = state_of(out->offer);
    if (stands == CLAIMED) return 0;
    if (stands == OFFERED) {
        if (out->since_s == 0) out->since_s = now_s();
        if (now_s() - out->since_s < PATIENCE_S || !leaves(out->offer, OFFERED, WITHDRAWN)) return 0;
    }
    uint32_t* word = out->offer;
    out->offer = NULL;
    if (stands == REFUSED) node.pages[node.rank]->opens[node.local_of[out->to]] = CANNOT;
    if (stands != OFFERED) put_state(word, FREE); /* else the receiver frees it */
    if (stands != COPIED) send_pieces(out, NULL);
    return 1;
}

int is_sent(Out* out, MPI_Request request) {
    static int (*asks)(MPI_Request, int*, MPI_Status*), (*cancelled)(const MPI_Status*, int*);
    if (!cancelled) {
        *(void**)&asks = next_of("PMPI_Request_get_status");
        *(void**)&cancelled = next_of("PMPI_Test_cancelled");
    }
    MPI_Status status;
    int complete = 0, gone = 0;
    asks(request, &complete, &status);
    if (!complete || !out->offer) return complete;
    if (state_of(out->offer) == OFFERED) cancelled(&status, &gone);
    if (!gone) return offer_is_over(out);
    put_state(out->offer, FREE);
    out->offer = NULL;
    return 1;
}

void see_off(const Out* out) {
    int left = __atomic_load_n(&out->references, __ATOMIC_ACQUIRE);
    double since_s = now_s();
    for (int turn = 0; left > 1 && now_s() - since_s < PATIENCE_S; ++turn) {
        progress(turn);
        const int now = __atomic_load_n(&out->references, __ATOMIC_ACQUIRE);
        if (now != left) since_s = now_s();
        left = now;
    }
}

int announced_send(const char* call, const void* buffer, int64_t count, MPI_Datatype type, int dest, int tag,
                   MPI_Comm comm) {
    Out* out = new_out(call, buffer, count, type, dest, tag, comm);
    OWN(Test, (MPI_Request*, int*, MPI_Status*));
    MPI_Request request;
    int ended = announce(out, &request);
    for (int turn = 0, sent = 0; ended == MPI_SUCCESS && !sent; progress(turn++))
        ended = own(&request, &sent, MPI_STATUS_IGNORE);
    for (int turn = 0; ended == MPI_SUCCESS && out->offer && !offer_is_over(out);) progress(turn++);
    put_back(out->head);
    see_off(out);
    drop_out(out);
    return ended;
}

void end_pieces(void) {
    static int (*barrier)(MPI_Comm, MPI_Request*), (*test)(MPI_Request*, int*, MPI_Status*),
        (*probe)(int, int, MPI_Comm, int*, MPI_Status*), (*free_comm)(MPI_Comm*),
        (*receive)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status*);
    *(void**)&barrier = next_of("PMPI_Ibarrier");
    *(void**)&test = next_of("PMPI_Test");
    *(void**)&probe = next_of("PMPI_Iprobe");
    *(void**)&receive = next_of("PMPI_Recv");
    *(void**)&free_comm = next_of("PMPI_Comm_free");
    MPI_Request all;
    MPI_Status status;
    for (int waits = 0, over = 0, here = 0, turn = 0; !over;) {
        progress(turn++);
        probe(MPI_ANY_SOURCE, MPI_ANY_TAG, job.pieces, &here, &status);
        if (here) {
            const int64_t bytes = bytes_found(&status);
            char* nobodys = malloc((size_t)bytes + 1);
            if (!nobodys) give_up("MPI_Finalize", "there is no memory left", 0);
            receive(nobodys, (int)bytes, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, job.pieces, &status);
            free(nobodys);
        }
        if (!waits && !any_flying()) {
            barrier(job.pieces, &all);
            waits = 1;
        }
        if (waits) test(&all, &over, &status);
    }
    job.announces = 0;
    free_comm(&job.pieces);
    free_comm(&job.again);
}
