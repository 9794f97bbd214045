/* Communicators: which ranks of the world they join. */
#ifndef RANKWISE_TRACE_COMMUNICATORS_H
#define RANKWISE_TRACE_COMMUNICATORS_H

#include "../mpi_library.h"
#include "clock.h"

typedef struct {
    uintptr_t handle;
    int used, slot, ranks;
    int* world_ranks;
} Comm;
static Comm comms[KNOWN_COMMS];
static Comm no_comm = {0, 1, NO_COMM, 0, NULL};

static int world_ranks(MPI_Comm comm, int ranks, int inter, int* into) {
    OWN(Group_translate_ranks, (MPI_Group, int, const int*, MPI_Group, int*));
    static int (*group_of)(MPI_Comm, MPI_Group*), (*other_group_of)(MPI_Comm, MPI_Group*), (*free_group)(MPI_Group*);
    if (!group_of) {
        *(void**)&free_group = next_of("PMPI_Group_free");
        *(void**)&other_group_of = next_of("PMPI_Comm_remote_group");
        *(void**)&group_of = next_of("PMPI_Comm_group");
    }
    int* order = malloc(sizeof(int) * (size_t)ranks);
    MPI_Group group, world;
    if (!order) return 0;
    for (int rank = 0; rank < ranks; ++rank) order[rank] = rank;
    (inter ? other_group_of : group_of)(comm, &group);
    group_of(MPI_COMM_WORLD, &world);
    own(group, ranks, order, world, into);
    free_group(&group);
    free_group(&world);
    free(order);
    return 1;
}

/* Communicators of the same ranks in the same order are one row of the file, so that making and freeing them in a loop
 * fills nothing. */
static int slot_of(const int* ranks, int count, int inter) {
    uint64_t hash = 14695981039346656037U + (unsigned)inter;
    for (int rank = 0; rank < count; ++rank) hash = (hash ^ (uint32_t)ranks[rank]) * 1099511628211U;
    for (uint32_t slot = 0; slot < counted->comm_count; ++slot)
        if (counted->comms[slot].hash == hash && counted->comms[slot].ranks == (uint32_t)count) return (int)slot;
    if (counted->comm_count == COMMS) return NO_COMM;
    CommRow* row = &counted->comms[counted->comm_count];
    *row = (CommRow){hash, (uint32_t)count, (uint32_t)inter, {0}};
    for (int rank = 0; rank < count && rank < COMM_RANKS; ++rank) row->first[rank] = ranks[rank];
    return (int)counted->comm_count++;
}

enum { LIVES = 1, LEFT };
static Comm* comm_looked_up(MPI_Comm comm, int look) {
    if (counted->world <= 0) return &no_comm; /* sessions alone: there is no world to number ranks in */
    const uintptr_t handle = (uintptr_t)comm;
    unsigned at = (unsigned)((handle >> 4 ^ handle) * 2654435761U) % KNOWN_COMMS;
    Comm* left = NULL;
    for (int tries = 0; tries < KNOWN_COMMS / 2; ++tries, at = (at + 1) % KNOWN_COMMS) {
        Comm* row = &comms[at];
        if (row->used == LIVES && row->handle == handle) return row;
        if (row->used == LEFT && !left) left = row;
        if (row->used) continue;
        if (!look) return &no_comm;
        if (left) row = left;
        const int inter = joins_groups(comm), ranks = inter ? others_of(comm) : ranks_of(comm);
        int* world = malloc(sizeof(int) * (size_t)(ranks > 0 ? ranks : 1));
        if (!world || !world_ranks(comm, ranks, inter, world)) {
            free(world);
            return &no_comm;
        }
        *row = (Comm){handle, LIVES, slot_of(world, ranks, inter), ranks, world};
        return row;
    }
    return &no_comm;
}

static Comm* comm_row(MPI_Comm comm) { return comm_looked_up(comm, 1); }
/* The same without asking the library, for a communicator that may be gone. */
static Comm* comm_if_known(MPI_Comm comm) { return comm_looked_up(comm, 0); }

/* Handles are used again, so a communicator that goes must be forgotten. Its place is left marked, so that what was put
 * behind it is still found. */
static void forget_comm_handle(uintptr_t handle) {
    lock();
    for (int at = 0; at < KNOWN_COMMS; ++at)
        if (comms[at].used == LIVES && comms[at].handle == handle) {
            free(comms[at].world_ranks);
            comms[at] = (Comm){0, LEFT, 0, 0, NULL};
        }
    unlock();
}
#define forget_comm(comm) forget_comm_handle((uintptr_t)FREED(comm))
#define FREED(comm) _Generic((comm), MPI_Comm*: freed_c, default: freed_any)((const void*)(uintptr_t)(comm))
static inline MPI_Comm freed_c(const void* comm) { return *(const MPI_Comm*)comm; }
static inline MPI_Comm freed_any(const void* comm) { return (MPI_Comm)(uintptr_t)comm; }

static int peer_of(const Comm* comm, int rank) {
    if (rank == MPI_PROC_NULL) return PEER_NOBODY;
    if (rank < 0 || rank >= comm->ranks) return PEER_UNKNOWN;
    const int peer = comm->world_ranks[rank];
    return peer == MPI_UNDEFINED ? PEER_UNKNOWN : peer;
}

#endif
