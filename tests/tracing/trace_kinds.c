/* Two ranks, by the first argument: `threads` send at once, `types` of all lengths under handles that are used again,
 * `fork` a child that calls nothing of MPI, `forks` children beside a busy thread, `sessions` in place of MPI_Init,
 * `library` before it, `later` after MPI_Finalize, `during` with a call in it when that comes, `spawn` a rank of a world
 * of its own. */
#include <mpi.h>
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 4, TURNS = 200, LONGEST = 20, CHILDREN = 200 };
static int rank;

static void* exchange(void* tag) {
    int out = 0, in = 0;
    for (int turn = 0; turn < TURNS; ++turn)
        MPI_Sendrecv(&out, 1, MPI_INT, 1 - rank, *(int*)tag, &in, 1, MPI_INT, 1 - rank, *(int*)tag, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    return NULL;
}

static int threads(void) {
    int provided = 0, tags[THREADS];
    pthread_t started[THREADS];
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (provided != MPI_THREAD_MULTIPLE) return 1;
    for (int number = 0; number < THREADS; ++number) {
        tags[number] = number;
        pthread_create(&started[number], NULL, exchange, &tags[number]);
    }
    for (int number = 0; number < THREADS; ++number) pthread_join(started[number], NULL);
    return MPI_Finalize();
}

static int types(void) {
    int out[LONGEST] = {0}, in[LONGEST];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int length = 1; length <= LONGEST; ++length) {
        MPI_Datatype type = MPI_DATATYPE_NULL;
        MPI_Type_contiguous(length, MPI_INT, &type);
        MPI_Type_commit(&type);
        MPI_Sendrecv(out, 1, type, 1 - rank, 0, in, 1, type, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Type_free(&type);
    }
    return MPI_Finalize();
}

static int forks(void) {
    int tag = 0, status = 0;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const pid_t child = fork();
    if (child == 0) _exit(0);
    waitpid(child, &status, 0);
    exchange(&tag);
    return MPI_Finalize() || status;
}

static void* goes_on(void* over) {
    while (!__atomic_load_n((int*)over, __ATOMIC_RELAXED)) MPI_Pcontrol(1);
    return NULL;
}

/* A child ends by its alarm if it waits for the busy thread, which it has not. */
static int forks_often(void) {
    int provided = 0, over = 0, status = 0;
    pthread_t busy = 0;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    pthread_create(&busy, NULL, goes_on, &over);
    for (int number = 0; number < CHILDREN && !status; ++number) {
        const pid_t child = fork();
        if (child == 0) {
            alarm(10);
            MPI_Pcontrol(1);
            _exit(0);
        }
        waitpid(child, &status, 0);
    }
    __atomic_store_n(&over, 1, __ATOMIC_RELAXED);
    pthread_join(busy, NULL);
    return MPI_Finalize() || status;
}

static int sessions(void) {
#if MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)
    MPI_Session session = MPI_SESSION_NULL;
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    int sum = 0;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "rankwise", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    for (int turn = 0; turn < TURNS; ++turn) MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    MPI_Comm_free(&comm);
    return MPI_Session_finalize(&session);
#else
    return 77;
#endif
}

static int library(void) {
#if MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)
    int tag = 0;
    MPI_Session session = MPI_SESSION_NULL;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    exchange(&tag);
    MPI_Finalize();
    return MPI_Session_finalize(&session);
#else
    return 77;
#endif
}

#if MPI_VERSION >= 4
static void* waits(void* comm) {
    int in = 0;
    MPI_Recv(&in, 1, MPI_INT, 0, 0, *(MPI_Comm*)comm, MPI_STATUS_IGNORE);
    return NULL;
}
#endif

static int during(void) {
#if MPI_VERSION >= 4
    int provided = 0, out = 0;
    MPI_Session session = MPI_SESSION_NULL;
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    pthread_t waiting = 0;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://SELF", &group);
    MPI_Comm_create_from_group(group, "rankwise", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    pthread_create(&waiting, NULL, waits, &comm);
    usleep(200000);
    MPI_Finalize();
    MPI_Send(&out, 1, MPI_INT, 0, 0, comm);
    pthread_join(waiting, NULL);
    MPI_Comm_free(&comm);
    return MPI_Session_finalize(&session);
#else
    return 77;
#endif
}

static int later(void) {
#if MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)
    int tag = 0;
    MPI_Session session = MPI_SESSION_NULL;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    exchange(&tag);
    MPI_Finalize();
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    return MPI_Session_finalize(&session);
#else
    return 77;
#endif
}

static int spawn(char* program) {
    int data = 7;
    char* words[] = {"spawn", NULL};
    MPI_Comm other = MPI_COMM_NULL;
    MPI_Init(NULL, NULL);
    MPI_Comm_get_parent(&other);
    if (other == MPI_COMM_NULL) {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_spawn(program, words, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other, MPI_ERRCODES_IGNORE);
        if (rank == 0) MPI_Send(&data, 1, MPI_INT, 0, 0, other);
    } else {
        MPI_Recv(&data, 1, MPI_INT, 0, 0, other, MPI_STATUS_IGNORE);
    }
    MPI_Comm_disconnect(&other);
    return MPI_Finalize();
}

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    if (strcmp(argv[1], "threads") == 0) return threads();
    if (strcmp(argv[1], "types") == 0) return types();
    if (strcmp(argv[1], "fork") == 0) return forks();
    if (strcmp(argv[1], "forks") == 0) return forks_often();
    if (strcmp(argv[1], "library") == 0) return library();
    if (strcmp(argv[1], "during") == 0) return during();
    if (strcmp(argv[1], "later") == 0) return later();
    return strcmp(argv[1], "sessions") == 0 ? sessions() : spawn(argv[0]);
}
