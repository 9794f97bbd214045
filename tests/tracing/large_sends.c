/* What two ranks send by calls of large counts: five messages one way, one both ways that is waited for, collectives. */
#include <mpi.h>

int main(int argc, char** argv) {
    double here[128] = {1}, there[128];
    MPI_Count counts[2] = {10, 30};
    MPI_Aint places[2] = {0, 30};
    MPI_Request requests[2];
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int index = 0; index < 5; ++index) {
        if (rank == 0) MPI_Send_c(here, 16, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
        if (rank == 1) MPI_Recv_c(there, 16, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Irecv_c(there, 8, MPI_DOUBLE, 1 - rank, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend_c(here, 8, MPI_DOUBLE, 1 - rank, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Allreduce_c(MPI_IN_PLACE, here, 100, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allgatherv_c(here, counts[rank], MPI_DOUBLE, there, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Reduce_scatter_c(here, there, counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
