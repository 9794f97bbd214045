/* Ranks that sleep instead of work, so that a few processors hold many: in every step each sleeps, then all meet.
 * watch SECONDS STEP_MS KIND RANK SHARE: that rank sleeps longer by SHARE of a step: `steady` in every step, `periodic`
 * ten times as much in every tenth, `wandering` each rank in turn for 40 s; `none`: nobody does. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void sleep_s(double seconds) {
    struct timespec rest = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    while (nanosleep(&rest, &rest)) {}
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
        double own = rank, sum;
        MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        go = MPI_Wtime() - began_s < limit_s;
        MPI_Bcast(&go, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
