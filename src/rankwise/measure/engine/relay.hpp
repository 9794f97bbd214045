// A job that a user's launcher has started: the tool reaches rank 0 alone, which passes every command on to all ranks
// and brings it the frames of all.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <mpi.h>

#include "channel.hpp"
#include "nap.hpp"

namespace rw {

class Relay {
public:
    // All ranks, after MPI_Init. From now on frames wait for deliver().
    explicit Relay(Channel& channel) : channel_(channel) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm_);
        MPI_Comm_rank(comm_, &rank_);
        MPI_Comm_size(comm_, &ranks_);
        channel_.hold();
    }
    Relay(const Relay&) = delete;
    Relay& operator=(const Relay&) = delete;
    Relay(Relay&&) = delete;
    Relay& operator=(Relay&&) = delete;
    ~Relay() { MPI_Comm_free(&comm_); }

    // The next command on all ranks; they sleep until rank 0 has it. "quit" when the tool is gone.
    std::string next_line() {
        std::string line = rank_ == 0 ? channel_.next_line().value_or("quit") : "";
        sleep_until_all_are_here();  // rank 0 comes when it has one
        int length = static_cast<int>(line.size());
        MPI_Bcast(&length, 1, MPI_INT, 0, comm_);
        line.resize(static_cast<std::size_t>(length));
        MPI_Bcast(line.data(), length, MPI_CHAR, 0, comm_);
        return line;
    }

    // All ranks: what they have said since the last time goes to the tool.
    void deliver() {
        sleep_until_all_are_here();  // some had no part in the command
        const std::string mine = channel_.take_held();
        const int length = static_cast<int>(mine.size());
        std::vector<int> lengths(static_cast<std::size_t>(ranks_)), places(static_cast<std::size_t>(ranks_));
        MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, comm_);
        int total = 0;
        for (std::size_t rank = 0; rank < lengths.size(); total += lengths[rank++]) places[rank] = total;
        std::string all(static_cast<std::size_t>(rank_ == 0 ? total : 0), ' ');
        MPI_Gatherv(mine.data(), length, MPI_CHAR, all.data(), lengths.data(), places.data(), MPI_CHAR, 0, comm_);
        if (rank_ == 0) channel_.write(all);
    }

private:
    void sleep_until_all_are_here() const {
        MPI_Request everyone = MPI_REQUEST_NULL;
        MPI_Ibarrier(comm_, &everyone);
        nap_until_done(everyone);
    }

    Channel& channel_;
    MPI_Comm comm_ = MPI_COMM_NULL;
    int rank_ = 0;
    int ranks_ = 0;
};

}  // namespace rw
