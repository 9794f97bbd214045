/* Calls that send or receive what may be announced, and those that complete it. */
#ifndef RANKWISE_DEVICE_BUFFERS_LARGE_H
#define RANKWISE_DEVICE_BUFFERS_LARGE_H

#include "pending.h"

/* Whether an announced message may match a receive. */
int watches_for(int64_t count, MPI_Datatype type, int source);

int announced_isend(const char* call, const void* buffer, int64_t count, MPI_Datatype type, int dest, int tag,
                    MPI_Comm comm, MPI_Request* request);

int announced_send_init(const char* call, const void* buffer, int64_t count, MPI_Datatype type, int dest, int tag,
                        MPI_Comm comm, MPI_Request* request);

int watched_irecv(const char* call, void* buffer, int64_t count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                  MPI_Request* request);

int watched_recv_init(const char* call, void* buffer, int64_t count, MPI_Datatype type, int source, int tag,
                      MPI_Comm comm, MPI_Request* request);

int watched_imrecv(const char* call, void* buffer, int64_t count, MPI_Datatype type, MPI_Message* message,
                   MPI_Request* request);

/* A blocking call as the nonblocking one, completed. */
int waited(int ended, MPI_Request* request, MPI_Status* status);

/* Whether the library can pack so much; else MPI_Sendrecv_replace is left to it. */
int can_pack(int64_t count, MPI_Datatype type);

/* A packed copy of what is sent, so that the program may use its buffer: the send is complete for it. */
int send_copy(const void* buffer, int64_t count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);

/* Whether a request that the program completes is over; what can be done for it without waiting is done. */
int may_complete(MPI_Request request, int waits);

/* Waits for what is announced among requests, so that the library's own call waits only for the others. */
void await_large(int count, const MPI_Request requests[]);

/* A persistent receive that is over, or -1: the library may have forgotten that it was started (see amend). */
int persistent_here(int count, const MPI_Request requests[]);

int all_may_complete(int count, const MPI_Request requests[]);

/* MPI_Testany and MPI_Testsome (`outcount`), or with `waits` their waiting forms, while a receive is under way: the
 * library is asked without it. */
int some_of(int waits, int count, MPI_Request requests[], int* outcount, int indices[], int* flag,
            MPI_Status* statuses);

/* Requests as the library may be asked about them: none in place of a receive that is under way. To be freed. */
MPI_Request* without_those_under_way(int count, const MPI_Request requests[], int* under_way);

#endif
