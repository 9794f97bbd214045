#include "communicators.h"

enum { FEW_COMMS = 1024, TRIES = 64 };

static Comm few_comms[FEW_COMMS], *comms = few_comms;
static unsigned room = FEW_COMMS;
static int* ranks_of_slot[COMMS]; /* kept, for receives may end later than their communicator */

Comm no_comm = {0, COMMUNICATOR, NO_COMM, 0, NULL};

/* The ranks that a window or a communicator reaches: between two groups those of the other one. */
static MPI_Group group_of(uintptr_t handle, int kind, int inter) {
    MPI_Group group;
    if (kind == WINDOW) {
        OWN(Win_get_group, (MPI_Win, MPI_Group*));
        own((MPI_Win)handle, &group);
    } else if (inter) {
        OWN(Comm_remote_group, (MPI_Comm, MPI_Group*));
        own((MPI_Comm)handle, &group);
    } else {
        OWN(Comm_group, (MPI_Comm, MPI_Group*));
        own((MPI_Comm)handle, &group);
    }
    return group;
}

static int size_of_group(MPI_Group group) {
    OWN(Group_size, (MPI_Group, int*));
    int ranks = 0;
    own(group, &ranks);
    return ranks;
}

static void free_group(MPI_Group* group) {
    OWN(Group_free, (MPI_Group*));
    own(group);
}

/* NULL where there is no memory. */
static int* world_ranks(MPI_Group group, int ranks) {
    OWN(Group_translate_ranks, (MPI_Group, int, const int*, MPI_Group, int*));
    const size_t bytes = sizeof(int) * (size_t)(ranks > 0 ? ranks : 1);
    int *order = malloc(bytes), *into = malloc(bytes);
    if (order && into) {
        MPI_Group world = group_of((uintptr_t)MPI_COMM_WORLD, COMMUNICATOR, 0);
        for (int rank = 0; rank < ranks; ++rank) order[rank] = rank;
        own(group, ranks, order, world, into);
        free_group(&world);
    } else {
        free(into);
        into = NULL;
    }
    free(order);
    return into;
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

/* Asks the library, once for each. */
static Comm* learned(Comm* row, uintptr_t handle, int kind) {
    const int inter = kind == COMMUNICATOR && joins_groups((MPI_Comm)handle);
    MPI_Group group = group_of(handle, kind, inter);
    const int ranks = size_of_group(group);
    int* world = world_ranks(group, ranks);
    free_group(&group);
    if (!world) return &no_comm;
    const int slot = slot_of(world, ranks, inter);
    if (slot != NO_COMM && !ranks_of_slot[slot]) ranks_of_slot[slot] = world;
    if (slot != NO_COMM && ranks_of_slot[slot] != world) free(world);
    *row = (Comm){handle, kind, slot, ranks, slot == NO_COMM ? world : ranks_of_slot[slot]};
    return row;
}

/* Where it is or, without `known`, may be put; NULL. */
static Comm* place_of(uintptr_t handle, int kind, int* known) {
    unsigned at = (unsigned)((handle >> 4 ^ handle) * 2654435761U) % room;
    Comm* place = NULL;
    for (int tries = 0; tries < TRIES; ++tries, at = (at + 1) % room) {
        Comm* row = &comms[at];
        *known = row->used == kind && row->handle == handle;
        if (*known) return row;
        if (!place && (!row->used || row->used == LEFT)) place = row;
        if (!row->used) break;
    }
    return place;
}

static void leave_out(const Comm* row) {
    if (row->slot == NO_COMM) free(row->world_ranks);
}

/* 0: there is no memory. */
static int grow(void) {
    Comm* const old = comms;
    Comm* const more = calloc((size_t)room * 2, sizeof *more);
    if (!more) return 0;
    comms = more;
    room *= 2;
    for (unsigned at = 0; at < room / 2; ++at) {
        int known;
        Comm* place = old[at].world_ranks ? place_of(old[at].handle, old[at].used, &known) : NULL;
        if (place) *place = old[at];
        else leave_out(&old[at]);
    }
    if (old != few_comms) free(old);
    return 1;
}

static Comm* looked_up(uintptr_t handle, int kind, int look) {
    int known;
    Comm* place = place_of(handle, kind, &known);
    if (known) return place;
    if (!look || counted->world <= 0) return &no_comm; /* sessions alone: there is no world to number ranks in */
    while (!place && grow()) place = place_of(handle, kind, &known);
    return place ? learned(place, handle, kind) : &no_comm;
}

/* MPI_COMM_NULL is that of MPI_MESSAGE_NO_PROC and of messages that are not known. */
Comm* comm_row(MPI_Comm comm) { return comm == MPI_COMM_NULL ? &no_comm : looked_up((uintptr_t)comm, COMMUNICATOR, 1); }

int peer_later(int slot, MPI_Comm comm, int rank) {
    if (slot == NO_COMM) return peer_of(looked_up((uintptr_t)comm, COMMUNICATOR, 0), rank);
    const Comm then = {0, COMMUNICATOR, slot, (int)counted->comms[slot].ranks, ranks_of_slot[slot]};
    return peer_of(&then, rank);
}

Comm* window_row(MPI_Win window) { return looked_up((uintptr_t)window, WINDOW, 1); }

void forget(uintptr_t handle, int kind) {
    lock();
    for (unsigned at = 0; at < room; ++at)
        if (comms[at].used == kind && comms[at].handle == handle) {
            leave_out(&comms[at]);
            comms[at] = (Comm){0, LEFT, 0, 0, NULL};
        }
    unlock();
}

void forget_all_comms(void) {
    memset(comms, 0, sizeof *comms * room);
    memset(ranks_of_slot, 0, sizeof ranks_of_slot);
}
