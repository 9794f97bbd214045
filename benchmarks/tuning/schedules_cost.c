/* CPU nanoseconds of a call that a schedule does not take, the fastest of many loops: a broadcast of no bytes on all
 * ranks, and an allreduce on one rank alone. Neither waits for another rank. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LOOPS = 40 };

static double now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

static void empty_bcast(void) {
    char byte = 0;
    MPI_Bcast(&byte, 0, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void lonely_allreduce(void) {
    double given = 1, got = 0;
    MPI_Allreduce(&given, &got, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF);
}

static double fastest(void (*call)(void), long count) {
    double best = 1e30;
    for (int loop = 0; loop < LOOPS; ++loop) {
        const double begin = now_ns();
        for (long turn = 0; turn < count; ++turn) call();
        const double took = (now_ns() - begin) / (double)count;
        if (took < best) best = took;
    }
    return best;
}

int main(int argc, char** argv) {
    int rank = 0;
    const long count = argc > 1 ? strtol(argv[1], NULL, 10) : 10000;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const double empty = fastest(empty_bcast, count), lonely = fastest(lonely_allreduce, count);
    if (rank == 0) printf("%.3f %.3f\n", empty, lonely);
    return MPI_Finalize();
}
