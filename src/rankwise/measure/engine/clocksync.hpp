// Clock synchronisation as HCA3 (Hunold and Carpen-Amarie, "Hierarchical Clock Synchronization in MPI", CLUSTER 2018):
// top-down in log2(p) rounds, each child fitting offset and drift directly against a parent that is already on the
// reference clock, so that no models are merged. Offsets are bounded as SKaMPI does: the tightest pair of bounds over
// many exchanges, so the result gets better with the fastest exchange, not with the average one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include <mpi.h>

#include "clock.hpp"

namespace rw {

struct OffsetBound {
    std::int64_t at_local_ns = 0;
    double offset_ns = 0.0;      // child local - parent global
    double half_width_ns = 0.0;  // the truth is within +- this
};

constexpr int clock_tag = 77;
constexpr int clock_exchanges = 30;
constexpr int clock_fit_points = 12;
constexpr unsigned clock_fit_gap_us = 4000;  // 12 points over 50 ms resolve drifts of a few ppm

inline void serve_offset(const Clock& clock, MPI_Comm comm, int child) {
    for (int i = 0; i < clock_exchanges; ++i) {
        std::int64_t now_ns = 0;
        MPI_Recv(&now_ns, 1, MPI_INT64_T, child, clock_tag, comm, MPI_STATUS_IGNORE);
        now_ns = clock.global_ns(clock.local_ns());
        MPI_Send(&now_ns, 1, MPI_INT64_T, child, clock_tag, comm);
    }
}

inline OffsetBound learn_offset(const Clock& clock, MPI_Comm comm, int parent) {
    double low = -std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::max();
    std::int64_t origin_ns = 0;
    OffsetBound bound;
    for (int i = 0; i < clock_exchanges; ++i) {
        const std::int64_t sent_ns = clock.local_ns();
        std::int64_t parent_ns = sent_ns;
        MPI_Send(&parent_ns, 1, MPI_INT64_T, parent, clock_tag, comm);
        MPI_Recv(&parent_ns, 1, MPI_INT64_T, parent, clock_tag, comm, MPI_STATUS_IGNORE);
        const std::int64_t received_ns = clock.local_ns();
        if (i == 0) {
            origin_ns = sent_ns - parent_ns;  // large offsets are kept in integers, doubles hold the rest
            continue;                         // the first exchange may carry connection set-up
        }
        low = std::max(low, static_cast<double>(sent_ns - parent_ns - origin_ns));
        high = std::min(high, static_cast<double>(received_ns - parent_ns - origin_ns));
        bound.at_local_ns = received_ns;
    }
    bound.offset_ns = static_cast<double>(origin_ns) + (low + high) / 2;
    bound.half_width_ns = std::max(0.0, (high - low) / 2);
    return bound;
}

// Weighted least squares of offset against time; weights are the inverse squares of the bounds.
inline void fit_clock(Clock& clock, const std::vector<OffsetBound>& points) {
    const auto base = points.front();
    double weights = 0, mean_t = 0, mean_o = 0;
    auto weight = [](const OffsetBound& p) { return 1.0 / ((p.half_width_ns + 50.0) * (p.half_width_ns + 50.0)); };
    auto time_of = [&](const OffsetBound& p) { return static_cast<double>(p.at_local_ns - base.at_local_ns); };
    auto offset_of = [&](const OffsetBound& p) { return p.offset_ns - base.offset_ns; };
    for (const auto& p : points) {
        weights += weight(p);
        mean_t += weight(p) * time_of(p);
        mean_o += weight(p) * offset_of(p);
    }
    mean_t /= weights;
    mean_o /= weights;
    double covariance = 0, variance = 0, best_ns = std::numeric_limits<double>::max();
    for (const auto& p : points) {
        covariance += weight(p) * (time_of(p) - mean_t) * (offset_of(p) - mean_o);
        variance += weight(p) * (time_of(p) - mean_t) * (time_of(p) - mean_t);
        best_ns = std::min(best_ns, p.half_width_ns);
    }
    const double slope = variance > 0 ? covariance / variance : 0.0;
    clock.set_model({.offset_ns = static_cast<std::int64_t>(base.offset_ns + mean_o),
                     .since_ns = base.at_local_ns + static_cast<std::int64_t>(mean_t),
                     .slope = slope,
                     .error_s = best_ns * 1e-9});
}

// All ranks of `comm` call it; rank 0 is the reference. Ranks that share a clock share a `domain` number and the model
// of the first of them.
inline void synchronise(Clock& clock, MPI_Comm comm, int domain) {
    int rank = 0, size = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    std::vector<int> domains(static_cast<std::size_t>(size));
    MPI_Allgather(&domain, 1, MPI_INT, domains.data(), 1, MPI_INT, comm);
    std::vector<int> leaders;  // the first rank of every domain, rank 0's first
    for (int r = 0; r < size; ++r) {
        const auto end = domains.begin() + r;
        if (std::find(domains.begin(), end, domains[static_cast<std::size_t>(r)]) == end) leaders.push_back(r);
    }
    const auto mine = std::find(leaders.begin(), leaders.end(), rank);
    const int me = mine == leaders.end() ? -1 : static_cast<int>(mine - leaders.begin());
    const int count = static_cast<int>(leaders.size());
    for (int known = 1; known < count && me >= 0; known *= 2) {
        if (me < known && me + known < count) {
            for (int point = 0; point < clock_fit_points; ++point)
                serve_offset(clock, comm, leaders[static_cast<std::size_t>(me + known)]);
        } else if (me >= known && me < 2 * known) {
            std::vector<OffsetBound> points;
            for (int point = 0; point < clock_fit_points; ++point) {
                points.push_back(learn_offset(clock, comm, leaders[static_cast<std::size_t>(me - known)]));
                usleep(clock_fit_gap_us);
            }
            fit_clock(clock, points);
        }
    }
    for (const int leader : leaders) {
        if (leader == 0 || domains[static_cast<std::size_t>(leader)] != domain) continue;
        for (int r = leader + 1; r < size; ++r) {
            if (domains[static_cast<std::size_t>(r)] != domain) continue;
            ClockModel model = clock.model();
            if (rank == leader) MPI_Send(&model, sizeof model, MPI_BYTE, r, clock_tag, comm);
            if (rank == r) {
                MPI_Recv(&model, sizeof model, MPI_BYTE, leader, clock_tag, comm, MPI_STATUS_IGNORE);
                clock.set_model(model);
            }
        }
    }
}

}  // namespace rw
