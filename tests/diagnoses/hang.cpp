// Hangs in the way that its first argument names; each rank leaves a file `ready.RANK` in the folder of its second just
// before.
#include <mpi.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace {

constexpr int kBytes = 4 << 20;

[[gnu::noinline]] void compute() {
    volatile std::uint64_t turns = 0;
    while (turns + 1 != 0) {
        turns = turns | 1U;
    }
}

void hang(const std::string& how, int rank, const std::string& folder) {
    std::vector<int> data(kBytes / sizeof(int));
    std::vector<int> other(data.size());
    const int peer = 1 - rank;
    std::ofstream(folder + "/ready." + std::to_string(rank)) << rank;
    if (how == "receives") {
        MPI_Recv(data.data(), 1, MPI_INT, peer, 7 + rank, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (how == "sends") {
        MPI_Ssend(data.data(), static_cast<int>(data.size()), MPI_INT, peer, 7, MPI_COMM_WORLD);
    } else if (how == "unlike" && rank == 0) {
        MPI_Allreduce(data.data(), other.data(), static_cast<int>(data.size()), MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    } else if (how == "unlike") {
        MPI_Recv(data.data(), 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (how == "loop" && rank == 1) {
        compute();
    }
    do {
        MPI_Barrier(MPI_COMM_WORLD);
    } while (how == "stopped");
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const std::vector<std::string> words(argv, argv + argc);
    hang(words.at(1), rank, words.at(2));
    MPI_Finalize();
    return 0;
}
