// One rank against all others, and one half against the other: how a fabric shares itself out. Every message in flight has
// a receive buffer of its own.
#pragma once

#include "point_to_point.hpp"

namespace rw::kernels {

inline bool is_hub(const Work& w) { return w.rank == 0; }
inline std::size_t others(const Work& w) { return w.ranks_size() - 1; }
inline std::size_t ends(const Work& w) { return is_hub(w) ? others(w) : 1; }
inline std::size_t in_flight(const Work& w) { return w.window_size() * ends(w); }
inline Sizes hub_sizes(const Work& w) { return {w.size_bytes + 1, in_flight(w) * w.size_bytes + ends(w)}; }
inline void room_for_hub(Work& w) { w.requests.assign(2 * in_flight(w), MPI_REQUEST_NULL); }

// Blocks of the hub's buffer: w for each other rank in order of rank; of another rank's buffer: w from the hub.
inline Wrong check_from_hub(const Work& w, unsigned salt) {
    for (std::size_t slot = 0; slot < w.window_size(); ++slot)
        if (const Wrong wrong = check_block(w, slot, 0, salt); wrong.any()) return wrong;
    return {};
}
inline Wrong check_at_hub(const Work& w, unsigned salt) {
    for (std::size_t block = 0; block < in_flight(w); ++block)
        if (const Wrong wrong = check_block(w, block, 1 + static_cast<int>(block / w.window_size()), salt); wrong.any())
            return wrong;
    return {};
}
inline Wrong check_fan_in(const Work& w, unsigned salt) { return is_hub(w) ? check_at_hub(w, salt) : Wrong{}; }
inline Wrong check_fan_out(const Work& w, unsigned salt) { return is_hub(w) ? Wrong{} : check_from_hub(w, salt); }
inline Wrong check_both_ways(const Work& w, unsigned salt) {
    return is_hub(w) ? check_at_hub(w, salt) : check_from_hub(w, salt);
}

inline int other_end(const Work& w, std::size_t message) {
    return is_hub(w) ? 1 + static_cast<int>(message / w.window_size()) : 0;
}
// The tag tells the sender, so that a receive from any source still has its own place.
inline int tag_of(int sender) { return tag + 2 + sender; }
inline int post_all_sends(Work& w, int count, int posted) {
    for (std::size_t i = 0; i < in_flight(w); ++i)
        MPI_Isend(w.call.out, count, w.call.unit, other_end(w, i), tag_of(w.rank), w.comm,
                  &w.requests[static_cast<std::size_t>(posted++)]);
    return posted;
}
template <Match match = Match::named>
int post_all_receives(Work& w, int count, int posted) {
    for (std::size_t i = 0; i < in_flight(w); ++i) {
        const int source = other_end(w, i);
        MPI_Irecv(w.call.in + i * w.call.stride, count, w.call.unit,
                  match == Match::any_source ? MPI_ANY_SOURCE : source, tag_of(source), w.comm,
                  &w.requests[static_cast<std::size_t>(posted++)]);
    }
    return posted;
}
// Those who received a window say so with one byte; it lives behind the windows.
inline void answer(Work& w, bool received) {
    constexpr int answer_tag = tag + 1;
    std::uint8_t* const answers = w.call.in + in_flight(w) * w.call.stride;
    for (std::size_t end = 0; end < ends(w); ++end) {
        const int rank = is_hub(w) ? 1 + static_cast<int>(end) : 0;
        if (received) MPI_Send(w.call.out + w.call.stride, 1, MPI_BYTE, rank, answer_tag, w.comm);
        else MPI_Recv(answers + end, 1, MPI_BYTE, rank, answer_tag, w.comm, MPI_STATUS_IGNORE);
    }
}

template <bool inwards>
void fan(Work& w, int calls) {
    const int count = w.call.units;
    const bool receives = is_hub(w) == inwards;
    for (int i = 0; i < calls; ++i) {
        const int posted = receives ? post_all_receives(w, count, 0) : post_all_sends(w, count, 0);
        MPI_Waitall(posted, w.requests.data(), MPI_STATUSES_IGNORE);
        answer(w, receives);
    }
}
template <Match match>
void aggregate(Work& w, int calls) {
    const int count = w.call.units;
    for (int i = 0; i < calls; ++i) {
        const int posted = post_all_sends(w, count, post_all_receives<match>(w, count, 0));
        MPI_Waitall(posted, w.requests.data(), MPI_STATUSES_IGNORE);
    }
}

// The k-th partner in the other half: all ranks of a half have different ones at each step.
inline int across(const Work& w, int step) {
    const int half = w.ranks / 2;
    return w.rank < half ? half + (w.rank + step) % half : (w.rank - half + half - step) % half;
}
inline Sizes half_received(const Work& w) { return {w.size_bytes, w.ranks_size() / 2 * w.size_bytes}; }
inline Wrong check_across(const Work& w, unsigned salt) {
    for (int step = 0; step < w.ranks / 2; ++step)
        if (const Wrong wrong = check_block(w, static_cast<std::size_t>(step), across(w, step), salt); wrong.any())
            return wrong;
    return {};
}
inline void bisection(Work& w, int calls) {
    const int count = w.call.units;
    MPI_Request requests[2];
    for (int i = 0; i < calls; ++i)
        for (int step = 0; step < w.ranks / 2; ++step) {
            const int partner = across(w, step);
            MPI_Isend(w.call.out, count, w.call.unit, partner, tag, w.comm, &requests[0]);
            MPI_Irecv(w.call.in + static_cast<std::size_t>(step) * w.call.stride, count, w.call.unit, partner, tag,
                      w.comm, &requests[1]);
            MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        }
}

template <int directions>
double hub_messages(const Work& w) {
    return static_cast<double>(directions) * w.window * (w.ranks - 1);
}
template <int directions>
double hub_bytes(const Work& w) {
    return hub_messages<directions>(w) * static_cast<double>(w.size_bytes);
}
inline double crossing_messages(const Work& w) { return 0.5 * w.ranks * w.ranks; }
inline double crossing_bytes(const Work& w) { return crossing_messages(w) * static_cast<double>(w.size_bytes); }

// clang-format off: a row of the table reads as a row
inline constexpr Kernel load[] = {
    {.name = "fan_in", .min_ranks = 2, .windowed = true, .rate = "wX (n-1)", .bytes = hub_bytes<1>, .messages = hub_messages<1>,
     .definition = "every other rank sends a window of w messages of X bytes to rank 0, which answers each with one byte",
     .peer = "osu_bw_fan_in (there rank 0's node against all other nodes)",
     .sizes = hub_sizes, .fill = fill_own, .check = check_fan_in, .run = fan<true>, .prepare = room_for_hub},
    {.name = "fan_out", .min_ranks = 2, .windowed = true, .rate = "wX (n-1)", .bytes = hub_bytes<1>, .messages = hub_messages<1>,
     .definition = "rank 0 sends a window of w messages of X bytes to every other rank, which answers with one byte",
     .peer = "osu_bw_fan_out (there rank 0's node); ALCF aggregate, one direction (w = 1, there without an answer)",
     .sizes = hub_sizes, .fill = fill_own, .check = check_fan_out, .run = fan<false>, .prepare = room_for_hub},
    {.name = "aggregate", .min_ranks = 2, .windowed = true, .rate = "2wX (n-1)", .bytes = hub_bytes<2>, .messages = hub_messages<2>,
     .definition = "rank 0 exchanges w messages of X bytes with every other rank at once; both directions are counted",
     .peer = "ALCF aggregate, both directions (w = 1, one source); ALCF mmps (X = 0, one source)",
     .sizes = hub_sizes, .fill = fill_own, .check = check_both_ways, .run = aggregate<Match::named>, .prepare = room_for_hub},
    {.name = "aggregate_any_source", .min_ranks = 2, .windowed = true, .rate = "2wX (n-1)", .bytes = hub_bytes<2>, .messages = hub_messages<2>,
     .definition = "as aggregate, received from MPI_ANY_SOURCE",
     .peer = "ALCF message rate as published (X = 0), received from any source",
     .sizes = hub_sizes, .fill = fill_own, .check = check_both_ways, .run = aggregate<Match::any_source>, .prepare = room_for_hub},
    {.name = "bisection", .min_ranks = 2, .even_ranks = true, .rate = "X n^2/2", .bytes = crossing_bytes, .messages = crossing_messages,
     .definition = "each rank exchanges X bytes with every rank of the other half, one partner at a time (Isend, Irecv, Waitall); "
                   "what crosses in both directions is counted, each byte once",
     .peer = "ALCF bisection as published",
     .sizes = half_received, .fill = fill_own, .check = check_across, .run = bisection},
};
// clang-format on

}  // namespace rw::kernels
