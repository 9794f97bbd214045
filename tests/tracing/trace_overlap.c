/* Two ranks: rank 0 works between the start and the end of nonblocking calls, rank 1 waits at once; and once both are
 * under MPI_Pcontrol(0) in between. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

enum { TURNS = 2, LARGE = 1 << 20 };

static void work(void) {
    const struct timespec time = {0, 20000000};
    nanosleep(&time, NULL);
}

int main(int argc, char** argv) {
    int rank = 0, data = 0, other = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    char *out = calloc(LARGE, 1), *in = calloc(LARGE, 1);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    if (rank == 0) work();
    MPI_Send(&data, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Recv_init(&other, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &request);
    for (int turn = 0; turn < TURNS; ++turn) {
        MPI_Start(&request);
        if (rank == 0) work();
        MPI_Pcontrol(0);
        work();
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Pcontrol(1);
        MPI_Send(&data, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Isend(&data, 1, MPI_INT, MPI_PROC_NULL, 2, MPI_COMM_WORLD, &request); /* complete at once */
    work();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Issend(out, LARGE, MPI_CHAR, 1 - rank, 2, MPI_COMM_WORLD, &request);
    if (rank == 0) work();
    MPI_Recv(in, LARGE, MPI_CHAR, 1 - rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Iallreduce(&data, &other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    if (rank == 0) work();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    free(out);
    free(in);
    return 0;
}
