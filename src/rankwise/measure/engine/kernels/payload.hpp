// What collectives move and how it is checked: a Payload is shared by the blocking, nonblocking and persistent forms of
// one collective.
#pragma once

#include "common.hpp"

namespace rw::kernels {

struct Payload {
    Sizes (*sizes)(const Work&) = nullptr;
    void (*fill)(Work&, unsigned) = nullptr;
    Wrong (*check)(const Work&, unsigned) = nullptr;
    bool reduces = false;
    bool sized = true;
    bool rooted = false;
    InPlace in_place = InPlace::none;
    void (*prepare)(Work&) = [](Work&) {};
};

inline Sizes nothing(const Work&) { return {0, 0}; }
inline Sizes gathered(const Work& w) { return {w.size_bytes, w.ranks_size() * w.size_bytes}; }
inline Sizes gathered_at_root(const Work& w) {
    return {w.size_bytes, w.may_be_root() ? w.ranks_size() * w.size_bytes : 0};
}
inline Sizes scattered(const Work& w) { return {w.may_be_root() ? w.ranks_size() * w.size_bytes : 0, w.size_bytes}; }
inline Sizes all_to_all(const Work& w) { return {w.ranks_size() * w.size_bytes, w.ranks_size() * w.size_bytes}; }
inline Sizes one_buffer(const Work& w) { return {0, w.size_bytes}; }

inline void fill_nothing(Work&, unsigned) {}
inline Wrong check_nothing(const Work&, unsigned) { return {}; }

// Block d of a scatter or alltoall is for rank d: its pattern names both ends.
inline void fill_per_target(Work& w, unsigned salt) {
    for (int target = 0; target < w.ranks; ++target)
        fill_bytes({w.send.data() + static_cast<std::size_t>(target) * w.size_bytes, w.size_bytes}, w.rank, salt,
                   target);
}
inline void fill_for_all_at_root(Work& w, unsigned salt) {
    if (w.may_be_root()) fill_per_target(w, salt);
}
inline Wrong check_all_to_all(const Work& w, unsigned salt) {
    for (int source = 0; source < w.ranks; ++source)
        if (const Wrong wrong = check_block(w, static_cast<std::size_t>(source), source, salt, w.rank); wrong.any())
            return wrong;
    return {};
}
inline Wrong check_scattered(const Work& w, unsigned salt) { return check_block(w, 0, w.root, salt, w.rank); }
inline Wrong check_gathered(const Work& w, unsigned salt) {
    for (int source = 0; source < w.ranks; ++source)
        if (const Wrong wrong = check_block(w, static_cast<std::size_t>(source), source, salt); wrong.any())
            return wrong;
    return {};
}
inline Wrong check_gathered_at_root(const Work& w, unsigned salt) {
    return w.rank == w.root ? check_gathered(w, salt) : Wrong{};
}

inline void fill_at_root(Work& w, unsigned salt) {
    if (w.rank == w.root) fill_bytes(w.received(0, w.size_bytes), w.root, salt);
}
inline Wrong check_from_root(const Work& w, unsigned salt) { return check_block(w, 0, w.root, salt); }

// Equal blocks of X bytes for every rank, as counts, offsets and types that the v- and w-forms take.
inline void equal_blocks(Work& w) {
    w.prepared.counts.assign(w.ranks_size(), w.call.units);
    w.prepared.types.assign(w.ranks_size(), w.call.unit);
    w.prepared.offsets.resize(w.ranks_size());
    w.prepared.int_offsets.resize(w.ranks_size());
    for (std::size_t rank = 0; rank < w.ranks_size(); ++rank) {
        w.prepared.offsets[rank] = static_cast<int>(rank) * w.call.units;
        w.prepared.int_offsets[rank] = static_cast<int>(rank * w.call.stride);
    }
}
// Offsets are counted in an int: all blocks together must fit one.
template <Sizes (*sizes)(const Work&)>
Sizes with_offsets(const Work& w) {
    checked_count(w.ranks_size() * w.call.stride);
    return sizes(w);
}

// clang-format off: a row of the table reads as a row
inline constexpr Payload no_payload{.sizes = nothing, .fill = fill_nothing, .check = check_nothing, .sized = false};
inline constexpr Payload from_root{.sizes = one_buffer, .fill = fill_at_root, .check = check_from_root, .rooted = true};
inline constexpr Payload gathered_by_all{.sizes = gathered, .fill = fill_own, .check = check_gathered, .in_place = InPlace::own_block};
inline constexpr Payload gathered_by_root{.sizes = gathered_at_root, .fill = fill_own, .check = check_gathered_at_root, .rooted = true, .in_place = InPlace::own_block_at_root};
inline constexpr Payload scattered_by_root{.sizes = scattered, .fill = fill_for_all_at_root, .check = check_scattered, .rooted = true, .in_place = InPlace::received_at_root};
inline constexpr Payload exchanged_by_all{.sizes = all_to_all, .fill = fill_per_target, .check = check_all_to_all, .in_place = InPlace::whole};

inline constexpr Payload gathered_by_all_v{.sizes = with_offsets<gathered>, .fill = fill_own, .check = check_gathered, .in_place = InPlace::own_block, .prepare = equal_blocks};
inline constexpr Payload gathered_by_root_v{.sizes = with_offsets<gathered_at_root>, .fill = fill_own, .check = check_gathered_at_root, .rooted = true, .in_place = InPlace::own_block_at_root, .prepare = equal_blocks};
inline constexpr Payload scattered_by_root_v{.sizes = with_offsets<scattered>, .fill = fill_for_all_at_root, .check = check_scattered, .rooted = true, .in_place = InPlace::received_at_root, .prepare = equal_blocks};
inline constexpr Payload exchanged_by_all_v{.sizes = with_offsets<all_to_all>, .fill = fill_per_target, .check = check_all_to_all, .in_place = InPlace::whole, .prepare = equal_blocks};
// clang-format on

}  // namespace rw::kernels
