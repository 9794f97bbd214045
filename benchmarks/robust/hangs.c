/* Hangs in the way that its first argument names, on three ranks; each rank leaves a file `ready.RANK` in the folder of
 * its second just before. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COUNT = 1 << 20 };

static int rank, size;
static int data[COUNT], other[3 * COUNT];
static MPI_Comm first, second;

static int is(const char* how, const char* name) { return strcmp(how, name) == 0; }

__attribute__((noinline)) static void compute(void) {
    for (volatile unsigned long turns = 0;; turns = turns | 1U) {}
}

__attribute__((noinline)) static void wait_for_input(void) {
    int ends[2];
    char byte;
    if (pipe(ends) == 0 && read(ends[0], &byte, 1) == 0) puts("never");
}

static void hang(const char* how) {
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Request request;
    MPI_Status status;
    if (is(how, "tags")) MPI_Recv(data, 1, MPI_INT, before, 100 + rank, MPI_COMM_WORLD, &status);
    if (is(how, "source")) MPI_Recv(data, 1, MPI_INT, rank ? 0 : 1, 1, MPI_COMM_WORLD, &status);
    if (is(how, "communicator")) {
        MPI_Isend(data, 1, MPI_INT, next, 1, first, &request);
        MPI_Recv(other, 1, MPI_INT, before, 1, second, &status);
    }
    if (is(how, "ssend-ring")) MPI_Ssend(data, 1, MPI_INT, next, 1, MPI_COMM_WORLD);
    if (is(how, "large-send-ring")) MPI_Send(data, COUNT, MPI_INT, next, 1, MPI_COMM_WORLD);
    if (is(how, "wait-receive")) {
        MPI_Irecv(data, 1, MPI_INT, before, 1, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, &status);
    }
    if (is(how, "probe")) MPI_Probe(before, 1, MPI_COMM_WORLD, &status);
    if (is(how, "sendrecv"))
        MPI_Sendrecv(data, 1, MPI_INT, next, 1, other, 1, MPI_INT, before, 2, MPI_COMM_WORLD, &status);
    if (is(how, "barrier-loop")) rank == 1 ? compute() : (void)MPI_Barrier(MPI_COMM_WORLD);
    if (is(how, "bcast-root-loop")) rank == 0 ? compute() : (void)MPI_Bcast(data, COUNT, MPI_INT, 0, MPI_COMM_WORLD);
    if (is(how, "allreduce-input"))
        rank == 2 ? wait_for_input() : (void)MPI_Allreduce(data, other, COUNT, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (is(how, "gather-root-loop"))
        rank == 0 ? compute() : (void)MPI_Gather(data, COUNT, MPI_INT, other, COUNT, MPI_INT, 0, MPI_COMM_WORLD);
    if (is(how, "alltoall-input"))
        rank == 0 ? wait_for_input() : (void)MPI_Alltoall(data, 9, MPI_INT, other, 9, MPI_INT, MPI_COMM_WORLD);
    if (is(how, "barrier-receive")) {
        if (rank == 1) MPI_Recv(data, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &status);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (is(how, "reduce-barrier")) {
        if (rank) MPI_Barrier(MPI_COMM_WORLD);
        MPI_Allreduce(data, other, COUNT, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    if (is(how, "two-communicators")) {
        MPI_Barrier(rank ? second : first);
        MPI_Barrier(rank ? first : second);
    }
    if (is(how, "roots")) MPI_Bcast(data, COUNT, MPI_INT, rank, MPI_COMM_WORLD);
    if (is(how, "allgather-receive")) {
        if (rank == 2) MPI_Recv(data, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &status);
        MPI_Allgather(data, 9, MPI_INT, other, 9, MPI_INT, MPI_COMM_WORLD);
    }
    if (is(how, "scatter-loop"))
        rank == 0 ? compute() : (void)MPI_Scatter(other, COUNT, MPI_INT, data, COUNT, MPI_INT, 0, MPI_COMM_WORLD);
    while (is(how, "stopped")) MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &first);
    MPI_Comm_dup(MPI_COMM_WORLD, &second);
    char path[4096];
    snprintf(path, sizeof path, "%s/ready.%d", argv[2], rank);
    FILE* file = fopen(path, "w");
    if (file) fclose(file);
    hang(argv[1]);
    MPI_Finalize();
    return 0;
}
