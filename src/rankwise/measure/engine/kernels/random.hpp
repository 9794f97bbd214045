// Partners drawn at random, so that no placement of ranks is favoured: drawn anew at each visit, and changing from call to
// call over a fixed number of steps.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>

#include "point_to_point.hpp"

namespace rw::kernels {

constexpr int drawn_steps = 64;

// For each step two entries: whom this rank sends to and whom it receives from. All ranks draw the same orders.
enum class Draw { ring, pairs, one_way };
template <Draw draw>
void draw_partners(Work& w) {
    std::mt19937 engine(w.seed);  // its numbers are the same everywhere; those of std::shuffle are not
    std::vector<int> order(w.ranks_size());
    std::iota(order.begin(), order.end(), 0);
    w.prepared.peers.clear();
    for (int step = 0; step < drawn_steps; ++step) {
        for (std::size_t last = order.size() - 1; last > 0; --last)
            std::swap(order[last], order[engine() % (last + 1)]);
        const auto found = std::find(order.begin(), order.end(), w.rank);
        const auto place = static_cast<std::size_t>(found - order.begin());
        const std::size_t next = draw == Draw::ring ? (place + 1) % order.size() : place ^ 1u;
        const std::size_t before = draw == Draw::ring ? (place + order.size() - 1) % order.size() : place ^ 1u;
        const bool sends = draw != Draw::one_way || place % 2 == 0;
        const bool receives = draw != Draw::one_way || place % 2 != 0;
        w.prepared.peers.insert(w.prepared.peers.end(),
                                {sends ? order[next] : MPI_PROC_NULL, receives ? order[before] : MPI_PROC_NULL});
    }
}

inline void random_exchange(Work& w, int calls) {
    const int count = w.call.units;
    MPI_Request requests[2];
    for (int i = 0; i < calls; ++i) {
        const int* const partners = &w.prepared.peers[2 * static_cast<std::size_t>(i % drawn_steps)];
        MPI_Irecv(w.call.in, count, w.call.unit, partners[1], tag, w.comm, &requests[0]);
        MPI_Isend(w.call.out, count, w.call.unit, partners[0], tag, w.comm, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}
// A check follows one call: it was the first step.
inline Wrong check_first_step(const Work& w, unsigned salt) {
    return w.prepared.peers[1] == MPI_PROC_NULL ? Wrong{} : check_block(w, 0, w.prepared.peers[1], salt);
}
inline Sizes one_each_way(const Work& w) { return {w.size_bytes, w.size_bytes}; }
inline double half_the_messages(const Work& w) { return 0.5 * w.ranks; }
inline double half_the_bytes(const Work& w) { return half_the_messages(w) * static_cast<double>(w.size_bytes); }

// clang-format off: a row of the table reads as a row
inline constexpr Kernel random_pairs[] = {
    {.name = "unirandom", .min_ranks = 2, .even_ranks = true, .rate = "X n/2", .bytes = half_the_bytes, .messages = half_the_messages,
     .definition = "ranks are paired at random, anew for each call; one of a pair sends X bytes to the other (Irecv or Isend, Waitall), "
                   "and nobody answers: a rate, until the last message of many calls has come",
     .peer = "IMB-P2P Unirandom", .sizes = one_each_way, .fill = fill_own, .check = check_first_step,
     .run = random_exchange, .prepare = draw_partners<Draw::one_way>},
    {.name = "birandom", .min_ranks = 2, .even_ranks = true, .rate = "nX", .bytes = bytes_of_all, .messages = messages_of_all,
     .definition = "ranks are paired at random, anew for each call; both of a pair send X bytes to the other (Irecv, Isend, Waitall)",
     .peer = "IMB-P2P Birandom", .sizes = one_each_way, .fill = fill_own, .check = check_first_step,
     .run = random_exchange, .prepare = draw_partners<Draw::pairs>},
    {.name = "corandom", .min_ranks = 2, .rate = "nX", .bytes = bytes_of_all, .messages = messages_of_all,
     .definition = "ranks form a ring in random order, anew for each call; each sends X bytes to the next (Irecv, Isend, Waitall)",
     .peer = "IMB-P2P Corandom", .sizes = one_each_way, .fill = fill_own, .check = check_first_step,
     .run = random_exchange, .prepare = draw_partners<Draw::ring>},
};
// clang-format on

}  // namespace rw::kernels
