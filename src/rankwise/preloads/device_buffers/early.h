/* Messages that a probe found and that may be announced: they are taken at once, for their first part alone tells how
 * large they are, and are sent again to this rank itself when the program receives them. */
#ifndef RANKWISE_DEVICE_BUFFERS_EARLY_H
#define RANKWISE_DEVICE_BUFFERS_EARLY_H

#include "watch.h"

typedef struct Early {
    struct Early* next;
    MPI_Comm comm;
    int source, tag;
    int again;           /* its tag on the communicator of this rank alone */
    int64_t bytes;       /* of the whole message */
    int probed;          /* 1: MPI_Mprobe gave it away as `message` */
    MPI_Message message;
} Early;

extern Early* earlies; /* in the order in which they came */

static inline int any_early(void) { return __atomic_load_n(&earlies, __ATOMIC_RELAXED) != NULL; }

/* The first one that a receive matches; with `take_out`, it is the caller's. */
int find_early(Early* found, int source, int tag, MPI_Comm comm, int take_out);

/* That of a message which MPI_Mprobe gave. */
int find_probed(Early* found, MPI_Message message);

/* MPI_Iprobe, or MPI_Probe with `waits`. */
int probed(int (*iprobe)(int, int, MPI_Comm, int*, MPI_Status*), int waits, int source, int tag, MPI_Comm comm,
           int* flag, MPI_Status* status);

/* MPI_Improbe, or MPI_Mprobe with `waits`. */
int mprobed(int (*improbe)(int, int, MPI_Comm, int*, MPI_Message*, MPI_Status*), int waits, int source, int tag,
            MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status);

/* A receive of the program as it is to be made: from this rank itself where its message was taken early. */
void redirect(Watch* watch, const Early* early);

/* A persistent receive whose message was taken early gets it by a receive of its own. */
int shadowed(Watch* watch);

#endif
