/* Substances that spread on a ring of ranks, as heat does: a small program to tune.
 *
 *   mpicc -O2 heat.c -o heat
 *   mpirun -n 2 ./heat [ROWS] [COLUMNS] [STEPS]
 *
 * Each rank holds ROWS rows of COLUMNS cells of every one of its SPECIES. A step sends the first and the last row of
 * each to the neighbours (Isend, Irecv, Waitall), computes, and sums how much changed (Allreduce). What there is of
 * each stays the same: the program looks at that in the end, and says how long a step took.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { SPECIES = 32, FLOW = 4 };

static double* cell(double* field, int columns, int row) { return field + (size_t)row * (size_t)columns; }

static void exchange(double* fields[], int rows, int columns, int up, int down) {
    MPI_Request requests[4 * SPECIES];
    int count = 0;
    for (int field = 0; field < SPECIES; ++field) {
        double* one = fields[field];
        MPI_Irecv(cell(one, columns, 0), columns, MPI_DOUBLE, up, 2 * field, MPI_COMM_WORLD, &requests[count++]);
        MPI_Irecv(cell(one, columns, rows + 1), columns, MPI_DOUBLE, down, 2 * field + 1, MPI_COMM_WORLD,
                  &requests[count++]);
    }
    for (int field = 0; field < SPECIES; ++field) {
        double* one = fields[field];
        MPI_Isend(cell(one, columns, rows), columns, MPI_DOUBLE, down, 2 * field, MPI_COMM_WORLD, &requests[count++]);
        MPI_Isend(cell(one, columns, 1), columns, MPI_DOUBLE, up, 2 * field + 1, MPI_COMM_WORLD, &requests[count++]);
    }
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

static double spread(double* from, double* to, int rows, int columns) {
    double changed = 0;
    for (int row = 1; row <= rows; ++row) {
        const double *above = cell(from, columns, row - 1), *here = cell(from, columns, row);
        const double* below = cell(from, columns, row + 1);
        double* next = cell(to, columns, row);
        for (int column = 0; column < columns; ++column) {
            next[column] = here[column] + (above[column] - 2 * here[column] + below[column]) / FLOW;
            changed += fabs(next[column] - here[column]);
        }
    }
    return changed;
}

static double total(double* fields[], int rows, int columns) {
    double mine = 0, all = 0;
    for (int field = 0; field < SPECIES; ++field)
        for (int row = 1; row <= rows; ++row)
            for (int column = 0; column < columns; ++column) mine += cell(fields[field], columns, row)[column];
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

static double* empty(int rows, int columns) {
    double* field = calloc((size_t)(rows + 2) * (size_t)columns, sizeof *field);
    if (!field) MPI_Abort(MPI_COMM_WORLD, 1);
    return field;
}

int main(int argc, char** argv) {
    int rank = 0, ranks = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int rows = argc > 1 ? atoi(argv[1]) : 2, columns = argc > 2 ? atoi(argv[2]) : 32;
    const int steps = argc > 3 ? atoi(argv[3]) : 20000;
    if (rows < 1 || columns < 1 || steps < 1) {
        if (rank == 0) fprintf(stderr, "heat: ROWS, COLUMNS and STEPS are numbers above zero\n");
        MPI_Finalize();
        return 2;
    }
    const int up = (rank + ranks - 1) % ranks, down = (rank + 1) % ranks;
    double *now[SPECIES], *next[SPECIES];
    for (int field = 0; field < SPECIES; ++field) {
        now[field] = empty(rows, columns);
        next[field] = empty(rows, columns);
        if (rank == 0) cell(now[field], columns, 1)[field % columns] = 1000;
    }
    const double before = total(now, rows, columns), begin = MPI_Wtime();
    double changed = 0;
    for (int step = 0; step < steps; ++step) {
        double mine = 0;
        exchange(now, rows, columns, up, down);
        for (int field = 0; field < SPECIES; ++field) {
            double* old = now[field];
            mine += spread(old, next[field], rows, columns);
            now[field] = next[field];
            next[field] = old;
        }
        MPI_Allreduce(&mine, &changed, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    const double took = MPI_Wtime() - begin, after = total(now, rows, columns);
    const int right = fabs(after - before) <= 1e-6 * before;
    if (rank == 0) {
        printf("heat: %d ranks, %d species of %d rows of %zu bytes, last change %.3g\n", ranks, SPECIES, rows,
               (size_t)columns * sizeof(double), changed);
        printf("heat: %.3f us per step\n", 1e6 * took / steps);
        if (!right) fprintf(stderr, "heat: WRONG: %.9g became %.9g\n", before, after);
    }
    MPI_Finalize();
    return right ? 0 : 1;
}
