#include "pending.h"

#include "announce.h"
#include "early.h"
#include "progress.h"

enum { PENDINGS = 1024 };

static Pending* pendings[PENDINGS]; /* by handle */
Pending* abandoned;
int outstanding;

static Pending** pending_slot(MPI_Request request) {
    const uintptr_t handle = (uintptr_t)request;
    return &pendings[(unsigned)((handle >> 4 ^ handle) * 2654435761U) % PENDINGS];
}

Pending* pending_of(MPI_Request request, int take_out) {
    pthread_mutex_lock(&state);
    Pending** link = pending_slot(request);
    while (*link && (*link)->request != request) link = &(*link)->next;
    Pending* found = *link;
    if (found && take_out) *link = found->next;
    pthread_mutex_unlock(&state);
    return found;
}

void put_pending(Pending* pending) {
    pthread_mutex_lock(&state);
    Pending** slot = pending_slot(pending->request);
    pending->next = *slot;
    *slot = pending;
    pthread_mutex_unlock(&state);
}

static void end_pending(Pending* pending) {
    if (pending->out) put_back(pending->out->head);
    drop_out(pending->out);
    end_watch(pending->watch);
    release(&pending->stage);
    free(pending);
    __atomic_sub_fetch(&outstanding, 1, __ATOMIC_RELAXED);
}

Pending* new_pending(const Stage* stage, MPI_Request request, int persistent) {
    Pending* pending = malloc(sizeof *pending);
    if (!pending) give_up(stage->call, "there is no memory left", 0);
    *pending = (Pending){NULL, request, persistent, !persistent, *stage, NULL, NULL};
    for (int at = 0; at < stage->parts; ++at) /* a single piece lies within its part */
        if (stage->part[at].piece == &stage->part[at].one) pending->stage.part[at].piece = &pending->stage.part[at].one;
    __atomic_add_fetch(&outstanding, 1, __ATOMIC_RELAXED);
    return pending;
}

/* Whether a call was complete when it returned, by a request that another one has as well: which of the two the program
 * completes first is not to be seen. */
static int shares_its_request(MPI_Request request, MPI_Status* status) {
    OWN(Request_get_status, (MPI_Request, int*, MPI_Status*));
    int complete = 0;
    if (pending_of(request, 0)) own(request, &complete, status);
    return complete;
}

int made(Stage* stage, int ended, const MPI_Request* request, int persistent) {
    MPI_Status status;
    if (ended != MPI_SUCCESS || (!persistent && shares_its_request(*request, &status)))
        return done(stage, ended, &status);
    put_pending(new_pending(stage, *request, persistent));
    return ended;
}

int starting(int count, MPI_Request requests[], int* ended) {
    OWN(Start, (MPI_Request*));
    int large = 0;
    *ended = MPI_SUCCESS;
    if (!any_outstanding()) return 0;
    for (int at = 0; at < count && !large; ++at) {
        const Pending* pending = pending_of(requests[at], 0);
        large = pending && (pending->out || pending->watch);
    }
    for (int at = 0; at < count && *ended == MPI_SUCCESS; ++at) {
        Pending* pending = pending_of(requests[at], 0);
        Watch* watch = pending ? pending->watch : NULL;
        if (pending) fetch(&pending->stage);
        if (pending && pending->out) *ended = announce(pending->out, &requests[at]);
        else if (watch && shadowed(watch)) *ended = MPI_SUCCESS;
        else if (large) *ended = own(&requests[at]);
        if (*ended != MPI_SUCCESS || !pending) continue;
        pending->active = 1;
        if (watch) list(watch, watch->shadows ? watch->request : requests[at]);
    }
    return large;
}

void hold(Held* held, int count, const MPI_Request requests[]) {
    held->count = count;
    held->own_statuses = NULL;
    held->pendings = count <= FEW ? held->few : malloc(sizeof *held->pendings * (size_t)count);
    if (!held->pendings) give_up("a call that completes requests", "there is no memory left", 0);
    for (int at = 0; at < count; ++at) held->pendings[at] = pending_of(requests[at], 1);
}

MPI_Status* statuses_for(Held* held, MPI_Status* given) {
    if (given != MPI_STATUS_IGNORE && given != MPI_STATUSES_IGNORE) return given;
    if (held->count <= 1) return &held->own;
    held->own_statuses = malloc(sizeof(MPI_Status) * (size_t)held->count);
    if (!held->own_statuses) give_up("a call that completes requests", "there is no memory left", 0);
    return held->own_statuses;
}

/* Whether a request is over. After an error only those that became null surely are. */
static int is_over(const Pending* pending, int ended, int gone, const MPI_Status* status) {
    if (ended == MPI_SUCCESS) return gone || pending->persistent;
    if (ended != MPI_ERR_IN_STATUS) return gone;
    return status->MPI_ERROR != MPI_ERR_PENDING && (gone || pending->persistent);
}

/* The status of a watched receive that is over, and its data; MPI_ERR_TRUNCATE where it is too long. */
static int watched(Pending* pending, MPI_Status* status) {
    OWN(Wait, (MPI_Request*, MPI_Status*));
    Watch* watch = pending->watch;
    amend(watch, status);
    if (watch->shadows) own(&watch->request, MPI_STATUS_IGNORE);
    watch->shadows = 0;
    if (watch->kind == TOO_LONG) return MPI_ERR_TRUNCATE;
    if (watch->kind == PLAIN || !in_order(watch->shape)) deliver(&pending->stage, status);
    return MPI_SUCCESS;
}

int completed(Held* held, int ended, int number, const int indices[], const MPI_Request after[], MPI_Status statuses[],
              int single) {
    OWN(Comm_call_errhandler, (MPI_Comm, int));
    int truncated = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    for (int at = 0; at < number; ++at) {
        const int index = indices ? indices[at] : at;
        Pending* pending = held->pendings[index];
        if (!pending || !pending->active) continue;
        if (!is_over(pending, ended, after[index] == MPI_REQUEST_NULL, &statuses[at])) continue;
        pending->active = 0;
        if (ended != MPI_SUCCESS && (ended != MPI_ERR_IN_STATUS || statuses[at].MPI_ERROR != MPI_SUCCESS)) continue;
        if (!pending->watch) deliver(&pending->stage, &statuses[at]);
        else if (watched(pending, &statuses[at]) != MPI_SUCCESS) {
            comm = pending->watch->comm;
            if (!truncated && ended == MPI_SUCCESS && !single)
                for (int each = 0; each < number; ++each) statuses[each].MPI_ERROR = MPI_SUCCESS;
            truncated = 1;
            if (!single) statuses[at].MPI_ERROR = MPI_ERR_TRUNCATE;
        }
    }
    for (int at = 0; at < held->count; ++at) { /* all copies are under way before the first is waited for */
        Pending* pending = held->pendings[at];
        if (!pending) continue;
        if (!pending->active) settle_all(&pending->stage);
        if (pending->active || pending->persistent) put_pending(pending);
        else end_pending(pending);
    }
    if (held->pendings != held->few) free(held->pendings);
    free(held->own_statuses);
    if (!truncated) return ended;
    if (ended == MPI_SUCCESS) ended = single ? MPI_ERR_TRUNCATE : MPI_ERR_IN_STATUS;
    own(comm, ended);
    return ended;
}

void looked(MPI_Request request, MPI_Status* status) {
    Pending* pending = pending_of(request, 0);
    if (!pending || !pending->active) return;
    if (pending->watch) watched(pending, status);
    else deliver(&pending->stage, status);
    settle_all(&pending->stage);
}

void end_abandoned(int all) {
    static int (*test)(MPI_Request*, int*, MPI_Status*), (*wait)(MPI_Request*, MPI_Status*);
    static int (*free_request)(MPI_Request*);
    if (!wait) {
        *(void**)&free_request = next_of("PMPI_Request_free");
        *(void**)&test = next_of("PMPI_Test");
        *(void**)&wait = next_of("PMPI_Wait");
    }
    pthread_mutex_lock(&state);
    Pending* mine = abandoned; /* two threads must not end the same one */
    abandoned = NULL;
    pthread_mutex_unlock(&state);
    for (Pending** link = &mine; *link;) {
        Pending* pending = *link;
        MPI_Status status;
        int complete = 1;
        if (pending->watch) {
            for (int turn = 0; !(complete = is_here(pending->watch)) && all; ++turn) progress(turn);
            if (!complete) {
                link = &pending->next;
                continue;
            }
        }
        if (pending->out) {
            for (int turn = 0; !(complete = is_sent(pending->out, pending->request)) && all; ++turn) progress(turn);
            if (!complete) {
                link = &pending->next;
                continue;
            }
        }
        if (all) wait(&pending->request, &status);
        else test(&pending->request, &complete, &status);
        if (!complete) {
            link = &pending->next;
            continue;
        }
        if (pending->watch) watched(pending, &status);
        else deliver(&pending->stage, &status);
        settle_all(&pending->stage);
        if (pending->persistent) free_request(&pending->request);
        *link = pending->next;
        end_pending(pending);
    }
    if (!mine) return;
    pthread_mutex_lock(&state);
    Pending** end = &mine;
    while (*end) end = &(*end)->next;
    *end = abandoned;
    abandoned = mine;
    pthread_mutex_unlock(&state);
}

int abandons(MPI_Request* request) {
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
    *request = MPI_REQUEST_NULL;
    return 1;
}
