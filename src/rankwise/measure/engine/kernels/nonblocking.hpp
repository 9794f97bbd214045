// Nonblocking collectives: alone (begin, wait), and with computation in between that takes as long as the call alone.
#pragma once

#include "../compute.hpp"
#include "numbers.hpp"

namespace rw::kernels {

// A collective that has begun; what blocking forms do over `calls`, begun once.
using Begin = void (*)(Work&, MPI_Request*);

inline void begin_barrier(Work& w, MPI_Request* request) { MPI_Ibarrier(w.comm, request); }
inline void begin_bcast(Work& w, MPI_Request* request) {
    MPI_Ibcast(w.landing, static_cast<int>(w.size_bytes), MPI_BYTE, w.root, w.comm, request);
}
inline void begin_allreduce(Work& w, MPI_Request* request) {
    MPI_Iallreduce(w.send.data(), w.landing, w.count, w.type.mpi, w.operation.mpi, w.comm, request);
}
inline void begin_reduce(Work& w, MPI_Request* request) {
    MPI_Ireduce(w.send.data(), w.landing, w.count, w.type.mpi, w.operation.mpi, w.root, w.comm, request);
}
inline void begin_reduce_scatter(Work& w, MPI_Request* request) {
    MPI_Ireduce_scatter(w.send.data(), w.landing, w.counts.data(), w.type.mpi, w.operation.mpi, w.comm, request);
}
inline void begin_allgather(Work& w, MPI_Request* request) {
    const int count = static_cast<int>(w.size_bytes);
    MPI_Iallgather(w.send.data(), count, MPI_BYTE, w.landing, count, MPI_BYTE, w.comm, request);
}
inline void begin_allgatherv(Work& w, MPI_Request* request) {
    MPI_Iallgatherv(w.send.data(), static_cast<int>(w.size_bytes), MPI_BYTE,  //
                    w.landing, w.counts.data(), w.offsets.data(), MPI_BYTE, w.comm, request);
}
inline void begin_alltoall(Work& w, MPI_Request* request) {
    const int count = static_cast<int>(w.size_bytes);
    MPI_Ialltoall(w.send.data(), count, MPI_BYTE, w.landing, count, MPI_BYTE, w.comm, request);
}
inline void begin_alltoallv(Work& w, MPI_Request* request) {
    MPI_Ialltoallv(w.send.data(), w.counts.data(), w.offsets.data(), MPI_BYTE,  //
                   w.landing, w.counts.data(), w.offsets.data(), MPI_BYTE, w.comm, request);
}
inline void begin_gather(Work& w, MPI_Request* request) {
    const int count = static_cast<int>(w.size_bytes);
    MPI_Igather(w.send.data(), count, MPI_BYTE, w.landing, count, MPI_BYTE, w.root, w.comm, request);
}
inline void begin_gatherv(Work& w, MPI_Request* request) {
    MPI_Igatherv(w.send.data(), static_cast<int>(w.size_bytes), MPI_BYTE,  //
                 w.landing, w.counts.data(), w.offsets.data(), MPI_BYTE, w.root, w.comm, request);
}
inline void begin_scatter(Work& w, MPI_Request* request) {
    const int count = static_cast<int>(w.size_bytes);
    MPI_Iscatter(w.send.data(), count, MPI_BYTE, w.landing, count, MPI_BYTE, w.root, w.comm, request);
}
inline void begin_scatterv(Work& w, MPI_Request* request) {
    MPI_Iscatterv(w.send.data(), w.counts.data(), w.offsets.data(), MPI_BYTE,  //
                  w.landing, static_cast<int>(w.size_bytes), MPI_BYTE, w.root, w.comm, request);
}

template <Begin begin>
void begin_and_wait(Work& w, int calls) {
    MPI_Request request = MPI_REQUEST_NULL;
    for (int i = 0; i < calls; ++i) {
        begin(w, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}
template <Begin begin>
void begin_compute_wait(Work& w, int calls) {
    MPI_Request request = MPI_REQUEST_NULL;
    for (int i = 0; i < calls; ++i) {
        begin(w, &request);
        compute(w.compute_steps);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

// The time of a call alone (calls one after a barrier each, the slowest rank's median), and a computation as long as it.
constexpr int alone_calls = 9;
template <class Call>
double slowest_median_s(const Work& w, Call call) {
    double took_s[alone_calls];
    for (double& one_s : took_s) {
        MPI_Barrier(w.comm);
        const std::int64_t begin_ns = w.clock->local_ns();
        call();
        one_s = static_cast<double>(w.clock->local_ns() - begin_ns) * 1e-9;
    }
    std::nth_element(took_s, took_s + alone_calls / 2, took_s + alone_calls);
    double slowest_s = took_s[alone_calls / 2];
    MPI_Allreduce(MPI_IN_PLACE, &slowest_s, 1, MPI_DOUBLE, MPI_MAX, w.comm);
    return slowest_s;
}
template <void (*counts)(Work&), Begin begin>
void measure_alone(Work& w) {
    counts(w);
    begin_and_wait<begin>(w, 2);
    w.pure_s = slowest_median_s(w, [&w] { begin_and_wait<begin>(w, 1); });
    w.compute_steps = steps_in(w.pure_s, *w.clock);
    w.compute_s = slowest_median_s(w, [&w] { compute(w.compute_steps); });
}

constexpr Kernel nonblocking_row(std::string_view name, std::string_view definition, std::string_view peer,
                                 const Payload& payload, void (*run)(Work&, int), void (*prepare)(Work&)) {
    return {.name = name,
            .timing = Timing::single,
            .reduces = payload.reduces,
            .sized = payload.sized,
            .definition = definition,
            .peer = peer,
            .sizes = payload.sizes,
            .fill = payload.fill,
            .check = payload.check,
            .run = run,
            .prepare = prepare};
}

inline constexpr std::string_view alone_words =
    "the nonblocking collective and Wait, nothing in between, one call at a time";
inline constexpr std::string_view overlap_words =
    "the nonblocking collective, then computation that takes as long as the collective alone, then Wait, one call at a "
    "time; `pure` and `compute` are the two alone, measured just before";
inline constexpr std::string_view alone_peer = "IMB-NBC, the form with _pure, t_pure";
inline constexpr std::string_view overlap_peer =
    "IMB-NBC t_ovrl, overlap[%]; the OMB test of the same name, Overlap(%)";

// NOLINTBEGIN(readability-redundant-parentheses): there are none; references as template arguments look like it
template <const Payload& payload, Begin begin>
constexpr Kernel alone(std::string_view name) {
    return nonblocking_row(name, alone_words, alone_peer, payload, begin_and_wait<begin>, payload.prepare);
}
template <const Payload& payload, Begin begin>
constexpr Kernel overlapped(std::string_view name) {
    return nonblocking_row(name, overlap_words, overlap_peer, payload, begin_compute_wait<begin>,
                           measure_alone<payload.prepare, begin>);
}
// NOLINTEND(readability-redundant-parentheses)

// clang-format off: a row of the table reads as a row
inline constexpr Kernel nonblocking[] = {
    alone<no_payload, begin_barrier>("ibarrier"),
    overlapped<no_payload, begin_barrier>("ibarrier_overlap"),
    alone<from_root, begin_bcast>("ibcast"),
    overlapped<from_root, begin_bcast>("ibcast_overlap"),
    alone<reduced_by_all, begin_allreduce>("iallreduce"),
    overlapped<reduced_by_all, begin_allreduce>("iallreduce_overlap"),
    alone<reduced_by_root, begin_reduce>("ireduce"),
    overlapped<reduced_by_root, begin_reduce>("ireduce_overlap"),
    alone<reduced_parts, begin_reduce_scatter>("ireduce_scatter"),
    overlapped<reduced_parts, begin_reduce_scatter>("ireduce_scatter_overlap"),
    alone<gathered_by_all, begin_allgather>("iallgather"),
    overlapped<gathered_by_all, begin_allgather>("iallgather_overlap"),
    alone<gathered_by_all_v, begin_allgatherv>("iallgatherv"),
    overlapped<gathered_by_all_v, begin_allgatherv>("iallgatherv_overlap"),
    alone<exchanged_by_all, begin_alltoall>("ialltoall"),
    overlapped<exchanged_by_all, begin_alltoall>("ialltoall_overlap"),
    alone<exchanged_by_all_v, begin_alltoallv>("ialltoallv"),
    overlapped<exchanged_by_all_v, begin_alltoallv>("ialltoallv_overlap"),
    alone<gathered_by_root, begin_gather>("igather"),
    overlapped<gathered_by_root, begin_gather>("igather_overlap"),
    alone<gathered_by_root_v, begin_gatherv>("igatherv"),
    overlapped<gathered_by_root_v, begin_gatherv>("igatherv_overlap"),
    alone<scattered_by_root, begin_scatter>("iscatter"),
    overlapped<scattered_by_root, begin_scatter>("iscatter_overlap"),
    alone<scattered_by_root_v, begin_scatterv>("iscatterv"),
    overlapped<scattered_by_root_v, begin_scatterv>("iscatterv_overlap"),
};
// clang-format on

}  // namespace rw::kernels
