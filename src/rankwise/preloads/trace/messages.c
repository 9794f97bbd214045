#include "messages.h"

enum { MORE = 64, MOST = 4096 };

typedef struct {
    uintptr_t handle;
    MPI_Comm comm;
} Message;

static Message* messages;
static int room;

static int grow(void) {
    if (room == MOST) return 0;
    Message* const more = realloc(messages, sizeof *more * (size_t)(room + MORE));
    if (!more) return 0;
    memset(more + room, 0, sizeof *more * MORE);
    messages = more;
    room += MORE;
    return 1;
}

/* Handles are used again, MPI_MESSAGE_NO_PROC by every communicator: what was found last counts. */
void found(int call, uint64_t took, int is_one, MPI_Comm comm, MPI_Message message) {
    lock();
    total(call, took);
    int place = room;
    for (int at = room; is_one && at-- > 0;) {
        if (messages[at].handle == (uintptr_t)message) messages[at].handle = 0;
        if (!messages[at].handle) place = at;
    }
    if (is_one && (place < room || grow())) {
        messages[place].handle = (uintptr_t)message;
        messages[place].comm = comm;
    }
    unlock();
}

void lose_messages(MPI_Comm comm) {
    lock();
    for (int at = 0; at < room; ++at)
        if (messages[at].comm == comm) messages[at].handle = 0;
    unlock();
}

MPI_Comm comm_of(MPI_Message message) {
    MPI_Comm comm = MPI_COMM_NULL;
    lock();
    for (int at = 0; at < room; ++at)
        if (messages[at].handle == (uintptr_t)message) {
            comm = messages[at].comm;
            messages[at].handle = 0;
            break;
        }
    unlock();
    return comm;
}

void forget_all_messages(void) {
    if (room) memset(messages, 0, sizeof *messages * (size_t)room);
}
