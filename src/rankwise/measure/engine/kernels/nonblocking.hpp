// Nonblocking collectives: alone (begin, wait), and with computation in between that takes as long as the call alone.
#pragma once

#include <type_traits>

#include "../compute.hpp"
#include "neighbour.hpp"
#include "numbers.hpp"
#include "point_to_point.hpp"

namespace rw::kernels {

// A collective that has begun; what blocking forms do over `calls`, begun once.
using Begin = void (*)(Work&, MPI_Request*);

inline void begin_barrier(Work& w, MPI_Request* request) { MPI_Ibarrier(w.comm, request); }
inline void begin_bcast(Work& w, MPI_Request* request) {
    MPI_Ibcast(w.call.into, w.call.units, w.call.unit, w.root, w.comm, request);
}
inline void begin_allreduce(Work& w, MPI_Request* request) {
    MPI_Iallreduce(w.call.from, w.call.into, w.call.units, w.type.mpi, w.operation.mpi, w.comm, request);
}
inline void begin_reduce(Work& w, MPI_Request* request) {
    MPI_Ireduce(w.call.from, w.call.into, w.call.units, w.type.mpi, w.operation.mpi, w.root, w.comm, request);
}
inline void begin_reduce_scatter(Work& w, MPI_Request* request) {
    MPI_Ireduce_scatter(w.call.from, w.call.into, w.prepared.counts.data(), w.type.mpi, w.operation.mpi, w.comm,
                        request);
}
inline void begin_allgather(Work& w, MPI_Request* request) {
    const int count = w.call.units;
    MPI_Iallgather(w.call.from, count, w.call.unit, w.call.into, count, w.call.unit, w.comm, request);
}
inline void begin_allgatherv(Work& w, MPI_Request* request) {
    MPI_Iallgatherv(w.call.from, w.call.units, w.call.unit,  //
                    w.call.into, w.prepared.counts.data(), w.prepared.offsets.data(), w.call.unit, w.comm, request);
}
inline void begin_alltoall(Work& w, MPI_Request* request) {
    const int count = w.call.units;
    MPI_Ialltoall(w.call.from, count, w.call.unit, w.call.into, count, w.call.unit, w.comm, request);
}
inline void begin_alltoallv(Work& w, MPI_Request* request) {
    MPI_Ialltoallv(w.call.from, w.prepared.counts.data(), w.prepared.offsets.data(), w.call.unit,  //
                   w.call.into, w.prepared.counts.data(), w.prepared.offsets.data(), w.call.unit, w.comm, request);
}
inline void begin_gather(Work& w, MPI_Request* request) {
    const int count = w.call.units;
    MPI_Igather(w.call.from, count, w.call.unit, w.call.into, count, w.call.unit, w.root, w.comm, request);
}
inline void begin_gatherv(Work& w, MPI_Request* request) {
    MPI_Igatherv(w.call.from, w.call.units, w.call.unit,  //
                 w.call.into, w.prepared.counts.data(), w.prepared.offsets.data(), w.call.unit, w.root, w.comm,
                 request);
}
inline void begin_scatter(Work& w, MPI_Request* request) {
    const int count = w.call.units;
    MPI_Iscatter(w.call.from, count, w.call.unit, w.call.into, count, w.call.unit, w.root, w.comm, request);
}
inline void begin_scatterv(Work& w, MPI_Request* request) {
    MPI_Iscatterv(w.call.from, w.prepared.counts.data(), w.prepared.offsets.data(), w.call.unit,  //
                  w.call.into, w.call.units, w.call.unit, w.root, w.comm, request);
}

inline void begin_alltoallw(Work& w, MPI_Request* request) {
    MPI_Ialltoallw(w.call.from, w.prepared.counts.data(), w.prepared.int_offsets.data(), w.prepared.types.data(),  //
                   w.call.into, w.prepared.counts.data(), w.prepared.int_offsets.data(), w.prepared.types.data(),
                   w.comm, request);
}
inline void begin_reduce_scatter_block(Work& w, MPI_Request* request) {
    MPI_Ireduce_scatter_block(w.call.from, w.call.into, w.call.units, w.type.mpi, w.operation.mpi, w.comm, request);
}
inline void begin_scan(Work& w, MPI_Request* request) {
    MPI_Iscan(w.call.from, w.call.into, w.call.units, w.type.mpi, w.operation.mpi, w.comm, request);
}
inline void begin_exscan(Work& w, MPI_Request* request) {
    MPI_Iexscan(w.call.from, w.call.into, w.call.units, w.type.mpi, w.operation.mpi, w.comm, request);
}
#ifndef RANKWISE_SIMULATED
inline void begin_neighbour_allgather(Work& w, MPI_Request* request) {
    MPI_Ineighbor_allgather(w.call.out, w.call.units, w.call.unit, w.call.in, w.call.units, w.call.unit,
                            w.prepared.topology, request);
}
inline void begin_neighbour_alltoall(Work& w, MPI_Request* request) {
    MPI_Ineighbor_alltoall(w.call.out, w.call.units, w.call.unit, w.call.in, w.call.units, w.call.unit,
                           w.prepared.topology, request);
}
#else
inline void begin_neighbour_allgather(Work&, MPI_Request*) {}
inline void begin_neighbour_alltoall(Work&, MPI_Request*) {}
#endif
// Two messages between ranks i and i + n/2; the second request is behind the first.
inline void begin_pair(Work& w, MPI_Request* request) {
    MPI_Irecv(w.call.in, w.call.units, w.call.unit, partner_of(w), tag, w.comm, request);
    MPI_Isend(w.call.out, w.call.units, w.call.unit, partner_of(w), tag, w.comm, request + 1);
}
// Compared as types: under a sanitizer functions have no address while the compiler runs.
template <Begin begin>
constexpr bool is_pair =
    std::is_same_v<std::integral_constant<Begin, begin>, std::integral_constant<Begin, begin_pair>>;

template <Begin begin>
void wait_for(MPI_Request* requests) {
    if constexpr (is_pair<begin>) MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    else MPI_Wait(requests, MPI_STATUS_IGNORE);
}

template <Begin begin>
void begin_and_wait(Work& w, int calls) {
    MPI_Request requests[2];
    for (int i = 0; i < calls; ++i) {
        begin(w, requests);
        wait_for<begin>(requests);
    }
}
// Here the clock is read inside a call too, for how long it took to begin and to wait: two reads more.
template <Begin begin>
void begin_compute_wait(Work& w, int calls) {
    MPI_Request requests[2];
    for (int i = 0; i < calls; ++i) {
        const std::int64_t called_ns = w.clock->local_ns();
        begin(w, requests);
        const std::int64_t begun_ns = w.clock->local_ns();
        compute(w.overlap.compute_steps);
        const std::int64_t computed_ns = w.clock->local_ns();
        wait_for<begin>(requests);
        w.overlap.wait_s += static_cast<double>(w.clock->local_ns() - computed_ns) * 1e-9;
        w.overlap.begin_s += static_cast<double>(begun_ns - called_ns) * 1e-9;
    }
}

// The time of a call alone (calls one after a barrier each, the slowest rank's median), and a computation as long as it.
constexpr int alone_calls = 9;
template <class Call>
double slowest_median_s(const Work& w, Call call) {
    double took_s[alone_calls];
    for (double& one_s : took_s) {
        MPI_Barrier(w.comm);
        const std::int64_t begin_ns = w.clock->local_ns();
        call();
        one_s = static_cast<double>(w.clock->local_ns() - begin_ns) * 1e-9;
    }
    std::nth_element(took_s, took_s + alone_calls / 2, took_s + alone_calls);
    double slowest_s = took_s[alone_calls / 2];
    MPI_Allreduce(MPI_IN_PLACE, &slowest_s, 1, MPI_DOUBLE, MPI_MAX, w.comm);
    return slowest_s;
}
template <void (*counts)(Work&), Begin begin>
void measure_alone(Work& w) {
    counts(w);
    begin_and_wait<begin>(w, 2);
    w.overlap.pure_s = slowest_median_s(w, [&w] { begin_and_wait<begin>(w, 1); });
    w.overlap.compute_steps = steps_in(w.overlap.pure_s * w.overlap.compute_share, *w.clock);
    w.overlap.compute_s = slowest_median_s(w, [&w] { compute(w.overlap.compute_steps); });
}

constexpr Kernel nonblocking_row(std::string_view name, std::string_view definition, std::string_view peer,
                                 const Payload& payload, bool overlaps, void (*run)(Work&, int),
                                 void (*prepare)(Work&)) {
    return {.name = name,
            .timing = Timing::single,
            .reduces = payload.reduces,
            .sized = payload.sized,
            .overlaps = overlaps,
            .rotates = payload.rooted,
            .in_place = payload.in_place,
            .definition = definition,
            .peer = peer,
            .sizes = payload.sizes,
            .fill = payload.fill,
            .check = payload.check,
            .run = run,
            .prepare = prepare};
}

inline constexpr Payload gathered_on_grid{
    .sizes = from_neighbours<grid_neighbours>, .fill = fill_own, .check = check_from_neighbours, .prepare = make_grid};
inline constexpr Payload exchanged_on_grid{.sizes = between_neighbours<grid_neighbours>,
                                           .fill = fill_per_neighbour,
                                           .check = check_between_neighbours,
                                           .prepare = make_grid};
inline constexpr Payload gathered_on_ring{
    .sizes = from_neighbours<ring_neighbours>, .fill = fill_own, .check = check_from_neighbours, .prepare = make_ring};
inline constexpr Payload exchanged_on_ring{.sizes = between_neighbours<ring_neighbours>,
                                           .fill = fill_per_neighbour,
                                           .check = check_between_neighbours,
                                           .prepare = make_ring};
inline constexpr Payload swapped{.sizes = one_each, .fill = fill_own, .check = from_partner};

inline constexpr std::string_view alone_words =
    "the nonblocking collective and Wait, nothing in between, one call at a time";
inline constexpr std::string_view overlap_words =
    "the nonblocking collective, then computation that takes as long as the collective alone (or a multiple that was "
    "asked for), then Wait, one call at a time; `pure` and `compute` are the two alone, measured just before";
inline constexpr std::string_view alone_peer = "IMB-NBC, the form with _pure, t_pure";
inline constexpr std::string_view overlap_peer =
    "IMB-NBC t_ovrl, overlap[%]; the OMB test of the same name, Overlap(%)";

// NOLINTBEGIN(readability-redundant-parentheses): there are none; references as template arguments look like it
template <const Payload& payload, Begin begin>
constexpr Kernel alone(std::string_view name) {
    return nonblocking_row(name, alone_words, alone_peer, payload, false, begin_and_wait<begin>, payload.prepare);
}
template <const Payload& payload, Begin begin>
constexpr Kernel overlapped(std::string_view name) {
    return nonblocking_row(name, overlap_words, overlap_peer, payload, true, begin_compute_wait<begin>,
                           measure_alone<payload.prepare, begin>);
}
// NOLINTEND(readability-redundant-parentheses)
constexpr Kernel without_peer(Kernel row) {
    row.peer = "";
    return row;
}
inline const char* lacks_iexscan() {
    return simulated ? "a right MPI_Iexscan: that of SimGrid 3.32 begins with zero, whatever the operation" : nullptr;
}
constexpr Kernel before_a_rank(Kernel row) {
    row.lacks = lacks_iexscan;
    return from_two_ranks(without_peer(row));
}
constexpr Kernel between_neighbours_of_a_grid(Kernel row) {
    row.peer = "";
    row.min_ranks = 2;
    row.lacks = lacks_neighbours;
    row.finish = free_topology;
    return row;
}
constexpr Kernel between_neighbours_of_a_ring(Kernel row, std::string_view peer) {
    row = between_neighbours_of_a_grid(row);
    row.peer = peer;
    row.min_ranks = 3;
    return row;
}
constexpr Kernel paired(Kernel row) {
    row.peer = "ALCF overlap of communication with computation";
    row.definition = row.overlaps
                         ? "ranks i and i + n/2 post Irecv and Isend of X bytes, compute as long as that takes alone "
                           "(or a multiple that was asked for), then Waitall, one call at a time"
                         : "ranks i and i + n/2 post Irecv and Isend of X bytes, then Waitall, one call at a time";
    row.min_ranks = 2;
    row.even_ranks = true;
    return row;
}

// clang-format off: a row of the table reads as a row
inline constexpr Kernel nonblocking[] = {
    alone<no_payload, begin_barrier>("ibarrier"),
    overlapped<no_payload, begin_barrier>("ibarrier_overlap"),
    alone<from_root, begin_bcast>("ibcast"),
    overlapped<from_root, begin_bcast>("ibcast_overlap"),
    alone<reduced_by_all, begin_allreduce>("iallreduce"),
    overlapped<reduced_by_all, begin_allreduce>("iallreduce_overlap"),
    alone<reduced_by_root, begin_reduce>("ireduce"),
    overlapped<reduced_by_root, begin_reduce>("ireduce_overlap"),
    alone<reduced_parts, begin_reduce_scatter>("ireduce_scatter"),
    overlapped<reduced_parts, begin_reduce_scatter>("ireduce_scatter_overlap"),
    alone<gathered_by_all, begin_allgather>("iallgather"),
    overlapped<gathered_by_all, begin_allgather>("iallgather_overlap"),
    alone<gathered_by_all_v, begin_allgatherv>("iallgatherv"),
    overlapped<gathered_by_all_v, begin_allgatherv>("iallgatherv_overlap"),
    alone<exchanged_by_all, begin_alltoall>("ialltoall"),
    overlapped<exchanged_by_all, begin_alltoall>("ialltoall_overlap"),
    alone<exchanged_by_all_v, begin_alltoallv>("ialltoallv"),
    overlapped<exchanged_by_all_v, begin_alltoallv>("ialltoallv_overlap"),
    alone<gathered_by_root, begin_gather>("igather"),
    overlapped<gathered_by_root, begin_gather>("igather_overlap"),
    alone<gathered_by_root_v, begin_gatherv>("igatherv"),
    overlapped<gathered_by_root_v, begin_gatherv>("igatherv_overlap"),
    alone<scattered_by_root, begin_scatter>("iscatter"),
    overlapped<scattered_by_root, begin_scatter>("iscatter_overlap"),
    alone<scattered_by_root_v, begin_scatterv>("iscatterv"),
    overlapped<scattered_by_root_v, begin_scatterv>("iscatterv_overlap"),
    without_peer(alone<exchanged_by_all_v, begin_alltoallw>("ialltoallw")),
    without_peer(overlapped<exchanged_by_all_v, begin_alltoallw>("ialltoallw_overlap")),
    without_peer(alone<reduced_blocks, begin_reduce_scatter_block>("ireduce_scatter_block")),
    without_peer(overlapped<reduced_blocks, begin_reduce_scatter_block>("ireduce_scatter_block_overlap")),
    without_peer(alone<scanned, begin_scan>("iscan")),
    without_peer(overlapped<scanned, begin_scan>("iscan_overlap")),
    before_a_rank(alone<exscanned, begin_exscan>("iexscan")),
    before_a_rank(overlapped<exscanned, begin_exscan>("iexscan_overlap")),
    between_neighbours_of_a_grid(alone<gathered_on_grid, begin_neighbour_allgather>("ineighbor_allgather")),
    between_neighbours_of_a_grid(overlapped<gathered_on_grid, begin_neighbour_allgather>("ineighbor_allgather_overlap")),
    between_neighbours_of_a_grid(alone<exchanged_on_grid, begin_neighbour_alltoall>("ineighbor_alltoall")),
    between_neighbours_of_a_grid(overlapped<exchanged_on_grid, begin_neighbour_alltoall>("ineighbor_alltoall_overlap")),
    between_neighbours_of_a_ring(alone<gathered_on_ring, begin_neighbour_allgather>("ineighbor_allgather_ring"), "osu_ineighbor_allgather, Pure Comm."),
    between_neighbours_of_a_ring(overlapped<gathered_on_ring, begin_neighbour_allgather>("ineighbor_allgather_ring_overlap"), "osu_ineighbor_allgather, Overlap(%)"),
    between_neighbours_of_a_ring(alone<exchanged_on_ring, begin_neighbour_alltoall>("ineighbor_alltoall_ring"), "osu_ineighbor_alltoall, Pure Comm."),
    between_neighbours_of_a_ring(overlapped<exchanged_on_ring, begin_neighbour_alltoall>("ineighbor_alltoall_ring_overlap"), "osu_ineighbor_alltoall, Overlap(%)"),
    paired(alone<swapped, begin_pair>("isend_irecv")),
    paired(overlapped<swapped, begin_pair>("isend_irecv_overlap")),
};
// clang-format on

}  // namespace rw::kernels
