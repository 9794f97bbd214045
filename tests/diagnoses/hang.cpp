// Hangs in the way that its argument names; each rank leaves a file `ready.RANK` just before.
#include <mpi.h>
#include <cstdio>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

static volatile bool forever = true;
__attribute__((noinline)) static void compute() { while (forever) { } }

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const std::string how = argc > 2 ? argv[1] : "";
    std::vector<char> data(4 << 20), other(4 << 20);
    if (FILE *file = std::fopen((std::string(argv[2]) + "/ready." + std::to_string(rank)).c_str(), "w")) std::fclose(file);
    const int peer = 1 - rank;
    if (how == "receives") MPI_Recv(data.data(), 1, MPI_CHAR, peer, 7 + rank, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (how == "sends") MPI_Ssend(data.data(), 4 << 20, MPI_CHAR, peer, 7, MPI_COMM_WORLD);
    if (how == "loop" && rank == 1) compute();
    if (how == "loop" || how == "stopped") MPI_Barrier(MPI_COMM_WORLD);
    if (how == "stopped") for (;;) MPI_Barrier(MPI_COMM_WORLD);
    if (how == "unlike") {
        if (rank == 0) MPI_Allreduce(data.data(), other.data(), 1 << 20, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        else MPI_Recv(data.data(), 1, MPI_CHAR, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
