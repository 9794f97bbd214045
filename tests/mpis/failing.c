/* A job whose rank 1 fails in a way that srun alone sees, before MPI begins: failing WAY. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECES = 48, PIECE = 8 << 20 };

int main(int count, char** words) {
    const char *rank = getenv("SLURM_PROCID"), *way = count > 1 ? words[1] : "";
    if (*way && (!rank || strcmp(rank, "1") != 0)) pause(); /* until Slurm ends it */
    if (strcmp(way, "exit") == 0) _exit(7);
    if (strcmp(way, "crash") == 0) abort();
    if (strcmp(way, "memory") == 0)
        for (int piece = 0; piece < PIECES; ++piece) {
            char* memory = malloc(PIECE);
            if (memory) memset(memory, piece + 1, PIECE);
        }
    if (*way) pause();
    MPI_Init(&count, &words);
    MPI_Finalize();
    return 0;
}
