// Halo exchange: X bytes to either side in each dimension of a periodic grid of all ranks, row-major, as square as their
// number allows; in the four ways in which applications write it.
#pragma once

#include <array>

#include "../grid.hpp"
#include "common.hpp"

namespace rw::kernels {

// sendrecv: one dimension and direction after the other, with Sendrecv. isend_recv and isend_irecv: one dimension after
// the other, both directions at once. all: everything posted at once.
enum class Halo { sendrecv, isend_recv, isend_irecv, all };

// Messages that travel up have an even tag, down an odd one: in a dimension of two ranks both come from one rank.
inline int halo_tag(int dimension, bool up) { return tag + 2 * dimension + (up ? 0 : 1); }

// Neighbours below and above in each dimension, from the rank's place in a row-major grid.
template <int dimensions>
void find_neighbours(Work& w) {
    std::array<int, dimensions> sides{};
    if constexpr (dimensions == 2) sides = plane_of(w.ranks);
    else if constexpr (dimensions == 3) sides = block_of(w.ranks);
    else MPI_Dims_create(w.ranks, dimensions, sides.data());
    w.prepared.peers.assign(std::size_t{2} * dimensions, 0);
    w.requests.assign(std::size_t{4} * dimensions, MPI_REQUEST_NULL);
    int stride = 1;
    for (int dimension = dimensions - 1; dimension >= 0; --dimension) {
        const auto d = static_cast<std::size_t>(dimension);
        const int place = w.rank / stride % sides[d];
        const int origin = w.rank - place * stride;
        w.prepared.peers[2 * d] = origin + (place + sides[d] - 1) % sides[d] * stride;
        w.prepared.peers[2 * d + 1] = origin + (place + 1) % sides[d] * stride;
        stride *= sides[d];
    }
}

template <int dimensions>
Sizes halo_received(const Work& w) {
    return {w.size_bytes, std::size_t{2} * dimensions * w.size_bytes};
}
template <int dimensions>
Wrong check_halo(const Work& w, unsigned salt) {
    for (std::size_t side = 0; side < std::size_t{2} * dimensions; ++side)
        if (const Wrong wrong = check_block(w, side, w.prepared.peers[side], salt); wrong.any()) return wrong;
    return {};
}
template <int dimensions>
double halo_messages(const Work& w) {
    return 2.0 * dimensions * w.ranks;
}
template <int dimensions>
double halo_bytes(const Work& w) {
    return halo_messages<dimensions>(w) * static_cast<double>(w.size_bytes);
}

// One message in `dimension`: the buffer's block is that of the side it comes from.
struct Side {
    int below;
    int above;
    void* from_below;
    void* from_above;
};
inline Side side_of(const Work& w, int dimension) {
    const auto block = 2 * static_cast<std::size_t>(dimension);
    return {w.prepared.peers[block], w.prepared.peers[block + 1], w.call.in + block * w.call.stride,
            w.call.in + (block + 1) * w.call.stride};
}

template <int dimensions, Halo how>
void halo(Work& w, int calls) {
    const int count = w.call.units;
    const void* const out = w.call.out;
    MPI_Request* const requests = w.requests.data();
    for (int i = 0; i < calls; ++i) {
        int posted = 0;
        for (int d = 0; d < dimensions; ++d) {
            const Side side = side_of(w, d);
            const int up = halo_tag(d, true);
            const int down = halo_tag(d, false);
            if constexpr (how == Halo::sendrecv) {
                MPI_Sendrecv(out, count, w.call.unit, side.above, up, side.from_below, count, w.call.unit, side.below,
                             up, w.comm, MPI_STATUS_IGNORE);
                MPI_Sendrecv(out, count, w.call.unit, side.below, down, side.from_above, count, w.call.unit, side.above,
                             down, w.comm, MPI_STATUS_IGNORE);
                continue;
            }
            if constexpr (how == Halo::isend_irecv || how == Halo::all) {
                MPI_Irecv(side.from_below, count, w.call.unit, side.below, up, w.comm, &requests[posted++]);
                MPI_Irecv(side.from_above, count, w.call.unit, side.above, down, w.comm, &requests[posted++]);
            }
            MPI_Isend(out, count, w.call.unit, side.above, up, w.comm, &requests[posted++]);
            MPI_Isend(out, count, w.call.unit, side.below, down, w.comm, &requests[posted++]);
            if constexpr (how == Halo::isend_recv) {
                MPI_Recv(side.from_below, count, w.call.unit, side.below, up, w.comm, MPI_STATUS_IGNORE);
                MPI_Recv(side.from_above, count, w.call.unit, side.above, down, w.comm, MPI_STATUS_IGNORE);
            }
            if constexpr (how != Halo::all) {
                MPI_Waitall(posted, requests, MPI_STATUSES_IGNORE);
                posted = 0;
            }
        }
        if constexpr (how == Halo::all) MPI_Waitall(posted, requests, MPI_STATUSES_IGNORE);
    }
}

template <int dimensions, Halo how>
constexpr Kernel halo_row(std::string_view name, std::string_view definition, std::string_view peer) {
    constexpr std::string_view rates[] = {"2nX", "4nX", "6nX", "8nX"};
    return {.name = name,
            .min_ranks = 2,
            .rate = rates[dimensions - 1],
            .bytes = halo_bytes<dimensions>,
            .messages = halo_messages<dimensions>,
            .definition = definition,
            .peer = peer,
            .sizes = halo_received<dimensions>,
            .fill = fill_own,
            .check = check_halo<dimensions>,
            .run = halo<dimensions, how>,
            .prepare = find_neighbours<dimensions>};
}

// clang-format off: a row of the table reads as a row
inline constexpr std::string_view in_order = "halo exchange, X bytes to both sides of each dimension: Sendrecv, one direction after the other";
inline constexpr std::string_view mixed = "halo exchange, X bytes to both sides: two Isend, two Recv, Waitall, one dimension after the other";
inline constexpr std::string_view per_dimension = "halo exchange, X bytes to both sides: two Irecv, two Isend, Waitall, one dimension after the other";
inline constexpr std::string_view at_once = "halo exchange, X bytes to both sides of each dimension: every Irecv and Isend posted, then one Waitall";

inline constexpr Kernel halos[] = {
    halo_row<1, Halo::sendrecv>("halo_sendrecv_1d", in_order, "ALCF halo exchange, first variant"),
    halo_row<2, Halo::sendrecv>("halo_sendrecv_2d", in_order, "ALCF halo exchange, first variant"),
    halo_row<3, Halo::sendrecv>("halo_sendrecv_3d", in_order, "ALCF halo exchange, first variant"),
    halo_row<4, Halo::sendrecv>("halo_sendrecv_4d", in_order, "ALCF halo exchange, first variant"),
    halo_row<1, Halo::isend_recv>("halo_isend_recv_1d", mixed, "ALCF halo exchange, second variant"),
    halo_row<2, Halo::isend_recv>("halo_isend_recv_2d", mixed, "ALCF halo exchange, second variant"),
    halo_row<3, Halo::isend_recv>("halo_isend_recv_3d", mixed, "ALCF halo exchange, second variant"),
    halo_row<4, Halo::isend_recv>("halo_isend_recv_4d", mixed, "ALCF halo exchange, second variant"),
    halo_row<1, Halo::isend_irecv>("halo_isend_irecv_1d", per_dimension, "ALCF halo exchange, third variant"),
    halo_row<2, Halo::isend_irecv>("halo_isend_irecv_2d", per_dimension, "ALCF halo exchange, third variant"),
    halo_row<3, Halo::isend_irecv>("halo_isend_irecv_3d", per_dimension, "ALCF halo exchange, third variant"),
    halo_row<4, Halo::isend_irecv>("halo_isend_irecv_4d", per_dimension, "ALCF halo exchange, third variant"),
    halo_row<1, Halo::all>("halo_all_1d", at_once, "ALCF halo exchange, fourth variant"),
    halo_row<2, Halo::all>("halo_all_2d", at_once, "ALCF halo exchange, fourth variant; IMB-P2P Stencil2D"),
    halo_row<3, Halo::all>("halo_all_3d", at_once, "ALCF halo exchange, fourth variant; IMB-P2P Stencil3D"),
    halo_row<4, Halo::all>("halo_all_4d", at_once, "ALCF halo exchange, fourth variant"),
};
// clang-format on

}  // namespace rw::kernels
