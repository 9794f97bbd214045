/* CALLS [off]: nanoseconds that a call takes over its PMPI form, which no preload sees: a call that sends nothing, a send
 * to nobody, and a message to this rank. Both forms by turns, for what a message takes depends on the pages that a start
 * happens to get; the fastest of 100 loops each. With `off` a trace is stopped by MPI_Pcontrol. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define FORMS(name, call)                  \
    static void name(void) { MPI_##call; } \
    static void bare_##name(void) { PMPI_##call; }

enum { LOOPS = 100, CALLS = 3, TO_ITSELF = 2 };
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

int main(int argc, char** argv) {
    void (*const forms[CALLS][2])(void) = {
        {rank_of, bare_rank_of}, {to_nobody, bare_to_nobody}, {to_itself, bare_to_itself}};
    double least[CALLS][2] = {{1e30, 1e30}, {1e30, 1e30}, {1e30, 1e30}};
    const long calls = atol(argv[1]) / LOOPS;
    MPI_Init(&argc, &argv);
    if (argc > 2) MPI_Pcontrol(0);
    for (int turn = 0; turn < LOOPS * CALLS * 2; ++turn) {
        const int call = turn / 2 % CALLS, bare = turn % 2;
        const long times = call == TO_ITSELF ? calls / 10 : calls;
        const double begin = now_ns();
        for (long number = 0; number < times; ++number) forms[call][bare]();
        const double took = (now_ns() - begin) / (double)times;
        if (took < least[call][bare]) least[call][bare] = took;
    }
    for (int call = 0; call < CALLS; ++call) printf("%.2f ", least[call][0] - least[call][1]);
    MPI_Finalize();
    return 0;
}
