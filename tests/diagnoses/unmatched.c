/* Messages that nobody matches while others are in a collective call, in the way that the first argument names. Each
 * rank leaves a file `ready.RANK` in the folder of its second argument just before. */
/* NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker): what it does wrong is what it is for */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;
static double out[1 << 20], in[1 << 20];

static int is(const char* how, const char* name) { return strcmp(how, name) == 0; }

static void hang(const char* how) {
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Comm other = MPI_COMM_NULL;
    MPI_Request request = MPI_REQUEST_NULL, requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status status;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (is(how, "never-sent") && rank == 0) MPI_Recv(in, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &status);
    if (is(how, "tag") && rank == 0) MPI_Send(out, 1, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD);
    if (is(how, "tag") && rank == 1) MPI_Recv(in, 1, MPI_DOUBLE, 0, 8, MPI_COMM_WORLD, &status);
    if (is(how, "communicator") && rank == 0) MPI_Send(out, 1, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD);
    if (is(how, "communicator") && rank == 1) MPI_Recv(in, 1, MPI_DOUBLE, 0, 7, other, &status);
    if (is(how, "source") && rank == 0) MPI_Send(out, 1, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD);
    if (is(how, "source") && rank == 1) MPI_Recv(in, 1, MPI_DOUBLE, 2, 7, MPI_COMM_WORLD, &status);
    if (is(how, "any") && rank == 1) MPI_Recv(in, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &status);
    if (is(how, "wait") && rank == 2) {
        MPI_Irecv(in, 1, MPI_DOUBLE, 0, 9, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, &status);
    }
    if (is(how, "waitall") && rank == 0) MPI_Send(out, 1, MPI_DOUBLE, 1, 5, MPI_COMM_WORLD);
    if (is(how, "waitall") && rank == 1) {
        MPI_Irecv(in, 1, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&in[1], 1, MPI_DOUBLE, 2, 6, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    if (is(how, "communicators") && rank == 0) MPI_Barrier(other);
    int done = 0;
    if (is(how, "test") && rank == 2) MPI_Irecv(in, 1, MPI_DOUBLE, 0, 9, MPI_COMM_WORLD, &request);
    while (is(how, "test") && rank == 2 && !done) MPI_Test(&request, &done, &status);
    while (is(how, "iprobe") && rank == 1 && !done) MPI_Iprobe(2, 6, MPI_COMM_WORLD, &done, &status);
    if (is(how, "probe") && rank == 1) MPI_Probe(2, 6, MPI_COMM_WORLD, &status);
    if (is(how, "ssend") && rank == 1) MPI_Ssend(out, 1, MPI_DOUBLE, 0, 4, MPI_COMM_WORLD);
    if (is(how, "sendrecv") && rank != 1)
        MPI_Sendrecv(out, 1, MPI_DOUBLE, next, 1, in, 1, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, &status);
    if (is(how, "chain") && rank < 2) MPI_Recv(in, 1, MPI_DOUBLE, rank + 1, 2, MPI_COMM_WORLD, &status);
    if (is(how, "both-wait") && rank == 0) MPI_Ssend(out, 1, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD);
    if (is(how, "both-wait") && rank == 1) MPI_Recv(in, 1, MPI_DOUBLE, 0, 8, MPI_COMM_WORLD, &status);
    if (is(how, "finalize") && rank == 1) MPI_Recv(in, 1, MPI_DOUBLE, 0, 8, MPI_COMM_WORLD, &status);
    if (is(how, "finalize")) return;
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char path[4096];
    snprintf(path, sizeof path, "%s/ready.%d", argv[2], rank);
    FILE* file = fopen(path, "w");
    if (file) fclose(file);
    hang(argv[1]);
    MPI_Finalize();
    return 0;
}
/* NOLINTEND(clang-analyzer-optin.mpi.MPI-Checker) */
