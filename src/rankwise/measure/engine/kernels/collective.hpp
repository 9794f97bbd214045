// Blocking collectives. Those in which every rank waits for every other are timed in batches; rooted ones and scans, which
// pipeline, one call at a time.
#pragma once

#include "../calls.hpp"
#include "numbers.hpp"

namespace rw::kernels {

// What the rows of collectives have in common: what is moved comes with the payload.
constexpr Kernel collective_row(std::string_view name, Timing timing, std::string_view definition,
                                std::string_view peer, const Payload& payload, void (*run)(Work&, int),
                                void (*run_large)(Work&, int) = nullptr) {
    return {.name = name,
            .timing = timing,
            .reduces = payload.reduces,
            .sized = payload.sized,
            .rotates = payload.rooted,
            .in_place = payload.in_place,
            .definition = definition,
            .peer = peer,
            .sizes = payload.sizes,
            .fill = payload.fill,
            .check = payload.check,
            .run = run,
            .run_large = run_large,
            .prepare = payload.prepare};
}

inline void barrier(Work& w, int calls) {
    for (int i = 0; i < calls; ++i) MPI_Barrier(w.comm);
}
template <class Count>
void allreduce(Work& w, int calls) {
    const auto count = units_of<Count>(w);
    for (int i = 0; i < calls; ++i)
        call::Allreduce(w.call.from, w.call.into, count, w.type.mpi, w.operation.mpi, w.comm);
}
template <class Count>
void allgather(Work& w, int calls) {
    const auto count = units_of<Count>(w);
    for (int i = 0; i < calls; ++i)
        call::Allgather(w.call.from, count, w.call.unit, w.call.into, count, w.call.unit, w.comm);
}
inline void allgatherv(Work& w, int calls) {
    for (int i = 0; i < calls; ++i)
        MPI_Allgatherv(w.call.from, w.call.units, w.call.unit, w.call.into, w.prepared.counts.data(),
                       w.prepared.offsets.data(), w.call.unit, w.comm);
}
template <class Count>
void alltoall(Work& w, int calls) {
    const auto count = units_of<Count>(w);
    for (int i = 0; i < calls; ++i)
        call::Alltoall(w.call.from, count, w.call.unit, w.call.into, count, w.call.unit, w.comm);
}
inline void alltoallv(Work& w, int calls) {
    for (int i = 0; i < calls; ++i)
        MPI_Alltoallv(w.call.from, w.prepared.counts.data(), w.prepared.offsets.data(), w.call.unit,  //
                      w.call.into, w.prepared.counts.data(), w.prepared.offsets.data(), w.call.unit, w.comm);
}
inline void alltoallw(Work& w, int calls) {
    for (int i = 0; i < calls; ++i)
        MPI_Alltoallw(w.call.from, w.prepared.counts.data(), w.prepared.int_offsets.data(), w.prepared.types.data(),  //
                      w.call.into, w.prepared.counts.data(), w.prepared.int_offsets.data(), w.prepared.types.data(),
                      w.comm);
}
inline void reduce_scatter(Work& w, int calls) {
    for (int i = 0; i < calls; ++i)
        MPI_Reduce_scatter(w.call.from, w.call.into, w.prepared.counts.data(), w.type.mpi, w.operation.mpi, w.comm);
}
inline void reduce_scatter_block(Work& w, int calls) {
    for (int i = 0; i < calls; ++i)
        MPI_Reduce_scatter_block(w.call.from, w.call.into, w.call.units, w.type.mpi, w.operation.mpi, w.comm);
}
template <class Count>
void bcast(Work& w, int calls) {
    const auto count = units_of<Count>(w);
    for (int i = 0; i < calls; ++i) call::Bcast(w.call.into, count, w.call.unit, w.root, w.comm);
}
template <class Count>
void reduce(Work& w, int calls) {
    const auto count = units_of<Count>(w);
    for (int i = 0; i < calls; ++i)
        call::Reduce(w.call.from, w.call.into, count, w.type.mpi, w.operation.mpi, w.root, w.comm);
}
template <class Count>
void gather(Work& w, int calls) {
    const auto count = units_of<Count>(w);
    for (int i = 0; i < calls; ++i)
        call::Gather(w.call.from, count, w.call.unit, w.call.into, count, w.call.unit, w.root, w.comm);
}
inline void gatherv(Work& w, int calls) {
    for (int i = 0; i < calls; ++i)
        MPI_Gatherv(w.call.from, w.call.units, w.call.unit, w.call.into, w.prepared.counts.data(),
                    w.prepared.offsets.data(), w.call.unit, w.root, w.comm);
}
template <class Count>
void scatter(Work& w, int calls) {
    const auto count = units_of<Count>(w);
    for (int i = 0; i < calls; ++i)
        call::Scatter(w.call.from, count, w.call.unit, w.call.into, count, w.call.unit, w.root, w.comm);
}
inline void scatterv(Work& w, int calls) {
    for (int i = 0; i < calls; ++i)
        MPI_Scatterv(w.call.from, w.prepared.counts.data(), w.prepared.offsets.data(), w.call.unit, w.call.into,
                     w.call.units, w.call.unit, w.root, w.comm);
}
inline void scan(Work& w, int calls) {
    for (int i = 0; i < calls; ++i)
        MPI_Scan(w.call.from, w.call.into, w.call.units, w.type.mpi, w.operation.mpi, w.comm);
}
inline void exscan(Work& w, int calls) {
    for (int i = 0; i < calls; ++i)
        MPI_Exscan(w.call.from, w.call.into, w.call.units, w.type.mpi, w.operation.mpi, w.comm);
}

// clang-format off: a row of the table reads as a row
inline constexpr Kernel collective[] = {
    collective_row("barrier", Timing::batch, "all ranks call Barrier", "IMB-MPI1 Barrier t_max; osu_barrier",
                   no_payload, barrier),
    collective_row("allreduce", Timing::batch, "Allreduce of a vector of X bytes",
                   "IMB-MPI1 Allreduce t_max (float, sum); osu_allreduce", reduced_by_all, allreduce<int>, allreduce<MPI_Count>),
    collective_row("allgather", Timing::batch, "Allgather, X bytes from every rank",
                   "IMB-MPI1 Allgather t_max; osu_allgather", gathered_by_all, allgather<int>, allgather<MPI_Count>),
    collective_row("allgatherv", Timing::batch, "Allgatherv, X bytes from every rank",
                   "IMB-MPI1 Allgatherv t_max; osu_allgatherv", gathered_by_all_v, allgatherv),
    collective_row("alltoall", Timing::batch, "Alltoall, X bytes from every rank to every rank",
                   "IMB-MPI1 Alltoall t_max; osu_alltoall", exchanged_by_all, alltoall<int>, alltoall<MPI_Count>),
    collective_row("alltoallv", Timing::batch, "Alltoallv, X bytes from every rank to every rank",
                   "IMB-MPI1 Alltoallv t_max; osu_alltoallv", exchanged_by_all_v, alltoallv),
    collective_row("alltoallw", Timing::batch, "Alltoallw of bytes, X bytes from every rank to every rank",
                   "osu_alltoallw", exchanged_by_all_v, alltoallw),
    collective_row("reduce_scatter", Timing::batch, "Reduce_scatter of a vector of X bytes, one part kept by each rank",
                   "IMB-MPI1 Reduce_scatter t_max (float, sum); osu_reduce_scatter", reduced_parts, reduce_scatter),
    collective_row("reduce_scatter_block", Timing::batch,
                   "Reduce_scatter_block of a vector of n X bytes, X bytes kept by each rank",
                   "IMB-MPI1 Reduce_scatter_block t_max (float, sum)",
                   reduced_blocks, reduce_scatter_block),
    collective_row("bcast", Timing::single, "Bcast of X bytes from the root, one call at a time, until the last rank has it",
                   "IMB-MPI1 Bcast t_max; osu_bcast", from_root, bcast<int>, bcast<MPI_Count>),
    collective_row("reduce", Timing::single, "Reduce of a vector of X bytes to the root, one call at a time",
                   "IMB-MPI1 Reduce t_max (float, sum); osu_reduce", reduced_by_root, reduce<int>, reduce<MPI_Count>),
    collective_row("gather", Timing::single, "Gather, X bytes from every rank to the root, one call at a time",
                   "IMB-MPI1 Gather t_max; osu_gather", gathered_by_root, gather<int>, gather<MPI_Count>),
    collective_row("gatherv", Timing::single, "Gatherv, X bytes from every rank to the root, one call at a time",
                   "IMB-MPI1 Gatherv t_max; osu_gatherv", gathered_by_root_v, gatherv),
    collective_row("scatter", Timing::single, "Scatter, X bytes from the root to every rank, one call at a time",
                   "IMB-MPI1 Scatter t_max; osu_scatter", scattered_by_root, scatter<int>, scatter<MPI_Count>),
    collective_row("scatterv", Timing::single, "Scatterv, X bytes from the root to every rank, one call at a time",
                   "IMB-MPI1 Scatterv t_max; osu_scatterv", scattered_by_root_v, scatterv),
    collective_row("scan", Timing::single, "Scan of a vector of X bytes, one call at a time", "", scanned, scan),
    from_two_ranks(collective_row("exscan", Timing::single, "Exscan of a vector of X bytes, one call at a time", "",
                                  exscanned, exscan)),
};
// clang-format on

}  // namespace rw::kernels
