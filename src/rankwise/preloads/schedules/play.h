/* The interpreter: plays the steps of one rank. A step begins when those that it waits for have ended; messages are
 * nonblocking, so what is ready never waits for what is not. */
#ifndef RANKWISE_SCHEDULES_PLAY_H
#define RANKWISE_SCHEDULES_PLAY_H

#include <mpi.h>
#include <sched.h>

#include "../mpi/library.h"
#include "file.h"

typedef struct { /* what a call gives: the memory of each region, and how a block is cut */
    char* region[3];
    int64_t block_bytes, elements, element_bytes, pieces;
    MPI_Datatype type;
    MPI_Op op;
} Call;

typedef struct { /* room for the steps of the longest schedule */
    MPI_Request* requests;
    MPI_Status* statuses;
    int *of_request, *ended, *waits, *ready;
} Room;

/* Plays all steps, also after one that fails, so that no other rank waits for this one. Returns MPI's own error of the
 * first that fails. */
int play(const Steps* steps, const Call* call, MPI_Comm comm, const Room* room);

int make_room(Room* room, int steps);
void free_room(Room* room);

#endif
