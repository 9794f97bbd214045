/* Requests that a call may end, as they were before it. */
#ifndef RANKWISE_TRACE_HELD_H
#define RANKWISE_TRACE_HELD_H

#include "requests.h"

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

void hold(Held* held, int count, const MPI_Request* given);
void hold_f(Held* held, int count, const int* given);
MPI_Status* room_for(Held* held, MPI_Status* given);

/* The same for statuses as Fortran gives them: NULL is no word for none there. */
void* room_for_f(Held* held, void* given);

void finish(int call, uint64_t took, Held* held, int done, const int* indices, const MPI_Status* statuses, int fortran);

#endif
