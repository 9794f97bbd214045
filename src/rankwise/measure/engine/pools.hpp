// How far a launch has been through its library's pools of buffers: memory that nobody has touched until small messages,
// as many as are on their way at a time, have gone through all of them once. Over Intel MPI on a virtual machine the
// first 2,000 of 8 B took 4.5 us each and all later ones 0.26; the first 20 windows of 256 times 4 KiB 1.1 ms, all later
// ones 0.15. Nothing in their times says when that ends.
#pragma once

#include <algorithm>
#include <cstddef>

#include "work.hpp"

namespace rw {

class Pools {
public:
    // Whether a visit takes more of them than those before. The ranks of a group agree on it.
    [[nodiscard]] bool are_new(const Work& w) const {
        constexpr std::size_t largest_bytes = 16384;
        constexpr double most_s = 0.3;  // of a launch: over slow links these buffers are no part of what a call takes
        return !simulated && w.size_bytes <= largest_bytes && spent_s_ < most_s &&
               (w.window > window_ || w.size_bytes > size_bytes_);
    }
    // Whether so many calls in so much time have been through them.
    static bool are_used(const Work& w, double calls, double took_s) {
        constexpr double enough = 16384, most_s = 0.1, buffer_bytes = 4096;
        const double buffers = std::max(1.0, static_cast<double>(w.size_bytes) / buffer_bytes) * w.window;
        return calls * buffers >= enough || took_s >= most_s;
    }
    void use(const Work& w, double took_s) {
        spent_s_ += took_s;
        window_ = std::max(window_, w.window);
        size_bytes_ = std::max(size_bytes_, w.size_bytes);
    }

private:
    int window_ = 0;
    std::size_t size_bytes_ = 0;
    double spent_s_ = 0.0;
};

}  // namespace rw
