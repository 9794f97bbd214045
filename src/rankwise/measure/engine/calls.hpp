// MPI calls under one name for counts that fit an int and for those that do not (MPI 4.0, the forms with _c).
#pragma once

#include <mpi.h>

#include "clock.hpp"
#include "work.hpp"

#if MPI_VERSION >= 4 && !defined(RANKWISE_SIMULATED)
#define RANKWISE_LARGE 1
#pragma weak MPI_Send_c
#pragma weak MPI_Ssend_c
#pragma weak MPI_Recv_c
#pragma weak MPI_Isend_c
#pragma weak MPI_Irecv_c
#pragma weak MPI_Sendrecv_c
#pragma weak MPI_Bcast_c
#pragma weak MPI_Reduce_c
#pragma weak MPI_Allreduce_c
#pragma weak MPI_Allgather_c
#pragma weak MPI_Alltoall_c
#pragma weak MPI_Gather_c
#pragma weak MPI_Scatter_c
#else
#define RANKWISE_LARGE 0
#endif

namespace rw {

#if RANKWISE_LARGE
inline bool has_large_counts() { return MPI_Send_c != nullptr && MPI_Alltoall_c != nullptr; }
#else
inline bool has_large_counts() { return false; }
#endif

template <class Count>
Count units_of(const Work& w) {
    return static_cast<Count>(w.call.all_units);
}

namespace call {

// What follows the count is passed on as it is. On a library without large counts their forms are never called.
#if RANKWISE_LARGE
#define RANKWISE_BOTH(name)                                    \
    template <class Buffer, class... More>                     \
    void name(Buffer* buffer, int count, More... more) {       \
        MPI_##name(buffer, count, more...);                    \
    }                                                          \
    template <class Buffer, class... More>                     \
    void name(Buffer* buffer, MPI_Count count, More... more) { \
        MPI_##name##_c(buffer, count, more...);                \
    }
#else
#define RANKWISE_BOTH(name)                              \
    template <class Buffer, class... More>               \
    void name(Buffer* buffer, int count, More... more) { \
        MPI_##name(buffer, count, more...);              \
    }                                                    \
    template <class Buffer, class... More>               \
    void name(Buffer*, MPI_Count, More...) {}
#endif

RANKWISE_BOTH(Send)
RANKWISE_BOTH(Ssend)
RANKWISE_BOTH(Recv)
RANKWISE_BOTH(Isend)
RANKWISE_BOTH(Irecv)
RANKWISE_BOTH(Sendrecv)
RANKWISE_BOTH(Bcast)
RANKWISE_BOTH(Allgather)
RANKWISE_BOTH(Alltoall)
RANKWISE_BOTH(Gather)
RANKWISE_BOTH(Scatter)
#undef RANKWISE_BOTH

// Here the count comes third.
#if RANKWISE_LARGE
#define RANKWISE_BOTH(name)                                                  \
    template <class... More>                                                 \
    void name(const void* from, void* into, int count, More... more) {       \
        MPI_##name(from, into, count, more...);                              \
    }                                                                        \
    template <class... More>                                                 \
    void name(const void* from, void* into, MPI_Count count, More... more) { \
        MPI_##name##_c(from, into, count, more...);                          \
    }
#else
#define RANKWISE_BOTH(name)                                            \
    template <class... More>                                           \
    void name(const void* from, void* into, int count, More... more) { \
        MPI_##name(from, into, count, more...);                        \
    }                                                                  \
    template <class... More>                                           \
    void name(const void*, void*, MPI_Count, More...) {}
#endif

RANKWISE_BOTH(Allreduce)
RANKWISE_BOTH(Reduce)
#undef RANKWISE_BOTH

}  // namespace call
}  // namespace rw
