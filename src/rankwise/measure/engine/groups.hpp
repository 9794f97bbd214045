// Who takes part in a visit: the groups that are measured, and the ranks that load the machine meanwhile.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include <mpi.h>

#include "clock.hpp"
#include "command.hpp"
#include "comms.hpp"

namespace rw {

class Groups {
public:
    Groups(const Command& command, int world_rank, Communicators& comms) {
        auto groups = command.groups();
        const auto loading = command.groups("load_groups");
        const Ranks measured = together(groups), disturbing = together(loading);
        loads_ = std::ranges::binary_search(disturbing, world_rank);
        if (loads_) groups = loading;
        for (std::size_t g = 0; g < groups.size(); ++g)
            if (std::ranges::find(groups[g], world_rank) != groups[g].end()) index_ = static_cast<int>(g);
        const Ranks& mine = groups[static_cast<std::size_t>(index_)];
        const Ranks& others = loads_ ? disturbing : measured;
        group_ = comms.of(mine, !loads_ && command.text("comm") == "duplicate");
        alike_ = others == mine ? group_ : comms.of(others);
        if (!disturbing.empty()) {
            Ranks all = measured;
            all.insert(all.end(), disturbing.begin(), disturbing.end());
            everyone_ = comms.of(all);  // first those who are measured
            first_loading_ = static_cast<int>(measured.size());
        } else {
            everyone_ = alike_;
        }
    }

    [[nodiscard]] MPI_Comm group() const { return group_; }        // this rank's group
    [[nodiscard]] MPI_Comm alike() const { return alike_; }        // all groups that do the same as this rank
    [[nodiscard]] MPI_Comm everyone() const { return everyone_; }  // these, and those who load the machine
    [[nodiscard]] int index() const { return index_; }             // of this rank's group
    [[nodiscard]] bool loads() const { return loads_; }

    // What the ranks of `load_groups` do: batches of calls, until the first of those who are measured says stop.
    // `batch_s(calls)` makes one batch and returns how long it took.
    template <class Batch>
    void load_until_told(const Batch& batch_s) const {
        constexpr double look_every_s = 200e-6;
        std::array<int, 2> next{1, 1};  // how many calls, and whether to make them
        auto& [calls, go_on] = next;
        int rank = 0;
        MPI_Comm_rank(alike_, &rank);
        while (go_on != 0) {
            const double call_s = batch_s(calls) / calls;
            if (!simulated) calls = static_cast<int>(std::clamp(look_every_s / (call_s + 1e-9), 1.0, 1e4));
            int told = 0;
            if (rank == 0) MPI_Iprobe(0, stop_tag, everyone_, &told, MPI_STATUS_IGNORE);
            go_on = told != 0 ? 0 : 1;
            MPI_Bcast(next.data(), 2, MPI_INT, 0, alike_);
        }
        if (rank == 0) MPI_Recv(nullptr, 0, MPI_BYTE, 0, stop_tag, everyone_, MPI_STATUS_IGNORE);
    }

    // Called by all who are measured, when they are done.
    void stop_load() const {
        if (everyone_ == alike_) return;
        int rank = 0;
        MPI_Comm_rank(everyone_, &rank);
        MPI_Barrier(alike_);
        if (rank == 0) MPI_Send(nullptr, 0, MPI_BYTE, first_loading_, stop_tag, everyone_);
    }

private:
    static constexpr int stop_tag = 79;

    static Ranks together(const std::vector<Ranks>& groups) {
        Ranks everyone;
        for (const Ranks& group : groups) everyone.insert(everyone.end(), group.begin(), group.end());
        std::ranges::sort(everyone);
        return everyone;
    }

    MPI_Comm group_ = MPI_COMM_NULL;
    MPI_Comm alike_ = MPI_COMM_NULL;
    MPI_Comm everyone_ = MPI_COMM_NULL;
    int index_ = 0;
    int first_loading_ = 0;
    bool loads_ = false;
};

}  // namespace rw
