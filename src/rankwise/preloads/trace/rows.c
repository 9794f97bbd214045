#include "rows.h"

#include "sizes.h"
#include "window.h"

enum { AT_A_TIME = 1024 };

static int class_of(int64_t bytes) { return bytes > 0 ? 64 - __builtin_clzll((uint64_t)bytes) : 0; }

void total(int call, uint64_t took) {
    own_thread()->inside += took;
    counted->totals[call].calls += (unsigned)counting;
    counted->totals[call].ticks += took;
    counted->totals[call].gapped += gapped_bytes;
    gapped_bytes = 0;
    window_call(took, call_ended);
}

void note(int call, int direction, int comm, int peer, int64_t bytes, uint64_t took) {
    if (peer == PEER_NOBODY) return;
    const uint64_t key = (uint64_t)1 << 63 | (uint64_t)(uint32_t)peer << PEER_AT | (uint64_t)call << CALL_AT |
                         (uint64_t)comm << COMM_AT | (uint64_t)class_of(bytes) << CLASS_AT |
                         (uint64_t)direction << DIRECTION_AT;
    site_bytes += (uint64_t)bytes;
    window_bytes(bytes);
    uint64_t at = key * 0x9E3779B97F4A7C15U >> 40;
    for (int tries = 0; tries < 64; ++tries, ++at) {
        Row* row = &counted->rows[at % ROWS];
        if (row->key == key || row->key == 0) {
            row->messages += 1;
            row->bytes += (uint64_t)bytes;
            row->ticks += took;
            row->key = key;
            return;
        }
    }
    counted->rows_lost += 1;
    counted->bytes_lost += (uint64_t)bytes;
}

void note_size(int call, int64_t bytes, int together) {
    uint64_t at = ((uint64_t)bytes * 0x9E3779B97F4A7C15U ^ (uint64_t)call << 20 ^ (uint64_t)together << 32) >> 16;
    for (int tries = 0; tries < 64; ++tries, ++at) {
        SizeRow* row = &counted->sizes[at % SIZES];
        if (row->count == 0 ||
            (row->call == (uint32_t)call && row->bytes == (uint64_t)bytes && row->together == (uint32_t)together)) {
            row->call = (uint32_t)call;
            row->together = (uint32_t)together;
            row->bytes = (uint64_t)bytes;
            row->count += 1;
            return;
        }
    }
    counted->sizes_lost += 1;
}

static struct {
    int call;
    int64_t bytes;
} sizes_at_once[AT_A_TIME];

static int at_once;

void settle(void) {
    for (int index = 0; index < at_once; ++index)
        note_size(sizes_at_once[index].call, sizes_at_once[index].bytes, at_once);
    at_once = 0;
}

void forget_sizes_at_once(void) { at_once = 0; }

void other(int call, uint64_t took) {
    lock();
    total(call, took);
    unlock();
}

void sent_to(int call, uint64_t took, int slot, int peer, int64_t bytes, int how) {
    note(call, OUT, slot, peer, bytes, took);
    if (peer == PEER_NOBODY) return;
    if (how == BLOCKING) {
        note_size(call, bytes, 1);
        return;
    }
    if (at_once == AT_A_TIME) settle();
    sizes_at_once[at_once].call = call;
    sizes_at_once[at_once++].bytes = bytes;
}

static void gave(int call, uint64_t took, const Comm* comm, int to, int tag, int64_t bytes, int how) {
    const int peer = peer_of(comm, to);
    sent_to(call, took, comm->slot, peer, bytes, how);
    keep_event(how == BLOCKING ? SENT : SENT_PENDING, call, comm->slot, peer, tag, bytes, call_began);
}

void sent(int call, uint64_t took, MPI_Comm comm, int to, int tag, int64_t bytes, int how) {
    lock();
    total(call, took);
    gave(call, took, comm_row(comm), to, tag, bytes, how);
    unlock();
}

void one_sided(int call, uint64_t took, MPI_Win win, int target, int64_t to_target, int64_t back) {
    lock();
    total(call, took);
    const Comm* own = window_row(win);
    const int peer = peer_of(own, target);
    if (peer != PEER_NOBODY) note_size(call, to_target != NOTHING ? to_target : back, 1);
    if (to_target != NOTHING) note(call, OUT, own->slot, peer, to_target, took);
    if (back != NOTHING) note(call, FETCHED, own->slot, peer, back, to_target == NOTHING ? took : 0);
    unlock();
}

static int error_class(int error) {
    OWN(Error_class, (int, int*));
    int kind = MPI_SUCCESS;
    if (error != MPI_SUCCESS) own(error, &kind);
    return kind;
}

int has_come(int error) {
    const int kind = error_class(error);
    return kind == MPI_SUCCESS || kind == MPI_ERR_TRUNCATE;
}

int of_one(int error, int done) {
    const int kind = error_class(error);
    return kind == MPI_ERR_REQUEST || kind == MPI_ERR_ARG || kind == MPI_ERR_COUNT ? 0 : done;
}

/* Where the layout of a status is known, without a call: it would be a tenth of what a trace costs. The lowest bit of the
 * upper half says whether it was cancelled. */
int64_t bytes_in(const MPI_Status* status) {
#if defined OMPI_MAJOR_VERSION && OMPI_MAJOR_VERSION > 1
    return (int64_t)status->_ucount;
#elif defined MPICH_NUMVERSION || defined I_MPI_NUMVERSION
    return (int64_t)((uint64_t)(uint32_t)status->count_hi_and_cancelled >> 1 << 32 | (uint32_t)status->count_lo);
#else
    OWN(Get_elements_x, (const MPI_Status*, MPI_Datatype, MPI_Count*));
    MPI_Count bytes = 0;
    own(status, MPI_BYTE, &bytes);
    return bytes > 0 ? (int64_t)bytes : 0;
#endif
}

/* `status` NULL: Fortran gave none. */
static inline void got(int call, uint64_t took, const Comm* comm, int from, int tag, const MPI_Status* status) {
    int64_t bytes = 0;
    if (status && from != MPI_PROC_NULL) {
        from = status->MPI_SOURCE;
        tag = status->MPI_TAG;
        bytes = bytes_in(status);
    }
    const int peer = peer_of(comm, from);
    note(call, IN, comm->slot, peer, bytes, took);
    keep_event(RECEIVED, call, comm->slot, peer, tag, bytes, call_began);
}

void received(int call, uint64_t took, MPI_Comm comm, int from, int tag, const MPI_Status* status) {
    lock();
    total(call, took);
    got(call, took, comm == MPI_COMM_NULL ? &no_comm : comm_row(comm), from, tag, status);
    unlock();
}

void sent_and_received(int call, uint64_t took, MPI_Comm comm, int to, int tag, int64_t bytes, int from, int from_tag,
                       const MPI_Status* status) {
    lock();
    total(call, took);
    const Comm* own = comm_row(comm);
    gave(call, took, own, to, tag, bytes, BLOCKING);
    const uint64_t sent_bytes = site_bytes;
    got(call, 0, own, from, from_tag, status);
    site_bytes = sent_bytes;
    unlock();
}

void collective(int call, uint64_t took, MPI_Comm comm, int64_t bytes) {
    const int ranks = ranks_of(comm);
    lock();
    total(call, took);
    const int slot = comm_row(comm)->slot;
    note(call, COLLECTIVE, slot, PEER_ALL, bytes, took);
    if (ranks > 1) {
        note_size(call, bytes, ranks);
        keep_event(COLLECTED, call, slot, PEER_ALL, 0, bytes, call_began);
    }
    unlock();
}
