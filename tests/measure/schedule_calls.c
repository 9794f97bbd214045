/* Calls of every collective that a schedule may take, with what MPI allows; each rank writes a line for each call to
 * FOLDER/RANK: what it was, and a hash of the receive buffer. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1200, RANKS = 8 };

static FILE* out;
static int32_t give[MOST * RANKS * 2], get[MOST * RANKS * 2];
static double gives[MOST * RANKS], gets[MOST * RANKS];

static void fill(int seed) {
    for (int at = 0; at < MOST * RANKS * 2; ++at) {
        give[at] = (int32_t)((uint32_t)(at + 1) * 2654435761U ^ (uint32_t)seed * 40503U) >> 8;
        get[at] = -7;
    }
    for (int at = 0; at < MOST * RANKS; ++at) {
        gives[at] = give[at] / 1e3 + 1.0 / (seed + 3 + at % 11);
        gets[at] = -7;
    }
}

static void tell(const char* what, int count, int root, const void* data, size_t bytes) {
    uint64_t hash = 14695981039346656037U;
    for (size_t at = 0; at < bytes; ++at) hash = (hash ^ ((const unsigned char*)data)[at]) * 1099511628211U;
    fprintf(out, "%s count %d root %d %016llx\n", what, count, root, (unsigned long long)hash);
}

static void moves(MPI_Comm comm, int count, MPI_Datatype type, int units) {
    int rank = 0, ranks = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    for (int root = 0; root < ranks; ++root) {
        fill(rank);
        memcpy(get, give, sizeof get);
        MPI_Bcast(get, units, type, root, comm);
        tell("bcast", count, root, get, sizeof get);
        fill(rank);
        MPI_Gather(give, units, type, get, count, MPI_INT, root, comm);
        tell("gather", count, root, get, sizeof get);
        fill(rank);
        memcpy(get, give, sizeof get);
        MPI_Gather(rank == root ? MPI_IN_PLACE : give, count, MPI_INT, get, units, type, root, comm);
        tell("gather in place", count, root, get, sizeof get);
        fill(rank);
        MPI_Scatter(give, count, MPI_INT, get, units, type, root, comm);
        tell("scatter", count, root, get, sizeof get);
        fill(rank);
        if (rank == root) MPI_Scatter(give, count, MPI_INT, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, root, comm);
        else MPI_Scatter(give, count, MPI_INT, get, units, type, root, comm);
        tell("scatter in place", count, root, get, sizeof get);
    }
    fill(rank);
    MPI_Allgather(give, units, type, get, count, MPI_INT, comm);
    tell("allgather", count, -1, get, sizeof get);
    fill(rank);
    memcpy(get, give, sizeof get);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, get, units, type, comm);
    tell("allgather in place", count, -1, get, sizeof get);
    fill(rank);
    MPI_Alltoall(give, count, MPI_INT, get, units, type, comm);
    tell("alltoall", count, -1, get, sizeof get);
    fill(rank);
    memcpy(get, give, sizeof get);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, get, count, MPI_INT, comm);
    tell("alltoall in place", count, -1, get, sizeof get);
}

static void sums(MPI_Comm comm, int count, MPI_Op op, const char* name) {
    int rank = 0, ranks = 0;
    char what[64];
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    for (int root = 0; root < ranks; ++root) {
        fill(rank);
        MPI_Reduce(give, get, count, MPI_INT, op, root, comm);
        snprintf(what, sizeof what, "reduce %s", name);
        tell(what, count, root, get, sizeof get);
        fill(rank);
        memcpy(get, give, sizeof get);
        MPI_Reduce(rank == root ? MPI_IN_PLACE : give, get, count, MPI_INT, op, root, comm);
        tell(what, count, root, get, sizeof get);
    }
    snprintf(what, sizeof what, "allreduce %s", name);
    fill(rank);
    MPI_Allreduce(give, get, count, MPI_INT, op, comm);
    tell(what, count, -1, get, sizeof get);
    fill(rank);
    memcpy(get, give, sizeof get);
    MPI_Allreduce(MPI_IN_PLACE, get, count, MPI_INT, op, comm);
    tell(what, count, -1, get, sizeof get);
    snprintf(what, sizeof what, "reduce_scatter_block %s", name);
    fill(rank);
    MPI_Reduce_scatter_block(give, get, count, MPI_INT, op, comm);
    tell(what, count, -1, get, (size_t)count * sizeof *get);
    int counts[RANKS];
    for (int at = 0; at < ranks; ++at) counts[at] = count;
    fill(rank);
    MPI_Reduce_scatter(give, get, counts, MPI_INT, op, comm);
    tell(what, count, -1, get, (size_t)count * sizeof *get);
}

static void floats(MPI_Comm comm, int count) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    fill(rank);
    MPI_Allreduce(gives, gets, count, MPI_DOUBLE, MPI_SUM, comm);
    tell("float allreduce", count, -1, gets, sizeof gets);
    MPI_Reduce_scatter_block(gives, gets, count, MPI_DOUBLE, MPI_PROD, comm);
    tell("float reduce_scatter_block", count, -1, gets, (size_t)count * sizeof *gets);
    fill(rank);
    MPI_Reduce(gives, gets, count, MPI_DOUBLE, MPI_SUM, 1, comm);
    if (rank == 1) tell("float reduce", count, 1, gets, sizeof gets);
}

static void left(void* in, void* inout, int* count, MPI_Datatype* type) {
    (void)inout;
    (void)type;
    memcpy(inout, in, (size_t)*count * sizeof(int32_t));
}

static void all(MPI_Comm comm, MPI_Datatype gaps, MPI_Op mine) {
    static const int counts[] = {0, 3, 700};
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    for (size_t at = 0; at < sizeof counts / sizeof *counts; ++at) {
        moves(comm, counts[at], rank % 2 ? gaps : MPI_INT, counts[at]); /* layouts may differ between ranks */
        sums(comm, counts[at], MPI_SUM, "sum");
        floats(comm, counts[at]);
    }
    sums(comm, 5, MPI_BXOR, "bxor");
    sums(comm, 5, mine, "of the program");
}

int main(int argc, char** argv) {
    int rank = 0, ranks = 0;
    char path[4096];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    snprintf(path, sizeof path, "%s/%d", argv[1], rank);
    out = fopen(path, "w");
    if (!out) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Datatype gaps = MPI_DATATYPE_NULL;
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int32_t), &gaps);
    MPI_Type_commit(&gaps);
    MPI_Op mine = MPI_OP_NULL;
    MPI_Op_create(left, 0, &mine);
    if (argc > 2) floats(MPI_COMM_WORLD, 100); /* and nothing else */
    else all(MPI_COMM_WORLD, gaps, mine);
    for (int again = 0; again < 2 && argc == 2; ++again) {
        MPI_Comm other = MPI_COMM_NULL;
        if (again) MPI_Comm_dup(MPI_COMM_WORLD, &other);
        else MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &other);
        all(other, gaps, mine);
        MPI_Comm_free(&other);
    }
    MPI_Op_free(&mine);
    MPI_Type_free(&gaps);
    fclose(out);
    MPI_Finalize();
    return 0;
}
