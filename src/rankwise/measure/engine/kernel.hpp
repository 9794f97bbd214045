// A kernel is a row: how it runs, how its payload is prepared and checked, how its number is defined.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "work.hpp"

namespace rw {

// batch: every rank waits for every other, so calls run back to back between two clock reads.
// single: rooted and one-way patterns pipeline when run back to back; each call is timed alone from a common start.
enum class Timing { batch, single };

struct Sizes {
    std::size_t send_bytes = 0;
    std::size_t receive_bytes = 0;
};

struct Wrong {
    std::ptrdiff_t index = -1;  // first wrong element, -1: all right
    int source = -1;            // whose data it should have been
    [[nodiscard]] bool any() const { return index >= 0; }
};

struct Kernel {
    std::string_view name;
    Timing timing;
    int min_ranks;
    int max_ranks;           // 0: any number
    bool even_ranks;
    bool reduces;            // works on elements of a datatype, not on bytes
    double transfers;        // times that one call counts as: a pingpong call is two messages one after the other
    std::string_view rate;   // bytes counted in one transfer by X (bytes), n (ranks), w (window); "" has no rate
    double (*bytes)(const Work&);     // the same as a function
    double (*messages)(const Work&);  // messages counted in one transfer
    std::string_view definition;
    std::string_view peer;   // column of a peer that this number corresponds to

    Sizes (*sizes)(const Work&);
    void (*fill)(Work&, unsigned salt);              // send side
    Wrong (*check)(const Work&, unsigned salt);      // receive side, after one call
    void (*run)(Work&, int calls);                   // MPI calls only
};

}  // namespace rw
