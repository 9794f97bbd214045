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
    std::size_t window_bytes = 0;  // of this rank's part of a window
};

// What MPI_IN_PLACE replaces, and which part of what a rank sends then lies where the result will be: all of it, or its
// own block; on every rank or on the root. A scatter's root leaves its own part where it is.
enum class InPlace { none, whole, own_block, whole_at_root, own_block_at_root, received_at_root };

struct Wrong {
    std::ptrdiff_t index = -1;  // first wrong element, -1: all right
    int source = -1;            // whose data it should have been
    [[nodiscard]] bool any() const { return index >= 0; }
    [[nodiscard]] std::string text() const {
        return "wrong data: element " + std::to_string(index) +
               (source >= 0 ? " from rank " + std::to_string(source) + " of the group" : " of a reduction") +
               " differs from what was sent";
    }
};

// Only `name`, `definition` and the four functions have no default: a row says what sets it apart.
struct Kernel {
    // NOLINTBEGIN(readability-redundant-member-init): g++ warns of rows that leave out a member without initialiser
    std::string_view name;
    Timing timing = Timing::batch;
    int min_ranks = 1;
    int max_ranks = 0;          // 0: any number
    bool even_ranks = false;
    bool reduces = false;       // works on elements of a datatype, not on bytes
    bool sized = true;          // X matters; false for a barrier, or where one element always travels
    bool windowed = false;      // w messages at a time
    bool typed = true;          // bytes can be sent as elements of any datatype or layout
    bool swaps = false;         // one integer that is compared and swapped
    bool window_kinds = false;  // one-sided, on a window of any kind
    bool first_rank_only = false;  // the first rank's own time is the result: what others do meanwhile is not timed
    bool overlaps = false;      // with computation of any length
    bool threaded = false;      // by several threads of each rank
    bool rotates = false;       // its root may change from call to call
    bool mirrored = true;       // calls work on `out` and `in` alone, which may be on a device
    char from_kind = host_kind;  // kinds of its buffers, where a kernel has its own
    char to_kind = host_kind;
    InPlace in_place = InPlace::none;
    double transfers = 1;       // times that one call counts as: a pingpong call is two messages one after the other
    std::string_view rate{};  // bytes counted in one transfer by X (bytes), n (ranks), w (window); "" has no rate
    double (*bytes)(const Work&) = [](const Work&) { return 0.0; };  // the same as a function
    double (*messages)(const Work&) = [](const Work&) { return 1.0; };  // messages counted in one transfer
    std::string_view definition{};
    std::string_view peer{};  // column of a peer that this number corresponds to
    // NOLINTEND(readability-redundant-member-init)

    Sizes (*sizes)(const Work&) = nullptr;
    void (*fill)(Work&, unsigned salt) = nullptr;  // send side, and what a receive side must hold before
    Wrong (*check)(const Work&, unsigned salt) = nullptr;  // receive side, after one call
    void (*run)(Work&, int calls) = nullptr;  // MPI calls only
    void (*run_large)(Work&, int calls) = nullptr;  // the same for counts beyond an int

    // What the library lacks for this kernel, nullptr when nothing; asked on every rank before anything is sent.
    const char* (*lacks)() = [] { return static_cast<const char*>(nullptr); };
    // Around all calls of a visit and outside every timed region, on all ranks together: what the calls need beside
    // buffers (counts, a window, a topology, requests).
    void (*prepare)(Work&) = [](Work&) {};
    // Behind a call that is checked: what must happen until its data is where it belongs.
    void (*settle)(Work&) = [](Work&) {};
    void (*finish)(Work&) = [](Work&) {};
};

// Of the table in kernels.hpp, which is a program part of its own.
const Kernel* find_kernel(std::string_view name);  // nullptr: there is none
std::string describe_kernels();  // `--describe`: JSON for the tool, so that Python never names them

}  // namespace rw
