/* Wrong calls: each rank gives MPI_Allreduce one array as both, of many numbers and of one; with `short`, the root of a gather then receives less
 * than it sends. What became of them is written to FOLDER/RANK. */
#include <mpi.h>
#include <stdio.h>

enum { NUMBERS = 64, MOST_RANKS = 8 };

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

int main(int argc, char** argv) {
    char path[4096];
    int rank = 0, numbers[NUMBERS];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    snprintf(path, sizeof path, "%s/%d", argv[1], rank);
    FILE* out = fopen(path, "w");
    for (int count = NUMBERS; count > 0; count -= NUMBERS - 1) {
        for (int at = 0; at < NUMBERS; ++at) numbers[at] = (at + 1) * (rank + 1);
        void* both = numbers;
        const int error = MPI_Allreduce(both, both, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        fprintf(out, "%s", class_of(error) == MPI_ERR_BUFFER ? "refused" : "done");
        for (int at = 0; at < NUMBERS; ++at) fprintf(out, " %d", numbers[at]);
        fprintf(out, "\n");
    }
    if (argc > 2) gather_short(out, rank);
    fclose(out);
    return MPI_Finalize();
}
