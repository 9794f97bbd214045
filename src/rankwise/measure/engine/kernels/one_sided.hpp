// One-sided communication: rank 0 works on the memory of rank 1, under each way of synchronising.
#pragma once

#include <cstring>

#include "nonblocking.hpp"
#include "window.hpp"

namespace rw::kernels {

enum class Access { put, get, accumulate, get_accumulate, fetch_and_op, compare_and_swap };
// fence: both fence after the operation. lock: lock, operation, unlock, exclusively where an atomic operation fetches,
// as OMB has it; lock_all: the same with the locks of all ranks.
// flush: one lock_all around the visit, operation and flush; flush_local: the same until the origin's buffer may be used
// again. pscw: the target posts and waits, the origin starts, operates and completes. stream: as flush, once after w
// operations, each on a place of its own.
enum class Epoch { fence, lock, lock_all, flush, flush_local, pscw, stream };
constexpr bool under_lock_all(Epoch epoch) {
    return epoch == Epoch::flush || epoch == Epoch::flush_local || epoch == Epoch::stream;
}

constexpr int origin = 0;
constexpr int target = 1;

// Bytes of the target's memory that one operation works on.
template <Access access>
std::size_t touched_bytes(const Work& w) {
    if constexpr (access == Access::put || access == Access::get) return w.size_bytes;
    if constexpr (access == Access::fetch_and_op || access == Access::compare_and_swap) return w.type.size_bytes;
    return typed_bytes(w);
}
template <Access access>
Sizes access_sizes(const Work& w) {
    // Behind what is sent: the value that compare_and_swap expects.
    const std::size_t places_bytes = w.places() * touched_bytes<access>(w);
    return {touched_bytes<access>(w) + w.type.size_bytes, places_bytes, places_bytes};
}
constexpr bool fetches(Access access) {
    return access == Access::get || access == Access::get_accumulate || access == Access::fetch_and_op ||
           access == Access::compare_and_swap;
}
constexpr bool is_atomic_fetch(Access access) { return fetches(access) && access != Access::get; }

// Data lands in the target's window, except that of a get, which lands in the origin's buffer.
template <Access access, Epoch epoch>
void make_window(Work& w) {
    open_window(w, access_sizes<access>(w).window_bytes);
    if (w.rank == target && access != Access::get) w.landing = w.prepared.window_memory;
    if constexpr (epoch == Epoch::fence) MPI_Win_fence(0, w.prepared.win);
    if constexpr (under_lock_all(epoch)) MPI_Win_lock_all(0, w.prepared.win);
    if constexpr (epoch == Epoch::pscw) {
        MPI_Group everyone = MPI_GROUP_NULL;
        const int other = 1 - w.rank;
        MPI_Comm_group(w.comm, &everyone);
        MPI_Group_incl(everyone, 1, &other, &w.prepared.other);
        MPI_Group_free(&everyone);
    }
}
template <Epoch epoch>
void free_window(Work& w) {
    if constexpr (epoch == Epoch::fence) MPI_Win_fence(MPI_MODE_NOSUCCEED, w.prepared.win);
    if constexpr (under_lock_all(epoch)) MPI_Win_unlock_all(w.prepared.win);
    if constexpr (epoch == Epoch::pscw) MPI_Group_free(&w.prepared.other);
    close_window(w);
}

template <Access access>
void operate(Work& w, std::size_t place = 0) {
    void* const out = w.send.data();
    void* const result = w.receive.data() + place;
    const int whom = 1 - w.rank;
    const MPI_Aint at = w.prepared.bases[static_cast<std::size_t>(whom)] + static_cast<MPI_Aint>(place);
    if constexpr (access == Access::put)
        MPI_Put(out, w.call.units, w.call.unit, whom, at, w.call.units, w.call.unit, w.prepared.win);
    if constexpr (access == Access::get)
        MPI_Get(result, w.call.units, w.call.unit, whom, at, w.call.units, w.call.unit, w.prepared.win);
    if constexpr (access == Access::accumulate)
        MPI_Accumulate(out, w.call.units, w.type.mpi, whom, at, w.call.units, w.type.mpi, w.operation.mpi,
                       w.prepared.win);
    if constexpr (access == Access::get_accumulate)
        MPI_Get_accumulate(out, w.call.units, w.type.mpi, result, w.call.units, w.type.mpi, whom, at, w.call.units,
                           w.type.mpi, w.operation.mpi, w.prepared.win);
    if constexpr (access == Access::fetch_and_op)
        MPI_Fetch_and_op(out, result, w.type.mpi, whom, at, w.operation.mpi, w.prepared.win);
    if constexpr (access == Access::compare_and_swap)
        MPI_Compare_and_swap(out, w.send.data() + w.type.size_bytes, result, w.type.mpi, whom, at, w.prepared.win);
}

template <Access access, Epoch epoch>
void one_sided_calls(Work& w, int calls) {
    const bool acts = w.rank == origin;
    for (int i = 0; i < calls; ++i) {
        if constexpr (epoch == Epoch::fence) {
            if (acts) operate<access>(w);
            MPI_Win_fence(0, w.prepared.win);
        }
        if constexpr (epoch == Epoch::lock) {
            if (!acts) return;
            MPI_Win_lock(is_atomic_fetch(access) ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, target, 0, w.prepared.win);
            operate<access>(w);
            MPI_Win_unlock(target, w.prepared.win);
        }
        if constexpr (epoch == Epoch::lock_all) {
            if (!acts) return;
            MPI_Win_lock_all(0, w.prepared.win);
            operate<access>(w);
            MPI_Win_unlock_all(w.prepared.win);
        }
        if constexpr (epoch == Epoch::stream) {
            if (!acts) return;
            for (std::size_t slot = 0; slot < w.window_size(); ++slot)
                operate<access>(w, w.place(slot) * touched_bytes<access>(w));
            MPI_Win_flush(target, w.prepared.win);
        } else if constexpr (under_lock_all(epoch)) {
            if (!acts) return;
            operate<access>(w);
            if constexpr (epoch == Epoch::flush) MPI_Win_flush(target, w.prepared.win);
            else MPI_Win_flush_local(target, w.prepared.win);
        }
        if constexpr (epoch == Epoch::pscw) {
            if (acts) {
                MPI_Win_start(w.prepared.other, 0, w.prepared.win);
                operate<access>(w);
                MPI_Win_complete(w.prepared.win);
            } else {
                MPI_Win_post(w.prepared.other, 0, w.prepared.win);
                MPI_Win_wait(w.prepared.win);
            }
        }
    }
}

// Passive progress: the target computes, outside MPI, for so many times as long as the operation takes alone.
template <bool meets>
constexpr double longer = meets ? 1.0 : 10.0;
template <bool meets>
constexpr int in_a_row = meets ? 8 : 1;  // what follows a barrier that took long takes twice as long
// In a new window puts of 4 KiB were seen to get faster for a hundred calls; large ones are alike from the first on.
constexpr std::size_t warming_bytes = std::size_t{1} << 20;
constexpr std::size_t most_warming = 40;
// With `meets` both come to a barrier behind each operation, as IMB has it: the time holds it, and there the target helps.
template <bool meets>
void put_beside(Work& w, int calls, std::int64_t target_steps) {
    for (int i = 0; i < calls; ++i) {
        if (w.rank == origin) one_sided_calls<Access::put, Epoch::flush>(w, 1);
        else compute(target_steps);
        if constexpr (meets) MPI_Barrier(w.comm);
    }
}
template <bool meets>
void make_window_and_measure(Work& w) {
    make_window<Access::put, Epoch::flush>(w);
    const auto put = [&w] { put_beside<meets>(w, in_a_row<meets>, 0); };
    const std::size_t warming = meets ? std::min(most_warming, warming_bytes / std::max<std::size_t>(w.size_bytes, 1))
                                      : 0;
    for (std::size_t i = 0; i <= warming; ++i) put();
    w.overlap.pure_s = slowest_median_s(w, put) / in_a_row<meets>;
    w.overlap.compute_steps = steps_in(longer<meets> * w.overlap.pure_s, *w.clock);
    w.overlap.compute_s = slowest_median_s(w, [&w] { compute(w.overlap.compute_steps); });
}
template <bool meets>
void put_while_target_computes(Work& w, int calls) {
    put_beside<meets>(w, calls, w.overlap.compute_steps);
}

// The origin's contribution is that of source 0, what the target holds before is that of source 1.
template <Access access>
std::size_t elements_touched(const Work& w) {
    return access == Access::fetch_and_op ? 1 : w.call.all_units;
}
// The one number of a compare_and_swap: what it writes is no rank's contribution.
inline int swapped_in(unsigned salt) { return contribution(0, origin, salt, false) + 100; }
inline void put_number(const Work& w, std::uint8_t* memory, int value) {
    with_number(w.type.name, [&](auto number, MPI_Datatype) {
        number = to_number<decltype(number)>(value);
        std::memcpy(memory, &number, sizeof number);
    });
}
inline Wrong check_number(const Work& w, const std::uint8_t* memory, int expected, int source) {
    return with_number(w.type.name, [&](auto number, MPI_Datatype) {
        std::memcpy(&number, memory, sizeof number);
        return number == to_number<decltype(number)>(expected) ? Wrong{} : Wrong{0, source};
    });
}

template <Access access>
void fill_access(Work& w, unsigned salt) {
    if constexpr (access == Access::put || access == Access::get) {
        fill_bytes(w.sent(w.size_bytes), w.rank, salt);
        if (access == Access::get && w.size_bytes > 0)
            fill_bytes({w.prepared.window_memory, w.size_bytes}, w.rank, salt);
    } else if constexpr (access == Access::compare_and_swap) {
        put_number(w, w.send.data(), swapped_in(salt));
        put_number(w, w.send.data() + w.type.size_bytes, contribution(0, target, salt, false));
        for (std::size_t slot = 0; slot < w.places(); ++slot)
            put_number(w, w.prepared.window_memory + slot * w.type.size_bytes, contribution(0, target, salt, false));
    } else {
        const std::size_t count = elements_touched<access>(w);
        fill_elements(w, w.send.data(), count, origin, salt);
        for (std::size_t slot = 0; slot < w.places(); ++slot)
            fill_elements(w, w.prepared.window_memory + slot * touched_bytes<access>(w), count, target, salt);
    }
}
// What an atomic operation leaves in a window, and what it fetched: what the target held before.
template <Access access>
Wrong check_changed(const Work& w, const std::uint8_t* memory, unsigned salt) {
    if constexpr (access == Access::compare_and_swap) return check_number(w, memory, swapped_in(salt), origin);
    return check_elements(w, memory, 0, elements_touched<access>(w), 2, salt);
}
template <Access access>
Wrong check_fetched(const Work& w, const std::uint8_t* memory, unsigned salt) {
    if constexpr (access == Access::compare_and_swap)
        return check_number(w, memory, contribution(0, target, salt, false), target);
    return check_contribution(w, memory, elements_touched<access>(w), target, salt);
}
template <Access access>
Wrong check_place(const Work& w, const std::uint8_t* landing, unsigned salt) {
    if constexpr (access == Access::put) return w.rank == target ? check_block(w, 0, origin, salt) : Wrong{};
    if constexpr (access == Access::get) return w.rank == origin ? check_block(w, 0, target, salt) : Wrong{};
    if (w.rank == target) return check_changed<access>(w, landing, salt);
    return fetches(access) ? check_fetched<access>(w, landing, salt) : Wrong{};
}
template <Access access>
Wrong check_access(const Work& w, unsigned salt) {
    for (std::size_t slot = 0; slot < w.places(); ++slot)
        if (const Wrong wrong = check_place<access>(w, w.landing + slot * touched_bytes<access>(w), salt); wrong.any())
            return wrong;
    return {};
}
inline double streamed(const Work& w) { return w.window; }
inline double streamed_bytes(const Work& w) { return streamed(w) * static_cast<double>(w.size_bytes); }

template <Access access, Epoch epoch>
constexpr Kernel access_row(std::string_view name, std::string_view definition, std::string_view peer) {
    constexpr bool one_element = access == Access::fetch_and_op || access == Access::compare_and_swap;
    return {.name = name,
            .min_ranks = 2,
            .max_ranks = 2,
            .reduces = access != Access::put && access != Access::get && access != Access::compare_and_swap,
            .sized = !one_element,
            .typed = false,
            .swaps = access == Access::compare_and_swap,
            .window_kinds = true,
            .first_rank_only = epoch != Epoch::fence && epoch != Epoch::pscw,
            .mirrored = false,
            .rate = one_element ? "" : "X",
            .bytes = bytes_times < one_element ? 0 : 1 >,
            .definition = definition,
            .peer = peer,
            .sizes = access_sizes<access>,
            .fill = fill_access<access>,
            .check = check_access<access>,
            .run = one_sided_calls<access, epoch>,
            .prepare = make_window<access, epoch>,
            .settle = epoch == Epoch::flush_local ? complete_all : nothing_left,
            .finish = free_window<epoch>};
}
template <bool meets>
constexpr Kernel passive_row(std::string_view name, std::string_view definition, std::string_view peer) {
    Kernel row = access_row<Access::put, Epoch::flush>(name, definition, peer);
    row.timing = meets ? Timing::batch : Timing::single;
    row.run = put_while_target_computes<meets>;
    row.prepare = make_window_and_measure<meets>;
    return row;
}

inline constexpr std::string_view passive_words =
    "as put_flush, one call at a time, while rank 1 computes outside MPI for ten times as long as the put takes alone; "
    "the time is rank 0's alone, and near that of put_flush where a put needs no help of its target";
inline constexpr std::string_view passive_barrier_words =
    "as put_flush, and both ranks come to a barrier behind each put, rank 1 after it has computed outside MPI for as "
    "long as a put with its barrier takes alone; the time is rank 0's alone, barriers included";
inline constexpr std::string_view fence_words = "rank 0 operates on rank 1's window, then both fence";
inline constexpr std::string_view lock_words = "rank 0 locks rank 1's window (shared), operates on it and unlocks it";
inline constexpr std::string_view exclusive_words =
    "rank 0 locks rank 1's window (exclusively), operates on it and unlocks it";
inline constexpr std::string_view lock_all_words =
    "rank 0 locks the windows of all ranks (lock_all), operates on rank 1's and unlocks them";
inline constexpr std::string_view flush_words = "rank 0 operates on rank 1's window and flushes, under one lock_all";
inline constexpr std::string_view local_words =
    "rank 0 operates on rank 1's window under one lock_all and calls flush_local: until it may use its buffer again";
inline constexpr std::string_view pscw_words =
    "rank 0 starts, operates on rank 1's window and completes; rank 1 posts and waits";
inline constexpr std::string_view stream_words =
    "rank 0 operates w times on rank 1's window, each time on a place of its own, then flushes once, under one "
    "lock_all";

template <Access access>
constexpr Kernel stream_row(std::string_view name, std::string_view peer) {
    Kernel row = access_row<access, Epoch::stream>(name, stream_words, peer);
    row.windowed = true;
    row.messages = streamed;
    if (row.sized) {
        row.rate = "wX";
        row.bytes = streamed_bytes;
    }
    return row;
}

// clang-format off: a row of the table reads as a row
inline constexpr Kernel one_sided[] = {
    access_row<Access::put, Epoch::fence>("put_fence", fence_words, "IMB-EXT Unidir_Put"),
    access_row<Access::put, Epoch::lock>("put_lock", lock_words, "osu_put_latency -s lock"),
    access_row<Access::put, Epoch::flush>("put_flush", flush_words, "IMB-RMA Unidir_put -aggregate_mode non_aggregate; osu_put_latency -s flush"),
    access_row<Access::put, Epoch::pscw>("put_pscw", pscw_words, ""),
    access_row<Access::get, Epoch::fence>("get_fence", fence_words, "IMB-EXT Unidir_Get"),
    access_row<Access::get, Epoch::lock>("get_lock", lock_words, "osu_get_latency -s lock"),
    access_row<Access::get, Epoch::flush>("get_flush", flush_words, "IMB-RMA Unidir_get -aggregate_mode non_aggregate; osu_get_latency -s flush"),
    access_row<Access::get, Epoch::pscw>("get_pscw", pscw_words, ""),
    access_row<Access::accumulate, Epoch::fence>("accumulate_fence", fence_words, "IMB-EXT Accumulate"),
    access_row<Access::accumulate, Epoch::lock>("accumulate_lock", lock_words, "osu_acc_latency -s lock"),
    access_row<Access::accumulate, Epoch::flush>("accumulate_flush", flush_words, "IMB-RMA Accumulate; osu_acc_latency -s flush"),
    access_row<Access::accumulate, Epoch::pscw>("accumulate_pscw", pscw_words, ""),
    access_row<Access::get_accumulate, Epoch::fence>("get_accumulate_fence", fence_words, ""),
    access_row<Access::get_accumulate, Epoch::lock>("get_accumulate_lock", exclusive_words, "osu_get_acc_latency -s lock"),
    access_row<Access::get_accumulate, Epoch::flush>("get_accumulate_flush", flush_words, "IMB-RMA Get_accumulate; osu_get_acc_latency -s flush"),
    access_row<Access::get_accumulate, Epoch::pscw>("get_accumulate_pscw", pscw_words, ""),
    access_row<Access::fetch_and_op, Epoch::fence>("fetch_and_op_fence", fence_words, ""),
    access_row<Access::fetch_and_op, Epoch::lock>("fetch_and_op_lock", exclusive_words, "osu_fop_latency -s lock"),
    access_row<Access::fetch_and_op, Epoch::flush>("fetch_and_op_flush", flush_words, "IMB-RMA Fetch_and_op; osu_fop_latency -s flush"),
    access_row<Access::fetch_and_op, Epoch::pscw>("fetch_and_op_pscw", pscw_words, ""),
    access_row<Access::compare_and_swap, Epoch::fence>("compare_and_swap_fence", fence_words, ""),
    access_row<Access::compare_and_swap, Epoch::lock>("compare_and_swap_lock", exclusive_words, "osu_cas_latency -s lock"),
    access_row<Access::compare_and_swap, Epoch::flush>("compare_and_swap_flush", flush_words, "IMB-RMA Compare_and_swap; osu_cas_latency -s flush"),
    access_row<Access::compare_and_swap, Epoch::pscw>("compare_and_swap_pscw", pscw_words, ""),
    access_row<Access::put, Epoch::flush_local>("put_flush_local", local_words, "IMB-RMA Put_local -aggregate_mode non_aggregate; osu_put_latency -s flush_local"),
    access_row<Access::get, Epoch::flush_local>("get_flush_local", local_words, "IMB-RMA Get_local -aggregate_mode non_aggregate; osu_get_latency -s flush_local"),
    access_row<Access::put, Epoch::lock_all>("put_lock_all", lock_all_words, "osu_put_latency -s lock_all"),
    access_row<Access::get, Epoch::lock_all>("get_lock_all", lock_all_words, "osu_get_latency -s lock_all"),
    access_row<Access::accumulate, Epoch::lock_all>("accumulate_lock_all", lock_all_words, "osu_acc_latency -s lock_all"),
    access_row<Access::get_accumulate, Epoch::lock_all>("get_accumulate_lock_all", lock_all_words, "osu_get_acc_latency -s lock_all"),
    access_row<Access::fetch_and_op, Epoch::lock_all>("fetch_and_op_lock_all", lock_all_words, "osu_fop_latency -s lock_all"),
    access_row<Access::compare_and_swap, Epoch::lock_all>("compare_and_swap_lock_all", lock_all_words, "osu_cas_latency -s lock_all"),
    access_row<Access::accumulate, Epoch::flush_local>("accumulate_flush_local", local_words, "osu_acc_latency -s flush_local"),
    access_row<Access::get_accumulate, Epoch::flush_local>("get_accumulate_flush_local", local_words, "osu_get_acc_latency -s flush_local"),
    access_row<Access::fetch_and_op, Epoch::flush_local>("fetch_and_op_flush_local", local_words, "osu_fop_latency -s flush_local"),
    access_row<Access::compare_and_swap, Epoch::flush_local>("compare_and_swap_flush_local", local_words, "osu_cas_latency -s flush_local"),
    stream_row<Access::accumulate>("accumulate_stream", "IMB-RMA Accumulate -aggregate_mode aggregate (w = repetitions, there on one place)"),
    stream_row<Access::get_accumulate>("get_accumulate_stream", "IMB-RMA Get_accumulate -aggregate_mode aggregate (w = repetitions, there on one place)"),
    stream_row<Access::fetch_and_op>("fetch_and_op_stream", "IMB-RMA Fetch_and_op -aggregate_mode aggregate (w = repetitions, there on one place)"),
    stream_row<Access::compare_and_swap>("compare_and_swap_stream", "IMB-RMA Compare_and_swap -aggregate_mode aggregate (w = repetitions, there on one place)"),
    passive_row<false>("put_passive", passive_words, ""),
    passive_row<true>("put_passive_barrier", passive_barrier_words, "IMB-RMA Truly_passive_put"),
};
// clang-format on

}  // namespace rw::kernels
