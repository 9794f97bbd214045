/* Wrong calls: each rank gives MPI_Allreduce one array as both, of many numbers and of one; with `short`, the root of a
 * gather then receives less than it sends. With `jump` alone, an error handler leaves a broadcast from no rank by a jump.
 * With `many`, right calls on more communicators than half of those that MPICH has. What became of them is written to
 * FOLDER/RANK. */
#include <mpi.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 64, MOST_RANKS = 8, MANY = 1100 };

static int class_of(int error) {
    int class = -1;
    MPI_Error_class(error, &class);
    return class;
}

static void gather_short(FILE* out, int rank) {
    int sent[NUMBERS] = {0}, received[NUMBERS * MOST_RANKS], beyond = 0;
    for (int at = 0; at < NUMBERS * MOST_RANKS; ++at) received[at] = -1;
    const int error = MPI_Gather(sent, NUMBERS, MPI_INT, received, rank == 0 ? 1 : NUMBERS, MPI_INT, 0, MPI_COMM_WORLD);
    for (int at = MOST_RANKS; at < NUMBERS * MOST_RANKS; ++at) beyond += received[at] != -1;
    fprintf(out, "%s, %d beyond\n", class_of(error) == MPI_ERR_TRUNCATE ? "truncated" : "as usual", beyond);
}

static jmp_buf back;

static void jumps(MPI_Comm* comm, int* error, ...) {
    (void)comm, (void)error;
    longjmp(back, 1); /* NOLINT: that is what it is for */
}

static void jump(FILE* out, int rank) {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    int number = rank, sum = 0;
    MPI_Comm_create_errhandler(jumps, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    if (rank == 0 && setjmp(back) == 0) { /* NOLINT: likewise */
        MPI_Bcast(&number, 1, MPI_INT, 1000, MPI_COMM_WORLD);
        abort();
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    fprintf(out, "%d\n", sum);
}

static void many(FILE* out) {
    static MPI_Comm copies[MANY];
    int sum = 0;
    for (int at = 0; at < MANY; ++at) {
        MPI_Comm_dup(MPI_COMM_WORLD, &copies[at]);
        MPI_Allreduce(&at, &sum, 1, MPI_INT, MPI_SUM, copies[at]);
    }
    for (int at = 0; at < MANY; ++at) MPI_Comm_free(&copies[at]);
    fprintf(out, "%d\n", sum);
}

int main(int argc, char** argv) {
    char path[4096];
    int rank = 0, numbers[NUMBERS];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    snprintf(path, sizeof path, "%s/%d", argv[1], rank);
    FILE* out = fopen(path, "w");
    if (!out) return 2;
    const char* kind = argc > 2 ? argv[2] : "";
    if (strcmp(kind, "jump") == 0) jump(out, rank);
    if (strcmp(kind, "many") == 0) many(out);
    const int wrong = !*kind || strcmp(kind, "short") == 0;
    for (int count = wrong ? NUMBERS : 0; count > 0; count -= NUMBERS - 1) {
        for (int at = 0; at < NUMBERS; ++at) numbers[at] = (at + 1) * (rank + 1);
        void* both = numbers;
        const int error = MPI_Allreduce(both, both, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        fprintf(out, "%s", class_of(error) == MPI_ERR_BUFFER ? "refused" : "done");
        for (int at = 0; at < NUMBERS; ++at) fprintf(out, " %d", numbers[at]);
        fprintf(out, "\n");
    }
    if (strcmp(kind, "short") == 0) gather_short(out, rank);
    fclose(out);
    return MPI_Finalize();
}
