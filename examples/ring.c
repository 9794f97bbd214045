/* A ring: each rank sends to the next one, all at the same time. Prints where ranks are and the time of one step.
 *
 *     mpicc -O2 examples/ring.c -o ring && mpirun -n 10 ./ring 1048576 20
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, ranks, length;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int bytes = argc > 1 ? atoi(argv[1]) : 1 << 20;
    const int steps = argc > 2 ? atoi(argv[2]) : 20;
    if (bytes < 0 || steps < 1) {
        if (rank == 0) fprintf(stderr, "ring: give bytes >= 0 and steps >= 1\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    char name[MPI_MAX_PROCESSOR_NAME];
    MPI_Get_processor_name(name, &length);
    char *names = malloc((size_t)ranks * sizeof name);
    char *out = calloc((size_t)bytes + 1, 1), *in = calloc((size_t)bytes + 1, 1);
    if (!names || !out || !in) MPI_Abort(MPI_COMM_WORLD, 3);
    MPI_Gather(name, (int)sizeof name, MPI_CHAR, names, (int)sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
    const int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
    double begin = 0.0;
    for (int step = -2; step < steps; ++step) { /* the first two open connections and are not timed */
        if (step == 0) {
            MPI_Barrier(MPI_COMM_WORLD);
            begin = MPI_Wtime();
        }
        MPI_Sendrecv(out, bytes, MPI_BYTE, next, 0, in, bytes, MPI_BYTE, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    double took = (MPI_Wtime() - begin) / steps, slowest = 0.0;
    MPI_Reduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        for (int each = 0; each < ranks; ++each) printf("rank %d on %s\n", each, names + (size_t)each * sizeof name);
        printf("step %.6f s\n", slowest);
    }
    free(names);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
