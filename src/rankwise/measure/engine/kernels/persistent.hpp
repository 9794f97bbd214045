// Persistent collectives (MPI 4.0, section 6.13): initialised once a visit, started and waited for in every call. One
// engine serves libraries that lack them: their symbols are weak, and a cell that needs a missing one is refused.
#pragma once

#include "numbers.hpp"
#include "pingpong.hpp"

// Open MPI 5 has them although it calls itself MPI 3.1.
#if (MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)) && !defined(RANKWISE_SIMULATED)
#define RANKWISE_PERSISTENT 1
#pragma weak MPI_Barrier_init
#pragma weak MPI_Bcast_init
#pragma weak MPI_Allreduce_init
#pragma weak MPI_Reduce_init
#pragma weak MPI_Allgather_init
#pragma weak MPI_Alltoall_init
#pragma weak MPI_Gather_init
#pragma weak MPI_Scatter_init
#else
#define RANKWISE_PERSISTENT 0
#endif

namespace rw::kernels {

#if RANKWISE_PERSISTENT
// All these came with one version of the standard: a library has all or none.
inline const char* lacks_persistent() {
    return MPI_Barrier_init != nullptr && MPI_Scatter_init != nullptr
               ? nullptr
               : "persistent collectives, which came with MPI 4.0 and this library does not have";
}
inline void init_barrier(Work& w) { MPI_Barrier_init(w.comm, MPI_INFO_NULL, w.requests.data()); }
inline void init_bcast(Work& w) {
    MPI_Bcast_init(w.landing, static_cast<int>(w.size_bytes), MPI_BYTE, w.root, w.comm, MPI_INFO_NULL,
                   w.requests.data());
}
inline void init_allreduce(Work& w) {
    MPI_Allreduce_init(w.send.data(), w.landing, w.count, w.type.mpi, w.operation.mpi, w.comm, MPI_INFO_NULL,
                       w.requests.data());
}
inline void init_reduce(Work& w) {
    MPI_Reduce_init(w.send.data(), w.landing, w.count, w.type.mpi, w.operation.mpi, w.root, w.comm, MPI_INFO_NULL,
                    w.requests.data());
}
inline void init_allgather(Work& w) {
    const int count = static_cast<int>(w.size_bytes);
    MPI_Allgather_init(w.send.data(), count, MPI_BYTE, w.landing, count, MPI_BYTE, w.comm, MPI_INFO_NULL,
                       w.requests.data());
}
inline void init_alltoall(Work& w) {
    const int count = static_cast<int>(w.size_bytes);
    MPI_Alltoall_init(w.send.data(), count, MPI_BYTE, w.landing, count, MPI_BYTE, w.comm, MPI_INFO_NULL,
                      w.requests.data());
}
inline void init_gather(Work& w) {
    const int count = static_cast<int>(w.size_bytes);
    MPI_Gather_init(w.send.data(), count, MPI_BYTE, w.landing, count, MPI_BYTE, w.root, w.comm, MPI_INFO_NULL,
                    w.requests.data());
}
inline void init_scatter(Work& w) {
    const int count = static_cast<int>(w.size_bytes);
    MPI_Scatter_init(w.send.data(), count, MPI_BYTE, w.landing, count, MPI_BYTE, w.root, w.comm, MPI_INFO_NULL,
                     w.requests.data());
}
#else
inline const char* lacks_persistent() {
    return "persistent collectives, which came with MPI 4.0: this engine was built for an older MPI";
}
inline void init_barrier(Work&) {}
inline void init_bcast(Work&) {}
inline void init_allreduce(Work&) {}
inline void init_reduce(Work&) {}
inline void init_allgather(Work&) {}
inline void init_alltoall(Work&) {}
inline void init_gather(Work&) {}
inline void init_scatter(Work&) {}
#endif

inline void start_and_wait(Work& w, int calls) {
    MPI_Request* const request = w.requests.data();
    for (int i = 0; i < calls; ++i) {
        MPI_Start(request);
        MPI_Wait(request, MPI_STATUS_IGNORE);
    }
}

constexpr Kernel persistent_row(std::string_view name, Timing timing, const Payload& payload, void (*init)(Work&)) {
    return {.name = name,
            .timing = timing,
            .reduces = payload.reduces,
            .sized = payload.sized,
            .definition = "the persistent collective, initialised once: Start and Wait in every call",
            .peer = "IMB-MPI4, the form with persist_pure",
            .sizes = payload.sizes,
            .fill = payload.fill,
            .check = payload.check,
            .run = start_and_wait,
            .lacks = lacks_persistent,
            .prepare = init,
            .finish = free_requests};
}

// clang-format off: a row of the table reads as a row
inline constexpr Kernel persistent[] = {
    persistent_row("barrier_persistent", Timing::batch, no_payload, init_barrier),
    persistent_row("allreduce_persistent", Timing::batch, reduced_by_all, init_allreduce),
    persistent_row("allgather_persistent", Timing::batch, gathered_by_all, init_allgather),
    persistent_row("alltoall_persistent", Timing::batch, exchanged_by_all, init_alltoall),
    persistent_row("bcast_persistent", Timing::single, from_root, init_bcast),
    persistent_row("reduce_persistent", Timing::single, reduced_by_root, init_reduce),
    persistent_row("gather_persistent", Timing::single, gathered_by_root, init_gather),
    persistent_row("scatter_persistent", Timing::single, scattered_by_root, init_scatter),
};
// clang-format on

}  // namespace rw::kernels
