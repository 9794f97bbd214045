#include "messages.h"

enum { MESSAGES = 64 };

static struct {
    uintptr_t handle;
    MPI_Comm comm;
} messages[MESSAGES];

/* Handles are used again, MPI_MESSAGE_NO_PROC by every communicator: what was found last counts. */
void found(int call, uint64_t took, int is_one, MPI_Comm comm, MPI_Message message) {
    lock();
    total(call, took);
    int place = MESSAGES;
    for (int at = MESSAGES; is_one && at-- > 0;) {
        if (messages[at].handle == (uintptr_t)message) messages[at].handle = 0;
        if (!messages[at].handle) place = at;
    }
    if (place < MESSAGES) {
        messages[place].handle = (uintptr_t)message;
        messages[place].comm = comm;
    }
    unlock();
}

void lose_messages(MPI_Comm comm) {
    lock();
    for (int at = 0; at < MESSAGES; ++at)
        if (messages[at].comm == comm) messages[at].handle = 0;
    unlock();
}

MPI_Comm comm_of(MPI_Message message) {
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
