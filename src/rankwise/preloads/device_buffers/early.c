#include "early.h"

#include "flying.h"
#include "progress.h"

Early* earlies;
static pthread_mutex_t early_state = PTHREAD_MUTEX_INITIALIZER;

int find_early(Early* found, int source, int tag, MPI_Comm comm, int take_out) {
    int some = 0;
    pthread_mutex_lock(&early_state);
    for (Early** link = &earlies; *link && !some; link = some ? link : &(*link)->next) {
        Early* one = *link;
        if (one->probed || one->comm != comm || (source != MPI_ANY_SOURCE && source != one->source) ||
            (tag != MPI_ANY_TAG && tag != one->tag))
            continue;
        some = 1;
        *found = *one;
        if (!take_out) break;
        *link = one->next;
        free(one);
    }
    pthread_mutex_unlock(&early_state);
    return some;
}

int find_probed(Early* found, MPI_Message message) {
    int some = 0;
    pthread_mutex_lock(&early_state);
    for (Early** link = &earlies; *link; link = &(*link)->next) {
        Early* one = *link;
        if (!one->probed || one->message != message) continue;
        *found = *one;
        *link = one->next;
        free(one);
        some = 1;
        break;
    }
    pthread_mutex_unlock(&early_state);
    return some;
}

static void add_early(Early early) {
    Early* one = malloc(sizeof *one);
    if (!one) give_up("a probe", "there is no memory left", 0);
    *one = early;
    one->next = NULL;
    pthread_mutex_lock(&early_state);
    Early** end = &earlies;
    while (*end) end = &(*end)->next;
    *end = one;
    pthread_mutex_unlock(&early_state);
}

/* Receives HEAD bytes that a probe gave, and sends them again to this rank. */
static Early taken(MPI_Message* message, int source, int tag, MPI_Comm comm) {
    static int last;
    OWN(Mrecv, (void*, int, MPI_Datatype, MPI_Message*, MPI_Status*));
    const Room room = take_ordinary(HEAD, "a probe");
    Early early = {.comm = comm, .source = source, .tag = tag, .bytes = HEAD};
    MPI_Request request;
    own(room.at, HEAD, MPI_BYTE, message, MPI_STATUS_IGNORE);
    if (memcmp(room.at, job.secret, SECRET) == 0) early.bytes = ((const Header*)(const void*)room.at)->size;
    early.again = 1 + __atomic_fetch_add(&last, 1, __ATOMIC_RELAXED) % (TAGS - 1);
    isend(room.at, HEAD, 0, early.again, job.again, &request);
    fly(request, room, NULL);
    return early;
}

/* Takes the message that a probe found. Another thread may have been faster. */
static void take_early(int source, int tag, MPI_Comm comm) {
    OWN(Improbe, (int, int, MPI_Comm, int*, MPI_Message*, MPI_Status*));
    int here = 0;
    MPI_Message message;
    MPI_Status status;
    own(source, tag, comm, &here, &message, &status);
    if (here && bytes_found(&status) == HEAD) add_early(taken(&message, source, tag, comm));
    else if (here) give_up("a probe", "a message changed its size between two probes of two threads", 0);
}

static int tell_early(const Early* early, MPI_Status* status) {
    OWN(Status_set_elements_x, (MPI_Status*, MPI_Datatype, MPI_Count));
    if (status == MPI_STATUS_IGNORE) return MPI_SUCCESS;
    status->MPI_SOURCE = early->source;
    status->MPI_TAG = early->tag;
    return own(status, MPI_BYTE, early->bytes);
}

int probed(int (*iprobe)(int, int, MPI_Comm, int*, MPI_Status*), int waits, int source, int tag, MPI_Comm comm,
           int* flag, MPI_Status* status) {
    MPI_Status own;
    for (int turn = 0;; progress(turn++)) {
        Early early;
        if (any_early() && find_early(&early, source, tag, comm, 0)) {
            *flag = 1;
            return tell_early(&early, status);
        }
        MPI_Status* seen = status == MPI_STATUS_IGNORE ? &own : status;
        const int ended = iprobe(source, tag, comm, flag, seen);
        if (ended != MPI_SUCCESS) return ended;
        if (*flag && seen->MPI_SOURCE >= 0 && bytes_found(seen) == HEAD)
            take_early(seen->MPI_SOURCE, seen->MPI_TAG, comm);
        else if (*flag || !waits) return ended;
    }
}

int mprobed(int (*improbe)(int, int, MPI_Comm, int*, MPI_Message*, MPI_Status*), int waits, int source, int tag,
            MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status) {
    OWN(Mprobe, (int, int, MPI_Comm, MPI_Message*, MPI_Status*));
    MPI_Status ours;
    for (int turn = 0;; progress(turn++)) {
        Early early;
        int early_one = any_early() && find_early(&early, source, tag, comm, 1);
        if (!early_one) {
            MPI_Status* seen = status == MPI_STATUS_IGNORE ? &ours : status;
            const int ended = improbe(source, tag, comm, flag, message, seen);
            if (ended != MPI_SUCCESS || (!*flag && !waits)) return ended;
            if (!*flag) continue;
            if (seen->MPI_SOURCE < 0 || bytes_found(seen) != HEAD) return ended;
            early = taken(message, seen->MPI_SOURCE, seen->MPI_TAG, comm);
        }
        *flag = 1;
        own(0, early.again, job.again, message, &ours);
        early.probed = 1;
        early.message = *message;
        add_early(early);
        return tell_early(&early, status);
    }
}

void redirect(Watch* watch, const Early* early) {
    static int (*handler_of)(MPI_Comm, MPI_Errhandler*), (*set_handler)(MPI_Comm, MPI_Errhandler),
        (*free_handler)(MPI_Errhandler*);
    if (!free_handler) {
        *(void**)&handler_of = next_of("PMPI_Comm_get_errhandler");
        *(void**)&set_handler = next_of("PMPI_Comm_set_errhandler");
        *(void**)&free_handler = next_of("PMPI_Errhandler_free");
    }
    MPI_Errhandler handler; /* an error is told as on the program's communicator */
    handler_of(early->comm, &handler);
    set_handler(job.again, handler);
    free_handler(&handler);
    watch->early = 1;
    watch->from = early->source;
    watch->as = early->tag;
}

int shadowed(Watch* watch) {
    Early early;
    watch->shadows = watch->early = 0;
    if (!any_early() || !find_early(&early, watch->source, watch->tag, watch->comm, 1)) return 0;
    redirect(watch, &early);
    watch->shadows = 1;
    library_irecv(watch->landing, watch->count, watch->shape->own, 0, early.again, job.again, &watch->request);
    return 1;
}
