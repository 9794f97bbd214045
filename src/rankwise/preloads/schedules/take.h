/* Which calls are taken over, and how their buffers become the regions of a schedule. */
#ifndef RANKWISE_SCHEDULES_TAKE_H
#define RANKWISE_SCHEDULES_TAKE_H

#include <limits.h>

#include "plan.h"

typedef struct { /* a call as it was made; a rank without one of the buffers has NULL there */
    int collective, root;
    const void* send;
    int64_t send_count;
    MPI_Datatype send_type;
    void* receive;
    int64_t receive_count;
    MPI_Datatype receive_type;
    MPI_Op op;
    MPI_Comm comm;
} Asked;

extern int64_t calls_taken[COLLECTIVES], calls_left[COLLECTIVES];

/* 1 where a schedule has done the call; its answer is in `error`. */
int take(const Asked* asked, int* error);

#endif
