// How far apart ranks begin.
#pragma once

#include <algorithm>
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

}  // namespace rw
