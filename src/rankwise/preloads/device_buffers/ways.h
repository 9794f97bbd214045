/* What a call does with a buffer at this rank. */
#ifndef RANKWISE_DEVICE_BUFFERS_WAYS_H
#define RANKWISE_DEVICE_BUFFERS_WAYS_H

#include "stage.h"

/* A negative root is of a call between two groups. */
int leaf_way(int root, MPI_Comm comm);
int scattered_way(int root);
int root_way(int root, MPI_Comm comm, int way);
int bcast_way(int root, MPI_Comm comm);

/* What is written, and read before where the call is in place. */
static inline int written(const void* sendbuf) { return sendbuf == MPI_IN_PLACE ? INOUT : OUT; }

int64_t sum_of(Numbers counts, MPI_Comm comm);

/* The error of a call that does not take device memory. */
int refused(const char* call, const char* argument, const char* reason);

#ifdef I_MPI_NUMVERSION /* its mpi.h has calls that only look at requests without const */
#define REQUEST_READ MPI_Request
#else
#define REQUEST_READ const MPI_Request
#endif

#endif
