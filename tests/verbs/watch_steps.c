/* Ranks that sleep and meet: watch_steps STEPS MS [RANK EXTRA_MS]; that rank sleeps longer. In place of STEPS the path of
   a file: they go on until it is there. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static long number(const char* word) { return strtol(word, NULL, 10); }

int main(int count, char** words) {
    MPI_Init(&count, &words);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const long extra_ms = count > 4 && rank == number(words[3]) ? number(words[4]) : 0;
    const int until_file = words[1][0] == '/';
    long left = until_file ? 1 : number(words[1]);
    while (left > 0) {
        struct timespec rest = {0, (number(words[2]) + extra_ms) * 1000000L};
        while (nanosleep(&rest, &rest)) {}
        MPI_Barrier(MPI_COMM_WORLD);
        if (!until_file) --left;
        else if (rank == 0) left = access(words[1], F_OK) != 0;
        if (until_file) MPI_Bcast(&left, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
