#include "held.h"

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

static int is_cancelled(const MPI_Status* status) {
    OWN(Test_cancelled, (const MPI_Status*, int*));
    int cancelled = 0;
    own(status, &cancelled);
    return cancelled;
}

/* MPICH 5.0 leaves the status of MPI_Isendrecv as it was, and gives that of a persistent receive once. */
static int can_be_of(const Request* row, const MPI_Status* status, int64_t bytes) {
    return (row->peer_rank == MPI_ANY_SOURCE || row->peer_rank == status->MPI_SOURCE) &&
           (row->tag == MPI_ANY_TAG || row->tag == status->MPI_TAG) && bytes <= row->bytes;
}

/* A communicator may be freed while its receives are under way. */
static void got_later(const Request* row, int by, const MPI_Status* status) {
    int peer = row->peer, tag = row->tag;
    int64_t bytes = row->bytes;
    if (status && is_cancelled(status)) return;
    const int64_t told = status ? bytes_in(status) : 0;
    if (status && can_be_of(row, status, told)) {
        if (status->MPI_SOURCE != row->peer_rank) peer = peer_later(row->slot, row->comm, status->MPI_SOURCE);
        tag = status->MPI_TAG;
        bytes = told;
    }
    note(row->call, IN, row->slot, peer, bytes, 0);
    keep_event(RECEIVED, by, row->slot, peer, tag, bytes, row->posted);
}

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

void hold(Held* held, int count, const MPI_Request* given) {
    for (int index = held_room(held, count); index-- > 0;) held->requests[index] = given[index];
    take_rows(held);
}

void hold_f(Held* held, int count, const int* given) {
    for (int index = held_room(held, count); index-- > 0;) held->requests[index] = REQUEST_F(given[index]);
    take_rows(held);
}

MPI_Status* room_for(Held* held, MPI_Status* given) {
    if (!held->count || (given != MPI_STATUS_IGNORE && given != MPI_STATUSES_IGNORE)) return given;
    held->statuses = held->count > 16 ? malloc(sizeof(MPI_Status) * (size_t)held->count) : held->few_statuses;
    return held->statuses ? held->statuses : given;
}

void* room_for_f(Held* held, void* given) {
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

/* After an error of one request others may be under way still. */
static int is_under_way(int error, const MPI_Status* status) {
    return error == MPI_ERR_IN_STATUS && status && status->MPI_ERROR == MPI_ERR_PENDING;
}

void finish(int call, uint64_t took, Held* held, int error, int done, const int* indices, const MPI_Status* statuses,
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
        const MPI_Status* status = statuses ? &statuses[number] : NULL;
        if (!row || is_under_way(error, status)) continue;
        if (receives(row)) got_later(row, call, status);
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
