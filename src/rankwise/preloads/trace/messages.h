/* Messages that MPI_Mprobe found and that MPI_Mrecv or MPI_Imrecv will take: on which communicator they came. */
#ifndef RANKWISE_TRACE_MESSAGES_H
#define RANKWISE_TRACE_MESSAGES_H

#include "requests.h"

enum { MESSAGES = 64 };
static struct {
    uintptr_t handle;
    MPI_Comm comm;
} messages[MESSAGES];

#ifdef MPI_Message_f2c
#define MESSAGE_F(message) MPI_Message_f2c(message)
#else
FROM_FORTRAN(message_f, MPI_Message, "MPI_Message_f2c")
#define MESSAGE_F(message) message_f(message)
#endif

static void found(int call, uint64_t took, int is_one, MPI_Comm comm, MPI_Message message) {
    lock();
    total(call, took);
    for (int at = 0; is_one && at < MESSAGES; ++at)
        if (!messages[at].handle) {
            messages[at].handle = (uintptr_t)message;
            messages[at].comm = comm;
            break;
        }
    unlock();
}

/* MPI_COMM_NULL where it is not known. */
static MPI_Comm comm_of(MPI_Message message) {
    MPI_Comm comm = MPI_COMM_NULL;
    lock();
    for (int at = 0; at < MESSAGES; ++at)
        if (messages[at].handle == (uintptr_t)message) {
            comm = messages[at].comm;
            messages[at].handle = 0;
            break;
        }
    unlock();
    return comm;
}

#endif
