// Several threads of each rank at the same time, under MPI_THREAD_MULTIPLE: thread t of rank i and thread t of rank
// i + n/2 are a pair, each with a communicator and a receive buffer of its own.
#pragma once

#include "point_to_point.hpp"

namespace rw::kernels {

inline std::size_t threads_of(const Work& w) { return static_cast<std::size_t>(w.threads); }
inline std::uint8_t* place_of(const Work& w, int thread) {
    return w.call.in + static_cast<std::size_t>(thread) * w.call.stride;
}

inline void thread_pingpong(Work& w, int thread, int calls) {
    const MPI_Comm comm = w.prepared.thread_comms[static_cast<std::size_t>(thread)];
    const int partner = partner_of(w);
    for (int i = 0; i < calls; ++i) {
        if (sends_first(w)) MPI_Send(w.call.out, w.call.units, w.call.unit, partner, tag, comm);
        MPI_Recv(place_of(w, thread), w.call.units, w.call.unit, partner, tag, comm, MPI_STATUS_IGNORE);
        if (!sends_first(w)) MPI_Send(w.call.out, w.call.units, w.call.unit, partner, tag, comm);
    }
}
inline void thread_exchange(Work& w, int thread, int calls) {
    const MPI_Comm comm = w.prepared.thread_comms[static_cast<std::size_t>(thread)];
    const int partner = partner_of(w);
    for (int i = 0; i < calls; ++i)
        MPI_Sendrecv(w.call.out, w.call.units, w.call.unit, partner, tag,                   //
                     place_of(w, thread), w.call.units, w.call.unit, partner, tag, comm, MPI_STATUS_IGNORE);
}

template <void (*job)(Work&, int, int)>
void gather_team(Work& w) {
    w.prepared.thread_comms.assign(threads_of(w), MPI_COMM_NULL);
    for (MPI_Comm& comm : w.prepared.thread_comms) MPI_Comm_dup(w.comm, &comm);
    w.prepared.team = std::make_unique<Team>(w.threads, [&w](int thread, int calls) { job(w, thread, calls); });
}
inline void dismiss_team(Work& w) {
    w.prepared.team.reset();
    for (MPI_Comm& comm : w.prepared.thread_comms) MPI_Comm_free(&comm);
}
inline void with_team(Work& w, int calls) { w.prepared.team->run(calls); }

inline Sizes block_for_each_thread(const Work& w) { return {w.size_bytes, threads_of(w) * w.size_bytes}; }
inline Wrong check_threads(const Work& w, unsigned salt) {
    for (std::size_t thread = 0; thread < threads_of(w); ++thread)
        if (const Wrong wrong = check_block(w, thread, partner_of(w), salt); wrong.any()) return wrong;
    return {};
}
template <int directions>
double thread_messages(const Work& w) {
    return 0.5 * directions * w.ranks * w.threads;
}
template <int directions>
double thread_bytes(const Work& w) {
    return thread_messages<directions>(w) * static_cast<double>(w.size_bytes);
}

inline const char* lacks_threads() {
    if (simulated) return "threads inside a rank, which SimGrid does not simulate";
    int initialized = 0, level = MPI_THREAD_SINGLE;
    MPI_Initialized(&initialized);
    if (initialized == 0) return nullptr;  // only described
    MPI_Query_thread(&level);
    return level == MPI_THREAD_MULTIPLE ? nullptr : "MPI_THREAD_MULTIPLE, which this library did not give";
}

// clang-format off: a row of the table reads as a row
inline constexpr Kernel threads[] = {
    {.name = "pingpong_threads", .min_ranks = 2, .even_ranks = true, .threaded = true, .mirrored = false, .transfers = 2, .rate = "TX n/2",
     .bytes = thread_bytes<1>, .messages = thread_messages<1>,
     .definition = "T threads of ranks i and i + n/2 play pingpong, thread with thread, all at once; time is half a round trip",
     .peer = "IMB-MT PingPongMT; osu_latency_mt -t T:T",
     .sizes = block_for_each_thread, .fill = fill_own, .check = check_threads, .run = with_team, .lacks = lacks_threads,
     .prepare = gather_team<thread_pingpong>, .finish = dismiss_team},
    {.name = "sendrecv_threads", .min_ranks = 2, .even_ranks = true, .threaded = true, .mirrored = false, .rate = "TX n",
     .bytes = thread_bytes<2>, .messages = thread_messages<2>,
     .definition = "T threads of ranks i and i + n/2 Sendrecv X bytes, thread with thread, all at once: the message rate of threads",
     .peer = "IMB-MT SendRecvMT (two ranks)",
     .sizes = block_for_each_thread, .fill = fill_own, .check = check_threads, .run = with_team, .lacks = lacks_threads,
     .prepare = gather_team<thread_exchange>, .finish = dismiss_team},
};
// clang-format on

}  // namespace rw::kernels
