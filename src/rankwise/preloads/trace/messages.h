/* Messages that MPI_Mprobe found and that MPI_Mrecv or MPI_Imrecv will take: on which communicator they came. */
#ifndef RANKWISE_TRACE_MESSAGES_H
#define RANKWISE_TRACE_MESSAGES_H

#include "handles.h"
#include "rows.h"

#ifdef MPI_Message_f2c
#define MESSAGE_F(message) MPI_Message_f2c(message)
#else
FROM_FORTRAN(message_f, MPI_Message, "MPI_Message_f2c")
#define MESSAGE_F(message) message_f(message)
#endif

void found(int call, uint64_t took, int is_one, MPI_Comm comm, MPI_Message message);

/* Those of a communicator that goes: the library cannot be asked for its ranks then. */
void lose_messages(MPI_Comm comm);

#define forget_messages(comm) lose_messages(FREED(comm, MPI_Comm))

/* MPI_COMM_NULL where it is not known. */
MPI_Comm comm_of(MPI_Message message);

void forget_all_messages(void);

#endif
