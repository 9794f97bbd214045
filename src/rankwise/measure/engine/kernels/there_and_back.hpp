// One-sided communication there and back: each rank works on the other's memory in its turn, as OMB times it where
// targets take part.
#pragma once

#include "one_sided.hpp"

namespace rw::kernels {

template <Access access, Epoch epoch>
void work_in_turn(Work& w, int calls) {
    const bool first = w.rank == origin;
    const auto be_worked_on = [&w] {
        MPI_Win_post(w.prepared.other, 0, w.prepared.win);
        MPI_Win_wait(w.prepared.win);
    };
    for (int i = 0; i < calls; ++i) {
        if constexpr (epoch == Epoch::fence) {
            MPI_Win_fence(0, w.prepared.win);
            if (first) operate<access>(w);
            MPI_Win_fence(0, w.prepared.win);
            if (!first) operate<access>(w);
            MPI_Win_fence(0, w.prepared.win);
        } else {
            if (!first) be_worked_on();
            MPI_Win_start(w.prepared.other, 0, w.prepared.win);
            operate<access>(w);
            MPI_Win_complete(w.prepared.win);
            if (first) be_worked_on();
        }
    }
}

template <Access access, Epoch epoch>
void make_both_windows(Work& w) {
    make_window<access, epoch>(w);
    if (access != Access::get) w.landing = w.prepared.window_memory;
}
template <Access access>
Wrong check_both_ways(const Work& w, unsigned salt) {
    if constexpr (access == Access::put || access == Access::get) return check_block(w, 0, 1 - w.rank, salt);
    const Wrong wrong = check_changed<access>(w, w.landing, salt);
    return wrong.any() || !fetches(access) ? wrong : check_fetched<access>(w, w.receive.data(), salt);
}

inline constexpr std::string_view fence_turns_words =
    "both fence, rank 0 operates on rank 1's window, both fence, rank 1 operates on rank 0's, both fence; time is half "
    "of it";
inline constexpr std::string_view pscw_turns_words =
    "rank 0 starts, operates on rank 1's window and completes, while rank 1 posts and waits, then the other way round; "
    "time is half of it";

template <Access access, Epoch epoch>
constexpr Kernel turns_row(std::string_view name, std::string_view peer) {
    Kernel row = access_row<access, epoch>(name, epoch == Epoch::fence ? fence_turns_words : pscw_turns_words, peer);
    row.transfers = 2;
    row.check = check_both_ways<access>;
    row.run = work_in_turn<access, epoch>;
    row.prepare = make_both_windows<access, epoch>;
    return row;
}

// clang-format off: a row of the table reads as a row
inline constexpr Kernel there_and_back[] = {
    turns_row<Access::put, Epoch::fence>("put_fence_pingpong", "osu_put_latency -s fence"),
    turns_row<Access::put, Epoch::pscw>("put_pscw_pingpong", "osu_put_latency -s pscw"),
    turns_row<Access::get, Epoch::fence>("get_fence_pingpong", "osu_get_latency -s fence"),
    turns_row<Access::get, Epoch::pscw>("get_pscw_pingpong", "osu_get_latency -s pscw"),
    turns_row<Access::accumulate, Epoch::fence>("accumulate_fence_pingpong", "osu_acc_latency -s fence"),
    turns_row<Access::accumulate, Epoch::pscw>("accumulate_pscw_pingpong", "osu_acc_latency -s pscw"),
    turns_row<Access::get_accumulate, Epoch::fence>("get_accumulate_fence_pingpong", "osu_get_acc_latency -s fence"),
    turns_row<Access::get_accumulate, Epoch::pscw>("get_accumulate_pscw_pingpong", "osu_get_acc_latency -s pscw"),
    turns_row<Access::fetch_and_op, Epoch::fence>("fetch_and_op_fence_pingpong", "osu_fop_latency -s fence"),
    turns_row<Access::fetch_and_op, Epoch::pscw>("fetch_and_op_pscw_pingpong", "osu_fop_latency -s pscw"),
    turns_row<Access::compare_and_swap, Epoch::fence>("compare_and_swap_fence_pingpong", "osu_cas_latency -s fence"),
    turns_row<Access::compare_and_swap, Epoch::pscw>("compare_and_swap_pscw_pingpong", "osu_cas_latency -s pscw"),
};
// clang-format on

}  // namespace rw::kernels
