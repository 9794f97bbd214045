// Persistent collectives (MPI 4.0, section 6.13): initialised once a visit, started and waited for in every call. One
// engine serves libraries that lack them: their symbols are weak, and a cell that needs a missing one is refused.
#pragma once

#include <cstring>

#include "nonblocking.hpp"
#include "numbers.hpp"
#include "pingpong.hpp"

// Open MPI 5 has them although it calls itself MPI 3.1.
#if (MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)) && !defined(RANKWISE_SIMULATED)
#define RANKWISE_PERSISTENT 1
#pragma weak MPI_Barrier_init
#pragma weak MPI_Bcast_init
#pragma weak MPI_Allreduce_init
#pragma weak MPI_Reduce_init
#pragma weak MPI_Reduce_scatter_init
#pragma weak MPI_Reduce_scatter_block_init
#pragma weak MPI_Scan_init
#pragma weak MPI_Exscan_init
#pragma weak MPI_Allgather_init
#pragma weak MPI_Allgatherv_init
#pragma weak MPI_Alltoall_init
#pragma weak MPI_Alltoallv_init
#pragma weak MPI_Alltoallw_init
#pragma weak MPI_Gather_init
#pragma weak MPI_Gatherv_init
#pragma weak MPI_Scatter_init
#pragma weak MPI_Scatterv_init
#pragma weak MPI_Neighbor_allgather_init
#pragma weak MPI_Neighbor_alltoall_init
#else
#define RANKWISE_PERSISTENT 0
#endif

namespace rw::kernels {

// A request is made by the collective's init function from these arguments.
#if RANKWISE_PERSISTENT
#define RANKWISE_INIT(name, function, ...) \
    inline void name(Work& w) { function(__VA_ARGS__, MPI_INFO_NULL, w.requests.data()); }
// All these came with one version of the standard: a library has all or none.
inline const char* lacks_persistent() {
    return MPI_Barrier_init != nullptr && MPI_Scatter_init != nullptr
               ? nullptr
               : "persistent collectives, which came with MPI 4.0 and this library does not have";
}
#else
#define RANKWISE_INIT(name, function, ...) \
    inline void name(Work&) {}
inline const char* lacks_persistent() {
    return "persistent collectives, which came with MPI 4.0: this engine was built for an older MPI";
}
#endif
// Intel MPI 2021.18 takes a rank's own block of these when the request is made and not when it is started, so that what
// is written to the send buffer in between is lost; with three ranks a scatter ends in `Invalid communicator`.
inline const char* lacks_own_block() {
    if (const char* lacking = lacks_persistent()) return lacking;
    char words[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    MPI_Get_library_version(words, &length);
    return std::strstr(words, "Intel(R) MPI Library 2021.18")
               ? "a library that sends what the buffer holds when the request is started (Intel MPI 2021.18 takes a "
                 "rank's own block when it is made)"
               : nullptr;
}
// clang-format off: a line for each collective
RANKWISE_INIT(init_barrier, MPI_Barrier_init, w.comm)
RANKWISE_INIT(init_bcast, MPI_Bcast_init, w.call.into, w.call.units, w.call.unit, w.root, w.comm)
RANKWISE_INIT(init_allreduce, MPI_Allreduce_init, w.call.from, w.call.into, w.call.units, w.type.mpi, w.operation.mpi, w.comm)
RANKWISE_INIT(init_reduce, MPI_Reduce_init, w.call.from, w.call.into, w.call.units, w.type.mpi, w.operation.mpi, w.root, w.comm)
RANKWISE_INIT(init_reduce_scatter, MPI_Reduce_scatter_init, w.call.from, w.call.into, w.prepared.counts.data(), w.type.mpi, w.operation.mpi, w.comm)
RANKWISE_INIT(init_reduce_scatter_block, MPI_Reduce_scatter_block_init, w.call.from, w.call.into, w.call.units, w.type.mpi, w.operation.mpi, w.comm)
RANKWISE_INIT(init_scan, MPI_Scan_init, w.call.from, w.call.into, w.call.units, w.type.mpi, w.operation.mpi, w.comm)
RANKWISE_INIT(init_exscan, MPI_Exscan_init, w.call.from, w.call.into, w.call.units, w.type.mpi, w.operation.mpi, w.comm)
RANKWISE_INIT(init_allgather, MPI_Allgather_init, w.call.from, w.call.units, w.call.unit, w.call.into, w.call.units, w.call.unit, w.comm)
RANKWISE_INIT(init_allgatherv, MPI_Allgatherv_init, w.call.from, w.call.units, w.call.unit, w.call.into, w.prepared.counts.data(), w.prepared.offsets.data(), w.call.unit, w.comm)
RANKWISE_INIT(init_alltoall, MPI_Alltoall_init, w.call.from, w.call.units, w.call.unit, w.call.into, w.call.units, w.call.unit, w.comm)
RANKWISE_INIT(init_alltoallv, MPI_Alltoallv_init, w.call.from, w.prepared.counts.data(), w.prepared.offsets.data(), w.call.unit, w.call.into, w.prepared.counts.data(), w.prepared.offsets.data(), w.call.unit, w.comm)
RANKWISE_INIT(init_alltoallw, MPI_Alltoallw_init, w.call.from, w.prepared.counts.data(), w.prepared.int_offsets.data(), w.prepared.types.data(), w.call.into, w.prepared.counts.data(), w.prepared.int_offsets.data(), w.prepared.types.data(), w.comm)
RANKWISE_INIT(init_gather, MPI_Gather_init, w.call.from, w.call.units, w.call.unit, w.call.into, w.call.units, w.call.unit, w.root, w.comm)
RANKWISE_INIT(init_gatherv, MPI_Gatherv_init, w.call.from, w.call.units, w.call.unit, w.call.into, w.prepared.counts.data(), w.prepared.offsets.data(), w.call.unit, w.root, w.comm)
RANKWISE_INIT(init_scatter, MPI_Scatter_init, w.call.from, w.call.units, w.call.unit, w.call.into, w.call.units, w.call.unit, w.root, w.comm)
RANKWISE_INIT(init_scatterv, MPI_Scatterv_init, w.call.from, w.prepared.counts.data(), w.prepared.offsets.data(), w.call.unit, w.call.into, w.call.units, w.call.unit, w.root, w.comm)
RANKWISE_INIT(init_neighbour_allgather, MPI_Neighbor_allgather_init, w.call.out, w.call.units, w.call.unit, w.call.in, w.call.units, w.call.unit, w.prepared.topology)
RANKWISE_INIT(init_neighbour_alltoall, MPI_Neighbor_alltoall_init, w.call.out, w.call.units, w.call.unit, w.call.in, w.call.units, w.call.unit, w.prepared.topology)
// clang-format on
#undef RANKWISE_INIT

// First what the payload needs (counts, a topology), then the request.
// NOLINTBEGIN(readability-redundant-parentheses): there are none; references as template arguments look like it
template <const Payload& payload, void (*init)(Work&)>
void prepare_and_init(Work& w) {
    payload.prepare(w);
    init(w);
}
// NOLINTEND(readability-redundant-parentheses)
inline void free_requests_and_grid(Work& w) {
    free_requests(w);
    free_topology(w);
}

inline void start_and_wait(Work& w, int calls) {
    MPI_Request* const request = w.requests.data();
    for (int i = 0; i < calls; ++i) {
        MPI_Start(request);
        MPI_Wait(request, MPI_STATUS_IGNORE);
    }
}

constexpr Kernel persistent_row(std::string_view name, Timing timing, const Payload& payload, void (*prepare)(Work&)) {
    return {.name = name,
            .timing = timing,
            .reduces = payload.reduces,
            .sized = payload.sized,
            .in_place = payload.in_place,
            .definition = "the persistent collective, initialised once: Start and Wait in every call",
            .peer = "IMB-MPI4, the form with persist_pure",
            .sizes = payload.sizes,
            .fill = payload.fill,
            .check = payload.check,
            .run = start_and_wait,
            .lacks = lacks_persistent,
            .prepare = prepare,
            .finish = free_requests};
}
// NOLINTBEGIN(readability-redundant-parentheses): as above
template <const Payload& payload, void (*init)(Work&)>
constexpr Kernel waiting_for_all(std::string_view name) {
    return persistent_row(name, Timing::batch, payload, prepare_and_init<payload, init>);
}
template <const Payload& payload, void (*init)(Work&)>
constexpr Kernel pipelining(std::string_view name) {
    return persistent_row(name, Timing::single, payload, prepare_and_init<payload, init>);
}
// NOLINTEND(readability-redundant-parentheses)
constexpr Kernel with_own_block(Kernel row) {
    row.lacks = lacks_own_block;
    return row;
}
constexpr Kernel on_a_grid(Kernel row) {
    row.min_ranks = 2;
    row.peer = "";
    row.finish = free_requests_and_grid;
    return row;
}

// clang-format off: a row of the table reads as a row
inline constexpr Kernel persistent[] = {
    waiting_for_all<no_payload, init_barrier>("barrier_persistent"),
    waiting_for_all<reduced_by_all, init_allreduce>("allreduce_persistent"),
    with_own_block(waiting_for_all<gathered_by_all, init_allgather>("allgather_persistent")),
    waiting_for_all<gathered_by_all_v, init_allgatherv>("allgatherv_persistent"),
    waiting_for_all<exchanged_by_all, init_alltoall>("alltoall_persistent"),
    waiting_for_all<exchanged_by_all_v, init_alltoallv>("alltoallv_persistent"),
    waiting_for_all<exchanged_by_all_v, init_alltoallw>("alltoallw_persistent"),
    waiting_for_all<reduced_parts, init_reduce_scatter>("reduce_scatter_persistent"),
    waiting_for_all<reduced_blocks, init_reduce_scatter_block>("reduce_scatter_block_persistent"),
    pipelining<from_root, init_bcast>("bcast_persistent"),
    pipelining<reduced_by_root, init_reduce>("reduce_persistent"),
    with_own_block(pipelining<gathered_by_root, init_gather>("gather_persistent")),
    pipelining<gathered_by_root_v, init_gatherv>("gatherv_persistent"),
    with_own_block(pipelining<scattered_by_root, init_scatter>("scatter_persistent")),
    pipelining<scattered_by_root_v, init_scatterv>("scatterv_persistent"),
    pipelining<scanned, init_scan>("scan_persistent"),
    from_two_ranks(pipelining<exscanned, init_exscan>("exscan_persistent")),
    on_a_grid(waiting_for_all<gathered_on_grid, init_neighbour_allgather>("neighbor_allgather_persistent")),
    on_a_grid(waiting_for_all<exchanged_on_grid, init_neighbour_alltoall>("neighbor_alltoall_persistent")),
};
// clang-format on

}  // namespace rw::kernels
