// One visit of a cell. Warm if needed, a few samples, payload checked before, and after unless told.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <mpi.h>

#include "cache.hpp"
#include "cell_memory.hpp"
#include "command.hpp"
#include "comms.hpp"
#include "faults.hpp"
#include "guard.hpp"
#include "kernel.hpp"
#include "measured.hpp"
#include "parameters.hpp"
#include "groups.hpp"
#include "pools.hpp"
#include "room.hpp"
#include "spread.hpp"
#include "warmup.hpp"

namespace rw {

// Ranks that load the machine meanwhile call a kernel of their own until the visit is over.
class Visit {
public:
    Visit(const Command& command, int world_rank, Communicators& comms, const Clock& clock, CellMemory& memory,
          Pools& pools, Work& work, const Faults& faults)
        : command_(command),
          clock_(clock),
          memory_(memory),
          pools_(pools),
          w_(work),
          faults_(faults),
          groups_(command, world_rank, comms),
          id_(command.number<int>("id", 0)),
          cell_(command.name("cell", "")),
          world_rank_(world_rank) {
        w_.comm = groups_.group();
        MPI_Comm_rank(w_.comm, &w_.rank);
        MPI_Comm_size(w_.comm, &w_.ranks);
    }

    // The frame of this group's result, on the group's first rank; an error frame on any rank that has something to say.
    std::optional<std::string> run() {
        measured_.begin_ns = clock_.local_ns();
        Guard::phase(Phase::preparing);
        std::string refusal = prepare();
        if (!all_take_room(parameters_, w_, sizes_, groups_.everyone(), faults_, refusal)) {
            parameters_.release(w_);
            if (!refusal.empty()) return error("refused", refusal);
            return std::nullopt;
        }
        kernel_->prepare(w_);
        if (groups_.loads()) return load();
        if (groups_.everyone() != groups_.alike())
            MPI_Barrier(groups_.everyone());  // else the first call's own will do
        const unsigned salt = static_cast<unsigned>(id_) * 2;
        const Span first = checked_call(salt, Phase::first_call);
        if (!memory_.visited) measured_.first = first;
        memory_.visited = true;
        warm_up();
        const std::int64_t sampling_ns = clock_.local_ns();
        take_samples();
        measured_.sampling_ns = clock_.local_ns() - sampling_ns;
        if (command_.number<int>("checks", 2) > 1) checked_call(salt + 1, Phase::checking);
        Guard::phase(Phase::gathering);
        auto frame_text = report();
        groups_.stop_load();
        leave();
        if (wrong_.any()) return error("payload", wrong_.text());
        return frame_text;
    }

private:
    [[nodiscard]] bool one_sided() const { return w_.prepared.win != MPI_WIN_NULL; }
    [[nodiscard]] bool cold() const { return command_.number<int>("cold", 0) != 0; }

    void leave() {
        kernel_->finish(w_);
        parameters_.release(w_);
        MPI_Barrier(groups_.everyone());
    }

    std::optional<std::string> load() {
        checked_call(static_cast<unsigned>(id_) * 2, Phase::first_call);
        MPI_Barrier(groups_.everyone());
        Guard::phase(Phase::timing);
        groups_.load_until_told([this](int calls) { return timed_batch(calls).seconds(); });
        leave();
        if (wrong_.any()) return error("payload", wrong_.text());
        return std::nullopt;
    }

    std::string prepare() {
        const std::string name = command_.text(groups_.loads() ? "load" : "kernel");
        kernel_ = find_kernel(name);
        if (!kernel_) return "unknown kernel '" + name + "'";
        if (w_.ranks < kernel_->min_ranks || (kernel_->max_ranks != 0 && w_.ranks > kernel_->max_ranks))
            return name + " runs on " + std::to_string(kernel_->min_ranks) +
                   (kernel_->max_ranks == kernel_->min_ranks ? "" : " or more") + " ranks, not " +
                   std::to_string(w_.ranks);
        if (kernel_->even_ranks && w_.ranks % 2 != 0) return name + " needs an even number of ranks";
        if (const char* lacking = kernel_->lacks()) return name + " needs " + lacking;
        w_.seed = static_cast<unsigned>(id_);
        w_.clock = &clock_;
        w_.overlap.pure_s = w_.overlap.compute_s = w_.overlap.begin_s = w_.overlap.wait_s = 0.0;
        try {
            parameters_ = groups_.loads() ? Parameters::of_load(command_) : Parameters::of(command_);
            sizes_ = parameters_.apply(*kernel_, w_, faults_.largest_count());
        } catch (const CellRefused& refused) {
            return refused.what();
        }
        return "";
    }

    // One call with a payload of its own, timed, then checked.
    Span checked_call(unsigned salt, Phase phase) {
        Guard::phase(Phase::preparing);
        if (one_sided()) MPI_Barrier(groups_.alike());  // others may still write to this rank's memory
        turn_root(salt);
        kernel_->fill(w_, salt);
        parameters_.lay_out(w_, sizes_);
        MPI_Barrier(groups_.alike());
        Guard::phase(phase);
        const Span span = timed_batch(1);
        kernel_->settle(w_);
        if (one_sided()) MPI_Barrier(groups_.alike());  // a target is told by nothing else that a passive epoch is over
        Guard::phase(Phase::checking);
        parameters_.take_in(w_, sizes_);
        const std::size_t arriving = kernel_->sizes(w_).receive_bytes;
        if (faults_.corrupts(kernel_->name, salt % 2) && (w_.size_bytes > 0 || !kernel_->sized) && arriving > 0)
            w_.landing[arriving / 2] ^= 0x10;
        const Wrong wrong = kernel_->check(w_, salt);
        if (!wrong_.any()) wrong_ = wrong;
        return span;
    }

    // The timed region: MPI calls between two clock reads.
    Span timed_batch(int calls) {
        w_.overlap.begin_s = w_.overlap.wait_s = 0.0;
        Span span{clock_.local_ns(), 0};
        parameters_.run(w_, calls);
        span.end_ns = clock_.local_ns();
#ifdef RANKWISE_PLANT_SLOWDOWN  // a build that is slower by a known share, to prove that comparisons find it
        const auto longer_ns = static_cast<std::int64_t>(static_cast<double>(span.end_ns - span.begin_ns) *
                                                         (1.0 + RANKWISE_PLANT_SLOWDOWN));
        while (span.end_ns - span.begin_ns < longer_ns) span.end_ns = clock_.local_ns();
#endif
        return span;
    }

    // With a rotating root every call has the next one; each is timed alone, so nothing is done inside a timed region.
    void turn_root(std::size_t call) {
        if (!parameters_.rotates()) return;
        w_.root = static_cast<int>(call % w_.ranks_size());
        parameters_.arrange(w_);
    }
    void make_cold() const { parameters_.for_each_stretch(w_, sizes_, evict); }

    // The first rank of all groups decides, so that all ranks do the same.
    void warm_up() {
        Guard::phase(Phase::warming);
        WarmUp warm_up(command_, *kernel_, after_barrier(), runs_in_batches(), memory_.known);
        WarmUp::Decision decision = warm_up.first();
        int new_pools = !memory_.started && warm_up.warms() && pools_.are_new(w_) ? 1 : 0;
        if (!memory_.started) MPI_Allreduce(MPI_IN_PLACE, &new_pools, 1, MPI_INT, MPI_MAX, groups_.alike());
        const std::int64_t begin_ns = clock_.local_ns();
        double called = 0.0, since_s = 0.0;
        bool warm = false;  // but for new pools: of so many barriers one is interrupted, and would set the lead
        std::vector<std::int64_t> begins_ns;
        while (decision.go_on != 0) {
            const std::int64_t arrived_ns = clock_.local_ns();
            MPI_Barrier(groups_.alike());
            const double barrier_s = static_cast<double>(clock_.local_ns() - arrived_ns) * 1e-9;
            if (!memory_.started && !warm) memory_.lead.begin(barrier_s);
            leave_late();
            const Span batch = timed_batch(decision.calls);
            begins_ns.push_back(clock_.global_ns(batch.begin_ns));
            double took_s = batch.seconds();
            // A root that only sends is done at once: what a call takes is known to the slowest rank.
            if (!runs_in_batches() && !kernel_->first_rank_only)
                MPI_Allreduce(MPI_IN_PLACE, &took_s, 1, MPI_DOUBLE, MPI_MAX, groups_.alike());
            called += decision.calls;
            decision = warm_up.next(decision.calls, took_s);
            since_s = static_cast<double>(clock_.local_ns() - begin_ns) * 1e-9;
            warm = decision.go_on == 0;
            if (new_pools != 0 && !Pools::are_used(w_, called, since_s)) decision.go_on = 1;
            decision.come_from(0, groups_.alike());
        }
        if (new_pools != 0) pools_.use(w_, since_s);
        samples_ = static_cast<std::size_t>(decision.samples);
        harmless_ns_ = decision.harmless_ns;
        measured_.calls = memory_.known.calls = decision.calls;
        if (!memory_.started && runs_in_batches() && !after_barrier() && !lenient()) outgrow_spread(begins_ns);
        memory_.started = true;
        memory_.known.best_s = warm_up.best_s();
        measured_.warmup_s = warm_up.calls_s();
    }

    // A batch is timed from where its first rank begins, and ranks leave a barrier one after the other: of a call that
    // takes no longer than that, a short batch would be mostly this. Batches grow until it is harmless, or, where that
    // would take long, begin at a common time.
    void outgrow_spread(const std::vector<std::int64_t>& begins_ns) {
        const std::int64_t spread_ns = spread_of(begins_ns, groups_.alike());
        if (spread_ns <= harmless_ns_) return;
        const std::int64_t growth = growth_over(spread_ns, harmless_ns_);
        memory_.together = growth > most_growth || command_.number<int>("calls", 0) > 0;
        if (!memory_.together) grow(growth);
    }

    // Batches are so many times as long from now on.
    void grow(std::int64_t growth) {
        memory_.known.growth = static_cast<int>(growth);
        measured_.calls *= memory_.known.growth;
        memory_.known.calls = measured_.calls;
        harmless_ns_ *= growth;
        if (command_.number<double>("samples_s", 0.0) > 0.0)
            samples_ = std::max<std::size_t>(1, samples_ / static_cast<std::size_t>(growth));
    }

    void grow_as_far_as_pays() {
        if (command_.number<int>("calls", 0) > 0 || memory_.known.growth > 1) return;
        grow(growth_that_pays(memory_.known.best_s * measured_.calls, groups_.alike()));
    }

    void leave_late() const {
        if (const std::int64_t late_ns = faults_.skew_ns(world_rank_); late_ns > 0 && runs_in_batches())
            (void)clock_.wait_until_local_ns(clock_.local_ns() + late_ns, 0, false, [] {});
    }

    void take_samples() {
        Guard::phase(Phase::timing);
        const auto& spans = measured_.spans;
        measured_.spans.reserve(samples_);
        if (after_barrier()) {
            for (std::size_t i = 0; i < samples_; ++i) {
                const Span span = calls_after_barriers();
                measured_.keep(span, w_.overlap);
            }
            return;
        }
        if (runs_in_batches() && !memory_.together) {
            batches_after_barriers();
            return;
        }
        // Until a start has reached everyone in time, calls are for learning how far ahead it must be set.
        // Where processes outnumbered processors by ten, visits were seen without a sample after five attempts.
        // Where a visit must not take long, one attempt has to do.
        constexpr int all_attempts = 5, most_attempts = 20;
        if (memory_.together && measured_.calls == 1)  // of a call: what it is for others that begin so
            harmless_ns_ = std::llround(static_cast<double>(harmless_ns_) * WarmUp::harmless_call /
                                        WarmUp::harmless_batch);
        const int wanted = lenient() ? 1 : all_attempts;
        const int attempts = memory_.never_timely ? 0 : wanted;
        const bool after_all = memory_.together || lenient();
        int attempt = 0;
        for (; attempt < attempts && spans.size() < samples_; ++attempt)
            single_calls(memory_.lead.was_timely() || lenient() ? samples_ - spans.size() : 1);
        for (; attempt < most_attempts && spans.empty() && !after_all; ++attempt) single_calls(1);
        if (!spans.empty() || !after_all) return;
        memory_.never_timely = !memory_.together;
        if (memory_.together) grow_as_far_as_pays();
        memory_.together = false;  // where ranks outnumber processors nobody begins in time
        batches_after_barriers();
    }

    void batches_after_barriers() {
        for (std::size_t i = 0; i < samples_; ++i) {
            MPI_Barrier(groups_.alike());
            leave_late();
            const Span span = timed_batch(measured_.calls);
            measured_.keep(span, w_.overlap);
        }
    }

    // `batch` is how IMB times a nonblocking barrier: back to back, whatever the kernel.
    [[nodiscard]] bool runs_in_batches() const {
        return (kernel_->timing == Timing::batch || command_.text("pace") == "batch") && !cold();
    }

    // Whether ranks may begin apart where a common start would take long: sides that are compared begin alike.
    [[nodiscard]] bool lenient() const { return command_.number<int>("lenient", 0) != 0; }

    // How IMB (`-sync on`) and OMB time collectives: each call behind a barrier, every rank by MPI_Wtime. A span is then
    // the sum of a rank's own times and begins at no point in time.
    [[nodiscard]] bool after_barrier() const { return command_.text("pace") == "barrier"; }
    Span calls_after_barriers() {
        double total_s = 0.0;
        w_.overlap.begin_s = w_.overlap.wait_s = 0.0;
        for (int i = 0; i < measured_.calls; ++i) {
            turn_root(static_cast<std::size_t>(i) + static_cast<std::size_t>(id_));
            if (cold()) make_cold();
            MPI_Barrier(w_.comm);
            const double begin_s = MPI_Wtime();
            parameters_.run(w_, 1);
            total_s += MPI_Wtime() - begin_s;
        }
        return {0, std::llround(total_s * 1e9)};
    }

    // What a library has taken and not yet sent goes out while it is called: a rank that only sleeps between calls was
    // seen to keep a message to others for as long as it slept.
    void let_go_on() const {
        int found = 0;
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, w_.comm, &found, MPI_STATUS_IGNORE);
    }

    // Calls, or batches, from a common start on the reference clock. One that some rank began late is not a sample.
    void single_calls(std::size_t count) {
        std::vector<Span> spans(count);
        std::vector<OverlappedCall> overlaps(count);
        std::vector<std::int64_t> late_ns(count, 0);
        for (std::size_t i = 0; i < count; ++i) {
            turn_root(i + static_cast<std::size_t>(id_));
            if (cold()) make_cold();
            std::int64_t start_ns = clock_.global_ns(clock_.local_ns()) +
                                    static_cast<std::int64_t>(memory_.lead.seconds() * 1e9);
            MPI_Bcast(&start_ns, 1, MPI_INT64_T, 0, groups_.alike());
            const std::int64_t mine_ns = clock_.local_of_global_ns(start_ns);
            const std::int64_t behind_ns = clock_.wait_until_local_ns(mine_ns, harmless_ns_, memory_.lead.yields(),
                                                                      [this] { let_go_on(); });
            if (behind_ns > std::max(harmless_ns_, Clock::spin_step_ns(memory_.lead.yields())) ||
                faults_.is_tardy(world_rank_))
                late_ns[i] = std::max(behind_ns, std::int64_t{1});
            spans[i] = timed_batch(measured_.calls);
            overlaps[i] = w_.overlap;
            MPI_Barrier(groups_.alike());
        }
        MPI_Allreduce(MPI_IN_PLACE, late_ns.data(), static_cast<int>(count), MPI_INT64_T, MPI_MAX, groups_.alike());
        std::size_t missed = 0;
        std::int64_t least_ns = INT64_MAX;  // of calls that some rank began late: what a longer lead would have mended
        for (std::size_t i = 0; i < count; ++i) {
            if (late_ns[i] == 0) {
                measured_.keep(spans[i], overlaps[i]);
                continue;
            }
            ++missed;
            least_ns = std::min(least_ns, late_ns[i]);
        }
        measured_.invalid += static_cast<int>(missed);
        memory_.lead.learn(count, missed, least_ns);
    }

    std::optional<std::string> report() {
        Json head, times;
        head.field("t", "visit").field("visit", id_);
        times.field("cell", cell_).field("group", groups_.index());
        measured_.on_clock = !after_barrier();
        return measured_.gather(head, times, *kernel_, w_, clock_);
    }

    [[nodiscard]] std::string error(std::string_view kind, const std::string& message) const {
        return Json()
            .field("t", "error")
            .field("kind", kind)
            .field("visit", id_)
            .field("cell", cell_)
            .field("group", groups_.index())
            .field("rank", world_rank_)
            .field("message", message)
            .text();
    }

    const Command& command_;
    const Clock& clock_;
    CellMemory& memory_;
    Pools& pools_;
    Work& w_;
    const Faults& faults_;
    Groups groups_;
    const Kernel* kernel_ = nullptr;
    Sizes sizes_;
    Parameters parameters_;
    Measured measured_;
    int id_;
    std::string cell_;
    int world_rank_;
    std::size_t samples_ = 1;
    std::int64_t harmless_ns_ = 0;  // how late a rank may begin a call that begins on all at once
    Wrong wrong_;
};

}  // namespace rw
