/* Communicators and windows: which ranks of the world they join. */
#ifndef RANKWISE_TRACE_COMMUNICATORS_H
#define RANKWISE_TRACE_COMMUNICATORS_H

#include "../mpi/library.h"
#include "clock.h"

enum { PEER_ALL = -1, PEER_NOBODY = -2, PEER_UNKNOWN = -3 };

typedef struct {
    uintptr_t handle;
    int used, slot, ranks;
    int* world_ranks;
} Comm;

enum { COMMUNICATOR = 1, WINDOW, LEFT }; /* what `used` is */

extern Comm no_comm;

Comm* comm_row(MPI_Comm comm);

/* As peer_of, for a communicator that may be gone, by its row of the file. */
int peer_later(int slot, MPI_Comm comm, int rank);

Comm* window_row(MPI_Win window);

/* Handles are used again, so what is freed must be forgotten. Its place is left marked, so that what was put behind it
 * is still found. */
void forget(uintptr_t handle, int kind);

void forget_all_comms(void);

/* C names the handle by its place, Fortran's wrapper by its value. */
#define FREED(handle, Type) \
    _Generic((handle), Type*: *(const Type*)(uintptr_t)(handle), default: (Type)(uintptr_t)(handle))

#define forget_comm(comm) forget((uintptr_t)FREED(comm, MPI_Comm), COMMUNICATOR)
#define forget_win(win) forget((uintptr_t)FREED(win, MPI_Win), WINDOW)

/* The rank of the world, or why there is none. */
static inline int peer_of(const Comm* comm, int rank) {
    if (rank == MPI_PROC_NULL) return PEER_NOBODY;
    if (rank < 0 || rank >= comm->ranks) return PEER_UNKNOWN;
    const int peer = comm->world_ranks[rank];
    return peer == MPI_UNDEFINED ? PEER_UNKNOWN : peer;
}

#endif
