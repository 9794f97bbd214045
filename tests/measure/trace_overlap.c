/* Two ranks: rank 0 works between the start and the end of receives, rank 1 waits at once. */
#define _GNU_SOURCE
#include <mpi.h>
#include <time.h>

enum { TURNS = 2 };

static void work(void) {
    const struct timespec time = {0, 20000000};
    nanosleep(&time, NULL);
}

int main(int argc, char** argv) {
    int rank = 0, data = 0, other = 0;
    MPI_Request request = MPI_REQUEST_NULL;
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
        MPI_Send(&data, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
