// What one rank does alone: the reference that messages through memory are held against.
#pragma once

#include <cstring>

#include "numbers.hpp"

namespace rw::kernels {

inline void copy(Work& w, int calls) {
    for (int i = 0; i < calls; ++i) {
        std::memcpy(w.landing, w.send.data(), w.size_bytes);
        asm volatile("" ::: "memory");  // every copy happens, none is merged with the next
    }
}

inline Sizes copied(const Work& w) { return {w.size_bytes, w.size_bytes}; }
inline Wrong from_self(const Work& w, unsigned salt) { return check_block(w, 0, w.rank, salt); }

// What a reduction costs a rank beside the messages: the result grows from call to call, as in an in-place reduction.
inline void reduce_local(Work& w, int calls) {
    for (int i = 0; i < calls; ++i)
        MPI_Reduce_local(w.send.data(), w.landing, w.call.units, w.type.mpi, w.operation.mpi);
}
inline void fill_both(Work& w, unsigned salt) {
    fill_elements(w, w.send.data(), w.call.all_units, 0, salt);
    fill_elements(w, w.landing, w.call.all_units, 1, salt);
}
inline Wrong check_both(const Work& w, unsigned salt) {
    return check_elements(w, w.landing, 0, w.call.all_units, 2, salt);
}

// clang-format off: a row of the table reads as a row
inline constexpr Kernel local[] = {
    {.name = "copy", .max_ranks = 1, .typed = false, .mirrored = false, .rate = "X", .bytes = bytes_times<1>,
     .definition = "one rank copies X bytes from one buffer to another (memcpy); X bytes are counted, not 2X",
     .sizes = copied, .fill = fill_own, .check = from_self, .run = copy},
    {.name = "reduce_local", .reduces = true, .mirrored = false, .rate = "X", .bytes = bytes_times<1>,
     .definition = "every rank calls Reduce_local on two vectors of X bytes of its own", .peer = "IMB-MPI1 Reduce_local t[usec] (float, sum)",
     .sizes = reduced, .fill = fill_both, .check = check_both, .run = reduce_local},
};
// clang-format on

}  // namespace rw::kernels
