// Collectives with MPI_IN_PLACE: a rank's contribution lies where the result will be. Sums grow from call to call; only
// the calls that are checked begin with fresh numbers.
#pragma once

#include "collective.hpp"

namespace rw::kernels {

inline void allreduce_in_place(Work& w, int calls) {
    for (int i = 0; i < calls; ++i)
        MPI_Allreduce(MPI_IN_PLACE, w.landing, w.count, w.type.mpi, w.operation.mpi, w.comm);
}
inline void allgather_in_place(Work& w, int calls) {
    const int count = checked_count(w.size_bytes);
    for (int i = 0; i < calls; ++i)
        MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, w.landing, count, MPI_BYTE, w.comm);
}
inline void alltoall_in_place(Work& w, int calls) {
    const int count = checked_count(w.size_bytes);
    for (int i = 0; i < calls; ++i)
        MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, w.landing, count, MPI_BYTE, w.comm);
}

inline constexpr Payload reduced_there{
    .sizes = reduced_in_place, .fill = fill_numbers_in_place, .check = check_result, .reduces = true};
inline constexpr Payload gathered_there{.sizes = gathered_in_place, .fill = fill_own_block, .check = check_gathered};
inline constexpr Payload exchanged_there{
    .sizes = gathered_in_place, .fill = fill_per_target_in_place, .check = check_all_to_all};

// clang-format off: a row of the table reads as a row
inline constexpr Kernel in_place[] = {
    collective_row("allreduce_in_place", Timing::batch, "Allreduce of a vector of X bytes with MPI_IN_PLACE", "",
                   reduced_there, allreduce_in_place),
    collective_row("allgather_in_place", Timing::batch, "Allgather with MPI_IN_PLACE, X bytes from every rank", "",
                   gathered_there, allgather_in_place),
    collective_row("alltoall_in_place", Timing::batch, "Alltoall with MPI_IN_PLACE, X bytes from every rank to every rank",
                   "", exchanged_there, alltoall_in_place),
};
// clang-format on

}  // namespace rw::kernels
