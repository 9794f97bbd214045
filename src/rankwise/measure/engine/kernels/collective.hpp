// Collectives. Those in which every rank waits for every other are timed in batches; rooted ones one call at a time.
#pragma once

#include "common.hpp"

namespace rw::kernels {

inline std::size_t typed_bytes(const Work& w) { return static_cast<std::size_t>(w.count) * w.type.size_bytes; }

inline Sizes nothing(const Work&) { return {0, 0}; }
inline Sizes gathered(const Work& w) { return {w.size_bytes, w.ranks_size() * w.size_bytes}; }
inline Sizes scattered(const Work& w) { return {w.ranks_size() * w.size_bytes, w.size_bytes}; }
inline Sizes all_to_all(const Work& w) { return {w.ranks_size() * w.size_bytes, w.ranks_size() * w.size_bytes}; }
inline Sizes reduced(const Work& w) { return {typed_bytes(w), typed_bytes(w)}; }
inline Sizes one_buffer(const Work& w) { return {0, w.size_bytes}; }

inline void fill_nothing(Work&, unsigned) {}
inline Wrong check_nothing(const Work&, unsigned) { return {}; }

// Block d of a scatter or alltoall is for rank d: its pattern names both ends.
inline int pair_id(const Work& w, int source, int target) { return source * w.ranks + target; }
inline void fill_per_target(Work& w, unsigned salt) {
    for (int target = 0; target < w.ranks; ++target)
        fill_bytes({w.send.data() + static_cast<std::size_t>(target) * w.size_bytes, w.size_bytes},
                   pair_id(w, w.rank, target), salt);
}
inline Wrong check_all_to_all(const Work& w, unsigned salt) {
    for (int source = 0; source < w.ranks; ++source)
        if (const Wrong wrong = check_block(w, static_cast<std::size_t>(source), pair_id(w, source, w.rank), salt);
            wrong.any())
            return {wrong.index, source};
    return {};
}
inline Wrong check_scattered(const Work& w, unsigned salt) {
    const Wrong wrong = check_block(w, 0, pair_id(w, w.root, w.rank), salt);
    return {wrong.index, w.root};
}
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

template <class Action>
auto with_number(const Type& type, Action action) {
    if (type.name == "int") return action(std::int32_t{});
    if (type.name == "float") return action(float{});
    if (type.name == "double") return action(double{});
    throw CellRefused("a reduction needs int, float or double, not '" + type.name + "'");
}
template <class Number>
std::span<Number> elements(const Buffer& buffer, std::size_t count) {
    return {reinterpret_cast<Number*>(buffer.data()), count};  // page-aligned, and every byte pattern is a valid number
}
inline void fill_numbers(Work& w, unsigned salt) {
    with_number(w.type, [&](auto number) {
        fill_contributions(elements<decltype(number)>(w.send, static_cast<std::size_t>(w.count)), w.rank, salt);
    });
}
inline Wrong check_sum_of(const Work& w, std::size_t first, std::size_t count, unsigned salt) {
    return with_number(w.type, [&](auto number) -> Wrong {
        const auto values = elements<const decltype(number)>(w.receive, count);
        return {first_wrong_sum<decltype(number)>(values, first, w.ranks, salt), -1};
    });
}
inline Wrong check_sum(const Work& w, unsigned salt) {
    return check_sum_of(w, 0, static_cast<std::size_t>(w.count), salt);
}
inline Wrong check_sum_at_root(const Work& w, unsigned salt) { return w.rank == w.root ? check_sum(w, salt) : Wrong{}; }

// X is the whole vector; rank r keeps part r, the first parts one element longer when it does not divide.
inline int part_count(const Work& w, int rank) { return w.count / w.ranks + (rank < w.count % w.ranks ? 1 : 0); }
inline Sizes part_kept(const Work& w) {
    return {typed_bytes(w), static_cast<std::size_t>(part_count(w, w.rank)) * w.type.size_bytes};
}
inline Wrong check_part_of_sum(const Work& w, unsigned salt) {
    std::size_t first = 0;
    for (int rank = 0; rank < w.rank; ++rank) first += static_cast<std::size_t>(part_count(w, rank));
    return check_sum_of(w, first, static_cast<std::size_t>(part_count(w, w.rank)), salt);
}

inline void barrier(Work& w, int calls) {
    for (int i = 0; i < calls; ++i) MPI_Barrier(w.comm);
}
inline void allreduce(Work& w, int calls) {
    for (int i = 0; i < calls; ++i)
        MPI_Allreduce(w.send.data(), w.receive.data(), w.count, w.type.mpi, MPI_SUM, w.comm);
}
inline void allgather(Work& w, int calls) {
    const int count = checked_count(w.size_bytes);
    for (int i = 0; i < calls; ++i)
        MPI_Allgather(w.send.data(), count, MPI_BYTE, w.receive.data(), count, MPI_BYTE, w.comm);
}
inline void alltoall(Work& w, int calls) {
    const int count = checked_count(w.size_bytes);
    for (int i = 0; i < calls; ++i)
        MPI_Alltoall(w.send.data(), count, MPI_BYTE, w.receive.data(), count, MPI_BYTE, w.comm);
}
inline void reduce_scatter(Work& w, int calls) {
    for (int i = 0; i < calls; ++i)
        MPI_Reduce_scatter(w.send.data(), w.receive.data(), w.counts.data(), w.type.mpi, MPI_SUM, w.comm);
}
inline void bcast(Work& w, int calls) {
    const int count = checked_count(w.size_bytes);
    for (int i = 0; i < calls; ++i) MPI_Bcast(w.receive.data(), count, MPI_BYTE, w.root, w.comm);
}
inline void reduce(Work& w, int calls) {
    for (int i = 0; i < calls; ++i)
        MPI_Reduce(w.send.data(), w.receive.data(), w.count, w.type.mpi, MPI_SUM, w.root, w.comm);
}
inline void gather(Work& w, int calls) {
    const int count = checked_count(w.size_bytes);
    for (int i = 0; i < calls; ++i)
        MPI_Gather(w.send.data(), count, MPI_BYTE, w.receive.data(), count, MPI_BYTE, w.root, w.comm);
}
inline void scatter(Work& w, int calls) {
    const int count = checked_count(w.size_bytes);
    for (int i = 0; i < calls; ++i)
        MPI_Scatter(w.send.data(), count, MPI_BYTE, w.receive.data(), count, MPI_BYTE, w.root, w.comm);
}

// What the rows of this file have in common.
constexpr Kernel collective_row(std::string_view name, Timing timing, std::string_view definition,
                                std::string_view peer, bool reduces, Sizes (*sizes)(const Work&),
                                void (*fill)(Work&, unsigned), Wrong (*check)(const Work&, unsigned),
                                void (*run)(Work&, int)) {
    return {.name = name,
            .timing = timing,
            .min_ranks = 1,
            .max_ranks = 0,
            .even_ranks = false,
            .reduces = reduces,
            .transfers = 1,
            .rate = "",
            .bytes = no_bytes,
            .messages = one_message,
            .definition = definition,
            .peer = peer,
            .sizes = sizes,
            .fill = fill,
            .check = check,
            .run = run};
}

// clang-format off: a row of the table reads as a row
inline constexpr Kernel collective[] = {
    collective_row("barrier", Timing::batch, "all ranks call Barrier", "IMB-MPI1 Barrier t_max; osu_barrier", false,
                   nothing, fill_nothing, check_nothing, barrier),
    collective_row("allreduce", Timing::batch, "Allreduce (sum) of a vector of X bytes",
                   "IMB-MPI1 Allreduce t_max (float); osu_allreduce", true, reduced, fill_numbers, check_sum, allreduce),
    collective_row("allgather", Timing::batch, "Allgather, X bytes from every rank",
                   "IMB-MPI1 Allgather t_max; osu_allgather", false, gathered, fill_own, check_gathered, allgather),
    collective_row("alltoall", Timing::batch, "Alltoall, X bytes from every rank to every rank",
                   "IMB-MPI1 Alltoall t_max; osu_alltoall", false, all_to_all, fill_per_target, check_all_to_all, alltoall),
    collective_row("reduce_scatter", Timing::batch, "Reduce_scatter (sum) of a vector of X bytes, one part kept by each rank",
                   "IMB-MPI1 Reduce_scatter t_max (float); osu_reduce_scatter", true, part_kept, fill_numbers,
                   check_part_of_sum, reduce_scatter),
    collective_row("bcast", Timing::single, "Bcast of X bytes from the root, one call at a time, until the last rank has it",
                   "IMB-MPI1 Bcast t_max; osu_bcast", false, one_buffer, fill_at_root, check_from_root, bcast),
    collective_row("reduce", Timing::single, "Reduce (sum) of a vector of X bytes to the root, one call at a time",
                   "IMB-MPI1 Reduce t_max (float); osu_reduce", true, reduced, fill_numbers, check_sum_at_root, reduce),
    collective_row("gather", Timing::single, "Gather, X bytes from every rank to the root, one call at a time",
                   "IMB-MPI1 Gather t_max; osu_gather", false, gathered, fill_own, check_gathered_at_root, gather),
    collective_row("scatter", Timing::single, "Scatter, X bytes from the root to every rank, one call at a time",
                   "IMB-MPI1 Scatter t_max; osu_scatter", false, scattered, fill_per_target, check_scattered, scatter),
};
// clang-format on

}  // namespace rw::kernels
