// A program of MPI that fails in one of many ways, which its argument names.
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is(const char* asked, const char* name) { return strcmp(asked, name) == 0; }

int main(int argc, char** argv) {
    const char* how = argc > 1 ? argv[1] : "";
    if (is(how, "before-init")) MPI_Barrier(MPI_COMM_WORLD);
    MPI_Init(&argc, &argv);
    int rank = 0, size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    static double large[4096], other[4096];
    if (is(how, "truncated")) {
        if (rank == 0) MPI_Send(large, 100, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
        if (rank == 1) MPI_Recv(other, 10, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (is(how, "counts")) MPI_Bcast(large, rank ? 10 : 4000, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (is(how, "rank")) MPI_Send(large, 1, MPI_DOUBLE, size + 7, 0, MPI_COMM_WORLD);
    if (is(how, "count")) MPI_Send(large, -3, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    if (is(how, "abort")) MPI_Abort(MPI_COMM_WORLD, 7);
    if (rank == 1) {
        if (is(how, "segv")) raise(SIGSEGV);
        if (is(how, "bus")) raise(SIGBUS);
        if (is(how, "ill")) raise(SIGILL);
        if (is(how, "fpe")) raise(SIGFPE);
        if (is(how, "abrt")) abort();
        if (is(how, "kill")) raise(SIGKILL);
        if (is(how, "exit")) exit(3);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    if (is(how, "after")) MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}
