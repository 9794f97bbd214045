// Neighbourhood collectives: on a periodic two-dimensional grid of all ranks, as square as their number allows, and on a
// ring, whose ranks know their two neighbours by an adjacent distributed graph, as OMB has it.
#pragma once

#include "payload.hpp"

namespace rw::kernels {

constexpr int grid_dimensions = 2;
constexpr std::size_t grid_neighbours = std::size_t{2} * grid_dimensions;
constexpr std::size_t ring_neighbours = 2;

inline void lay_out_blocks(Work& w) {
    const std::size_t neighbours = w.prepared.peers.size();
    w.prepared.counts.assign(neighbours, w.call.units);
    w.prepared.types.assign(neighbours, w.call.unit);
    w.prepared.offsets.resize(neighbours);
    w.prepared.byte_offsets.resize(neighbours);
    for (std::size_t i = 0; i < neighbours; ++i) {
        w.prepared.offsets[i] = static_cast<int>(i) * w.call.units;
        w.prepared.byte_offsets[i] = static_cast<MPI_Aint>(i * w.call.stride);
    }
}

// A block per neighbour, in the order in which MPI lists them: below and above in each dimension. In a dimension of one
// or two ranks both are the same rank, which sends the same payload to either side.
inline void make_grid(Work& w) {
    int sides[grid_dimensions] = {0, 0};
    const int periodic[grid_dimensions] = {1, 1};
    MPI_Dims_create(w.ranks, grid_dimensions, sides);
    MPI_Cart_create(w.comm, grid_dimensions, sides, periodic, 0, &w.prepared.topology);
    w.prepared.peers.clear();
    for (int dimension = 0; dimension < grid_dimensions; ++dimension) {
        int below = 0, above = 0;
        MPI_Cart_shift(w.prepared.topology, dimension, 1, &below, &above);
        w.prepared.peers.insert(w.prepared.peers.end(), {below, above});
    }
    lay_out_blocks(w);
}
inline void make_ring(Work& w) {
    w.prepared.peers = {left_of(w), right_of(w)};
    MPI_Dist_graph_create_adjacent(w.comm, ring_neighbours, w.prepared.peers.data(), MPI_UNWEIGHTED, ring_neighbours,
                                   w.prepared.peers.data(), MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &w.prepared.topology);
    lay_out_blocks(w);
}
inline void free_topology(Work& w) { MPI_Comm_free(&w.prepared.topology); }

template <std::size_t neighbours>
Sizes from_neighbours(const Work& w) {
    checked_count(neighbours * w.call.stride);
    return {w.size_bytes, neighbours * w.size_bytes};
}
template <std::size_t neighbours>
Sizes between_neighbours(const Work& w) {
    checked_count(neighbours * w.call.stride);
    return {neighbours * w.size_bytes, neighbours * w.size_bytes};
}
inline void fill_per_neighbour(Work& w, unsigned salt) {
    for (std::size_t i = 0; i < w.prepared.peers.size(); ++i)
        fill_bytes({w.send.data() + i * w.size_bytes, w.size_bytes}, w.rank, salt, w.prepared.peers[i]);
}
inline Wrong check_from_neighbours(const Work& w, unsigned salt) {
    for (std::size_t i = 0; i < w.prepared.peers.size(); ++i)
        if (const Wrong wrong = check_block(w, i, w.prepared.peers[i], salt); wrong.any()) return wrong;
    return {};
}
inline Wrong check_between_neighbours(const Work& w, unsigned salt) {
    for (std::size_t i = 0; i < w.prepared.peers.size(); ++i)
        if (const Wrong wrong = check_block(w, i, w.prepared.peers[i], salt, w.rank); wrong.any()) return wrong;
    return {};
}

inline void neighbour_allgather(Work& w, int calls) {
    const int count = w.prepared.counts[0];
    for (int i = 0; i < calls; ++i)
        MPI_Neighbor_allgather(w.call.out, count, w.call.unit, w.call.in, count, w.call.unit, w.prepared.topology);
}
inline void neighbour_allgatherv(Work& w, int calls) {
    for (int i = 0; i < calls; ++i)
        MPI_Neighbor_allgatherv(w.call.out, w.prepared.counts[0], w.call.unit,  //
                                w.call.in, w.prepared.counts.data(), w.prepared.offsets.data(), w.call.unit,
                                w.prepared.topology);
}
inline void neighbour_alltoall(Work& w, int calls) {
    const int count = w.prepared.counts[0];
    for (int i = 0; i < calls; ++i)
        MPI_Neighbor_alltoall(w.call.out, count, w.call.unit, w.call.in, count, w.call.unit, w.prepared.topology);
}
inline void neighbour_alltoallv(Work& w, int calls) {
    for (int i = 0; i < calls; ++i)
        MPI_Neighbor_alltoallv(w.call.out, w.prepared.counts.data(), w.prepared.offsets.data(), w.call.unit,  //
                               w.call.in, w.prepared.counts.data(), w.prepared.offsets.data(), w.call.unit,
                               w.prepared.topology);
}
inline void neighbour_alltoallw(Work& w, int calls) {
    for (int i = 0; i < calls; ++i)
        MPI_Neighbor_alltoallw(w.call.out, w.prepared.counts.data(), w.prepared.byte_offsets.data(),
                               w.prepared.types.data(),  //
                               w.call.in, w.prepared.counts.data(), w.prepared.byte_offsets.data(),
                               w.prepared.types.data(), w.prepared.topology);
}

inline const char* lacks_neighbours() {
    return simulated ? "neighbourhood collectives, which SimGrid 3.32 does not have" : nullptr;
}

template <std::size_t neighbours>
constexpr Kernel neighbour_row(std::string_view name, std::string_view definition, std::string_view peer, bool gathers,
                               void (*run)(Work&, int)) {
    constexpr bool ring = neighbours == ring_neighbours;
    return {.name = name,
            .min_ranks = ring ? 3 : 2,  // OMB's ring has no rank that is both neighbours of another
            .definition = definition,
            .peer = peer,
            .sizes = gathers ? from_neighbours<neighbours> : between_neighbours<neighbours>,
            .fill = gathers ? fill_own : fill_per_neighbour,
            .check = gathers ? check_from_neighbours : check_between_neighbours,
            .run = run,
            .lacks = lacks_neighbours,
            .prepare = ring ? make_ring : make_grid,
            .finish = free_topology};
}

// clang-format off: a row of the table reads as a row
inline constexpr Kernel neighbour[] = {
    neighbour_row<grid_neighbours>("neighbor_allgather", "Neighbor_allgather of X bytes on a periodic 2-D grid", "", true, neighbour_allgather),
    neighbour_row<grid_neighbours>("neighbor_allgatherv", "Neighbor_allgatherv of X bytes on a periodic 2-D grid", "", true, neighbour_allgatherv),
    neighbour_row<grid_neighbours>("neighbor_alltoall", "Neighbor_alltoall, X bytes to each neighbour of a periodic 2-D grid", "", false, neighbour_alltoall),
    neighbour_row<grid_neighbours>("neighbor_alltoallv", "Neighbor_alltoallv, X bytes to each neighbour of a periodic 2-D grid", "", false, neighbour_alltoallv),
    neighbour_row<grid_neighbours>("neighbor_alltoallw", "Neighbor_alltoallw of bytes, X bytes to each neighbour of a periodic 2-D grid", "", false, neighbour_alltoallw),
    neighbour_row<ring_neighbours>("neighbor_allgather_ring", "Neighbor_allgather of X bytes on a ring (Dist_graph_create_adjacent)", "osu_neighbor_allgather",
            true, neighbour_allgather),
    neighbour_row<ring_neighbours>("neighbor_allgatherv_ring", "Neighbor_allgatherv of X bytes on a ring (Dist_graph_create_adjacent)", "osu_neighbor_allgatherv",
            true, neighbour_allgatherv),
    neighbour_row<ring_neighbours>("neighbor_alltoall_ring", "Neighbor_alltoall, X bytes to both neighbours of a ring (Dist_graph_create_adjacent)", "osu_neighbor_alltoall",
            false, neighbour_alltoall),
    neighbour_row<ring_neighbours>("neighbor_alltoallv_ring", "Neighbor_alltoallv, X bytes to both neighbours of a ring (Dist_graph_create_adjacent)", "osu_neighbor_alltoallv",
            false, neighbour_alltoallv),
    neighbour_row<ring_neighbours>("neighbor_alltoallw_ring", "Neighbor_alltoallw of bytes, X bytes to both neighbours of a ring (Dist_graph_create_adjacent)", "osu_neighbor_alltoallw",
            false, neighbour_alltoallw),
};
// clang-format on

}  // namespace rw::kernels
