/* Ranks that sleep instead of work, so that a few processors hold many: in every step each sleeps, then all meet.
 * watch SECONDS STEP_MS KIND RANK SHARE: that rank sleeps longer by SHARE of a step: `steady` in every step, `periodic`
 * ten times as much in every tenth, `wandering` each rank in turn for 40 s; `none`: nobody does. Of `core` all ranks
 * compute for SHARE of a step, of `link` all send 8 KiB to rank 0, which answers each: who is late then is up to others.
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void sleep_s(double seconds) {
    struct timespec rest = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    while (nanosleep(&rest, &rest)) {}
}

static double cpu_s(void) {
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

static void compute_s(double seconds) {
    const double end_s = cpu_s() + seconds;
    while (cpu_s() < end_s) {}
}

static char message[8 << 10];

static void ask_rank_0(int rank, int ranks) {
    if (rank) {
        MPI_Send(message, sizeof message, MPI_CHAR, 0, 7, MPI_COMM_WORLD);
        MPI_Recv(message, sizeof message, MPI_CHAR, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return;
    }
    for (int other = 1; other < ranks; ++other) {
        MPI_Recv(message, sizeof message, MPI_CHAR, other, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(message, sizeof message, MPI_CHAR, other, 7, MPI_COMM_WORLD);
    }
}

int main(int count, char** words) {
    if (count < 6) return 2;
    MPI_Init(&count, &words);
    int rank, ranks, go = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const double limit_s = atof(words[1]), step_s = atof(words[2]) / 1e3, share = atof(words[5]);
    const char* kind = words[3];
    const int late = atoi(words[4]);
    const double began_s = MPI_Wtime();
    for (int step = 0; go; ++step) {
        double more = 0;
        if (!strcmp(kind, "steady") && rank == late) more = share;
        if (!strcmp(kind, "periodic") && rank == late && step % 10 == 9) more = 10 * share;
        if (!strcmp(kind, "wandering") && rank == (late + (int)((MPI_Wtime() - began_s) / 40)) % ranks) more = share;
        sleep_s(step_s * (1 + more));
        if (!strcmp(kind, "core")) compute_s(step_s * share);
        if (!strcmp(kind, "link")) ask_rank_0(rank, ranks);
        double own = rank, sum;
        MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        go = MPI_Wtime() - began_s < limit_s;
        MPI_Bcast(&go, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
