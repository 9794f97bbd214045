/* Large messages from device memory. The first message (HEAD bytes) takes the place of the whole one and matches as it
 * would. Where the receiver can open the sender's memory, it is an offer to copy from there (offer.h). Else the rest
 * follows in pieces on a communicator of our own, each piece sent as soon as it is copied; all is in host memory or under
 * way when the send returns, so that no rank waits for another one's calls: where the pool is empty and stays so,
 * ordinary memory takes the rest. An offer that matched and that the receiver does nothing about becomes pieces too. */
#ifndef RANKWISE_DEVICE_BUFFERS_ANNOUNCE_H
#define RANKWISE_DEVICE_BUFFERS_ANNOUNCE_H

#include "message.h"
#include "stage.h"

/* Whether a send is announced: a large one from device memory, to a rank of this job. */
int announces(const void* buffer, int64_t count, MPI_Datatype type, int dest, MPI_Comm comm);

Out* new_out(const char* call, const void* buffer, int64_t count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);

/* Offers a message, or sends all of it; `request` is that of its first part. */
int announce(Out* out, MPI_Request* request);

/* Whether the send of an announced message is over, of which the library has `request`. */
int is_sent(Out* out, MPI_Request request);

/* Lets the pieces of a message go out while the receiver takes them. */
void see_off(const Out* out);

int announced_send(const char* call, const void* buffer, int64_t count, MPI_Datatype type, int dest, int tag,
                   MPI_Comm comm);

/* Before MPI_Finalize: what nobody received is taken here, so that its sender can end. */
void end_pieces(void);

#endif
