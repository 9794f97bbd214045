/* Large messages from device memory, in pieces: the first message (HEAD bytes: a header and the first data) takes the
 * place of the whole one and matches as it would. The rest follows on a communicator of our own, each piece sent as soon
 * as it is copied. All is in host memory or under way when the send returns, so that no rank waits for another one's
 * calls: where the pool is empty and stays so, ordinary memory takes the rest. */
#ifndef RANKWISE_DEVICE_BUFFERS_ANNOUNCE_H
#define RANKWISE_DEVICE_BUFFERS_ANNOUNCE_H

#include "job.h"
#include "stage.h"

enum { AHEAD = 8, TAGS = 32768, SMALL_PIECE = 64 << 10, YIELD = 64 };
static const double PATIENCE_S = 0.02; /* for a receiver that does nothing about a message */

typedef struct {
    unsigned char secret[SECRET];
    int64_t size, piece;
    int32_t from, tag;
    unsigned char unused[24];
} Header;
_Static_assert(sizeof(Header) == 64, "ranks of one job may run different builds");
enum { BODY = HEAD - sizeof(Header) };

typedef struct { /* an announced message at its sender */
    int references; /* its owner, and pieces that are under way */
    int to, dest, tag, persistent;
    MPI_Comm comm;
    const char* call;
    const char* device;
    int64_t size;
    Lane* lane;
    Room head;
} Out;

typedef struct Flying { /* host memory that the library is sending */
    struct Flying* next;
    MPI_Request request;
    Room room;
    Out* out;
} Flying;

static Flying* flying;
static pthread_mutex_t moving = PTHREAD_MUTEX_INITIALIZER; /* of `flying`, and of receives under way */

static void advance_watches(void);

static inline int64_t piece_bytes(int64_t size, int64_t piece, int64_t at) {
    const int64_t start = BODY + at * piece;
    return start + piece < size ? piece : size - start;
}

static void drop_out(Out* out) {
    if (out && __atomic_sub_fetch(&out->references, 1, __ATOMIC_ACQ_REL) == 0) free(out);
}

static void fly(MPI_Request request, Room room, Out* out) {
    Flying* one = malloc(sizeof *one);
    if (!one) give_up("a send", "there is no memory left", 0);
    if (out) __atomic_add_fetch(&out->references, 1, __ATOMIC_RELAXED);
    pthread_mutex_lock(&moving);
    *one = (Flying){flying, request, room, out};
    flying = one;
    pthread_mutex_unlock(&moving);
}

/* Ends what the library has sent. */
static void sweep(void) {
    OWN(Test, (MPI_Request*, int*, MPI_Status*));
    if (!__atomic_load_n(&flying, __ATOMIC_RELAXED) || pthread_mutex_trylock(&moving)) return;
    for (Flying** link = &flying; *link;) {
        Flying* one = *link;
        int sent = 0;
        own(&one->request, &sent, MPI_STATUS_IGNORE);
        if (!sent) {
            link = &one->next;
            continue;
        }
        *link = one->next;
        put_back(one->room);
        drop_out(one->out);
        free(one);
    }
    pthread_mutex_unlock(&moving);
}

static void progress(int turn) {
    sweep();
    advance_watches();
    if (turn % YIELD == YIELD - 1) sched_yield();
}

static int isend(const void* data, int64_t bytes, int to, int tag, MPI_Comm comm, MPI_Request* request) {
    OWN(Isend, (const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*));
    return own(data, (int)bytes, MPI_BYTE, to, tag, comm, request);
}

/* Whether a send is announced: a large one from device memory, to a rank of this job. */
static int announces(const void* buffer, int64_t count, MPI_Datatype type, int dest, MPI_Comm comm) {
    if (!job.announces || count <= 0 || buffer == MPI_BOTTOM || !device_possible() || !is_device(buffer)) return 0;
    Shape* shape = shape_of(type);
    const int64_t bytes = shape->size > INT32_MAX / count ? 0 : shape->size * count;
    const int large = bytes >= (int64_t)job.threshold && in_order(shape) && world_rank(comm, dest) >= 0;
    release_shape(shape);
    return large;
}

static Out* new_out(const char* call, const void* buffer, int64_t count, MPI_Datatype type, int dest, int tag,
                    MPI_Comm comm) {
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
    Header header = {.size = out->size, .from = job.rank};
    memcpy(header.secret, job.secret, SECRET);
    header.piece = out->size / 16;
    if (header.piece < SMALL_PIECE) header.piece = SMALL_PIECE;
    if (header.piece > (int64_t)job.piece) header.piece = (int64_t)job.piece;
    header.tag = (int32_t)(__atomic_add_fetch(&messages, 1, __ATOMIC_RELAXED) % TAGS);
    return header;
}

/* Sends all of a message; `request` is that of its first part. */
static int announce(Out* out, MPI_Request* request) {
    OWN(Start, (MPI_Request*));
    Header header = header_of(out);
    const int64_t pieces = (out->size - BODY + header.piece - 1) / header.piece;
    struct {
        Room room;
        CUevent copied;
    } ahead[AHEAD];
    int64_t asked = 0, sent = 0;
    int begun = 0, ended = MPI_SUCCESS, impatient = 0, turn = 0;
    double since_s = 0;
    memcpy(out->head.at, &header, sizeof header);
    enter(out->lane, out->call);
    const CUevent head = copy_out(out, out->head.at + sizeof header, 0, BODY);
    while (ended == MPI_SUCCESS && sent < pieces) {
        if (asked < pieces && asked - sent < AHEAD) {
            Room room = take_pinned((size_t)header.piece);
            if (!room.at && impatient) room = take_ordinary((size_t)header.piece, out->call);
            if (room.at) {
                const int64_t bytes = piece_bytes(out->size, header.piece, asked);
                ahead[asked % AHEAD].room = room;
                ahead[asked % AHEAD].copied = copy_out(out, room.at, BODY + asked * header.piece, bytes);
                ++asked;
                since_s = 0;
                continue;
            }
        }
        if (!begun) {
            begun = reached(out->lane, head, out->call);
            if (begun && out->persistent) ended = own(request);
            else if (begun) ended = isend(out->head.at, HEAD, out->dest, out->tag, out->comm, request);
        } else if (sent < asked && reached(out->lane, ahead[sent % AHEAD].copied, out->call)) {
            MPI_Request piece;
            isend(ahead[sent % AHEAD].room.at, piece_bytes(out->size, header.piece, sent), out->to, header.tag,
                  job.pieces, &piece);
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

/* Lets the pieces of a message go out while the receiver takes them. */
static void see_off(const Out* out) {
    int left = __atomic_load_n(&out->references, __ATOMIC_ACQUIRE);
    double since_s = now_s();
    for (int turn = 0; left > 1 && now_s() - since_s < PATIENCE_S; ++turn) {
        progress(turn);
        const int now = __atomic_load_n(&out->references, __ATOMIC_ACQUIRE);
        if (now != left) since_s = now_s();
        left = now;
    }
}

static int announced_send(const char* call, const void* buffer, int64_t count, MPI_Datatype type, int dest, int tag,
                          MPI_Comm comm) {
    Out* out = new_out(call, buffer, count, type, dest, tag, comm);
    OWN(Test, (MPI_Request*, int*, MPI_Status*));
    MPI_Request request;
    int ended = announce(out, &request);
    for (int turn = 0, sent = 0; ended == MPI_SUCCESS && !sent; progress(turn++))
        ended = own(&request, &sent, MPI_STATUS_IGNORE);
    put_back(out->head);
    see_off(out);
    drop_out(out);
    return ended;
}

/* Before MPI_Finalize: what nobody received is taken here, so that its sender can end. */
static void end_pieces(void) {
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
            const int64_t bytes = bytes_in(&status);
            char* nobodys = malloc((size_t)bytes + 1);
            if (!nobodys) give_up("MPI_Finalize", "there is no memory left", 0);
            receive(nobodys, (int)bytes, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, job.pieces, &status);
            free(nobodys);
        }
        if (!waits && !flying) {
            barrier(job.pieces, &all);
            waits = 1;
        }
        if (waits) test(&all, &over, &status);
    }
    job.announces = 0;
    free_comm(&job.pieces);
    free_comm(&job.again);
}

#endif
