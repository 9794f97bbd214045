// Communicators of the groups that cells name, made once and kept: creating one costs more than a visit.
#pragma once

#include <list>
#include <utility>

#include <mpi.h>

#include "command.hpp"

namespace rw {

class Communicators {
public:
    // Only the ranks in `ranks` call it, in the same order of calls. `copy` gives a duplicate made by MPI_Comm_dup.
    MPI_Comm of(const Ranks& ranks, bool copy = false) {
        const MPI_Comm original = kept({ranks, false}, [&](MPI_Comm* comm) { create(ranks, comm); });
        if (!copy) return original;
        return kept({ranks, true}, [&](MPI_Comm* comm) { MPI_Comm_dup(original, comm); });
    }

private:
    using Key = std::pair<Ranks, bool>;

    template <class Make>
    MPI_Comm kept(const Key& key, Make make) {
        for (auto entry = kept_.begin(); entry != kept_.end(); ++entry)
            if (entry->first == key) {
                kept_.splice(kept_.begin(), kept_, entry);
                return entry->second;
            }
        MPI_Comm comm = MPI_COMM_NULL;
        make(&comm);
        kept_.emplace_front(key, comm);
        return comm;
    }

    static void create(const Ranks& ranks, MPI_Comm* comm) {
        MPI_Group world = MPI_GROUP_NULL, group = MPI_GROUP_NULL;
        MPI_Comm_group(MPI_COMM_WORLD, &world);
        MPI_Group_incl(world, static_cast<int>(ranks.size()), ranks.data(), &group);
        constexpr int creation_tag = 78;
        MPI_Comm_create_group(MPI_COMM_WORLD, group, creation_tag, comm);
        MPI_Group_free(&group);
        MPI_Group_free(&world);
    }

    // Nothing is freed before MPI_Finalize: freeing is collective over members that may be asleep, and a launch meets
    // far fewer groups than the smallest context-id space (2048 in MPICH) holds.
    std::list<std::pair<Key, MPI_Comm>> kept_;
};

}  // namespace rw
