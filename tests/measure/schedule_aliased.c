/* Each rank gives MPI_Allreduce one array as both, which is wrong, and writes its sums to FOLDER/RANK. */
#include <mpi.h>
#include <stdio.h>

enum { NUMBERS = 64 };

int main(int argc, char** argv) {
    char path[4096];
    int rank = 0, numbers[NUMBERS];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(path, sizeof path, "%s/%d", argv[1], rank);
    FILE* out = fopen(path, "w");
    for (int at = 0; at < NUMBERS; ++at) numbers[at] = at * (rank + 1);
    void* both = numbers;
    MPI_Allreduce(both, both, NUMBERS, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int at = 0; at < NUMBERS; ++at) fprintf(out, "%d\n", numbers[at]);
    fclose(out);
    return MPI_Finalize();
}
