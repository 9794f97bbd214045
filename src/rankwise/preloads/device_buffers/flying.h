/* Sends of host memory that the library carries out while the program goes on. */
#ifndef RANKWISE_DEVICE_BUFFERS_FLYING_H
#define RANKWISE_DEVICE_BUFFERS_FLYING_H

#include "message.h"

extern pthread_mutex_t moving; /* of sends and receives that are under way */

/* Keeps the memory of a send, and a reference to its message where it is of one, until it is over. */
void fly(MPI_Request request, Room room, Out* out);

/* Ends what the library has sent. */
void sweep(void);

/* Whether anything is under way. */
int any_flying(void);

int isend(const void* data, int64_t bytes, int to, int tag, MPI_Comm comm, MPI_Request* request);
int library_irecv(void* buffer, int64_t count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                  MPI_Request* request);

#endif
