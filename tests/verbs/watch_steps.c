/* Ranks that sleep and meet: watch_steps STEPS MS [RANK EXTRA_MS]; that rank sleeps longer. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

static long number(const char* word) { return strtol(word, NULL, 10); }

int main(int count, char** words) {
    MPI_Init(&count, &words);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const long extra_ms = count > 4 && rank == number(words[3]) ? number(words[4]) : 0;
    for (long step = number(words[1]); step > 0; --step) {
        struct timespec rest = {0, (number(words[2]) + extra_ms) * 1000000L};
        while (nanosleep(&rest, &rest)) {}
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
