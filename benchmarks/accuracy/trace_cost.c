/* CALLS [off]: nanoseconds that a call takes over its PMPI form, which no preload sees: a call that sends nothing, a send
 * to nobody, and a message to this rank. Both forms by turns, for what a message takes depends on the pages that a start
 * happens to get; the fastest of 20 loops each. With `off` a trace is stopped by MPI_Pcontrol. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define FORMS(name, call)                  \
    static void name(void) { MPI_##call; } \
    static void bare_##name(void) { PMPI_##call; }

enum { LOOPS = 20 };
static char out[64], in[64];
static int rank;

FORMS(rank_of, Comm_rank(MPI_COMM_WORLD, &rank))
FORMS(to_nobody, Send(out, 8, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD))
FORMS(to_itself, Sendrecv(out, 8, MPI_BYTE, 0, 0, in, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE))

static double now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static double added(void (*call)(void), void (*bare)(void), long calls) {
    double least[2] = {1e30, 1e30};
    for (int loop = 0; loop < 2 * LOOPS; ++loop) {
        void (*const form)(void) = loop % 2 ? bare : call;
        const double begin = now_ns();
        for (long number = 0; number < calls / LOOPS; ++number) form();
        const double took = (now_ns() - begin) / (double)(calls / LOOPS);
        if (took < least[loop % 2]) least[loop % 2] = took;
    }
    return least[0] - least[1];
}

int main(int argc, char** argv) {
    const long calls = atol(argv[1]);
    MPI_Init(&argc, &argv);
    if (argc > 2) MPI_Pcontrol(0);
    printf("%.2f %.2f %.2f\n", added(rank_of, bare_rank_of, calls), added(to_nobody, bare_to_nobody, calls),
           added(to_itself, bare_to_itself, calls / 10));
    MPI_Finalize();
    return 0;
}
