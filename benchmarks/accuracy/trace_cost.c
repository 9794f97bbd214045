/* CALLS [off]: nanoseconds of a call that sends nothing, of a send to nobody, and of a message to this rank; the fastest
 * of 20 loops each. With `off` a trace is stopped by MPI_Pcontrol. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LOOPS = 20 };
static char out[64], in[64];

static void rank_of(void) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
}
static void to_nobody(void) { MPI_Send(out, 8, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD); }
static void to_itself(void) {
    MPI_Sendrecv(out, 8, MPI_BYTE, 0, 0, in, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static double now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static double fastest(void (*call)(void), long calls) {
    double least = 1e30;
    for (int loop = 0; loop < LOOPS; ++loop) {
        const double begin = now_ns();
        for (long number = 0; number < calls / LOOPS; ++number) call();
        const double took = (now_ns() - begin) / (double)(calls / LOOPS);
        if (took < least) least = took;
    }
    return least;
}

int main(int argc, char** argv) {
    const long calls = atol(argv[1]);
    MPI_Init(&argc, &argv);
    if (argc > 2) MPI_Pcontrol(0);
    printf("%.2f %.2f %.2f\n", fastest(rank_of, calls), fastest(to_nobody, calls), fastest(to_itself, calls / 10));
    MPI_Finalize();
    return 0;
}
