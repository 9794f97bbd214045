/* Requests whose buffers lie in device memory, from the call that makes them to the one that completes them. */
#ifndef RANKWISE_DEVICE_BUFFERS_PENDING_H
#define RANKWISE_DEVICE_BUFFERS_PENDING_H

#include "stage.h"

enum { PENDINGS = 1024, FEW = 32 };

typedef struct Pending {
    struct Pending* next;
    MPI_Request request;
    int persistent, active;
    Stage stage;
} Pending;

static Pending *pendings[PENDINGS], *abandoned; /* by handle; freed by the program while they were under way */
static int outstanding;                         /* how many there are in both */

#ifdef OPEN_MPI
static inline MPI_Request no_request(void) {
    static MPI_Request none;
    if (!none) none = data_of("ompi_request_null");
    return none;
}
#else
static inline MPI_Request no_request(void) { return MPI_REQUEST_NULL; }
#endif

static inline int any_outstanding(void) { return __atomic_load_n(&outstanding, __ATOMIC_RELAXED) != 0; }

static inline Pending** pending_slot(MPI_Request request) {
    const uintptr_t handle = (uintptr_t)request;
    return &pendings[(unsigned)((handle >> 4 ^ handle) * 2654435761U) % PENDINGS];
}

/* Some libraries give completed sends one and the same handle: then any of them will do. */
static Pending* pending_of(MPI_Request request, int take_out) {
    pthread_mutex_lock(&state);
    Pending** link = pending_slot(request);
    while (*link && (*link)->request != request) link = &(*link)->next;
    Pending* found = *link;
    if (found && take_out) *link = found->next;
    pthread_mutex_unlock(&state);
    return found;
}

static void put_pending(Pending* pending) {
    pthread_mutex_lock(&state);
    Pending** slot = pending_slot(pending->request);
    pending->next = *slot;
    *slot = pending;
    pthread_mutex_unlock(&state);
}

static void end_pending(Pending* pending) {
    release(&pending->stage);
    free(pending);
    __atomic_sub_fetch(&outstanding, 1, __ATOMIC_RELAXED);
}

/* After a call that made a request. A persistent one begins to be active when it is started. */
static int made(Stage* stage, int ended, const MPI_Request* request, int persistent) {
    if (ended != MPI_SUCCESS) {
        release(stage);
        return ended;
    }
    Pending* pending = malloc(sizeof *pending);
    if (!pending) give_up(stage->call, "there is no memory left", 0);
    *pending = (Pending){NULL, *request, persistent, !persistent, *stage};
    for (int at = 0; at < stage->parts; ++at) /* a single piece lies within its part */
        if (stage->part[at].piece == &stage->part[at].one) pending->stage.part[at].piece = &pending->stage.part[at].one;
    __atomic_add_fetch(&outstanding, 1, __ATOMIC_RELAXED);
    put_pending(pending);
    return ended;
}

static void starting(int count, const MPI_Request requests[]) {
    if (!any_outstanding()) return;
    for (int at = 0; at < count; ++at) {
        Pending* pending = pending_of(requests[at], 0);
        if (!pending) continue;
        fetch(&pending->stage);
        pending->active = 1;
    }
}

/* What a completing call is given; taken down before, for the call overwrites handles. */
typedef struct {
    int count;
    MPI_Request few[FEW], *requests;
    MPI_Status own, *own_statuses;
} Held;

static void hold(Held* held, int count, const MPI_Request requests[]) {
    held->count = count;
    held->own_statuses = NULL;
    held->requests = count <= FEW ? held->few : malloc(sizeof *requests * (size_t)count);
    if (!held->requests) give_up("a call that completes requests", "there is no memory left", 0);
    if (count > 0) memcpy(held->requests, requests, sizeof *requests * (size_t)count);
}

/* Statuses for a call whose caller wants none. */
static MPI_Status* statuses_for(Held* held, MPI_Status* given) {
    if (given != MPI_STATUS_IGNORE && given != MPI_STATUSES_IGNORE) return given;
    if (held->count <= 1) return &held->own;
    held->own_statuses = malloc(sizeof(MPI_Status) * (size_t)held->count);
    if (!held->own_statuses) give_up("a call that completes requests", "there is no memory left", 0);
    return held->own_statuses;
}

/* After a completing call: `number` requests completed, those at `indices`, or the first ones, with a status each. */
static void completed(Held* held, int ended, int number, const int indices[], const MPI_Request after[],
                      const MPI_Status statuses[]) {
    Pending* finished = NULL;
    for (int at = 0; at < number; ++at) {
        const int index = indices ? indices[at] : at;
        Pending* pending = pending_of(held->requests[index], 0);
        if (!pending || !pending->active) continue;
        const int gone = after[index] == no_request();
        if (!gone && !pending->persistent) continue;
        if (ended == MPI_SUCCESS || (ended == MPI_ERR_IN_STATUS && statuses[at].MPI_ERROR == MPI_SUCCESS))
            deliver(&pending->stage, &statuses[at]);
        pending->active = 0;
        if (pending->persistent) settle_all(&pending->stage);
        else {
            pending = pending_of(held->requests[index], 1);
            pending->next = finished;
            finished = pending;
        }
    }
    while (finished) {
        Pending* next = finished->next;
        settle_all(&finished->stage);
        end_pending(finished);
        finished = next;
    }
    if (held->requests != held->few) free(held->requests);
    free(held->own_statuses);
}

/* The operation is complete, and its request remains: the program may look at its data. */
static void looked(MPI_Request request, const MPI_Status* status) {
    Pending* pending = pending_of(request, 0);
    if (!pending || !pending->active) return;
    deliver(&pending->stage, status);
    settle_all(&pending->stage);
}

/* Ends what the program freed and the library has completed; with `all`, waits for it. */
static void end_abandoned(int all) {
    static int (*test)(MPI_Request*, int*, MPI_Status*), (*wait)(MPI_Request*, MPI_Status*);
    if (!wait) {
        *(void**)&test = next_of("PMPI_Test");
        *(void**)&wait = next_of("PMPI_Wait");
    }
    for (Pending** link = &abandoned; *link;) {
        Pending* pending = *link;
        MPI_Status status;
        int complete = 1;
        if (all) wait(&pending->request, &status);
        else test(&pending->request, &complete, &status);
        if (!complete) {
            link = &pending->next;
            continue;
        }
        deliver(&pending->stage, &status);
        settle_all(&pending->stage);
        *link = pending->next;
        end_pending(pending);
    }
}

/* 1: the request is ours to free, because its memory must stay until the library is done with it. */
static int abandons(MPI_Request* request) {
    if (!any_outstanding()) return 0;
    Pending* pending = pending_of(*request, 1);
    if (!pending) return 0;
    if (pending->persistent && !pending->active) {
        end_pending(pending);
        return 0;
    }
    pthread_mutex_lock(&state);
    pending->next = abandoned;
    abandoned = pending;
    pthread_mutex_unlock(&state);
    *request = no_request();
    return 1;
}

#endif
