// What one rank does alone: the reference that messages through memory are held against.
#pragma once

#include <cstring>

#include "common.hpp"

namespace rw::kernels {

inline void copy(Work& w, int calls) {
    for (int i = 0; i < calls; ++i) {
        std::memcpy(w.receive.data(), w.send.data(), w.size_bytes);
        asm volatile("" ::: "memory");  // every copy happens, none is merged with the next
    }
}

inline Sizes copied(const Work& w) { return {w.size_bytes, w.size_bytes}; }
inline Wrong from_self(const Work& w, unsigned salt) { return check_block(w, 0, w.rank, salt); }

// clang-format off: a row of the table reads as a row
inline constexpr Kernel local[] = {
    {.name = "copy", .timing = Timing::batch, .min_ranks = 1, .max_ranks = 1, .even_ranks = false, .reduces = false,
     .transfers = 1, .rate = "X", .bytes = bytes_times<1>, .messages = one_message,
     .definition = "one rank copies X bytes from one buffer to another (memcpy); X bytes are counted, not 2X",
     .peer = "",
     .sizes = copied, .fill = fill_own, .check = from_self, .run = copy},
};
// clang-format on

}  // namespace rw::kernels
