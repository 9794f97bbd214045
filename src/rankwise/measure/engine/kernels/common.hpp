// Building blocks that kernel rows share: sizes, fills, checks and byte counts.
#pragma once

#include "../kernel.hpp"
#include "../pattern.hpp"

namespace rw::kernels {

constexpr int tag = 1;

template <int times>
double bytes_times(const Work& w) {
    return times * static_cast<double>(w.size_bytes);
}

inline void fill_own(Work& w, unsigned salt) { fill_bytes(w.sent(w.size_bytes), w.rank, salt); }

// Receive buffer block `block` of X bytes holds what `source` sent, to `target` alone or to all.
inline Wrong check_block(const Work& w, std::size_t block, int source, unsigned salt, int target = 0) {
    const auto index = first_wrong_byte(w.received(block * w.size_bytes, w.size_bytes), source, salt, target);
    return {index < 0 ? -1 : index + static_cast<std::ptrdiff_t>(block * w.size_bytes), source};
}

// On one rank there would be nothing to check.
constexpr Kernel from_two_ranks(Kernel row) {
    row.min_ranks = 2;
    return row;
}

inline int right_of(const Work& w) { return (w.rank + 1) % w.ranks; }
inline int left_of(const Work& w) { return (w.rank + w.ranks - 1) % w.ranks; }

}  // namespace rw::kernels
