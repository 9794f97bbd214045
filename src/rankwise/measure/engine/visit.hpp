// One visit: a short stay at a cell. Warm if needed, a few samples, payload checked before, and after unless told.
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
#include "command.hpp"
#include "comms.hpp"
#include "faults.hpp"
#include "guard.hpp"
#include "kernels.hpp"
#include "lead.hpp"
#include "parameters.hpp"
#include "party.hpp"
#include "pools.hpp"
#include "room.hpp"
#include "warmup.hpp"

namespace rw {

// What a launch remembers of a cell between visits.
struct CellMemory {
    bool visited = false;
    int calls = 0;         // calls per sample, 0: not yet known
    bool started = false;  // a visit has been warmed up
    Lead lead;
};

struct Span {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
};

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
          party_(command, world_rank, comms),
          id_(command.number<int>("id", 0)),
          cell_(command.text("cell")),
          world_rank_(world_rank) {
        w_.comm = party_.group();
        MPI_Comm_rank(w_.comm, &w_.rank);
        MPI_Comm_size(w_.comm, &w_.ranks);
    }

    // The frame of this group's result, on the group's first rank; an error frame on any rank that has something to say.
    std::optional<std::string> run() {
        begin_ns_ = clock_.local_ns();
        Guard::phase(Phase::preparing);
        std::string refusal = prepare();
        if (!all_can(refusal)) {
            parameters_.release(w_);
            if (!refusal.empty()) return error("refused", refusal);
            return std::nullopt;
        }
        kernel_->prepare(w_);
        if (party_.loads()) return load();
        if (party_.everyone() != party_.alike()) MPI_Barrier(party_.everyone());  // else the first call's own will do
        const unsigned salt = static_cast<unsigned>(id_) * 2;
        const Span first = checked_call(salt, Phase::first_call);
        const bool first_ever = !memory_.visited;
        memory_.visited = true;
        warm_up();
        take_samples();
        sampling_ns_ = clock_.local_ns() - sampling_ns_;
        begin_s_ = w_.begin_s / std::max(1, timed_calls_);  // before the last check adds its call
        wait_s_ = w_.wait_s / std::max(1, timed_calls_);
        if (command_.number<int>("checks", 2) > 1) checked_call(salt + 1, Phase::checking);
        Guard::phase(Phase::gathering);
        auto frame_text = gather(first_ever ? std::optional(first) : std::nullopt);
        party_.stop_load();
        leave();
        if (wrong_.any()) return error("payload", wrong_text());
        return frame_text;
    }

private:
    [[nodiscard]] bool leads() const { return w_.rank == 0; }
    [[nodiscard]] bool one_sided() const { return w_.win != MPI_WIN_NULL; }
    [[nodiscard]] bool cold() const { return command_.number<int>("cold", 0) != 0; }

    void leave() {
        kernel_->finish(w_);
        parameters_.release(w_);
        MPI_Barrier(party_.everyone());
    }

    std::optional<std::string> load() {
        checked_call(static_cast<unsigned>(id_) * 2, Phase::first_call);
        MPI_Barrier(party_.everyone());
        Guard::phase(Phase::timing);
        party_.load_until_told([this](int calls) {
            const Span batch = timed_batch(calls);
            return static_cast<double>(batch.end_ns - batch.begin_ns) * 1e-9;
        });
        leave();
        if (wrong_.any()) return error("payload", wrong_text());
        return std::nullopt;
    }

    std::string prepare() {
        const std::string name = command_.text(party_.loads() ? "load" : "kernel");
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
        w_.pure_s = w_.compute_s = w_.begin_s = w_.wait_s = 0.0;
        try {
            parameters_ = party_.loads() ? Parameters::of_load(command_) : Parameters::of(command_);
            sizes_ = parameters_.apply(*kernel_, w_, faults_.largest_count());
        } catch (const CellRefused& refused) {
            return refused.what();
        }
        return "";
    }

    using Pair = std::array<std::uint64_t, 2>;

    // Whether no rank refuses and all have the memory that the cell needs, which they take: all or none. `refusal` then
    // says why this one has not.
    bool all_can(std::string& refusal) {
        const std::uint64_t lacking_bytes = refusal.empty() ? parameters_.lacking_bytes(w_, sizes_) : 0;
        const auto [refused, most_lacking_bytes] = most_of_all({refusal.empty() ? 0U : 1U, lacking_bytes});
        if (refused != 0) return false;
        int ranks = 0;
        MPI_Comm_size(party_.everyone(), &ranks);
        constexpr std::uint64_t small_bytes = std::uint64_t{64} << 20;  // all together: not worth asking a machine
        if (most_lacking_bytes > small_bytes / static_cast<std::uint64_t>(ranks))
            refusal = short_of_memory(party_.everyone(), lacking_bytes, faults_);
        if (refusal.empty() && !parameters_.reserve(w_, sizes_))
            refusal = "needs " + std::to_string(lacking_bytes >> 20) + " MiB of buffers, which this rank did not get";
        if (most_lacking_bytes == 0 || most_of_all({refusal.empty() ? 0U : 1U, 0})[0] == 0) return true;
        parameters_.give_back(w_, sizes_);
        return false;
    }
    [[nodiscard]] Pair most_of_all(Pair most) const {
        MPI_Allreduce(MPI_IN_PLACE, most.data(), 2, MPI_UINT64_T, MPI_MAX, party_.everyone());
        return most;
    }

    // One call with a payload of its own, timed, then checked.
    Span checked_call(unsigned salt, Phase phase) {
        Guard::phase(Phase::preparing);
        if (one_sided()) MPI_Barrier(party_.alike());  // others may still write to this rank's memory
        turn_root(salt);
        kernel_->fill(w_, salt);
        parameters_.lay_out(w_, sizes_);
        MPI_Barrier(party_.alike());
        Guard::phase(phase);
        const Span span = timed_batch(1);
        kernel_->settle(w_);
        if (one_sided()) MPI_Barrier(party_.alike());  // a target is told by nothing else that a passive epoch is over
        Guard::phase(Phase::checking);
        parameters_.take_in(w_, sizes_);
        const std::size_t arriving = kernel_->sizes(w_).receive_bytes;
        if (faults_.corrupts(kernel_->name) && (w_.size_bytes > 0 || !kernel_->sized) && arriving > 0)
            w_.landing[arriving / 2] ^= 0x10;
        const Wrong wrong = kernel_->check(w_, salt);
        if (!wrong_.any()) wrong_ = wrong;
        return span;
    }

    // The timed region: MPI calls between two clock reads.
    Span timed_batch(int calls) {
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
        WarmUp warm_up(command_, *kernel_, after_barrier(), runs_in_batches(), memory_.calls);
        WarmUp::Decision decision = warm_up.first();
        int new_pools = !memory_.started && warm_up.warms() && pools_.are_new(w_) ? 1 : 0;
        if (!memory_.started) MPI_Allreduce(MPI_IN_PLACE, &new_pools, 1, MPI_INT, MPI_MAX, party_.alike());
        const std::int64_t begin_ns = clock_.local_ns();
        double called = 0.0, since_s = 0.0;
        bool warm = false;  // but for new pools: of so many barriers one is interrupted, and would set the lead
        while (decision.go_on != 0) {
            const std::int64_t arrived_ns = clock_.local_ns();
            MPI_Barrier(party_.alike());
            const double barrier_s = static_cast<double>(clock_.local_ns() - arrived_ns) * 1e-9;
            if (!memory_.started && !warm) memory_.lead.begin(barrier_s);
            const Span batch = timed_batch(decision.calls);
            double took_s = static_cast<double>(batch.end_ns - batch.begin_ns) * 1e-9;
            // A root that only sends is done at once: what a call takes is known to the slowest rank.
            if (!runs_in_batches() && !kernel_->first_rank_only)
                MPI_Allreduce(MPI_IN_PLACE, &took_s, 1, MPI_DOUBLE, MPI_MAX, party_.alike());
            called += decision.calls;
            decision = warm_up.next(decision.calls, took_s);
            since_s = static_cast<double>(clock_.local_ns() - begin_ns) * 1e-9;
            warm = decision.go_on == 0;
            if (new_pools != 0 && !Pools::are_used(w_, called, since_s)) decision.go_on = 1;
            MPI_Bcast(&decision, 4, MPI_INT, 0, party_.alike());
        }
        if (new_pools != 0) pools_.use(w_, since_s);
        memory_.started = true;
        memory_.calls = calls_ = decision.calls;
        samples_ = static_cast<std::size_t>(decision.samples);
        warmup_s_ = warm_up.calls_s();
        harmless_ns_ = std::int64_t{1000} * decision.harmless_us;
    }

    void take_samples() {
        Guard::phase(Phase::timing);
        sampling_ns_ = clock_.local_ns();
        const std::size_t wanted = samples_;
        spans_.reserve(wanted);
        w_.begin_s = w_.wait_s = 0.0;
        if (after_barrier()) {
            spans_.clear();
            for (std::size_t i = 0; i < wanted; ++i) spans_.push_back(calls_after_barriers());
            return;
        }
        if (runs_in_batches()) {
            for (std::size_t i = 0; i < wanted; ++i) {
                MPI_Barrier(party_.alike());
                spans_.push_back(timed_batch(calls_));
                timed_calls_ += calls_;
            }
            return;
        }
        // Until a start has reached everyone in time, calls are for learning how far ahead it must be set.
        // Where processes outnumbered processors by ten, visits were seen without a sample after five attempts.
        constexpr int attempts = 5, most_attempts = 20;
        int attempt = 0;
        for (; attempt < attempts && spans_.size() < wanted; ++attempt)
            single_calls(memory_.lead.was_timely() ? wanted - spans_.size() : 1);
        for (; attempt < most_attempts && spans_.empty(); ++attempt) single_calls(1);
    }

    // `batch` is how IMB times a nonblocking barrier: back to back, whatever the kernel.
    [[nodiscard]] bool runs_in_batches() const {
        return (kernel_->timing == Timing::batch || command_.text("pace") == "batch") && !cold();
    }

    // How IMB (`-sync on`) and OMB time collectives: each call behind a barrier, every rank by MPI_Wtime. A span is then
    // the sum of a rank's own times and begins at no point in time.
    [[nodiscard]] bool after_barrier() const { return command_.text("pace") == "barrier"; }
    Span calls_after_barriers() {
        double total_s = 0.0;
        for (int i = 0; i < calls_; ++i) {
            turn_root(static_cast<std::size_t>(i) + static_cast<std::size_t>(id_));
            if (cold()) make_cold();
            MPI_Barrier(w_.comm);
            const double begin_s = MPI_Wtime();
            parameters_.run(w_, 1);
            total_s += MPI_Wtime() - begin_s;
        }
        timed_calls_ += calls_;
        return {0, std::llround(total_s * 1e9)};
    }

    // What a library has taken and not yet sent goes out while it is called: a rank that only sleeps between calls was
    // seen to keep a message to others for as long as it slept.
    void let_go_on() const {
        int found = 0;
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, w_.comm, &found, MPI_STATUS_IGNORE);
    }

    // Calls from a common start on the reference clock. A call that some rank began late is not a sample.
    void single_calls(std::size_t count) {
        std::vector<Span> spans(count);
        std::vector<std::int64_t> late_ns(count, 0);
        for (std::size_t i = 0; i < count; ++i) {
            turn_root(i + static_cast<std::size_t>(id_));
            if (cold()) make_cold();
            std::int64_t start_ns = clock_.global_ns(clock_.local_ns()) +
                                    static_cast<std::int64_t>(memory_.lead.seconds() * 1e9);
            MPI_Bcast(&start_ns, 1, MPI_INT64_T, 0, party_.alike());
            const std::int64_t mine_ns = clock_.local_of_global_ns(start_ns);
            const std::int64_t behind_ns = clock_.wait_until_local_ns(mine_ns, harmless_ns_, memory_.lead.yields(),
                                                                      [this] { let_go_on(); });
            if (behind_ns > harmless_ns_) late_ns[i] = behind_ns;
            spans[i] = timed_batch(1);
            MPI_Barrier(party_.alike());
        }
        timed_calls_ += static_cast<int>(count);
        MPI_Allreduce(MPI_IN_PLACE, late_ns.data(), static_cast<int>(count), MPI_INT64_T, MPI_MAX, party_.alike());
        std::size_t missed = 0;
        std::int64_t least_ns = INT64_MAX;  // of calls that some rank began late: what a longer lead would have mended
        for (std::size_t i = 0; i < count; ++i) {
            if (late_ns[i] == 0) {
                spans_.push_back(spans[i]);
                continue;
            }
            ++missed;
            least_ns = std::min(least_ns, late_ns[i]);
        }
        invalid_ += static_cast<int>(missed);
        memory_.lead.learn(count, missed, least_ns);
    }

    // Everything that the group measured, at its first rank: times of one transfer on the common clock.
    std::optional<std::string> gather(std::optional<Span> first) {
        std::vector<std::int64_t> mine;
        for (const Span& span : spans_) {
            mine.push_back(after_barrier() ? span.begin_ns : clock_.global_ns(span.begin_ns));
            mine.push_back(after_barrier() ? span.end_ns : clock_.global_ns(span.end_ns));
        }
        const Span opening = first.value_or(Span{});
        mine.push_back(clock_.global_ns(opening.begin_ns));
        mine.push_back(clock_.global_ns(opening.end_ns));
        // All in one message: over a slow network every collective takes as long as what is measured.
        const std::size_t times = mine.size(), width = times + 3;
        for (const double value : {begin_s_, wait_s_, clock_.error_s(clock_.local_ns())})
            mine.push_back(std::llround(value * 1e12));
        std::vector<std::int64_t> all(leads() ? width * w_.ranks_size() : 0);
        MPI_Gather(mine.data(), static_cast<int>(width), MPI_INT64_T, all.data(), static_cast<int>(width), MPI_INT64_T,
                   0, w_.comm);
        if (!leads()) return std::nullopt;
        const auto told_s = [&](std::size_t rank, std::size_t which) {
            return static_cast<double>(all[rank * width + times + which]) * 1e-12;
        };
        double clock_error_s = 0.0;
        for (std::size_t rank = 0; rank < w_.ranks_size(); ++rank)
            clock_error_s = std::max(clock_error_s, told_s(rank, 2));
        auto slowest_s = [&](std::size_t sample) {
            std::int64_t begin_ns = INT64_MAX, end_ns = INT64_MIN;
            const std::size_t timed_ranks = kernel_->first_rank_only ? 1 : w_.ranks_size();
            for (std::size_t rank = 0; rank < timed_ranks; ++rank) {
                begin_ns = std::min(begin_ns, all[rank * width + 2 * sample]);
                end_ns = std::max(end_ns, all[rank * width + 2 * sample + 1]);
            }
            return static_cast<double>(end_ns - begin_ns) * 1e-9;
        };
        const double per_sample = calls_ * kernel_->transfers;
        std::vector<double> samples_s(spans_.size());
        for (std::size_t i = 0; i < spans_.size(); ++i) samples_s[i] = slowest_s(i) / per_sample;
        std::vector<double> ranks_s(kernel_->first_rank_only ? 1 : w_.ranks_size(), 0.0);
        for (std::size_t rank = 0; rank < ranks_s.size() && !spans_.empty(); ++rank) {
            for (std::size_t i = 0; i < spans_.size(); ++i)
                ranks_s[rank] += static_cast<double>(all[rank * width + 2 * i + 1] - all[rank * width + 2 * i]) * 1e-9;
            ranks_s[rank] /= per_sample * static_cast<double>(spans_.size());
        }
        Json json;
        json.field("t", "visit").field("visit", id_).field("cell", cell_).field("group", party_.index());
        json.field("calls", calls_).array<double>("samples", samples_s).array<double>("ranks", ranks_s);
        json.field("took", static_cast<double>(clock_.local_ns() - begin_ns_) * 1e-9);
        json.field("sampling", static_cast<double>(sampling_ns_) * 1e-9);
        json.array<double>("warm", warmup_s_).field("invalid", invalid_).field("clock_error", clock_error_s);
        json.field("bytes", kernel_->bytes(w_)).field("messages", kernel_->messages(w_));
        if (w_.pure_s > 0.0) json.field("pure", w_.pure_s);
        if (w_.compute_s > 0.0 && !kernel_->first_rank_only)
            json.field("compute", w_.compute_s);  // by the rank that is timed
        if (kernel_->overlaps) {  // of the rank that spent most in MPI
            std::size_t most = 0;
            const auto spent = [&](std::size_t rank) { return told_s(rank, 0) + told_s(rank, 1); };
            for (std::size_t rank = 1; rank < w_.ranks_size(); ++rank)
                if (spent(rank) > spent(most)) most = rank;
            json.field("begin", told_s(most, 0)).field("wait", told_s(most, 1));
        }
        if (first) json.field("first", slowest_s(spans_.size()) / kernel_->transfers);
        return json.text();
    }

    [[nodiscard]] std::string error(std::string_view kind, const std::string& message) const {
        return Json()
            .field("t", "error")
            .field("kind", kind)
            .field("visit", id_)
            .field("cell", cell_)
            .field("group", party_.index())
            .field("rank", world_rank_)
            .field("message", message)
            .text();
    }

    [[nodiscard]] std::string wrong_text() const {
        return "wrong data: element " + std::to_string(wrong_.index) +
               (wrong_.source >= 0 ? " from rank " + std::to_string(wrong_.source) + " of the group"
                                   : " of a reduction") +
               " differs from what was sent";
    }

    const Command& command_;
    const Clock& clock_;
    CellMemory& memory_;
    Pools& pools_;
    Work& w_;
    const Faults& faults_;
    Party party_;
    const Kernel* kernel_ = nullptr;
    Sizes sizes_;
    Parameters parameters_;
    std::int64_t begin_ns_ = 0;
    std::int64_t sampling_ns_ = 0;  // first when it began, then how long it took
    int timed_calls_ = 0;
    double begin_s_ = 0.0;  // of a timed call that overlaps, and its wait
    double wait_s_ = 0.0;
    int id_;
    std::string cell_;
    int world_rank_;
    int calls_ = 1;
    std::size_t samples_ = 1;
    std::int64_t harmless_ns_ = 0;  // how late a rank may begin a call that begins on all at once
    int invalid_ = 0;
    Wrong wrong_;
    std::vector<Span> spans_;
    std::vector<double> warmup_s_;
};

}  // namespace rw
