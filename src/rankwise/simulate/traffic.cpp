// Sends what a file says, once: lines of sender, receiver, bytes and messages. All begin at once, as in one step of a
// pattern. Messages of a pair follow each other.
#include <algorithm>
#include <fstream>
#include <map>
#include <vector>

#include <mpi.h>

#include "together.hpp"

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<std::vector<MPI_Request>> rounds;
    std::vector<std::pair<int, int>> sent;
    std::vector<std::pair<int, int>> received;
    std::ifstream file("traffic");
    int from = 0;
    int to = 0;
    int bytes = 0;
    int messages = 0;
    int most = 0;
    while (file >> from >> to >> bytes >> messages) {
        for (int message = 0; message < messages; ++message) {
            if (from == rank) sent.emplace_back(to, bytes);
            if (to == rank) received.emplace_back(from, bytes);
        }
        most = std::max(most, bytes);
    }
    // One buffer for all: only time matters here.
    std::vector<char> out(static_cast<size_t>(most) + 1);
    std::vector<char> in(static_cast<size_t>(most) + 1);
    std::vector<MPI_Request> requests(sent.size() + received.size());
    timed_together([&] {
        size_t next = 0;
        for (const auto& [peer, size] : received) {
            MPI_Irecv(in.data(), size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &requests[next++]);
        }
        for (const auto& [peer, size] : sent) {
            MPI_Isend(out.data(), size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &requests[next++]);
        }
        MPI_Waitall(static_cast<int>(next), requests.data(), MPI_STATUSES_IGNORE);
    });
    MPI_Finalize();
    return 0;
}
