// What a program prints: phases, share of communication, messages, figure of merit and check, and one last line that
// programs read.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <mpi.h>

#include "json.hpp"

namespace program {

// What a program did in one rank. A phase is either computation or communication.
struct Phase {
    std::string_view name;
    bool communication = false;
    double seconds = 0.0;
    bool slowed = false;  // by the planted fault
};

// Messages and bytes that this rank sent, by the rank that they went to.
struct Sent {
    double messages = 0.0, bytes = 0.0;
};
using Traffic = std::map<int, Sent>;

struct Check {
    bool right = false;
    double error = 0.0;  // how far from what is known
    double tolerance = 0.0;
    std::string what;  // what was compared
};

inline std::string scaled(double value, std::string_view unit) {
    static constexpr const char* prefixes[] = {"", "k", "M", "G", "T"};
    std::size_t step = 0;
    for (; std::abs(value) >= 1000.0 && step + 1 < std::size(prefixes); ++step) value /= 1000.0;
    char text[64];
    std::snprintf(text, sizeof text, "%.4g %s", value, prefixes[step]);
    return text + std::string(unit);
}

// The values of all ranks in rank order, at rank 0.
inline std::vector<double> gathered(const std::vector<double>& own) {
    int ranks = 1, rank = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int count = static_cast<int>(own.size());
    std::vector<int> counts(static_cast<std::size_t>(ranks)), places(counts.size());
    MPI_Gather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
    int room = 0;
    for (std::size_t at = 0; at < counts.size(); ++at) places[at] = std::exchange(room, room + counts[at]);
    std::vector<double> all(rank == 0 ? static_cast<std::size_t>(room) : 0);
    MPI_Gatherv(own.data(), count, MPI_DOUBLE, all.data(), counts.data(), places.data(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    return all;
}

// Phases of all ranks, printed and added to the last line. Rank 0 has the values of all.
class Told {
public:
    Told(const std::vector<Phase>& phases, const Traffic& traffic, double peak_bytes) {
        std::vector<double> own{peak_bytes};
        for (const Phase& phase : phases) own.push_back(phase.seconds);
        width_ = own.size();
        const std::vector<double> all = gathered(own);
        ranks_ = all.size() / width_;
        for (std::size_t index = 0; index < width_; ++index) {
            std::vector<double>& column = columns_.emplace_back(ranks_);
            for (std::size_t rank = 0; rank < ranks_; ++rank) column[rank] = all[rank * width_ + index];
        }
        int rank = 0;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        std::vector<double> rows;
        for (const auto& [to, sent] : traffic)
            rows.insert(rows.end(), {static_cast<double>(rank), static_cast<double>(to), sent.messages, sent.bytes});
        rows = gathered(rows);
        for (std::size_t at = 0; at < rows.size(); ++at) pairs_[at % 4].push_back(rows[at]);
    }
    void phases(const std::vector<Phase>& phases, rw::Json& json) const {
        std::printf("%-12s %14s %14s  slowest\n", "phase", "median", "slowest rank");
        double communication_s = 0.0, all_s = 0.0;
        for (std::size_t index = 0; index < phases.size(); ++index) {
            std::vector<double> seconds = columns_[index + 1];
            const auto slowest = std::ranges::max_element(seconds) - seconds.begin();
            const double most = seconds[static_cast<std::size_t>(slowest)], sum = sum_of(seconds);
            all_s += sum;
            if (phases[index].communication) communication_s += sum;
            json.array<double>("phase_" + std::string(phases[index].name) + "_s", seconds);
            std::ranges::sort(seconds);
            const double median = 0.5 * (seconds[(ranks_ - 1) / 2] + seconds[ranks_ / 2]);
            std::printf("%-12s %11.4g ms %11.4g ms  rank %td\n", std::string(phases[index].name).c_str(), 1e3 * median,
                        1e3 * most, slowest);
        }
        std::string talks;
        for (const Phase& phase : phases)
            if (phase.communication) talks += (talks.empty() ? "" : ",") + std::string(phase.name);
        json.field("talks", talks);
        const double share = all_s > 0.0 ? communication_s / all_s : 0.0;
        const double messages = sum_of(pairs_[2]), bytes = sum_of(pairs_[3]);
        std::printf("communication takes %.3g %% of the time: %.0f messages, %s\n", 100.0 * share, messages,
                    scaled(bytes, "B").c_str());
        json.field("communication_share", share).field("messages", std::int64_t{std::llround(messages)});
        json.field("sent_bytes", std::int64_t{std::llround(bytes)});
        json.field("peak_bytes", *std::ranges::max_element(columns_[0]));
        constexpr std::size_t most_pairs = 4096;
        if (pairs_[0].size() > most_pairs) return;
        json.array<double>("pair_from", pairs_[0]).array<double>("pair_to", pairs_[1]);
        json.array<double>("pair_messages", pairs_[2]).array<double>("pair_bytes", pairs_[3]);
    }

private:
    static double sum_of(const std::vector<double>& values) {
        double sum = 0.0;
        for (const double value : values) sum += value;
        return sum;
    }

    std::size_t width_ = 0, ranks_ = 0;
    std::vector<std::vector<double>> columns_;
    std::array<std::vector<double>, 4> pairs_;
};

}  // namespace program
