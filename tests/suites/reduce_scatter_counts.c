/* Says on standard error how many bytes each rank keeps of a Reduce_scatter. Loaded beside a program. */
#include <mpi.h>
#include <stdio.h>

static void say(const int* counts, MPI_Datatype type, MPI_Comm comm) {
    int rank = 0, ranks = 0, size = 0;
    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &ranks);
    PMPI_Type_size(type, &size);
    if (rank != 0) return;
    for (int i = 0; i < ranks; ++i) fprintf(stderr, "\nkept: %d of %d\n", counts[i] * size, ranks);
}

int MPI_Reduce_scatter(const void* send, void* receive, const int counts[], MPI_Datatype type, MPI_Op operation,
                       MPI_Comm comm) {
    say(counts, type, comm);
    return PMPI_Reduce_scatter(send, receive, counts, type, operation, comm);
}

int MPI_Ireduce_scatter(const void* send, void* receive, const int counts[], MPI_Datatype type, MPI_Op operation,
                        MPI_Comm comm, MPI_Request* request) {
    say(counts, type, comm);
    return PMPI_Ireduce_scatter(send, receive, counts, type, operation, comm, request);
}
