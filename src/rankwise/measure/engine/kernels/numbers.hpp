// Reductions: elements of a type under an operation, whose result is known exactly.
#pragma once

#include "payload.hpp"

namespace rw::kernels {

inline std::size_t typed_bytes(const Work& w) { return w.call.all_units * w.type.size_bytes; }

// Buffers and windows are aligned for every type, and every byte pattern is a valid number.
template <class Number, class Byte>
std::span<Number> elements(Byte* memory, std::size_t count) {
    return {reinterpret_cast<Number*>(memory), count};
}
// What rank `source` contributes, at the beginning of a buffer of `count` elements.
inline void fill_elements(const Work& w, std::uint8_t* memory, std::size_t count, int source, unsigned salt) {
    with_number(w.type.name, [&](auto number, MPI_Datatype) {
        fill_contributions(elements<decltype(number)>(memory, count), source, salt, w.operation.name == "prod");
    });
}
// Elements in `memory` are elements `first` and on of the result over the first `ranks` ranks.
inline Wrong check_elements(const Work& w, const std::uint8_t* memory, std::size_t first, std::size_t count, int ranks,
                            unsigned salt) {
    return with_number(w.type.name, [&](auto number, MPI_Datatype) -> Wrong {
        using Number = decltype(number);
        const auto values = elements<const Number>(memory, count);
        return {first_wrong_result<Number>(values, first, ranks, salt, w.operation.name == "prod",
                                           [&](Number a, Number b) { return combined(w.operation.name, a, b); }),
                -1};
    });
}

// Elements in `memory` are what rank `source` alone contributes.
inline Wrong check_contribution(const Work& w, const std::uint8_t* memory, std::size_t count, int source,
                                unsigned salt) {
    return with_number(w.type.name, [&](auto number, MPI_Datatype) -> Wrong {
        using Number = decltype(number);
        const auto values = elements<const Number>(memory, count);
        for (std::size_t i = 0; i < count; ++i)
            if (values[i] != to_number<Number>(contribution(i, source, salt, w.operation.name == "prod")))
                return {static_cast<std::ptrdiff_t>(i), source};
        return {};
    });
}

inline Sizes reduced(const Work& w) { return {typed_bytes(w), typed_bytes(w)}; }
inline Sizes reduced_at_root(const Work& w) { return {typed_bytes(w), w.may_be_root() ? typed_bytes(w) : 0}; }
inline void fill_numbers(Work& w, unsigned salt) { fill_elements(w, w.send.data(), w.call.all_units, w.rank, salt); }
inline Wrong check_result(const Work& w, unsigned salt) {
    return check_elements(w, w.landing, 0, w.call.all_units, w.ranks, salt);
}
inline Wrong check_result_at_root(const Work& w, unsigned salt) {
    return w.rank == w.root ? check_result(w, salt) : Wrong{};
}

// Scan: rank r has the result over ranks 0 to r; exscan: over those before it, and nothing on rank 0.
inline Wrong check_scan(const Work& w, unsigned salt) {
    return check_elements(w, w.landing, 0, w.call.all_units, w.rank + 1, salt);
}
inline Wrong check_exscan(const Work& w, unsigned salt) {
    return w.rank == 0 ? Wrong{} : check_elements(w, w.landing, 0, w.call.all_units, w.rank, salt);
}

// reduce_scatter: X is the whole vector; rank r keeps part r, the first parts one element longer when it does not
// divide.
inline int part_count(const Work& w, int rank) {
    return w.call.units / w.ranks + (rank < w.call.units % w.ranks ? 1 : 0);
}
inline Sizes part_kept(const Work& w) {
    return {typed_bytes(w), static_cast<std::size_t>(part_count(w, w.rank)) * w.type.size_bytes};
}
inline void parts(Work& w) {
    w.prepared.counts.resize(w.ranks_size());
    for (int rank = 0; rank < w.ranks; ++rank) w.prepared.counts[static_cast<std::size_t>(rank)] = part_count(w, rank);
}
inline Wrong check_part(const Work& w, unsigned salt) {
    std::size_t first = 0;
    for (int rank = 0; rank < w.rank; ++rank) first += static_cast<std::size_t>(part_count(w, rank));
    return check_elements(w, w.landing, first, static_cast<std::size_t>(part_count(w, w.rank)), w.ranks, salt);
}

// reduce_scatter_block: every rank keeps X bytes of a vector of n X.
inline Sizes block_kept(const Work& w) { return {w.ranks_size() * typed_bytes(w), typed_bytes(w)}; }
inline void fill_all_blocks(Work& w, unsigned salt) {
    fill_elements(w, w.send.data(), w.ranks_size() * w.call.all_units, w.rank, salt);
}
inline Wrong check_block_kept(const Work& w, unsigned salt) {
    const std::size_t first = static_cast<std::size_t>(w.rank) * w.call.all_units;
    return check_elements(w, w.landing, first, w.call.all_units, w.ranks, salt);
}

// clang-format off: a row of the table reads as a row
inline constexpr Payload scanned{.sizes = reduced, .fill = fill_numbers, .check = check_scan, .reduces = true, .in_place = InPlace::whole};
inline constexpr Payload exscanned{.sizes = reduced, .fill = fill_numbers, .check = check_exscan, .reduces = true};
inline constexpr Payload reduced_by_all{.sizes = reduced, .fill = fill_numbers, .check = check_result, .reduces = true, .in_place = InPlace::whole};
inline constexpr Payload reduced_by_root{.sizes = reduced_at_root, .fill = fill_numbers, .check = check_result_at_root, .reduces = true, .rooted = true, .in_place = InPlace::whole_at_root};
inline constexpr Payload reduced_parts{.sizes = part_kept, .fill = fill_numbers, .check = check_part, .reduces = true, .in_place = InPlace::whole, .prepare = parts};
inline constexpr Payload reduced_blocks{.sizes = block_kept, .fill = fill_all_blocks, .check = check_block_kept, .reduces = true, .in_place = InPlace::whole};
// clang-format on

}  // namespace rw::kernels
