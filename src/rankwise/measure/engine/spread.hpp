// How far apart ranks begin, and how much longer batches must be for that to be harmless.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <mpi.h>

namespace rw {

// From the first to the last rank of `comm`, in ns: the median of the last three beginnings, one of which may have been
// interrupted. `begins_ns` are this rank's, on the common clock; all ranks have as many. All ranks call it.
inline std::int64_t spread_of(const std::vector<std::int64_t>& begins_ns, MPI_Comm comm) {
    constexpr std::size_t last = 3;
    const std::size_t count = std::min(last, begins_ns.size());
    std::vector<std::int64_t> ends_ns;  // the latest beginnings, then, below zero, the earliest
    for (const std::int64_t sign : {1, -1})
        for (std::size_t i = begins_ns.size() - count; i < begins_ns.size(); ++i)
            ends_ns.push_back(sign * begins_ns[i]);
    MPI_Allreduce(MPI_IN_PLACE, ends_ns.data(), static_cast<int>(2 * count), MPI_INT64_T, MPI_MAX, comm);
    std::vector<std::int64_t> spreads_ns;
    for (std::size_t i = 0; i < count; ++i) spreads_ns.push_back(ends_ns[i] + ends_ns[count + i]);
    std::ranges::sort(spreads_ns);
    return spreads_ns[count / 2];
}

constexpr std::int64_t most_growth = 10;  // of batches: beyond it they take long

inline std::int64_t growth_over(std::int64_t spread_ns, std::int64_t harmless_ns) {
    return (spread_ns - 1) / std::max<std::int64_t>(1, harmless_ns) + 1;
}

// Where no common start was met, the longest batches that are no burden hide most of how ranks leave a barrier: of a
// call of 8 ms over a network of that latency, batches of one call took three times as long. By rank 0 of `comm`, whose
// batches take `batch_s` now; all ranks call it.
inline std::int64_t growth_that_pays(double batch_s, MPI_Comm comm) {
    constexpr double longest_s = 0.25;
    const double growth = std::clamp(longest_s / std::max(batch_s, 1e-9), 1.0, static_cast<double>(most_growth));
    std::int64_t rounded = std::llround(growth);
    MPI_Bcast(&rounded, 1, MPI_INT64_T, 0, comm);
    return rounded;
}

}  // namespace rw
