// Windows of messages between pairs (i, i + n/2): bandwidth and message rate. Every message of a window has a receive
// buffer of its own: two receives into one buffer at a time are not valid MPI.
#pragma once

#include "common.hpp"

namespace rw::kernels {

inline int partner_of(const Work& w) { return (w.rank + w.ranks / 2) % w.ranks; }
inline bool sends_first(const Work& w) { return w.rank < w.ranks / 2; }

inline Sizes window_received(const Work& w) { return {w.size_bytes + 1, w.window_size() * w.size_bytes + 1}; }
inline double window_bytes(const Work& w) { return static_cast<double>(w.window) * static_cast<double>(w.size_bytes); }
inline double window_messages(const Work& w) { return w.window; }
template <double (*one_pair)(const Work&), int directions>
double all_pairs(const Work& w) {
    const int pairs = w.ranks / 2;
    return one_pair(w) * directions * pairs;
}

inline Wrong check_window(const Work& w, unsigned salt) {
    for (std::size_t slot = 0; slot < w.window_size(); ++slot)
        if (const Wrong wrong = check_block(w, slot, partner_of(w), salt); wrong.any()) return wrong;
    return {};
}
inline Wrong check_window_of_receiver(const Work& w, unsigned salt) {
    return sends_first(w) ? Wrong{} : check_window(w, salt);
}

inline void post_sends(Work& w, int first, int partner, int count) {
    for (int i = 0; i < w.window; ++i)
        MPI_Isend(w.send.data(), count, MPI_BYTE, partner, tag, w.comm,
                  &w.requests[static_cast<std::size_t>(first + i)]);
}
inline void post_receives(Work& w, int first, int partner, int count) {
    for (int i = 0; i < w.window; ++i)
        MPI_Irecv(w.landing + static_cast<std::size_t>(i) * w.size_bytes, count, MPI_BYTE, partner, tag, w.comm,
                  &w.requests[static_cast<std::size_t>(first + i)]);
}
// The receiver says that it has everything; the byte lives behind the window.
inline void acknowledge(Work& w, int partner, bool wait) {
    constexpr int acknowledgement = tag + 1;
    if (wait)
        MPI_Recv(w.landing + w.window_size() * w.size_bytes, 1, MPI_BYTE, partner, acknowledgement, w.comm,
                 MPI_STATUS_IGNORE);
    else MPI_Send(w.send.data() + w.size_bytes, 1, MPI_BYTE, partner, acknowledgement, w.comm);
}

inline void uniband(Work& w, int calls) {
    const int count = checked_count(w.size_bytes);
    const int partner = partner_of(w);
    const bool sender = sends_first(w);
    for (int i = 0; i < calls; ++i) {
        sender ? post_sends(w, 0, partner, count) : post_receives(w, 0, partner, count);
        MPI_Waitall(w.window, w.requests.data(), MPI_STATUSES_IGNORE);
        acknowledge(w, partner, sender);
    }
}

inline void biband(Work& w, int calls) {
    const int count = checked_count(w.size_bytes);
    const int partner = partner_of(w);
    for (int i = 0; i < calls; ++i) {
        post_receives(w, 0, partner, count);
        post_sends(w, w.window, partner, count);
        MPI_Waitall(2 * w.window, w.requests.data(), MPI_STATUSES_IGNORE);
        acknowledge(w, partner, sends_first(w));
    }
}

inline void message_rate(Work& w, int calls) {
    const int count = checked_count(w.size_bytes);
    const int partner = partner_of(w);
    for (int i = 0; i < calls; ++i) {
        post_receives(w, 0, partner, count);
        post_sends(w, w.window, partner, count);
        MPI_Waitall(2 * w.window, w.requests.data(), MPI_STATUSES_IGNORE);
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
     .peer = "IMB-MPI1 Biband Mbytes/sec, Msg/sec (w = 256); osu_bibw (w = 64)",
     .sizes = window_received, .fill = fill_own, .check = check_window, .run = biband},
    {.name = "message_rate", .min_ranks = 2, .even_ranks = true, .windowed = true, .rate = "2wX n/2", .bytes = all_pairs<window_bytes, 2>,
     .messages = all_pairs<window_messages, 2>,
     .definition = "ranks i and i + n/2 post w receives and w sends and wait for all; messages of all pairs and both "
                   "directions are counted",
     .peer = "ALCF mmps (X = 0, one source and one target), as the rate that occurred at once",
     .sizes = window_received, .fill = fill_own, .check = check_window, .run = message_rate},
};
// clang-format on

}  // namespace rw::kernels
