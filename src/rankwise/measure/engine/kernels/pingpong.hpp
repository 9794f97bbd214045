// Pingpong in the ways in which a library can be asked for it: how the receive names its message, how it is sent, whether
// requests are kept, and whether other pairs do the same.
#pragma once

#include "point_to_point.hpp"
#include "stream.hpp"

namespace rw::kernels {

template <Match match, auto send_call, class Count = int>
void pingpong(Work& w, int calls) {
    const auto count = units_of<Count>(w);
    const int other = 1 - w.rank;
    const int source = match == Match::any_source ? MPI_ANY_SOURCE : other;
    const int expected = match == Match::any_tag ? MPI_ANY_TAG : tag;
    void* const out = w.call.out;
    void* const in = w.call.in;
    if (w.rank == 0) {
        for (int i = 0; i < calls; ++i) {
            send_call(out, count, w.call.unit, other, tag, w.comm);
            call::Recv(in, count, w.call.unit, source, expected, w.comm, MPI_STATUS_IGNORE);
        }
    } else {
        for (int i = 0; i < calls; ++i) {
            call::Recv(in, count, w.call.unit, source, expected, w.comm, MPI_STATUS_IGNORE);
            send_call(out, count, w.call.unit, other, tag, w.comm);
        }
    }
}

constexpr auto standard_send = [](auto... arguments) { call::Send(arguments...); };
constexpr auto synchronous_send = [](auto... arguments) { call::Ssend(arguments...); };

inline void make_requests(Work& w) {
    const int count = w.call.units;
    MPI_Send_init(w.call.out, count, w.call.unit, 1 - w.rank, tag, w.comm, w.requests.data());
    MPI_Recv_init(w.call.in, count, w.call.unit, 1 - w.rank, tag, w.comm, &w.requests[1]);
}
inline void pingpong_persistent(Work& w, int calls) {
    const std::size_t first = w.rank == 0 ? 0 : 1;
    for (int i = 0; i < calls; ++i) {
        MPI_Start(&w.requests[first]);
        MPI_Wait(&w.requests[first], MPI_STATUS_IGNORE);
        MPI_Start(&w.requests[1 - first]);
        MPI_Wait(&w.requests[1 - first], MPI_STATUS_IGNORE);
    }
}

inline void pingpong_pairs(Work& w, int calls) {
    const int count = w.call.units;
    const int partner = partner_of(w);
    for (int i = 0; i < calls; ++i) {
        if (sends_first(w)) MPI_Send(w.call.out, count, w.call.unit, partner, tag, w.comm);
        MPI_Recv(w.call.in, count, w.call.unit, partner, tag, w.comm, MPI_STATUS_IGNORE);
        if (!sends_first(w)) MPI_Send(w.call.out, count, w.call.unit, partner, tag, w.comm);
    }
}
inline double messages_of_pairs(const Work& w) { return 0.5 * w.ranks; }
inline double bytes_of_pairs(const Work& w) { return static_cast<double>(w.size_bytes) * messages_of_pairs(w); }

constexpr Kernel pingpong_row(std::string_view name, std::string_view definition, std::string_view peer,
                              void (*run)(Work&, int), void (*run_large)(Work&, int) = nullptr) {
    return {.name = name,
            .min_ranks = 2,
            .max_ranks = 2,
            .transfers = 2,
            .rate = "X",
            .bytes = bytes_times<1>,
            .definition = definition,
            .peer = peer,
            .sizes = one_each,
            .fill = fill_own,
            .check = from_other,
            .run = run,
            .run_large = run_large};
}
constexpr Kernel with_requests(Kernel row) {
    row.prepare = make_requests;
    row.finish = free_requests;
    return row;
}

// clang-format off: a row of the table reads as a row
inline constexpr Kernel pingpongs[] = {
    pingpong_row("pingpong", "rank 0 sends X bytes to rank 1, which sends X bytes back (blocking); time is half a round trip",
                 "IMB-MPI1 PingPong t[usec]; osu_latency; Mbytes/sec = X / t", pingpong<Match::named, standard_send>, pingpong<Match::named, standard_send, MPI_Count>),
    pingpong_row("pingpong_any_source", "as pingpong, received from MPI_ANY_SOURCE",
                 "IMB-MPI1 PingPongAnySource t[usec]", pingpong<Match::any_source, standard_send>, pingpong<Match::any_source, standard_send, MPI_Count>),
    pingpong_row("pingpong_any_tag", "as pingpong, received with MPI_ANY_TAG", "", pingpong<Match::any_tag, standard_send>, pingpong<Match::any_tag, standard_send, MPI_Count>),
    pingpong_row("pingpong_synchronous", "as pingpong, sent with Ssend: complete only when the receive has begun", "",
                 pingpong<Match::named, synchronous_send>, pingpong<Match::named, synchronous_send, MPI_Count>),
    with_requests(pingpong_row("pingpong_persistent", "as pingpong, with requests made once by Send_init and Recv_init and started for each message",
                               "osu_latency_persistent", pingpong_persistent)),
    {.name = "pingpong_pairs", .min_ranks = 2, .even_ranks = true, .transfers = 2, .rate = "X n/2",
     .bytes = bytes_of_pairs, .messages = messages_of_pairs,
     .definition = "ranks i and i + n/2 play pingpong, all pairs at once; time is half a round trip",
     .peer = "osu_multi_lat; IMB-P2P PingPong (its time counts all messages)",
     .sizes = one_each, .fill = fill_own, .check = from_partner, .run = pingpong_pairs},
};
// clang-format on

}  // namespace rw::kernels
