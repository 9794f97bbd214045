// Whether a machine has the memory that its ranks are about to touch, asked by all of them together: Linux hands out
// more than it has, and kills later.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <mpi.h>

#include "clock.hpp"
#include "faults.hpp"
#include "parameters.hpp"
#include "work.hpp"

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

// Whether no rank of `comm` refuses and all have the memory that the cell needs, which they take: all or none. `refusal`
// then says why this one has not. All ranks call it.
inline bool all_take_room(const Parameters& parameters, Work& w, const Sizes& sizes, MPI_Comm comm,
                          const Faults& faults, std::string& refusal) {
    using Pair = std::array<std::uint64_t, 2>;
    const auto most_of_all = [comm](Pair most) {
        MPI_Allreduce(MPI_IN_PLACE, most.data(), 2, MPI_UINT64_T, MPI_MAX, comm);
        return most;
    };
    const std::uint64_t lacking_bytes = refusal.empty() ? parameters.lacking_bytes(w, sizes) : 0;
    const auto [refused, most_lacking_bytes] = most_of_all({refusal.empty() ? 0U : 1U, lacking_bytes});
    if (refused != 0) return false;
    int ranks = 0;
    MPI_Comm_size(comm, &ranks);
    constexpr std::uint64_t small_bytes = std::uint64_t{64} << 20;  // all together: not worth asking a machine
    if (most_lacking_bytes > small_bytes / static_cast<std::uint64_t>(ranks))
        refusal = short_of_memory(comm, lacking_bytes, faults);
    if (refusal.empty() && !parameters.reserve(w, sizes))
        refusal = "needs " + std::to_string(lacking_bytes >> 20) + " MiB of buffers, which this rank did not get";
    if (most_lacking_bytes == 0 || most_of_all({refusal.empty() ? 0U : 1U, 0})[0] == 0) return true;
    parameters.give_back(w, sizes);
    return false;
}

}  // namespace rw
