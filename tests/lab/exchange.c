/* Two ranks that send each other messages: as many times as asked for, or without an end once it said `going`. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 200000 };

int main(int argc, char** argv) {
    static char mine[SIZE], theirs[SIZE];
    int rank = 0;
    long wrong = 0;
    const long times = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (long turn = 0; times == 0 || turn < times; ++turn) {
        for (int at = 0; at < SIZE; ++at) mine[at] = (char)(turn + at + rank);
        MPI_Sendrecv(mine, SIZE, MPI_CHAR, 1 - rank, 0, theirs, SIZE, MPI_CHAR, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        for (int at = 0; at < SIZE; ++at) wrong += theirs[at] != (char)(turn + at + 1 - rank);
        if (turn == 0 && rank == 0 && times == 0) {
            puts("going");
            fflush(stdout);
        }
    }
    printf("rank %d: %ld wrong bytes\n", rank, wrong);
    MPI_Finalize();
    return wrong != 0;
}
