/* Requests: receives until they are complete, and what is sent again and again. */
#ifndef RANKWISE_TRACE_REQUESTS_H
#define RANKWISE_TRACE_REQUESTS_H

#include "handles.h"
#include "rows.h"

enum { RECEIVES = 1, SENDS, COLLECTS, SENDS_AGAIN, RECEIVES_AGAIN, COLLECTS_AGAIN };
typedef struct {
    uintptr_t handle;
    int kind, call, slot, peer_rank, peer, tag, live, together; /* peer: of the world, as known then */
    int64_t bytes;
    uint64_t posted;
    MPI_Comm comm;
    uint64_t since, inside, paused; /* when it was under way, and what its thread and `paused_ticks` had then */
    const Thread* thread;           /* that began it */
} Request;
static Request requests[REQUESTS];
static int tracked; /* written under the lock */
static uintptr_t done_at_once; /* the request of all calls that are complete when they return, in MPICH and Open MPI */

static unsigned place_of(uintptr_t handle) { return (unsigned)((handle >> 3 ^ handle) * 2654435761U) % REQUESTS; }

static Request* request_row(uintptr_t handle) {
    if (!tracked) return NULL;
    for (unsigned at = place_of(handle), tries = 0; tries < REQUESTS && requests[at].kind;
         ++tries, at = (at + 1) % REQUESTS)
        if (requests[at].handle == handle) return &requests[at];
    return NULL;
}

static int keep(Request row) {
    Request* old = request_row(row.handle);
    if (old) {
        *old = row;
        return 1;
    }
    if (tracked > REQUESTS / 2) {
        counted->requests_lost += 1;
        return 0;
    }
    unsigned at = place_of(row.handle);
    while (requests[at].kind) at = (at + 1) % REQUESTS;
    requests[at] = row;
    PUT(tracked, tracked + 1);
    return 1;
}

/* What follows in the table moves up, so that looking may end at the first free place. */
static void drop(Request* row) {
    unsigned hole = (unsigned)(row - requests);
    for (unsigned at = (hole + 1) % REQUESTS; requests[at].kind; at = (at + 1) % REQUESTS) {
        const unsigned home = place_of(requests[at].handle);
        if ((at - home) % REQUESTS >= (at - hole) % REQUESTS) {
            requests[hole] = requests[at];
            hole = at;
        }
    }
    requests[hole].kind = 0;
    PUT(tracked, tracked - 1);
}

static void post(int call, uint64_t took, MPI_Request request, MPI_Comm comm, int from, int tag, int64_t bytes) {
    lock();
    if (took) total(call, took);
    if (from != MPI_PROC_NULL) {
        const Comm* own = comm_row(comm);
        const Request row = {(uintptr_t)request,
                             RECEIVES,
                             call,
                             own->slot,
                             from,
                             peer_of(own, from),
                             tag,
                             1,
                             0,
                             bytes,
                             call_began,
                             comm,
                             call_ended,
                             own_thread()->inside,
                             counted->paused_ticks,
                             own_thread()};
        if (!keep(row)) note(call, IN, own->slot, row.peer, bytes, 0);
    }
    unlock();
}

/* Two that are not complete have two requests. */
static void learn_what_is_done_at_once(void) {
    MPI_Request two[2];
    {
        OWN(Isend, (const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*));
        for (int index = 0; index < 2; ++index) own(NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &two[index]);
    }
    if (two[0] == two[1]) done_at_once = (uintptr_t)two[0];
    OWN(Waitall, (int, MPI_Request*, MPI_Status*));
    own(2, two, MPI_STATUSES_IGNORE);
}

/* A send or a collective that is under way. */
static void go_on(int kind, MPI_Request request) {
    const uintptr_t handle = (uintptr_t)request;
    lock();
    if (handle != done_at_once && tracked < REQUESTS / 4) /* receives need the room more */
        keep((Request){.handle = handle,
                       .kind = kind,
                       .since = call_ended,
                       .inside = own_thread()->inside,
                       .paused = counted->paused_ticks,
                       .thread = own_thread()});
    unlock();
}
#define sends_on(request) go_on(SENDS, *(request))
#define sends_on_f(request) go_on(SENDS, REQUEST_F(*(request)))
#define collects_on(request) go_on(COLLECTS, *(request))
#define collects_on_f(request) go_on(COLLECTS, REQUEST_F(*(request)))

#define posted(call, took, request, ...) post(call, took, *(request), __VA_ARGS__)
#define posted_f(call, took, request, ...) post(call, took, REQUEST_F(*(request)), __VA_ARGS__)

static void prepare(int call, uint64_t took, MPI_Request request, MPI_Comm comm, int peer, int tag, int64_t bytes,
                    int kind) {
    lock();
    const Comm* own = comm_row(comm);
    total(call, took);
    const int together = kind == COLLECTS_AGAIN ? ranks_of(comm) : 0;
    keep((Request){(uintptr_t)request, kind, call, own->slot, peer, peer_of(own, peer), tag, 0, together, bytes, 0,
                   comm, 0, 0, 0, NULL});
    unlock();
}
#define AGAIN(sends) ((sends) ? SENDS_AGAIN : RECEIVES_AGAIN)
#define prepared(call, took, request, comm, peer, tag, bytes, sends) \
    prepare(call, took, *(request), comm, peer, tag, bytes, AGAIN(sends))
#define prepared_f(call, took, request, comm, peer, tag, bytes, sends) \
    prepare(call, took, REQUEST_F(*(request)), comm, peer, tag, bytes, AGAIN(sends))
#define prepared_collective(call, took, request, comm, bytes) \
    prepare(call, took, *(request), comm, 0, 0, bytes, COLLECTS_AGAIN)
#define prepared_collective_f(call, took, request, comm, bytes) \
    prepare(call, took, REQUEST_F(*(request)), comm, 0, 0, bytes, COLLECTS_AGAIN)

static void start(MPI_Request request) {
    Request* row = request_row((uintptr_t)request);
    if (!row) return;
    row->live = 1;
    row->posted = call_began;
    row->since = call_ended;
    row->thread = own_thread();
    row->inside = row->thread->inside;
    row->paused = counted->paused_ticks;
    if (row->kind == SENDS_AGAIN) {
        sent_to(row->call, 0, row->slot, row->peer, row->bytes, PENDING);
        keep_event(SENT_PENDING, row->call, row->slot, counted->rank, row->peer, row->tag, row->bytes, call_began);
    }
    if (row->kind == COLLECTS_AGAIN) {
        note(row->call, COLLECTIVE, row->slot, PEER_ALL, row->bytes, 0);
        if (row->together > 1) note_size(row->call, row->bytes, row->together);
    }
}

/* How long a call was under way, and for how much of that the thread that began it was outside of MPI: it could overlap
 * so much. */
static void overlapped(const Request* row) {
    static const int of[] = {[RECEIVES] = OF_RECEIVES,    [RECEIVES_AGAIN] = OF_RECEIVES,
                             [SENDS] = OF_SENDS,          [SENDS_AGAIN] = OF_SENDS,
                             [COLLECTS] = OF_COLLECTIVES, [COLLECTS_AGAIN] = OF_COLLECTIVES};
    const uint64_t paused = counted->paused_ticks - row->paused;
    const uint64_t pending = call_ended > row->since + paused ? call_ended - row->since - paused : 0;
    const uint64_t inside = row->thread->inside - row->inside;
    counted->pending_ticks[of[row->kind]] += pending;
    counted->outside_ticks[of[row->kind]] += pending > inside ? pending - inside : 0;
}

/* A communicator may be freed while its receives are under way. */
static void got_later(const Request* row, int by, const MPI_Status* status) {
    int peer = row->peer, tag = row->tag;
    int64_t bytes = row->bytes;
    if (status && row->peer_rank != MPI_PROC_NULL) {
        if (status->MPI_SOURCE != row->peer_rank) peer = peer_of(comm_if_known(row->comm), status->MPI_SOURCE);
        tag = status->MPI_TAG;
        bytes = bytes_in(status);
    }
    note(row->call, IN, row->slot, peer, bytes, 0);
    keep_event(RECEIVED, by, row->slot, peer, counted->rank, tag, bytes, row->posted);
}

static void started(int call, uint64_t took, int count, const MPI_Request* begun) {
    lock();
    total(call, took);
    for (int index = 0; index < count; ++index) start(begun[index]);
    unlock();
}

static void started_f(int call, uint64_t took, int count, const int* begun) {
    lock();
    total(call, took);
    for (int index = 0; index < count; ++index) start(REQUEST_F(begun[index]));
    unlock();
}

static void let_go(MPI_Request request) {
    lock();
    Request* row = request_row((uintptr_t)request);
    if (row) drop(row);
    unlock();
}
#define forget_request(request) let_go(*(request))
#define forget_request_f(request) let_go(REQUEST_F(*(request)))

/* Requests as they were before a call that may end them, and room for statuses that the program did not want. */
typedef struct {
    int count;
    MPI_Request* requests;
    MPI_Status* statuses;
    Request* rows; /* of several threads, else NULL */
    MPI_Request few[16];
    MPI_Status few_statuses[16];
    Request few_rows[16];
} Held;

static int held_room(Held* held, int count) {
    const int several = LOOK(threaded);
    held->count = LOOK(tracked) && count > 0 ? count : 0;
    held->requests = held->few;
    held->rows = several ? held->few_rows : NULL;
    held->statuses = NULL;
    if (held->count > 16) {
        held->requests = malloc(sizeof(MPI_Request) * (size_t)count);
        if (several) held->rows = malloc(sizeof(Request) * (size_t)count);
        if (!held->requests || (several && !held->rows)) held->count = 0;
    }
    return held->count;
}

/* What a call completes may have its handle again in another thread before the call returns, so rows of several threads
 * are out of the table while the call lasts. */
static void take_rows(Held* held) {
    if (!held->rows || !held->count) return;
    lock();
    for (int index = 0; index < held->count; ++index) {
        Request* row = request_row((uintptr_t)held->requests[index]);
        held->rows[index] = row ? *row : (Request){0};
        if (row) drop(row);
    }
    unlock();
}

/* The caller holds the lock. */
static void put_rows_back(const Held* held) {
    for (int index = 0; held->rows && index < held->count; ++index)
        if (held->rows[index].kind) keep(held->rows[index]);
}

static void hold(Held* held, int count, const MPI_Request* given) {
    for (int index = held_room(held, count); index-- > 0;) held->requests[index] = given[index];
    take_rows(held);
}

static void hold_f(Held* held, int count, const int* given) {
    for (int index = held_room(held, count); index-- > 0;) held->requests[index] = REQUEST_F(given[index]);
    take_rows(held);
}

static MPI_Status* room_for(Held* held, MPI_Status* given) {
    if (!held->count || (given != MPI_STATUS_IGNORE && given != MPI_STATUSES_IGNORE)) return given;
    held->statuses = held->count > 16 ? malloc(sizeof(MPI_Status) * (size_t)held->count) : held->few_statuses;
    return held->statuses ? held->statuses : given;
}

/* The same for statuses as Fortran gives them: NULL is no word for none there. */
static void* room_for_f(Held* held, void* given) {
    MPI_Status* own = status_f(given) ? given : room_for(held, MPI_STATUSES_IGNORE);
    return own == MPI_STATUSES_IGNORE ? given : own;
}

static Request* row_of(const Held* held, const int* indices, int number, int fortran) {
    const int index = indices ? indices[number] - (fortran ? 1 : 0) : number;
    if (index < 0 || index >= held->count) return NULL;
    if (held->rows) return held->rows[index].kind ? &held->rows[index] : NULL;
    return request_row((uintptr_t)held->requests[index]);
}

static int again(const Request* row) { return row->kind >= SENDS_AGAIN; }
static int receives(const Request* row) { return row->kind == RECEIVES || (row->kind == RECEIVES_AGAIN && row->live); }

static void finish(int call, uint64_t took, Held* held, int done, const int* indices, const MPI_Status* statuses,
                   int fortran) {
    if (statuses == MPI_STATUS_IGNORE || statuses == MPI_STATUSES_IGNORE) statuses = NULL;
    lock();
    total(call, took);
    settle();
    call_receives = 0;
    for (int number = 0; held->count && number < done; ++number) {
        const Request* row = row_of(held, indices, number, fortran);
        call_receives += row && receives(row);
    }
    for (int number = 0; held->count && number < done; ++number) {
        Request* row = row_of(held, indices, number, fortran);
        if (!row) continue;
        if (receives(row)) got_later(row, call, statuses ? &statuses[number] : NULL);
        if (row->live || !again(row)) overlapped(row);
        row->live = 0;
        if (again(row)) continue;
        if (held->rows) row->kind = 0;
        else drop(row);
    }
    call_receives = 1;
    put_rows_back(held);
    unlock();
    if (held->statuses && held->statuses != held->few_statuses) free(held->statuses);
    if (held->requests != held->few) free(held->requests);
    if (held->rows != held->few_rows) free(held->rows);
}

#endif
