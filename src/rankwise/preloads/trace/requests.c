#include "requests.h"

enum { REQUESTS = 8192 };

static Request requests[REQUESTS];

int tracked; /* written under the lock */

static uintptr_t done_at_once; /* the request of all calls that are complete when they return, in MPICH and Open MPI */

static unsigned place_of(uintptr_t handle) { return (unsigned)((handle >> 3 ^ handle) * 2654435761U) % REQUESTS; }

Request* request_row(uintptr_t handle) {
    if (!tracked) return NULL;
    for (unsigned at = place_of(handle), tries = 0; tries < REQUESTS && requests[at].kind;
         ++tries, at = (at + 1) % REQUESTS)
        if (requests[at].handle == handle) return &requests[at];
    return NULL;
}

int keep(Request row) {
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
void drop(Request* row) {
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

void post(int call, uint64_t took, MPI_Request request, MPI_Comm comm, int from, int tag, int64_t bytes) {
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

void learn_what_is_done_at_once(void) {
    MPI_Request two[2];
    {
        OWN(Isend, (const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*));
        for (int index = 0; index < 2; ++index) own(NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &two[index]);
    }
    if (two[0] == two[1]) done_at_once = (uintptr_t)two[0];
    OWN(Waitall, (int, MPI_Request*, MPI_Status*));
    own(2, two, MPI_STATUSES_IGNORE);
}

void go_on(int kind, MPI_Request request) {
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

void prepare(int call, uint64_t took, MPI_Request request, MPI_Comm comm, int peer, int tag, int64_t bytes, int kind) {
    lock();
    const Comm* own = comm_row(comm);
    total(call, took);
    const int together = kind == COLLECTS_AGAIN ? ranks_of(comm) : 0;
    keep((Request){(uintptr_t)request, kind, call, own->slot, peer, peer_of(own, peer), tag, 0, together, bytes, 0,
                   comm, 0, 0, 0, NULL});
    unlock();
}

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
        keep_event(SENT_PENDING, row->call, row->slot, row->peer, row->tag, row->bytes, call_began);
    }
    if (row->kind == COLLECTS_AGAIN) {
        note(row->call, COLLECTIVE, row->slot, PEER_ALL, row->bytes, 0);
        if (row->together > 1) note_size(row->call, row->bytes, row->together);
    }
}

void started(int call, uint64_t took, int count, const MPI_Request* begun) {
    lock();
    total(call, took);
    for (int index = 0; index < count; ++index) start(begun[index]);
    unlock();
}

void started_f(int call, uint64_t took, int count, const int* begun) {
    lock();
    total(call, took);
    for (int index = 0; index < count; ++index) start(REQUEST_F(begun[index]));
    unlock();
}

void let_go(MPI_Request request) {
    lock();
    Request* row = request_row((uintptr_t)request);
    if (row) drop(row);
    unlock();
}

void forget_all_requests(void) {
    memset(requests, 0, sizeof requests);
    tracked = 0;
}
