// The start-up cell: what the first message to each new peer costs in time and memory. It runs on MPI_COMM_WORLD before
// anything else has made a connection, once a launch.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include <mpi.h>
#include <unistd.h>

#include "clock.hpp"
#include "command.hpp"
#include "guard.hpp"
#include "json.hpp"

namespace rw {

// Resident memory of this process in bytes; 0 where /proc does not say, and where all ranks share one process.
inline std::int64_t resident_bytes() {
    if (simulated) return 0;
    std::ifstream statm("/proc/self/statm");
    std::int64_t total_pages = 0, resident_pages = 0;
    statm >> total_pages >> resident_pages;
    return resident_pages * sysconf(_SC_PAGESIZE);
}

// Runs on the listed ranks; the first of them reports. `first_s[i]` and `second_s[i]` are one-way times to peer i + 1.
inline std::string connect_peers(const Command& command, const Clock& clock, int world_rank) {
    constexpr int connect_tag = 79;
    constexpr int trips = 2;
    const Ranks ranks = command.groups().at(0);
    const int leader = ranks.at(0);
    char byte[8] = {};
    Guard::phase(Phase::first_call);
    if (world_rank != leader) {
        for (int trip = 0; trip < trips; ++trip) {
            MPI_Recv(byte, sizeof byte, MPI_BYTE, leader, connect_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(byte, sizeof byte, MPI_BYTE, leader, connect_tag, MPI_COMM_WORLD);
        }
        return "";
    }
    std::vector<double> first_s, second_s;
    const std::int64_t before_bytes = resident_bytes();
    for (std::size_t peer = 1; peer < ranks.size(); ++peer)
        for (int trip = 0; trip < trips; ++trip) {
            const std::int64_t begin_ns = clock.local_ns();
            MPI_Send(byte, sizeof byte, MPI_BYTE, ranks[peer], connect_tag, MPI_COMM_WORLD);
            MPI_Recv(byte, sizeof byte, MPI_BYTE, ranks[peer], connect_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            const double one_way_s = static_cast<double>(clock.local_ns() - begin_ns) * 0.5e-9;
            (trip == 0 ? first_s : second_s).push_back(one_way_s);
        }
    return Json()
        .field("t", "connect")
        .field("visit", command.number<int>("id", 0))
        .array<double>("first", first_s)
        .array<double>("second", second_s)
        .field("rss_growth", resident_bytes() - before_bytes)
        .text();
}

}  // namespace rw
