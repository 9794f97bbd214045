// Does what ranks of a traced program did, call by call: the file "communicators" has the ranks of each, a line for
// each, and "rank.R" the calls of rank R (`script` in smpi.py). All begin at once.
#include <cstddef>
#include <cstdio>
#include <exception>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <mpi.h>

#include "together.hpp"

namespace {

/// The file of this rank, and what is under way.
class Replay {
public:
    explicit Replay(int rank) : script_("rank." + std::to_string(rank)), rank_(rank) {
        std::size_t most = 0;
        if (!(script_ >> most)) throw std::runtime_error("no file of calls");
        // Nobody writes into what is sent, nor reads what came: only time matters here.
        out_ = std::make_unique_for_overwrite<char[]>(most + 1);
        in_ = std::make_unique_for_overwrite<char[]>(most + 1);
    }

    /// Makes all communicators that this rank is in, in the same order on all.
    void join() {
        MPI_Group world = MPI_GROUP_NULL;
        MPI_Comm_group(MPI_COMM_WORLD, &world);
        std::ifstream file("communicators");
        for (std::string line; std::getline(file, line);) {
            std::istringstream words(line);
            std::vector<int> ranks;
            bool within = false;
            for (int rank = 0; words >> rank; ranks.push_back(rank)) within = within || rank == rank_;
            MPI_Comm comm = MPI_COMM_NULL;
            if (within) {
                MPI_Group group = MPI_GROUP_NULL;
                MPI_Group_incl(world, static_cast<int>(ranks.size()), ranks.data(), &group);
                MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &comm);
                MPI_Group_free(&group);
            }
            communicators_.push_back(comm);
        }
        MPI_Group_free(&world);
    }

    /// All calls, to their end.
    void play() {
        for (std::string word; script_ >> word;) {
            if (word == "compute") {
                double seconds = 0;
                script_ >> seconds;
                compute(seconds);
            } else if (word == "wait") {
                wait();
            } else if (word == "send" || word == "begin" || word == "post") {
                message(word);
            } else {
                collective(word);
            }
        }
        for (auto& [number, request] : sends_) {
            MPI_Wait(&request, MPI_STATUS_IGNORE);  // NOLINT(clang-analyzer-optin.mpi.MPI-Checker): begun in message()
        }
    }

private:
    void message(const std::string& word) {
        int peer = 0;
        int number = 0;
        int bytes = 0;
        script_ >> peer >> number >> bytes;
        // A number is of one message alone, so that none can take another's place.
        if (word == "send") MPI_Send(out_.get(), bytes, MPI_BYTE, peer, number, MPI_COMM_WORLD);
        if (word == "begin") MPI_Isend(out_.get(), bytes, MPI_BYTE, peer, number, MPI_COMM_WORLD, &sends_[number]);
        if (word == "post") MPI_Irecv(in_.get(), bytes, MPI_BYTE, peer, number, MPI_COMM_WORLD, &receives_[number]);
    }

    void wait() {
        std::size_t count = 0;
        script_ >> count;
        std::vector<MPI_Request> requests(count);
        for (MPI_Request& request : requests) {
            int number = 0;
            script_ >> number;
            // A message to itself is received first, and then sent.
            auto& begun = receives_.contains(number) ? receives_ : sends_;
            request = begun.at(number);
            begun.erase(number);
        }
        MPI_Waitall(static_cast<int>(count), requests.data(), MPI_STATUSES_IGNORE);
    }

    void collective(const std::string& name) {
        std::size_t place = 0;
        int bytes = 0;
        script_ >> place >> bytes;
        const MPI_Comm comm = communicators_.at(place);
        int ranks = 0;
        MPI_Comm_size(comm, &ranks);
        const std::vector<int> counts(static_cast<std::size_t>(ranks), bytes);
        const std::vector<int> at(counts.size(), 0);
        if (name == "Barrier") MPI_Barrier(comm);
        else if (name == "Bcast") MPI_Bcast(in_.get(), bytes, MPI_BYTE, 0, comm);
        else if (name == "Reduce") MPI_Reduce(out_.get(), in_.get(), bytes, MPI_BYTE, MPI_BAND, 0, comm);
        else if (name == "Allreduce") MPI_Allreduce(out_.get(), in_.get(), bytes, MPI_BYTE, MPI_BAND, comm);
        else if (name == "Scan") MPI_Scan(out_.get(), in_.get(), bytes, MPI_BYTE, MPI_BAND, comm);
        else if (name == "Reduce_scatter_block")
            MPI_Reduce_scatter_block(out_.get(), in_.get(), bytes, MPI_BYTE, MPI_BAND, comm);
        else if (name == "Gather") MPI_Gather(out_.get(), bytes, MPI_BYTE, in_.get(), bytes, MPI_BYTE, 0, comm);
        else if (name == "Scatter") MPI_Scatter(out_.get(), bytes, MPI_BYTE, in_.get(), bytes, MPI_BYTE, 0, comm);
        else if (name == "Allgather") MPI_Allgather(out_.get(), bytes, MPI_BYTE, in_.get(), bytes, MPI_BYTE, comm);
        else if (name == "Alltoall") MPI_Alltoall(out_.get(), bytes, MPI_BYTE, in_.get(), bytes, MPI_BYTE, comm);
        else if (name == "Allgatherv")
            MPI_Allgatherv(out_.get(), bytes, MPI_BYTE, in_.get(), counts.data(), at.data(), MPI_BYTE, comm);
        else if (name == "Alltoallv")
            MPI_Alltoallv(out_.get(), counts.data(), at.data(), MPI_BYTE, in_.get(), counts.data(), at.data(), MPI_BYTE,
                          comm);
        else throw std::runtime_error("no call " + name);
    }

    std::ifstream script_;
    int rank_;
    std::unique_ptr<char[]> out_;
    std::unique_ptr<char[]> in_;
    std::vector<MPI_Comm> communicators_;
    std::map<int, MPI_Request> sends_;
    std::map<int, MPI_Request> receives_;
};

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        Replay replay(rank);
        replay.join();
        timed_together([&] { replay.play(); });
    } catch (const std::exception& error) {
        std::fprintf(stderr, "rank %d: %s\n", rank, error.what());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
