// Two ranks or rings of ranks, one message at a time in each direction.
#pragma once

#include "../calls.hpp"
#include "common.hpp"

namespace rw::kernels {

inline Sizes one_each(const Work& w) { return {w.size_bytes, w.size_bytes}; }
inline Sizes two_received(const Work& w) { return {w.size_bytes, 2 * w.size_bytes}; }

inline Wrong from_other(const Work& w, unsigned salt) { return check_block(w, 0, 1 - w.rank, salt); }
inline Wrong from_left(const Work& w, unsigned salt) { return check_block(w, 0, left_of(w), salt); }
inline Wrong from_both_neighbours(const Work& w, unsigned salt) {
    const Wrong left = check_block(w, 0, left_of(w), salt);
    return left.any() ? left : check_block(w, 1, right_of(w), salt);
}

inline Wrong from_first(const Work& w, unsigned salt) { return w.rank == 1 ? check_block(w, 0, 0, salt) : Wrong{}; }

inline void oneway(Work& w, int calls) {
    const int count = w.call.units;
    for (int i = 0; i < calls; ++i) {
        if (w.rank == 0) MPI_Send(w.call.out, count, w.call.unit, 1, tag, w.comm);
        else MPI_Recv(w.call.in, count, w.call.unit, 0, tag, w.comm, MPI_STATUS_IGNORE);
    }
}

// How a receive names its message.
enum class Match { named, any_source, any_tag };

// Ranks i and i + n/2 are a pair.
inline int partner_of(const Work& w) { return (w.rank + w.ranks / 2) % w.ranks; }
inline bool sends_first(const Work& w) { return w.rank < w.ranks / 2; }
inline Wrong from_partner(const Work& w, unsigned salt) { return check_block(w, 0, partner_of(w), salt); }

template <Match match>
void pingping(Work& w, int calls) {
    const int count = w.call.units;
    const int other = partner_of(w);
    const int source = match == Match::any_source ? MPI_ANY_SOURCE : other;
    MPI_Request request = MPI_REQUEST_NULL;
    for (int i = 0; i < calls; ++i) {
        MPI_Isend(w.call.out, count, w.call.unit, other, tag, w.comm, &request);
        MPI_Recv(w.call.in, count, w.call.unit, source, tag, w.comm, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

template <class Count>
void sendrecv(Work& w, int calls) {
    const auto count = units_of<Count>(w);
    const int right = right_of(w);
    const int left = left_of(w);
    for (int i = 0; i < calls; ++i)
        call::Sendrecv(w.call.out, count, w.call.unit, right, tag,  // to the right
                       w.call.in, count, w.call.unit, left, tag,    // from the left
                       w.comm, MPI_STATUS_IGNORE);
}

// With one or two ranks left and right are one rank: its two messages are told apart by tag, as direction of travel.
inline void exchange(Work& w, int calls) {
    constexpr int rightwards = tag;
    constexpr int leftwards = tag + 1;
    const int count = w.call.units;
    const int right = right_of(w);
    const int left = left_of(w);
    MPI_Request requests[2];
    for (int i = 0; i < calls; ++i) {
        MPI_Isend(w.call.out, count, w.call.unit, right, rightwards, w.comm, &requests[0]);
        MPI_Isend(w.call.out, count, w.call.unit, left, leftwards, w.comm, &requests[1]);
        MPI_Recv(w.call.in, count, w.call.unit, left, rightwards, w.comm, MPI_STATUS_IGNORE);
        MPI_Recv(w.call.in + w.call.stride, count, w.call.unit, right, leftwards, w.comm, MPI_STATUS_IGNORE);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

// What goes to the right and what comes from the left share one buffer.
inline void sendrecv_replace(Work& w, int calls) {
    const int count = w.call.units;
    const int right = right_of(w);
    const int left = left_of(w);
    for (int i = 0; i < calls; ++i)
        MPI_Sendrecv_replace(w.call.in, count, w.call.unit, right, tag, left, tag, w.comm, MPI_STATUS_IGNORE);
}
inline const char* lacks_replace() {
    return simulated ? "MPI_Sendrecv_replace, which aborts on an empty message in SimGrid 3.32" : nullptr;
}
inline Sizes one_received(const Work& w) { return {0, w.size_bytes}; }
inline void fill_to_replace(Work& w, unsigned salt) { fill_bytes(w.received(0, w.size_bytes), w.rank, salt); }

inline double messages_of_all(const Work& w) { return w.ranks; }
inline double bytes_of_all(const Work& w) { return static_cast<double>(w.size_bytes) * w.ranks; }
inline double two_messages(const Work&) { return 2.0; }
inline double four_messages(const Work&) { return 4.0; }

// clang-format off: a row of the table reads as a row
inline constexpr Kernel point_to_point[] = {
    {.name = "oneway", .timing = Timing::single, .min_ranks = 2, .max_ranks = 2, .rate = "X", .bytes = bytes_times<1>,
     .definition = "rank 0 sends X bytes to rank 1, one message at a time, from the common start until rank 1 has them",
     .sizes = one_each, .fill = fill_own, .check = from_first, .run = oneway},
    {.name = "pingping", .min_ranks = 2, .max_ranks = 2, .rate = "X", .bytes = bytes_times<1>,
     .definition = "both ranks Isend X bytes to each other, Recv and Wait; bytes of one direction are counted",
     .peer = "IMB-MPI1 PingPing t[usec], Mbytes/sec",
     .sizes = one_each, .fill = fill_own, .check = from_other, .run = pingping<Match::named>},
    {.name = "pingping_any_source", .min_ranks = 2, .max_ranks = 2, .rate = "X", .bytes = bytes_times<1>,
     .definition = "as pingping, received from MPI_ANY_SOURCE",
     .peer = "IMB-MPI1 PingPingAnySource t[usec], Mbytes/sec",
     .sizes = one_each, .fill = fill_own, .check = from_other, .run = pingping<Match::any_source>},
    {.name = "pingping_pairs", .min_ranks = 2, .even_ranks = true, .rate = "nX", .bytes = bytes_of_all, .messages = messages_of_all,
     .definition = "ranks i and i + n/2 play pingping, all pairs at once; bytes of both directions are counted",
     .peer = "IMB-P2P PingPing (its time counts all messages)",
     .sizes = one_each, .fill = fill_own, .check = from_partner, .run = pingping<Match::named>},
    {.name = "sendrecv", .rate = "2X", .bytes = bytes_times<2>, .messages = two_messages,
     .definition = "every rank Sendrecvs X bytes to the right and from the left; a rank's bytes sent and received are counted",
     .peer = "IMB-MPI1 Sendrecv t_max[usec], Mbytes/sec",
     .sizes = one_each, .fill = fill_own, .check = from_left, .run = sendrecv<int>, .run_large = sendrecv<MPI_Count>},
    {.name = "sendrecv_replace", .min_ranks = 2, .rate = "2X", .bytes = bytes_times<2>, .messages = two_messages,
     .definition = "as sendrecv, with Sendrecv_replace: what was received goes on to the right in the next call",
     .peer = "IMB-P2P SendRecv_Replace",
     .sizes = one_received, .fill = fill_to_replace, .check = from_left, .run = sendrecv_replace,
     .lacks = lacks_replace},
    {.name = "exchange", .rate = "4X", .bytes = bytes_times<4>, .messages = four_messages,
     .definition = "every rank Isends X bytes to both neighbours and Recvs from both; a rank's four messages are counted",
     .peer = "IMB-MPI1 Exchange t_max[usec], Mbytes/sec",
     .sizes = two_received, .fill = fill_own, .check = from_both_neighbours, .run = exchange},
};
// clang-format on

}  // namespace rw::kernels
