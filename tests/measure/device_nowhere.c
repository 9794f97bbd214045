/* Calls of no communicator: how often each tells the program's error handler. */
#include <mpi.h>
#include <stdio.h>

static int told;

static void tell(MPI_Comm* comm, int* error, ...) {
    (void)comm, (void)error;
    ++told;
}

static void show(int rank, const char* call) {
    printf("rank %d %s: %d\n", rank, call, told);
    told = 0;
}

int main(int argc, char** argv) {
    int rank = 0, in = 0, out = 0;
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_create_errhandler(tell, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    MPI_Bcast(&in, 1, MPI_INT, 0, MPI_COMM_NULL);
    show(rank, "bcast");
    MPI_Gather(&in, 1, MPI_INT, &out, 1, MPI_INT, 0, MPI_COMM_NULL);
    show(rank, "gather");
    MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_NULL);
    show(rank, "allreduce");
    MPI_Send(&in, 1, MPI_INT, 0, 0, MPI_COMM_NULL);
    show(rank, "send");
    return MPI_Finalize();
}
