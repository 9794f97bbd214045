/* A program with one of the patterns that a trace advises about, by its name; "none" has none of them. */
#include <mpi.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 80, LARGE = 65536 + 16 };
static char from[1 << 17], into[1 << 17];
static int rank, ranks;

static void small_collectives(void) {
    double values[32] = {0}, sums[32];
    for (int part = 0; part < 8; ++part) MPI_Allreduce(values, sums, 32, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Sendrecv(from, 8, MPI_BYTE, (rank + 1) % ranks, 0, into, 8, MPI_BYTE, (rank + ranks - 1) % ranks, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void late_rank(int round) {
    if (rank == 1 && round > ROUNDS / 2) usleep(100000);
    MPI_Allreduce(from, into, 8, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);
    MPI_Sendrecv(from, 8, MPI_BYTE, (rank + 1) % ranks, 0, into, 8, MPI_BYTE, (rank + ranks - 1) % ranks, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void blocking_pairs(void) {
    if (rank > 1) return;
    if (rank == 0) MPI_Send(from, 100000, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(into, 100000, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1) MPI_Send(from, 100000, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
}

static void collected_by_one(void) {
    if (rank) MPI_Send(from, 1000, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    for (int peer = 1; !rank && peer < ranks; ++peer)
        MPI_Recv(into, 1000, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void in_turn(void) {
    if (rank) MPI_Recv(into, 8, MPI_BYTE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    usleep(2000);
    MPI_Send(from, 8, MPI_BYTE, (rank + 1) % ranks, 0, MPI_COMM_WORLD);
    if (!rank) MPI_Recv(into, 8, MPI_BYTE, ranks - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void small_messages(void) {
    enum { TOGETHER = 16, BYTES = 100 };
    MPI_Request requests[2 * TOGETHER];
    for (ptrdiff_t part = 0; part < TOGETHER; ++part) {
        MPI_Irecv(into + part * BYTES, BYTES, MPI_BYTE, (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, &requests[part]);
        MPI_Isend(from + part * BYTES, BYTES, MPI_BYTE, (rank + 1) % ranks, 0, MPI_COMM_WORLD,
                  &requests[TOGETHER + part]);
    }
    MPI_Waitall(2 * TOGETHER, requests, MPI_STATUSES_IGNORE);
}

static void polling(void) {
    int there = 0;
    for (int turn = 0; !rank && turn < 200; ++turn)
        MPI_Iprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
}

static void types_with_gaps(void) {
    enum { VALUES = 5000 };
    int after = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
    MPI_Datatype column = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(VALUES, MPI_DOUBLE, &column); /* of the same size, and often of the same handle */
    MPI_Type_commit(&column);
    MPI_Sendrecv(from, 1, column, after, 0, into, 1, column, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&column);
    MPI_Type_vector(VALUES, 1, 2, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Send(from, 1, column, MPI_PROC_NULL, 0, MPI_COMM_WORLD); /* goes nowhere */
    MPI_Sendrecv(from, 1, column, after, 0, into, 1, column, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&column);
}

static void exchange(int bytes) {
    int after = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
    MPI_Sendrecv(from, bytes, MPI_BYTE, after, 0, into, bytes, MPI_BYTE, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
    const char* name = argc > 1 ? argv[1] : "none";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int round = 0; round < ROUNDS; ++round) {
        if (!strcmp(name, "small")) small_collectives();
        if (!strcmp(name, "late")) late_rank(round);
        if (!strcmp(name, "pairs")) blocking_pairs();
        if (!strcmp(name, "collected")) collected_by_one();
        if (!strcmp(name, "barrier")) MPI_Barrier(MPI_COMM_WORLD);
        if (!strcmp(name, "polling")) polling();
        if (!strcmp(name, "turn")) in_turn();
        if (!strcmp(name, "messages")) small_messages();
        if (!strcmp(name, "gaps")) types_with_gaps();
        if (!strcmp(name, "above")) exchange(LARGE);
        if (!strcmp(name, "none")) exchange(50000);
    }
    MPI_Finalize();
    return 0;
}
