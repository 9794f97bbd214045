// One-sided communication with many ends: one origin or all of them, towards all others, both neighbours or the other of two,
// and several operations for each synchronisation. All under one lock_all, so that no target takes part.
#pragma once

#include "one_sided.hpp"

namespace rw::kernels {

// Whom an origin works on: all other ranks, both neighbours, or the other rank.
enum class Reach { others, neighbours, partner };
enum class Origins { first, all };

template <Reach reach, Origins origins>
void find_targets(Work& w) {
    w.prepared.peers.clear();
    if (origins == Origins::first && w.rank != 0) return;
    if constexpr (reach == Reach::neighbours) w.prepared.peers = {left_of(w), right_of(w)};
    if constexpr (reach == Reach::partner) w.prepared.peers = {1 - w.rank};
    if constexpr (reach == Reach::others)  // each origin begins with another one
        for (int step = 1; step < w.ranks; ++step) w.prepared.peers.push_back((w.rank + step) % w.ranks);
}

// A block of X bytes for each message that can arrive, w of them where there are several operations (or one for all): in
// a target's window for each origin, in an origin's buffer for each target.
template <Access access, Reach reach, Origins origins>
std::size_t blocks(const Work& w) {
    std::size_t ends = 1;
    if (reach == Reach::neighbours) ends = 2;
    if (reach == Reach::others && (access == Access::get || origins == Origins::all)) ends = w.ranks_size() - 1;
    return ends * w.places();
}
// The block of rank `whom` that rank `source` writes as its `peer`-th target: by rank, the own one left out.
template <Reach reach, Origins origins>
std::size_t block_of(std::size_t peer, int source, int whom) {
    if (reach == Reach::neighbours) return peer;
    if (reach == Reach::partner || origins == Origins::first) return 0;
    return static_cast<std::size_t>(source < whom ? source : source - 1);
}

// Where operation `slot` on block `block` works.
inline std::size_t place_at(const Work& w, std::size_t block, std::size_t slot) {
    return (block * w.places() + w.place(slot)) * w.size_bytes;
}

template <Access access, Reach reach, Origins origins>
Sizes many_sizes(const Work& w) {
    const std::size_t all_blocks_bytes = blocks<access, reach, origins>(w) * w.size_bytes;
    return {w.size_bytes, all_blocks_bytes, access == Access::put ? all_blocks_bytes : w.size_bytes};
}

template <Access access, Reach reach, Origins origins>
void open_for_many(Work& w) {
    find_targets<reach, origins>(w);
    open_window(w, many_sizes<access, reach, origins>(w).window_bytes);
    if (access == Access::put) w.landing = w.prepared.window_memory;
    MPI_Win_lock_all(0, w.prepared.win);
}
inline void close_for_many(Work& w) {
    MPI_Win_unlock_all(w.prepared.win);
    close_window(w);
}

template <Reach reach, Epoch epoch>
void flush(Work& w) {
    if constexpr (reach == Reach::partner) {
        if constexpr (epoch == Epoch::flush) MPI_Win_flush(w.prepared.peers[0], w.prepared.win);
        else MPI_Win_flush_local(w.prepared.peers[0], w.prepared.win);
    } else {
        if constexpr (epoch == Epoch::flush) MPI_Win_flush_all(w.prepared.win);
        else MPI_Win_flush_local_all(w.prepared.win);
    }
}

template <Access access, Reach reach, Origins origins, Epoch epoch>
void operate_on_many(Work& w, int calls) {
    const int count = w.call.units;
    for (int i = 0; i < calls; ++i) {
        for (std::size_t slot = 0; slot < w.window_size(); ++slot) {
            for (std::size_t peer = 0; peer < w.prepared.peers.size(); ++peer) {
                const int whom = w.prepared.peers[peer];
                const MPI_Aint base = w.prepared.bases[static_cast<std::size_t>(whom)];
                if constexpr (access == Access::put) {
                    const std::size_t block = place_at(w, block_of<reach, origins>(peer, w.rank, whom), slot);
                    MPI_Put(w.send.data(), count, w.call.unit, whom, base + static_cast<MPI_Aint>(block), count,
                            w.call.unit, w.prepared.win);
                } else {
                    MPI_Get(w.receive.data() + place_at(w, peer, slot), count, w.call.unit, whom, base, count,
                            w.call.unit, w.prepared.win);
                }
            }
        }
        if (w.prepared.peers.empty()) return;
        flush<reach, epoch>(w);
    }
}

template <Access access>
void fill_for_many(Work& w, unsigned salt) {
    fill_own(w, salt);
    if (access == Access::get && w.size_bytes > 0) fill_bytes({w.prepared.window_memory, w.size_bytes}, w.rank, salt);
}
// Everything that arrived in block `block` came from `source`.
inline Wrong check_slots(const Work& w, std::size_t block, int source, unsigned salt) {
    for (std::size_t slot = 0; slot < w.places(); ++slot)
        if (const Wrong wrong = check_block(w, block * w.places() + slot, source, salt); wrong.any()) return wrong;
    return {};
}
template <Access access, Reach reach, Origins origins>
Wrong check_many(const Work& w, unsigned salt) {
    if constexpr (access == Access::get) {
        for (std::size_t peer = 0; peer < w.prepared.peers.size(); ++peer)
            if (const Wrong wrong = check_slots(w, peer, w.prepared.peers[peer], salt); wrong.any()) return wrong;
        return {};
    }
    if constexpr (reach == Reach::partner)
        return origins == Origins::first && w.rank == origin ? Wrong{} : check_slots(w, 0, 1 - w.rank, salt);
    if constexpr (reach == Reach::neighbours) {
        // Who is to my right reaches me on its left, which it puts into block 0.
        const Wrong wrong = check_slots(w, 0, right_of(w), salt);
        return wrong.any() ? wrong : check_slots(w, 1, left_of(w), salt);
    }
    for (int source = 0; source < (origins == Origins::first ? 1 : w.ranks); ++source)
        if (source != w.rank)
            if (const Wrong wrong = check_slots(w, block_of<reach, origins>(0, source, w.rank), source, salt);
                wrong.any())
                return wrong;
    return {};
}

template <Reach reach, Origins origins>
double operations(const Work& w) {
    double reached = 1.0;
    if (reach == Reach::others) reached = w.ranks - 1.0;
    if (reach == Reach::neighbours) reached = 2.0;
    return reached * w.window * (origins == Origins::all ? w.ranks : 1);
}
template <Reach reach, Origins origins>
double operated_bytes(const Work& w) {
    return operations<reach, origins>(w) * static_cast<double>(w.size_bytes);
}

struct Words {
    std::string_view name;
    std::string_view rate;
    std::string_view definition;
    std::string_view peer;
};
template <Access access, Reach reach, Origins origins, Epoch epoch>
constexpr Kernel many_row(const Words& words) {
    return {.name = words.name,
            .timing = Timing::batch,
            .min_ranks = 2,
            .max_ranks = reach == Reach::partner ? 2 : 0,
            .typed = false,
            .window_kinds = true,
            .first_rank_only = origins == Origins::first,
            .mirrored = false,
            .rate = words.rate,
            .bytes = operated_bytes<reach, origins>,
            .messages = operations<reach, origins>,
            .definition = words.definition,
            .peer = words.peer,
            .sizes = many_sizes<access, reach, origins>,
            .fill = fill_for_many<access>,
            .check = check_many<access, reach, origins>,
            .run = operate_on_many<access, reach, origins, epoch>,
            .prepare = open_for_many<access, reach, origins>,
            .settle = epoch == Epoch::flush_local ? complete_all : nothing_left,
            .finish = close_for_many};
}

constexpr Kernel with_window(Kernel row) {
    row.windowed = true;
    return row;
}

inline constexpr std::string_view flushed_words =
    "rank 0 operates w times on rank 1's window, then flushes once, under one lock_all";
inline constexpr std::string_view local_stream_words =
    "rank 0 operates w times on rank 1's window under one lock_all, then calls flush_local once: until it may use its "
    "buffers again";
inline constexpr std::string_view both_words =
    "both ranks operate w times on the other's window, then flush once, under one lock_all";
inline constexpr std::string_view one_words =
    "rank 0 operates on the windows of all other ranks, then flushes all, under one lock_all";
inline constexpr std::string_view all_words =
    "every rank operates on the windows of all others, then flushes all, under one lock_all";
inline constexpr std::string_view one_stream_words =
    "rank 0 operates w times on the windows of all other ranks, then flushes all once, under one lock_all";
inline constexpr std::string_view all_stream_words =
    "every rank operates w times on the windows of all others, then flushes all once, under one lock_all";
inline constexpr std::string_view ring_words =
    "every rank operates on the windows of both neighbours, then flushes all, under one lock_all";
inline constexpr std::string_view all_local_words =
    "rank 0 operates on the windows of all other ranks under one lock_all and calls flush_local_all: until it may use "
    "its buffers again";
inline constexpr std::string_view all_local_stream_words =
    "rank 0 operates w times on the windows of all other ranks under one lock_all, then calls flush_local_all once: "
    "until it may use its buffers again";

// clang-format off: a row of the table reads as a row
inline constexpr Kernel many_sided[] = {
    with_window(many_row<Access::put, Reach::partner, Origins::first, Epoch::flush>({"put_stream", "wX", flushed_words, "IMB-RMA Unidir_put (w = 1), -aggregate_mode aggregate (w = repetitions); osu_put_bw -s flush (w = 64)"})),
    with_window(many_row<Access::get, Reach::partner, Origins::first, Epoch::flush>({"get_stream", "wX", flushed_words, "IMB-RMA Unidir_get (w = 1), -aggregate_mode aggregate (w = repetitions); osu_get_bw -s flush (w = 64)"})),
    with_window(many_row<Access::put, Reach::partner, Origins::first, Epoch::flush_local>({"put_local_stream", "wX", local_stream_words, "IMB-RMA Put_local -aggregate_mode aggregate (w = repetitions)"})),
    with_window(many_row<Access::get, Reach::partner, Origins::first, Epoch::flush_local>({"get_local_stream", "wX", local_stream_words, "IMB-RMA Get_local -aggregate_mode aggregate (w = repetitions)"})),
    with_window(many_row<Access::put, Reach::partner, Origins::all, Epoch::flush>({"put_stream_both", "2wX", both_words, "IMB-RMA Bidir_put (w = 1); osu_put_bibw (w = 64, there with fence or PSCW)"})),
    with_window(many_row<Access::get, Reach::partner, Origins::all, Epoch::flush>({"get_stream_both", "2wX", both_words, "IMB-RMA Bidir_get (w = 1)"})),
    many_row<Access::put, Reach::others, Origins::first, Epoch::flush>({"put_to_all", "X (n-1)", one_words, ""}),
    many_row<Access::get, Reach::others, Origins::first, Epoch::flush>({"get_from_all", "X (n-1)", one_words, ""}),
    many_row<Access::put, Reach::others, Origins::all, Epoch::flush>({"all_put_to_all", "X n(n-1)", all_words, ""}),
    many_row<Access::get, Reach::others, Origins::all, Epoch::flush>({"all_get_from_all", "X n(n-1)", all_words, ""}),
    with_window(many_row<Access::put, Reach::others, Origins::first, Epoch::flush>({"put_to_all_stream", "wX (n-1)", one_stream_words, "IMB-RMA One_put_all (w = repetitions)"})),
    with_window(many_row<Access::get, Reach::others, Origins::first, Epoch::flush>({"get_from_all_stream", "wX (n-1)", one_stream_words, "IMB-RMA One_get_all (w = repetitions)"})),
    with_window(many_row<Access::put, Reach::others, Origins::all, Epoch::flush>({"all_put_to_all_stream", "wX n(n-1)", all_stream_words, "IMB-RMA All_put_all (w = repetitions)"})),
    with_window(many_row<Access::get, Reach::others, Origins::all, Epoch::flush>({"all_get_from_all_stream", "wX n(n-1)", all_stream_words, "IMB-RMA All_get_all (w = repetitions)"})),
    many_row<Access::put, Reach::neighbours, Origins::all, Epoch::flush>({"put_neighbours", "2nX", ring_words, "IMB-RMA Exchange_put"}),
    many_row<Access::get, Reach::neighbours, Origins::all, Epoch::flush>({"get_neighbours", "2nX", ring_words, "IMB-RMA Exchange_get"}),
    many_row<Access::put, Reach::others, Origins::first, Epoch::flush_local>({"put_to_all_local", "X (n-1)", all_local_words, ""}),
    many_row<Access::get, Reach::others, Origins::first, Epoch::flush_local>({"get_from_all_local", "X (n-1)", all_local_words, ""}),
    with_window(many_row<Access::put, Reach::others, Origins::first, Epoch::flush_local>({"put_to_all_local_stream", "wX (n-1)", all_local_stream_words, "IMB-RMA Put_all_local (w = repetitions)"})),
    with_window(many_row<Access::get, Reach::others, Origins::first, Epoch::flush_local>({"get_from_all_local_stream", "wX (n-1)", all_local_stream_words, "IMB-RMA Get_all_local (w = repetitions)"})),
};
// clang-format on

}  // namespace rw::kernels
