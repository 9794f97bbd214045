// Communicators of the groups that cells name, made once and kept: creating one costs more than a visit.
#pragma once

#include <list>
#include <utility>

#include <mpi.h>

#include "command.hpp"

namespace rw {

class Communicators {
public:
    // Only the ranks in `ranks` call it, in the same order of calls.
    MPI_Comm of(const Ranks& ranks) {
        for (auto entry = kept_.begin(); entry != kept_.end(); ++entry)
            if (entry->first == ranks) {
                kept_.splice(kept_.begin(), kept_, entry);
                return entry->second;
            }
        MPI_Group world = MPI_GROUP_NULL, group = MPI_GROUP_NULL;
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_group(MPI_COMM_WORLD, &world);
        MPI_Group_incl(world, static_cast<int>(ranks.size()), ranks.data(), &group);
        constexpr int creation_tag = 78;
        MPI_Comm_create_group(MPI_COMM_WORLD, group, creation_tag, &comm);
        MPI_Group_free(&group);
        MPI_Group_free(&world);
        kept_.emplace_front(ranks, comm);
        return comm;
    }

private:
    // Nothing is freed before MPI_Finalize: freeing is collective over members that may be asleep, and a launch meets
    // far fewer groups than the smallest context-id space (2048 in MPICH) holds.
    std::list<std::pair<Ranks, MPI_Comm>> kept_;
};

}  // namespace rw
