// A block of a periodic grid in each rank, with layers of its neighbours' cells around it.
#pragma once

#include "grid.hpp"
#include "program.hpp"

namespace program {

// Where ranks stand: sides of the grid of ranks, this rank's place, its neighbours below and above in each dimension.
// The last dimension is the one whose cells lie one after the other.
struct Ranks3 {
    std::array<int, 3> sides{}, place{}, below{}, above{};
};

inline Ranks3 ranks_of(const Program& program) {
    Ranks3 ranks;
    const std::vector<int> asked = program.product("grid", 3);
    if (asked.empty()) ranks.sides = rw::block_of(program.ranks());
    else std::ranges::copy(asked, ranks.sides.begin());
    if (ranks.sides[0] * ranks.sides[1] * ranks.sides[2] != program.ranks())
        throw Refused("--grid " + program.text("grid") + " is " +
                      std::to_string(ranks.sides[0] * ranks.sides[1] * ranks.sides[2]) + " ranks, and there are " +
                      std::to_string(program.ranks()));
    int stride = 1;
    for (std::size_t d = 3; d-- > 0; stride *= ranks.sides[d]) {
        const int side = ranks.sides[d];
        ranks.place[d] = program.rank() / stride % side;
        const int origin = program.rank() - ranks.place[d] * stride;
        ranks.below[d] = origin + (ranks.place[d] + side - 1) % side * stride;
        ranks.above[d] = origin + (ranks.place[d] + 1) % side * stride;
    }
    return ranks;
}

// This rank's cells of a grid of `whole` cells, with `layers` of others around: index (i, j, k) from -layers on.
struct Block {
    std::array<int, 3> whole{}, begin{}, cells{};
    int layers = 1;

    Block(const Program& program, const Ranks3& ranks, std::array<int, 3> of, int around) : whole(of), layers(around) {
        for (std::size_t d = 0; d < 3; ++d) {
            begin[d] = static_cast<int>(begin_of(whole[d], ranks.sides[d], ranks.place[d]));
            cells[d] = static_cast<int>(begin_of(whole[d], ranks.sides[d], ranks.place[d] + 1)) - begin[d];
            if (whole[d] / ranks.sides[d] < layers)
                throw Refused("--size " + program.text("size") + ": " + std::to_string(whole[d]) +
                              " cells in a direction of " + std::to_string(ranks.sides[d]) +
                              " ranks are too few: give each at least " + std::to_string(layers));
        }
    }
    [[nodiscard]] int wide(std::size_t d) const { return cells[d] + 2 * layers; }
    [[nodiscard]] std::size_t room() const {
        return static_cast<std::size_t>(wide(0)) * static_cast<std::size_t>(wide(1)) *
               static_cast<std::size_t>(wide(2));
    }
    [[nodiscard]] std::size_t own() const {
        return static_cast<std::size_t>(cells[0]) * static_cast<std::size_t>(cells[1]) *
               static_cast<std::size_t>(cells[2]);
    }
    [[nodiscard]] std::size_t at(int i, int j, int k) const {
        return (static_cast<std::size_t>(i + layers) * static_cast<std::size_t>(wide(1)) +
                static_cast<std::size_t>(j + layers)) *
                   static_cast<std::size_t>(wide(2)) +
               static_cast<std::size_t>(k + layers);
    }
    [[nodiscard]] std::uint64_t number(int i, int j, int k) const {
        return (static_cast<std::uint64_t>(begin[0] + i) * static_cast<std::uint64_t>(whole[1]) +
                static_cast<std::uint64_t>(begin[1] + j)) *
                   static_cast<std::uint64_t>(whole[2]) +
               static_cast<std::uint64_t>(begin[2] + k);
    }
    // Cells of one face that is `layers` thick, without the edges.
    [[nodiscard]] std::size_t face(std::size_t d) const {
        return own() / static_cast<std::size_t>(cells[d]) * static_cast<std::size_t>(layers);
    }
    template <class Visit>
    void each(Visit visit) const {
        for (int i = 0; i < cells[0]; ++i)
            for (int j = 0; j < cells[1]; ++j)
                for (int k = 0; k < cells[2]; ++k) visit(i, j, k);
    }
};

// Side of a message in the exchange: who it goes to, who it comes from, which cells.
struct Face {
    std::size_t dimension;
    bool up;  // it travels towards higher indices
};
inline constexpr std::array<Face, 6> faces{{{0, true}, {0, false}, {1, true}, {1, false}, {2, true}, {2, false}}};

// The engine's four ways to exchange faces: all at once, or one dimension after the other.
enum class Way { sendrecv, isend_recv, isend_irecv, all };

inline Way way_of(const Program& program) {
    const std::string& word = program.text("halo");
    if (word == "sendrecv") return Way::sendrecv;
    if (word == "isend_recv") return Way::isend_recv;
    if (word == "isend_irecv") return Way::isend_irecv;
    if (word == "all") return Way::all;
    throw Refused("--halo " + word + ": use sendrecv, isend_recv, isend_irecv or all");
}

struct Message {
    void* from;
    void* into;
    int count;
    MPI_Datatype send_type, receive_type;
};

// Both messages of one dimension, upwards and downwards.
inline void exchange_dimension(Program& p, const Ranks3& ranks, Way way, std::size_t d,
                               const std::array<Message, 2>& messages) {
    const std::array<int, 2> to{ranks.above[d], ranks.below[d]}, from{ranks.below[d], ranks.above[d]};
    const auto tag = [&](std::size_t side) { return static_cast<int>(2 * d + side); };
    std::array<MPI_Request, 4> requests{};
    std::size_t posted = 0;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const Message& m = messages[side];
        if (way == Way::sendrecv) {
            p.sent(m.count, m.send_type, to[side]);
            MPI_Sendrecv(m.from, m.count, m.send_type, to[side], tag(side), m.into, m.count, m.receive_type, from[side],
                         tag(side), MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (way != Way::isend_recv) {
            MPI_Irecv(m.into, m.count, m.receive_type, from[side], tag(side), MPI_COMM_WORLD, &requests[posted++]);
        }
    }
    if (way == Way::sendrecv) return;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}})
        p.isend(messages[side].from, messages[side].count, messages[side].send_type, to[side], tag(side),
                MPI_COMM_WORLD, &requests[posted++]);
    if (way == Way::isend_recv)
        for (const std::size_t side : {std::size_t{0}, std::size_t{1}})
            MPI_Recv(messages[side].into, messages[side].count, messages[side].receive_type, from[side], tag(side),
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Waitall(static_cast<int>(posted), requests.data(), MPI_STATUSES_IGNORE);
}

// Six faces in one of the four ways.
inline void exchange(Program& p, const Ranks3& ranks, Way way, const std::array<Message, 6>& messages) {
    if (way != Way::all) {
        for (std::size_t d = 0; d < 3; ++d)
            exchange_dimension(p, ranks, way, d, {messages[2 * d], messages[2 * d + 1]});
        return;
    }
    std::array<MPI_Request, 12> requests{};
    std::size_t posted = 0;
    for (std::size_t f = 0; f < 6; ++f) {
        const auto [d, up] = faces[f];
        MPI_Irecv(messages[f].into, messages[f].count, messages[f].receive_type, up ? ranks.below[d] : ranks.above[d],
                  static_cast<int>(f), MPI_COMM_WORLD, &requests[posted++]);
    }
    for (std::size_t f = 0; f < 6; ++f) {
        const auto [d, up] = faces[f];
        p.isend(messages[f].from, messages[f].count, messages[f].send_type, up ? ranks.above[d] : ranks.below[d],
                static_cast<int>(f), MPI_COMM_WORLD, &requests[posted++]);
    }
    MPI_Waitall(static_cast<int>(posted), requests.data(), MPI_STATUSES_IGNORE);
}

}  // namespace program
