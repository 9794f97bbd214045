/* Gradient descent whose ranks share the work and the weights: a small program to tune.
 *
 *   mpicc -O2 descent.c -o descent
 *   mpirun -n 2 ./descent [WEIGHTS] [STEPS]
 *
 * Each rank has data of its own and keeps a part of the WEIGHTS. A step computes the gradient over its data, sums the
 * gradients so that each rank has the sum for its part (Reduce_scatter), moves that part, and gives it to all
 * (Allgather). What is looked for is known: the program says how near it came, and how long a step took.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static float* room(int count) {
    float* found = calloc((size_t)count, sizeof *found);
    if (!found) MPI_Abort(MPI_COMM_WORLD, 1);
    return found;
}

static float wanted(int index) { return (float)(index % 17) / 17; }

int main(int argc, char** argv) {
    int rank = 0, ranks = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int asked = argc > 1 ? atoi(argv[1]) : 1 << 15, steps = argc > 2 ? atoi(argv[2]) : 5000;
    if (asked < ranks || steps < 1) {
        if (rank == 0) fprintf(stderr, "descent: WEIGHTS and STEPS are numbers above zero\n");
        MPI_Finalize();
        return 2;
    }
    const int part = asked / ranks, count = part * ranks, first = part * rank;
    float *weights = room(count), *gradient = room(count), *own = room(part);
    int* parts = malloc((size_t)ranks * sizeof *parts);
    if (!parts) MPI_Abort(MPI_COMM_WORLD, 1);
    for (int one = 0; one < ranks; ++one) parts[one] = part;

    const double begin = MPI_Wtime();
    for (int step = 0; step < steps; ++step) {
        for (int index = 0; index < count; ++index) gradient[index] = weights[index] - wanted(index);
        MPI_Reduce_scatter(gradient, own, parts, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        for (int index = 0; index < part; ++index)
            own[index] = weights[first + index] - own[index] / (float)(4 * ranks);
        MPI_Allgather(own, part, MPI_FLOAT, weights, part, MPI_FLOAT, MPI_COMM_WORLD);
    }
    const double took = MPI_Wtime() - begin;

    float furthest = 0;
    for (int index = 0; index < count; ++index) furthest = fmaxf(furthest, fabsf(weights[index] - wanted(index)));
    const int right = steps < 100 || furthest < 1e-5F;
    if (rank == 0) {
        printf("descent: %d ranks, %zu bytes of weights, nearest to %.2g\n", ranks, (size_t)count * sizeof(float),
               (double)furthest);
        printf("descent: %.3f us per step\n", 1e6 * took / steps);
        if (!right) fprintf(stderr, "descent: WRONG: it came no nearer\n");
    }
    free(weights), free(gradient), free(own), free(parts);
    MPI_Finalize();
    return right ? 0 : 1;
}
