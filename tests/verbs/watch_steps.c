/* Ranks that sleep and meet: watch_steps STEPS MS [RANK EXTRA_MS]; that rank sleeps longer. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

int main(int count, char** words) {
    MPI_Init(&count, &words);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const long extra_ms = count > 4 && rank == atoi(words[3]) ? atol(words[4]) : 0;
    for (int step = 0; step < atoi(words[1]); ++step) {
        struct timespec rest = {0, (atol(words[2]) + extra_ms) * 1000000L};
        while (nanosleep(&rest, &rest)) {}
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
