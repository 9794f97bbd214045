// How long a part of a simulated program takes, from one moment for all ranks to the end of the last.
#pragma once

#include <cmath>
#include <cstdio>
#include <ctime>

#include <mpi.h>
#include <unistd.h>

/// SMPI makes a sleep of it; smpi_execute() takes no time where computing is not simulated.
inline void compute(double seconds) {
    const double whole = std::floor(seconds);
    const timespec pause{static_cast<time_t>(whole), static_cast<long>((seconds - whole) * 1e9)};
    nanosleep(&pause, nullptr);
}

/// All ranks run `part` at once; rank 0 prints its seconds. A barrier would not do: its root leaves it a message before
/// others, and all have one clock.
template <typename Part>
void timed_together(const Part& part) {
    double moment[] = {0.0, MPI_Wtime()};
    MPI_Allreduce(MPI_IN_PLACE, moment, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    moment[0] = MPI_Wtime() - moment[1];  // what it takes to agree; agreeing again takes no longer
    moment[1] = MPI_Wtime();
    MPI_Allreduce(MPI_IN_PLACE, moment, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    const double begin = moment[1] + 1.0 + 10.0 * moment[0];
    compute(begin - MPI_Wtime());
    part();
    double took = MPI_Wtime() - begin;
    double slowest = 0;
    MPI_Reduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) std::printf("took %.12e\n", slowest);
}
