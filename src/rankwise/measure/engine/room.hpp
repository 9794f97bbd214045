// Whether a machine has the memory that its ranks are about to touch, asked by all of them together: Linux hands out
// more than it has, and kills later.
#pragma once

#include <cstdint>
#include <string>

#include <mpi.h>

#include "clock.hpp"
#include "faults.hpp"

namespace rw {

// Why the ranks of this node cannot have it, "" when they can: all of a node are told the same. Called by all ranks of
// `comm`, each with what it lacks, when they have given back what was too small. Libraries' own buffers are not known:
// a tenth is left for them.
inline std::string short_of_memory(MPI_Comm comm, std::uint64_t lacking_bytes, const Faults& faults) {
    MPI_Comm node = comm;  // simulated ranks are in one process
    if constexpr (!simulated) MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    std::uint64_t needed_bytes = lacking_bytes;
    MPI_Allreduce(MPI_IN_PLACE, &needed_bytes, 1, MPI_UINT64_T, MPI_SUM, node);
    std::uint64_t available_bytes = faults.available_bytes();
    MPI_Bcast(&available_bytes, 1, MPI_UINT64_T, 0, node);
    int ranks = 0;
    MPI_Comm_size(node, &ranks);
    if constexpr (!simulated) MPI_Comm_free(&node);
    if (needed_bytes <= available_bytes / 10 * 9) return "";
    return "needs " + std::to_string(needed_bytes >> 20) + " MiB of buffers on " + std::to_string(ranks) +
           (ranks == 1 ? " rank" : " ranks") + " of a node, against nine tenths of " +
           std::to_string(available_bytes >> 20) + " MiB: more than this machine has available";
}

}  // namespace rw
