// Windows of messages between pairs (i, i + n/2): bandwidth and message rate. Every message of a window has a receive
// buffer of its own: two receives into one buffer at a time are not valid MPI. IMB and OMB have one for all (which is up
// to twice as fast, for it stays in the cache); `one_place` is for comparing with them.
#pragma once

#include "point_to_point.hpp"

namespace rw::kernels {

inline Sizes window_received(const Work& w) { return {w.size_bytes + 1, w.places() * w.size_bytes + 1}; }
inline double window_bytes(const Work& w) { return static_cast<double>(w.window) * static_cast<double>(w.size_bytes); }
inline double window_messages(const Work& w) { return w.window; }
template <double (*one_pair)(const Work&), int directions>
double all_pairs(const Work& w) {
    const int pairs = w.ranks / 2;
    return one_pair(w) * directions * pairs;
}

inline Wrong check_window(const Work& w, unsigned salt) {
    for (std::size_t slot = 0; slot < w.places(); ++slot)
        if (const Wrong wrong = check_block(w, slot, partner_of(w), salt); wrong.any()) return wrong;
    return {};
}
inline Wrong check_window_of_receiver(const Work& w, unsigned salt) {
    return sends_first(w) ? Wrong{} : check_window(w, salt);
}

inline void post_sends(Work& w, int first, int partner, int count) {
    for (int i = 0; i < w.window; ++i)
        MPI_Isend(w.call.out, count, w.call.unit, partner, tag, w.comm,
                  &w.requests[static_cast<std::size_t>(first + i)]);
}
inline void post_receives(Work& w, int first, int partner, int count) {
    for (int i = 0; i < w.window; ++i)
        MPI_Irecv(w.call.in + w.place(static_cast<std::size_t>(i)) * w.call.stride, count, w.call.unit, partner, tag,
                  w.comm, &w.requests[static_cast<std::size_t>(first + i)]);
}
// The receiver says that it has everything; the byte lives behind the window.
inline void acknowledge(Work& w, int partner, bool wait) {
    constexpr int acknowledgement = tag + 1;
    if (wait)
        MPI_Recv(w.call.in + w.places() * w.call.stride, 1, MPI_BYTE, partner, acknowledgement, w.comm,
                 MPI_STATUS_IGNORE);
    else MPI_Send(w.call.out + w.call.stride, 1, MPI_BYTE, partner, acknowledgement, w.comm);
}

inline void uniband(Work& w, int calls) {
    const int count = w.call.units;
    const int partner = partner_of(w);
    const bool sender = sends_first(w);
    for (int i = 0; i < calls; ++i) {
        sender ? post_sends(w, 0, partner, count) : post_receives(w, 0, partner, count);
        MPI_Waitall(w.window, w.requests.data(), MPI_STATUSES_IGNORE);
        acknowledge(w, partner, sender);
    }
}

inline void biband(Work& w, int calls) {
    const int count = w.call.units;
    const int partner = partner_of(w);
    for (int i = 0; i < calls; ++i) {
        post_receives(w, 0, partner, count);
        post_sends(w, w.window, partner, count);
        MPI_Waitall(2 * w.window, w.requests.data(), MPI_STATUSES_IGNORE);
        acknowledge(w, partner, sends_first(w));
    }
}

template <Match match>
void message_rate(Work& w, int calls) {
    const int count = w.call.units;
    const int partner = partner_of(w);
    const int source = match == Match::any_source ? MPI_ANY_SOURCE : partner;
    for (int i = 0; i < calls; ++i) {
        post_receives(w, 0, source, count);
        post_sends(w, w.window, partner, count);
        MPI_Waitall(2 * w.window, w.requests.data(), MPI_STATUSES_IGNORE);
    }
}

// The same with requests that are made once: of the receiver's window, or of the sender's; of both behind each other.
template <bool both>
void make_window_requests(Work& w) {
    const int partner = partner_of(w);
    std::size_t made = 0;
    if (both || !sends_first(w))
        for (std::size_t i = 0; i < w.window_size(); ++i)
            MPI_Recv_init(w.call.in + w.place(i) * w.call.stride, w.call.units, w.call.unit, partner, tag, w.comm,
                          &w.requests[made++]);
    if (both || sends_first(w))
        for (std::size_t i = 0; i < w.window_size(); ++i)
            MPI_Send_init(w.call.out, w.call.units, w.call.unit, partner, tag, w.comm, &w.requests[made++]);
}
inline void free_requests(Work& w) {
    for (MPI_Request& request : w.requests)
        if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
}
template <bool both>
void start_windows(Work& w, int calls) {
    const int count = both ? 2 * w.window : w.window;
    for (int i = 0; i < calls; ++i) {
        MPI_Startall(count, w.requests.data());
        MPI_Waitall(count, w.requests.data(), MPI_STATUSES_IGNORE);
        if constexpr (!both) acknowledge(w, partner_of(w), sends_first(w));
    }
}

// clang-format off: a row of the table reads as a row
inline constexpr Kernel stream[] = {
    {.name = "uniband", .min_ranks = 2, .even_ranks = true, .windowed = true, .rate = "wX n/2", .bytes = all_pairs<window_bytes, 1>,
     .messages = all_pairs<window_messages, 1>,
     .definition = "rank i sends a window of w messages of X bytes to rank i + n/2, which answers with one byte",
     .peer = "IMB-MPI1 Uniband Mbytes/sec, Msg/sec (w = 256); osu_bw, osu_mbw_mr (w = 64)",
     .sizes = window_received, .fill = fill_own, .check = check_window_of_receiver, .run = uniband},
    {.name = "biband", .min_ranks = 2, .even_ranks = true, .windowed = true, .rate = "2wX n/2", .bytes = all_pairs<window_bytes, 2>,
     .messages = all_pairs<window_messages, 2>,
     .definition = "ranks i and i + n/2 send each other a window of w messages of X bytes; the second answers with one byte",
     .peer = "IMB-MPI1 Biband Mbytes/sec, Msg/sec (w = 256)",
     .sizes = window_received, .fill = fill_own, .check = check_window, .run = biband},
    {.name = "message_rate", .min_ranks = 2, .even_ranks = true, .windowed = true, .rate = "2wX n/2", .bytes = all_pairs<window_bytes, 2>,
     .messages = all_pairs<window_messages, 2>,
     .definition = "ranks i and i + n/2 post w receives and w sends and wait for all; messages of all pairs and both "
                   "directions are counted",
     .peer = "osu_bibw (w = 64); ALCF mmps (X = 0, one source and one target), as the rate that occurred at once",
     .sizes = window_received, .fill = fill_own, .check = check_window, .run = message_rate<Match::named>},
    {.name = "message_rate_any_source", .min_ranks = 2, .even_ranks = true, .windowed = true, .rate = "2wX n/2", .bytes = all_pairs<window_bytes, 2>,
     .messages = all_pairs<window_messages, 2>,
     .definition = "as message_rate, received from MPI_ANY_SOURCE",
     .peer = "ALCF message rate as published, second variant",
     .sizes = window_received, .fill = fill_own, .check = check_window, .run = message_rate<Match::any_source>},
    {.name = "uniband_persistent", .min_ranks = 2, .even_ranks = true, .windowed = true, .rate = "wX n/2", .bytes = all_pairs<window_bytes, 1>,
     .messages = all_pairs<window_messages, 1>,
     .definition = "as uniband, with requests made once by Send_init and Recv_init and started together for each window",
     .peer = "osu_bw_persistent (w = 64)",
     .sizes = window_received, .fill = fill_own, .check = check_window_of_receiver, .run = start_windows<false>,
     .prepare = make_window_requests<false>, .finish = free_requests},
    {.name = "biband_persistent", .min_ranks = 2, .even_ranks = true, .windowed = true, .rate = "2wX n/2", .bytes = all_pairs<window_bytes, 2>,
     .messages = all_pairs<window_messages, 2>,
     .definition = "ranks i and i + n/2 send each other a window of w messages of X bytes, with requests made once by "
                   "Send_init and Recv_init and started together for each window",
     .peer = "osu_bibw_persistent (w = 64)",
     .sizes = window_received, .fill = fill_own, .check = check_window, .run = start_windows<true>,
     .prepare = make_window_requests<true>, .finish = free_requests},
};
// clang-format on

}  // namespace rw::kernels
