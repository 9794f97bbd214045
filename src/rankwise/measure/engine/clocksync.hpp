// Clock synchronisation as HCA3 (Hunold and Carpen-Amarie, "Hierarchical Clock Synchronization in MPI", CLUSTER 2018):
// top-down in log2(p) rounds, each child fitting offset and drift directly against a parent that is already on the
// reference clock, so that no models are merged. Offsets are bounded as SKaMPI does: the tightest pair of bounds over
// many exchanges, so the result gets better with the fastest exchange, not with the average one.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
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
// Over links of 25 ms, thirty exchanges for each of twelve points took 18 s: there a point has fewer.
constexpr int clock_fewest_exchanges = 6;
constexpr std::int64_t clock_point_ns = 20'000'000;
constexpr int clock_fit_points = 12;
constexpr unsigned clock_fit_gap_us = 4000;
// Points of earlier synchronisations stay in the fit: 12 points over 50 ms leave some ppm of drift unknown, which is
// 10 us after a few seconds; points over a minute leave some ppb.
constexpr std::size_t clock_points_kept = std::size_t{10} * clock_fit_points;

// Of a point in a fit: the inverse square of its bound.
inline double clock_weight(const OffsetBound& p) { return 1.0 / ((p.half_width_ns + 50.0) * (p.half_width_ns + 50.0)); }

// Answers until the child says that it was the last time.
inline void serve_offset(const Clock& clock, MPI_Comm comm, int child) {
    for (std::int64_t last = 0; last == 0;) {
        MPI_Recv(&last, 1, MPI_INT64_T, child, clock_tag, comm, MPI_STATUS_IGNORE);
        const std::int64_t now_ns = clock.global_ns(clock.local_ns());
        MPI_Send(&now_ns, 1, MPI_INT64_T, child, clock_tag, comm);
    }
}

inline OffsetBound learn_offset(const Clock& clock, MPI_Comm comm, int parent) {
    double low = -std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::max();
    const std::int64_t begin_ns = clock.local_ns();
    std::int64_t origin_ns = 0, last = 0;
    OffsetBound bound;
    for (int i = 1; last == 0; ++i) {
        const std::int64_t sent_ns = clock.local_ns();
        const bool long_enough = i >= clock_fewest_exchanges && sent_ns - begin_ns > clock_point_ns;
        last = i == clock_exchanges || long_enough ? 1 : 0;
        std::int64_t parent_ns = 0;
        MPI_Send(&last, 1, MPI_INT64_T, parent, clock_tag, comm);
        MPI_Recv(&parent_ns, 1, MPI_INT64_T, parent, clock_tag, comm, MPI_STATUS_IGNORE);
        const std::int64_t received_ns = clock.local_ns();
        if (i == 1) {
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

// By how much the clock's model misses points that are not part of its fit, in seconds: their weighted mean.
inline double missed_s(const Clock& clock, std::span<const OffsetBound> points) {
    const ClockModel& model = clock.model();
    double weights = 0, missed = 0;
    for (const auto& p : points) {
        const double since_ns = static_cast<double>(p.at_local_ns - model.since_ns);
        weights += clock_weight(p);
        missed += clock_weight(p) * (p.offset_ns - static_cast<double>(model.offset_ns) - model.slope * since_ns);
    }
    return std::abs(missed / weights) * 1e-9;
}

// Weighted least squares of offset against time; weights are the inverse squares of the bounds. Errors of offset and
// slope are three times their standard errors by the residuals; that of the offset is at least what the line before
// missed the new points by. The parent's error comes on top. A way to the parent that is always longer in one
// direction shows in neither.
inline void fit_clock(Clock& clock, const std::vector<OffsetBound>& points, double parent_error_s, double missed_s) {
    const auto base = points.front();
    double weights = 0, mean_t = 0, mean_o = 0;
    const auto weight = clock_weight;
    auto time_of = [&](const OffsetBound& p) { return static_cast<double>(p.at_local_ns - base.at_local_ns); };
    auto offset_of = [&](const OffsetBound& p) { return p.offset_ns - base.offset_ns; };
    for (const auto& p : points) {
        weights += weight(p);
        mean_t += weight(p) * time_of(p);
        mean_o += weight(p) * offset_of(p);
    }
    mean_t /= weights;
    mean_o /= weights;
    double covariance = 0, variance = 0;
    for (const auto& p : points) {
        covariance += weight(p) * (time_of(p) - mean_t) * (offset_of(p) - mean_o);
        variance += weight(p) * (time_of(p) - mean_t) * (time_of(p) - mean_t);
    }
    const double slope = covariance / variance;
    double squares = 0;
    for (const auto& p : points) {
        const double residual_ns = offset_of(p) - mean_o - slope * (time_of(p) - mean_t);
        squares += weight(p) * residual_ns * residual_ns;
    }
    const double scatter = std::sqrt(squares / static_cast<double>(points.size() - 2));
    const double error_s = 3e-9 * scatter / std::sqrt(weights);
    clock.set_model({.offset_ns = static_cast<std::int64_t>(base.offset_ns + mean_o),
                     .since_ns = base.at_local_ns + static_cast<std::int64_t>(mean_t),
                     .slope = slope,
                     .error_s = parent_error_s + std::max(error_s, missed_s),
                     .slope_error = 3 * scatter / std::sqrt(variance)});
}

// All ranks of `comm` call it; rank 0 is the reference. Ranks that share a clock share a `domain` number and the model
// of the first of them. `points` is what this rank keeps from one synchronisation to the next.
inline void synchronise(Clock& clock, std::vector<OffsetBound>& points, MPI_Comm comm, int domain) {
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
    const auto mine = std::ranges::find(leaders, rank);
    const int me = mine == leaders.end() ? -1 : static_cast<int>(mine - leaders.begin());
    const int count = static_cast<int>(leaders.size());
    for (int known = 1; known < count && me >= 0; known *= 2) {
        if (me < known && me + known < count) {
            const int child = leaders[static_cast<std::size_t>(me + known)];
            for (int point = 0; point < clock_fit_points; ++point) serve_offset(clock, comm, child);
            const double error_s = clock.error_s(clock.local_ns());
            MPI_Send(&error_s, 1, MPI_DOUBLE, child, clock_tag, comm);
        } else if (me >= known && me < 2 * known) {
            const int parent = leaders[static_cast<std::size_t>(me - known)];
            if (points.size() == clock_points_kept) points.erase(points.begin(), points.begin() + clock_fit_points);
            for (int point = 0; point < clock_fit_points; ++point) {
                points.push_back(learn_offset(clock, comm, parent));
                usleep(clock_fit_gap_us);
            }
            double parent_error_s = 0;
            MPI_Recv(&parent_error_s, 1, MPI_DOUBLE, parent, clock_tag, comm, MPI_STATUS_IGNORE);
            const bool fitted = points.size() > clock_fit_points;
            const double miss_s = fitted ? missed_s(clock, std::span(points).last(clock_fit_points)) : 0.0;
            fit_clock(clock, points, parent_error_s, miss_s);
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
