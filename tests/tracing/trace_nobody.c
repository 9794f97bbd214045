/* What goes to nobody, and what goes both ways: each rank sends to MPI_PROC_NULL and exchanges with the other one. */
#include <mpi.h>

enum { TURNS = 3, NUMBERS = 100 };

int main(int argc, char** argv) {
    int out[NUMBERS] = {0}, in[NUMBERS] = {0}, rank = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int turn = 0; turn < TURNS; ++turn) {
        MPI_Send(out, NUMBERS, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
        MPI_Recv(in, NUMBERS, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Irecv(in, NUMBERS, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Sendrecv(out, NUMBERS, MPI_INT, 1 - rank, 0, in, NUMBERS, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
    return MPI_Finalize();
}
