/* Ranks that send round a ring and gather from all, so many times; rank 0 says `going` after the first. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 100000, BLOCK = 4096, MOST = 8 };

int main(int argc, char** argv) {
    static char mine[SIZE], theirs[SIZE], all[BLOCK * MOST];
    int rank = 0, ranks = 1;
    long wrong = 0;
    const long times = argc > 1 ? strtol(argv[1], NULL, 10) : 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks > MOST) MPI_Abort(MPI_COMM_WORLD, 1);
    const int before = (rank + ranks - 1) % ranks;
    for (long turn = 0; turn < times; ++turn) {
        for (int at = 0; at < SIZE; ++at) mine[at] = (char)(turn + at + rank);
        MPI_Sendrecv(mine, SIZE, MPI_CHAR, (rank + 1) % ranks, 0, theirs, SIZE, MPI_CHAR, before, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Allgather(mine, BLOCK, MPI_CHAR, all, BLOCK, MPI_CHAR, MPI_COMM_WORLD);
        for (int at = 0; at < SIZE; ++at) wrong += theirs[at] != (char)(turn + at + before);
        for (int at = 0; at < BLOCK * ranks; ++at) wrong += all[at] != (char)(turn + at % BLOCK + at / BLOCK);
        if (turn == 0 && rank == 0) {
            puts("going");
            fflush(stdout);
        }
    }
    if (wrong) fprintf(stderr, "rank %d: %ld wrong bytes\n", rank, wrong);
    MPI_Finalize();
    return wrong != 0;
}
