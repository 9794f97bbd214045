// Computation of a known length, to be done while messages travel: integer steps in registers, so that it needs the
// processor and nothing else. Time of a computation that is interrupted grows, as it does in an application.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <unistd.h>

#include "clock.hpp"

namespace rw {

inline void compute(std::int64_t steps) {
#ifdef RANKWISE_SIMULATED
    usleep(static_cast<useconds_t>(steps / 1000));  // computation takes no simulated time, sleep does: a step is 1 ns
#else
    std::uint64_t value = 1;
    for (std::int64_t i = 0; i < steps; ++i) {
        value = value * 6364136223846793005u + 1442695040888963407u;
        asm volatile("" : "+r"(value));  // every step happens
    }
#endif
}

// Steps that take `seconds` alone on this processor, from the fastest of a few short computations.
inline std::int64_t steps_in(double seconds, const Clock& clock) {
    if (simulated) return std::llround(seconds * 1e9);
    constexpr std::int64_t tried_steps = 20'000;
    static const double steps_per_s = [&clock] {
        std::int64_t best_ns = INT64_MAX;
        for (int round = 0; round < 10; ++round) {
            const std::int64_t begin_ns = clock.local_ns();
            compute(tried_steps);
            best_ns = std::min(best_ns, clock.local_ns() - begin_ns);
        }
        return tried_steps / (static_cast<double>(best_ns) * 1e-9);
    }();
    return std::llround(seconds * steps_per_s);
}

}  // namespace rw
