/* What is known of a communicator: the schedules whose ranks are on its hosts, a private communicator for their
 * messages, and memory. It is made at the first call that could be taken, which is the same one on all ranks, kept in an
 * attribute, and freed with the communicator. */
#ifndef RANKWISE_SCHEDULES_PLAN_H
#define RANKWISE_SCHEDULES_PLAN_H

#include <pthread.h>
#include <sys/mman.h>

#include "file.h"
#include "handles.h"
#include "play.h"

typedef struct {
    const Set* set;
    const Schedule* schedule;
    Steps steps;
} Option;

typedef struct { /* option_count 0: the library has all calls of this communicator */
    MPI_Comm comm;
    int ranks, rank, option_count;
    Option* options;
    char* scratch;
    size_t scratch_bytes;
    Room room;
} Plan;

extern int has[COLLECTIVES]; /* whether there are schedules of a collective */
extern __thread int inside __attribute__((tls_model("initial-exec")));

/* The same ranks, without attributes, with errors returned; MPI_COMM_NULL where it cannot be made. */
MPI_Comm private_of(MPI_Comm comm);

int key_of_plans(void);
int some_set_has(int ranks);

/* The plan of a communicator of so many ranks, made where there is none; NULL where none can be. */
Plan* plan_of(MPI_Comm comm, int ranks);

#endif
