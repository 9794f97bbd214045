/* Two ranks of four threads, each with its own tag and communicator: messages that wait, are found, and come again and
 * again, collectives, and communicators that come and go. With an argument MPI_Init provides the threads; with
 * two they come one after the other. */
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 4, TURNS = 100, NUMBERS = 25 };
static MPI_Comm own[THREADS];
static pthread_barrier_t all_there; /* where they do not come one after the other */
static int together;

static void* exchange(void* argument) {
    MPI_Comm* comm = argument;
    const int tag = (int)(comm - own);
    int sends[NUMBERS] = {tag}, comes[NUMBERS] = {0}, sum = 0, rank = 0;
    MPI_Comm_rank(*comm, &rank);
    const int other = 1 - rank;
    MPI_Request again[2];
    MPI_Send_init(sends, NUMBERS, MPI_INT, other, tag, *comm, &again[0]);
    MPI_Recv_init(comes, NUMBERS, MPI_INT, other, tag, *comm, &again[1]);
    for (int turn = 0; turn < TURNS; ++turn) {
        MPI_Request two[2];
        comes[0] = -1;
        MPI_Irecv(comes, NUMBERS, MPI_INT, other, tag, MPI_COMM_WORLD, &two[0]);
        MPI_Isend(sends, NUMBERS, MPI_INT, other, tag, MPI_COMM_WORLD, &two[1]);
        MPI_Waitall(2, two, MPI_STATUSES_IGNORE);
        if (comes[0] != tag) abort();

        MPI_Message message = MPI_MESSAGE_NULL;
        MPI_Isend(sends, 1, MPI_INT, other, THREADS + tag, MPI_COMM_WORLD, &two[0]);
        MPI_Mprobe(other, THREADS + tag, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(comes, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        MPI_Wait(&two[0], MPI_STATUS_IGNORE);

        MPI_Startall(2, again);
        MPI_Waitall(2, again, MPI_STATUSES_IGNORE); /* NOLINT: that MPI_Startall begins requests is not seen */

        MPI_Comm copy = MPI_COMM_NULL;
        MPI_Comm_dup(*comm, &copy);
        MPI_Allreduce(&tag, &sum, 1, MPI_INT, MPI_SUM, copy);
        if (sum != 2 * tag) abort();
        MPI_Comm_free(&copy);
    }
    for (int index = 0; index < 2; ++index) MPI_Request_free(&again[index]);
    if (together) pthread_barrier_wait(&all_there); /* the trace gives the place of one that ended to the next */
    return NULL;
}

int main(int argc, char** argv) {
    pthread_t threads[THREADS];
    int provided = 0;
    if (argc > 1) {
        setenv("MPIR_CVAR_DEFAULT_THREAD_LEVEL", "MPI_THREAD_MULTIPLE", 1); /* MPICH */
        setenv("I_MPI_THREAD_LEVEL_DEFAULT", "MULTIPLE", 1);                /* Intel MPI */
        setenv("OMPI_MPI_THREAD_LEVEL", "3", 1);                            /* Open MPI */
        MPI_Init(&argc, &argv);
        MPI_Query_thread(&provided);
    } else {
        MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    }
    if (provided != MPI_THREAD_MULTIPLE) return 3;
    together = argc <= 2;
    if (pthread_barrier_init(&all_there, NULL, THREADS)) abort();
    for (int index = 0; index < THREADS; ++index) MPI_Comm_dup(MPI_COMM_WORLD, &own[index]);
    for (int index = 0; index < THREADS; ++index) {
        if (pthread_create(&threads[index], NULL, exchange, &own[index])) abort();
        if (!together) pthread_join(threads[index], NULL);
    }
    for (int index = 0; together && index < THREADS; ++index) pthread_join(threads[index], NULL);
    for (int index = 0; index < THREADS; ++index) MPI_Comm_free(&own[index]);
    return MPI_Finalize();
}
