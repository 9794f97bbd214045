/* What few programs do, by the first argument: `between` has collectives between two groups (three ranks), `cancelled`
 * gives up receives, `many` has more communicators at a time than a trace has room for at first and then few, `refused`
 * gives MPI a wrong request and goes on, `failed` names ranks that are none, `truncated` has no room for a message and
 * `cut` for four, `shown` has two threads that each make one kind of call, and copies the window of its rank. `jumped`
 * leaves calls that fail by a jump, `asked` asks whether receives are complete before it frees them or waits, `probed`
 * finds many messages before it takes the first, `freed` frees a communicator before a receive from anybody ends, and
 * `forked` ends a session before its child opens another one. */
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MANY = 1200, FEW = 20, LARGE = 1 << 18, TURNS = 400 };
static int rank;

/* Counts lie at the end of memory: there is one for each rank of the own group, or of the other one. */
static void between(void) {
    int send[4] = {1, 2, 3, 4}, receive[4] = {0}, ranks = 0;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    MPI_Comm own = MPI_COMM_NULL, across = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &own);
    MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 0, &across);
    MPI_Comm_size(own, &ranks);
    char* pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE)) abort();
    int* counts = (int*)(void*)(pages + page) - ranks;
    for (int at = 0; at < ranks; ++at) counts[at] = 4 / ranks;
    MPI_Reduce_scatter(send, receive, counts, MPI_INT, MPI_SUM, across);
    int others = 0, places[2] = {0, 1}, sizes[2] = {0, sizeof(int)};
    MPI_Comm_remote_size(across, &others);
    int* each = (int*)(void*)(pages + page) - others;
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    for (int at = 0; at < others; ++at) each[at] = 1;
    MPI_Allgatherv(send, 1, MPI_INT, receive, each, places, MPI_INT, across);
    MPI_Alltoallv(send, each, places, MPI_INT, receive, each, places, MPI_INT, across);
    MPI_Alltoallw(send, each, sizes, types, receive, each, sizes, types, across);
    MPI_Comm_free(&across);
    MPI_Comm_free(&own);
}

static void cancelled(void) {
    int out = 0, in = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(&in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Irecv(&in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Send(&out, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void many(void) {
    static MPI_Comm copies[MANY];
    int out = 0, in = 0;
    for (int at = 0; at < MANY; ++at) {
        MPI_Comm_dup(MPI_COMM_WORLD, &copies[at]);
        MPI_Sendrecv(&out, 1, MPI_INT, 1 - rank, 0, &in, 1, MPI_INT, 1 - rank, 0, copies[at], MPI_STATUS_IGNORE);
    }
    for (int at = 0; at < MANY; ++at) MPI_Comm_free(&copies[at]);
    for (int at = 0; at < FEW; ++at) {
        MPI_Comm_dup(MPI_COMM_WORLD, &copies[at]);
        MPI_Sendrecv(&out, 1, MPI_INT, 1 - rank, 0, &in, 1, MPI_INT, 1 - rank, 0, copies[at], MPI_STATUS_IGNORE);
        MPI_Comm_free(&copies[at]);
    }
}

/* One receive is too short: MPICH may tell then that the other one is pending, whose message is large. */
static void truncated(void) {
    static int out[LARGE], in[LARGE];
    MPI_Request requests[2], sends[2];
    MPI_Status statuses[2];
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Irecv(in, LARGE / 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(in, LARGE, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int tag = 0; tag < 2; ++tag) MPI_Isend(out, LARGE, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD, &sends[tag]);
    const int ended = MPI_Waitall(2, requests, statuses);
    if (statuses[1].MPI_ERROR == MPI_ERR_PENDING) MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
    if (ended != MPI_ERR_IN_STATUS) abort();
}

/* Receives that are too short, each ended by a call of its own for one of several. */
static void cut(void) {
    int out[2] = {0}, in = 0, index = -1, done = 0, ended = MPI_SUCCESS;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int tag = 0; tag < 4; ++tag) {
        MPI_Request both[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
        MPI_Irecv(&in, 1, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD, &both[1]);
        MPI_Send(out, 2, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD);
        if (tag == 0) ended = MPI_Waitany(2, both, &index, MPI_STATUS_IGNORE);
        if (tag == 1) ended = MPI_Wait(&both[1], MPI_STATUS_IGNORE);
        for (done = tag < 2; !done;)
            ended = tag == 2 ? MPI_Testany(2, both, &index, &done, MPI_STATUS_IGNORE)
                             : MPI_Test(&both[1], &done, MPI_STATUS_IGNORE);
        if (ended == MPI_SUCCESS) abort(); /* NOLINT: Waitany and Testany end it, too */
    }
}

/* A call that fails leaves what it would have told as it was. */
static void refused(void) {
    int in = 0, done = 1 << 28, places[2] = {0};
    MPI_Request requests[2];
    memset(requests, 0, sizeof requests);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Irecv(&in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
    const int ended = MPI_Testsome(2, requests, &done, places, MPI_STATUSES_IGNORE);
    MPI_Cancel(&requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    if (ended == MPI_SUCCESS) abort();
}

/* What fails leaves its request as it was, here that of a receive, and cuts a message that is too long. */
static void failed(void) {
    int out[2] = {0}, in = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Irecv(&in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Request same = request;
    const int sent = MPI_Isend(out, 1, MPI_INT, 1000, 0, MPI_COMM_WORLD, &same); /* NOLINT: it makes no request */
    const int came = MPI_Recv(&in, 1, MPI_INT, 1000, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(out, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Send(out, 2, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD);
    const int cut = MPI_Recv(&in, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!sent || !came || !cut) abort();
}

static void* sends(void* tag) {
    for (int turn = 0; turn < TURNS; ++turn) MPI_Send(&turn, 1, MPI_INT, 1 - rank, *(int*)tag, MPI_COMM_WORLD);
    return NULL;
}

static void* receives(void* tag) {
    for (int turn = 0, in = 0; turn < TURNS; ++turn)
        MPI_Recv(&in, 1, MPI_INT, 1 - rank, *(int*)tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}

static void copy(const char* from, const char* into) {
    static char bytes[1 << 20];
    FILE *in = fopen(from, "re"), *out = fopen(into, "we");
    if (!in || !out) abort();
    const size_t size = fread(bytes, 1, sizeof bytes, in);
    if (fwrite(bytes, 1, size, out) != size) abort();
    fclose(in);
    fclose(out);
}

static void shown(const char* folder) {
    char from[4096], into[4096], host[256] = "";
    int tag = 0;
    pthread_t sender = 0, receiver = 0;
    if (pthread_create(&sender, NULL, sends, &tag) || pthread_create(&receiver, NULL, receives, &tag)) abort();
    pthread_join(sender, NULL);
    pthread_join(receiver, NULL);
    gethostname(host, sizeof host - 1);
    snprintf(from, sizeof from, "%s/%s.%ld.window", getenv("RANKWISE_WATCH"), host, (long)getpid());
    snprintf(into, sizeof into, "%s/%d.window", folder, rank);
    copy(from, into);
}

static jmp_buf back;

static void jumps(MPI_Comm* comm, int* error, ...) {
    (void)comm, (void)error;
    longjmp(back, 1); /* NOLINT: that is what it is for */
}

/* With more arguments than that of the call that failed, and in a function of a large frame. */
static void exchange(void) {
    int out[1024] = {0}, in[1024];
    MPI_Sendrecv(out, 1024, MPI_INT, 1 - rank, 0, in, 1024, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void jumped(void) {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(jumps, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    if (setjmp(back) == 0) { /* NOLINT: likewise */
        MPI_Send(&rank, 1, MPI_INT, 1000, 0, MPI_COMM_WORLD);
        abort();
    }
    exchange();
    MPI_Barrier(MPI_COMM_WORLD);
    if (setjmp(back) == 0) { /* NOLINT: likewise; the last call before the end */
        MPI_Send(&rank, 1, MPI_INT, 1000, 0, MPI_COMM_WORLD);
        abort();
    }
}

static void asked(void) {
    int in = 0, done = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(&in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Send(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    while (!done) MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Recv_init(&in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    for (int turn = 0; turn < 2; ++turn) {
        MPI_Start(&request);
        MPI_Send(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
        for (done = 0; !done;) MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
}

static void freed(void) {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    int in = 0;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, copy, &request);
    MPI_Send(&rank, 1, MPI_INT, 1 - rank, 0, copy);
    MPI_Comm_free(&copy);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void probed(void) {
    static MPI_Message messages[FEW * FEW];
    int in = 0;
    MPI_Request sends[FEW * FEW];
    for (int at = 0; at < FEW * FEW; ++at) MPI_Isend(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &sends[at]);
    for (int at = 0; at < FEW * FEW; ++at) MPI_Mprobe(1 - rank, 0, MPI_COMM_WORLD, &messages[at], MPI_STATUS_IGNORE);
    for (int at = 0; at < FEW * FEW; ++at) MPI_Mrecv(&in, 1, MPI_INT, &messages[at], MPI_STATUS_IGNORE);
    MPI_Waitall(FEW * FEW, sends, MPI_STATUSES_IGNORE);
}

#if MPI_VERSION >= 4
static void session(void) {
    MPI_Session own = MPI_SESSION_NULL;
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Comm alone = MPI_COMM_NULL;
    int one = 1, sum = 0;
    if (MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &own) != MPI_SUCCESS) abort();
    MPI_Group_from_session_pset(own, "mpi://SELF", &group);
    MPI_Comm_create_from_group(group, "alone", MPI_INFO_NULL, MPI_ERRORS_RETURN, &alone);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, alone);
    MPI_Group_free(&group);
    MPI_Comm_free(&alone);
    MPI_Session_finalize(&own);
}

static int forked(void) {
    int status = 0;
    session();
    const pid_t child = fork();
    if (child == 0) session();
    else if (waitpid(child, &status, 0) != child) return 1;
    return status != 0;
}
#endif

int main(int argc, char** argv) {
    int level = 0;
#if MPI_VERSION >= 4
    if (argc > 1 && strcmp(argv[1], "forked") == 0) return forked();
#endif
    MPI_Init_thread(&argc, &argv, argc > 2 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc < 2) return 2;
    if (strcmp(argv[1], "between") == 0) between();
    if (strcmp(argv[1], "cancelled") == 0) cancelled();
    if (strcmp(argv[1], "many") == 0) many();
    if (strcmp(argv[1], "refused") == 0) refused();
    if (strcmp(argv[1], "failed") == 0) failed();
    if (strcmp(argv[1], "truncated") == 0) truncated();
    if (strcmp(argv[1], "cut") == 0) cut();
    if (strcmp(argv[1], "jumped") == 0) jumped();
    if (strcmp(argv[1], "asked") == 0) asked();
    if (strcmp(argv[1], "freed") == 0) freed();
    if (strcmp(argv[1], "probed") == 0) probed();
    if (strcmp(argv[1], "shown") == 0) shown(argv[2]);
    return MPI_Finalize();
}
