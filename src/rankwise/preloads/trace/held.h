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

#define hold_one(held, request) hold(held, 1, &(request))
#define hold_one_f(held, request) hold_f(held, 1, request)

MPI_Status* room_for(Held* held, MPI_Status* given);

/* The same for statuses as Fortran gives them: NULL is no word for none there. */
void* room_for_f(Held* held, void* given);

/* How many of several requests a call says that it completed: after an error, but for those of requests, it says nothing. */
static inline int of_several(int error, int done) {
    return error == MPI_SUCCESS || error == MPI_ERR_IN_STATUS ? done : 0;
}

void finish(int call, uint64_t took, Held* held, int error, int done, const int* indices, const MPI_Status* statuses,
            int fortran);

#endif
