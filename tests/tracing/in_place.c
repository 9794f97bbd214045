/* Collectives of two ranks whose buffer lies in place where it may, with no type on the side that is not looked at. */
#include <mpi.h>
#include <stddef.h>

#define NOTHING MPI_IN_PLACE, 0, MPI_DATATYPE_NULL

int main(int argc, char** argv) {
    double one[10] = {1}, all[20] = {1};
    const int counts[2] = {10, 10}, places[2] = {0, 10};
    int rank = 0;
    MPI_Comm across = MPI_COMM_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Gather(NOTHING, all, 10, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        MPI_Scatter(all, 10, MPI_DOUBLE, NOTHING, 0, MPI_COMM_WORLD);
        MPI_Igather(NOTHING, all, 10, MPI_DOUBLE, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Iscatter(all, 10, MPI_DOUBLE, NOTHING, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Gather(one, 10, MPI_DOUBLE, NULL, 0, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
        MPI_Scatter(NULL, 0, MPI_DATATYPE_NULL, one, 10, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        MPI_Igather(one, 10, MPI_DOUBLE, NULL, 0, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Iscatter(NULL, 0, MPI_DATATYPE_NULL, one, 10, MPI_DOUBLE, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Allgather(NOTHING, all, 10, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Alltoall(NOTHING, all, 10, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Allgatherv(NOTHING, all, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, all, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
    /* Between groups of one rank each, where the number of the root means a rank of the other group. */
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 0, &across);
    if (rank == 0) MPI_Gather(NULL, 0, MPI_DATATYPE_NULL, one, 10, MPI_DOUBLE, MPI_ROOT, across);
    else MPI_Gather(one, 10, MPI_DOUBLE, NULL, 0, MPI_DATATYPE_NULL, 0, across);
    MPI_Comm_free(&across);
    MPI_Finalize();
    return 0;
}
