/* Requests whose buffers lie in device memory, from the call that makes them to the one that completes them. */
#ifndef RANKWISE_DEVICE_BUFFERS_PENDING_H
#define RANKWISE_DEVICE_BUFFERS_PENDING_H

#include "watch.h"

enum { FEW = 32 };

typedef struct Pending {
    struct Pending* next;
    MPI_Request request;
    int persistent, active;
    Stage stage;
    Out* out;     /* of a send that is announced */
    Watch* watch; /* of a receive that an announced message may match */
} Pending;

extern Pending* abandoned; /* those that the program freed while they were under way */
extern int outstanding;    /* how many there are, with the abandoned */

static inline int any_outstanding(void) { return __atomic_load_n(&outstanding, __ATOMIC_RELAXED) != 0; }

/* Some libraries give what is complete at once one and the same handle: then only one is here, see made(). */
Pending* pending_of(MPI_Request request, int take_out);

void put_pending(Pending* pending);

/* After a call that made a request. A persistent one begins to be active when it is started. */
Pending* new_pending(const Stage* stage, MPI_Request request, int persistent);

int made(Stage* stage, int ended, const MPI_Request* request, int persistent);

/* Prepares persistent requests for their start; 1: they were started here, one by one. */
int starting(int count, MPI_Request requests[], int* ended);

/* What a completing call concerns. It is out of the table while the call runs: the library may give a handle that it
 * frees to a request of another thread before the call returns. */
typedef struct {
    int count;
    Pending *few[FEW], **pendings;
    MPI_Status own, *own_statuses;
} Held;

void hold(Held* held, int count, const MPI_Request requests[]);

/* Statuses for a call whose caller wants none. */
MPI_Status* statuses_for(Held* held, MPI_Status* given);

/* After a completing call: `number` requests completed, those at `indices`, or the first ones, with a status each or
 * (`single`) one status. What the program is to be told. */
int completed(Held* held, int ended, int number, const int indices[], const MPI_Request after[], MPI_Status statuses[],
              int single);

/* The operation is complete, and its request remains: the program may look at its data. */
void looked(MPI_Request request, MPI_Status* status);

/* Ends what the program freed and the library has completed; with `all`, waits for it. */
void end_abandoned(int all);

/* 1: the request is ours to free, because its memory must stay until the library is done with it. */
int abandons(MPI_Request* request);

#endif
