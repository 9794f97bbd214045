/* Rank 1 comes late to everything: it sends late, receives late, and is late to collectives. In all by more than the
 * machine makes another rank late by chance. */
#include <mpi.h>
#include <time.h>

enum { BYTES = 1 << 20, ROUNDS = 3 };
static char out[BYTES], in[BYTES];

static void come_late(int rank) {
    if (rank == 1) nanosleep(&(struct timespec){0, 300000000}, NULL);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
    for (int round = 0; round < ROUNDS; ++round) {
        come_late(rank);
        double mine = rank, sum = 0.0;
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        come_late(rank);
        MPI_Sendrecv(out, 64, MPI_BYTE, next, round, in, 64, MPI_BYTE, before, round, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Request both[2];
        MPI_Irecv(in, BYTES, MPI_BYTE, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, both);
        come_late(rank);
        MPI_Isend(out, 64, MPI_BYTE, next, 7, MPI_COMM_WORLD, both + 1);
        MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
        come_late(rank);
        if (rank == 0) MPI_Ssend(out, BYTES, MPI_BYTE, 1, 9, MPI_COMM_WORLD);
        if (rank == 1) MPI_Recv(in, BYTES, MPI_BYTE, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
