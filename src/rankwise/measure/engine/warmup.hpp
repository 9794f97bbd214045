// How long a visit warms up, how many calls make a sample then, and how many samples can be had.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include <mpi.h>

#include "clock.hpp"
#include "command.hpp"
#include "kernel.hpp"

namespace rw {

// Grows batches until one is long enough that two clock reads cost under 0.5 % of it, and goes on while they still get
// faster. Lengths come from the fastest batch: one that was interrupted must not shorten all later ones.
class WarmUp {
public:
    // What the next batch is, or, where there is none, what each sample is.
    struct Decision {
        int calls = 1;
        int go_on = 1;
        int samples = 1;
        int harmless_ns = 0;  // how late a rank may begin what begins on all at once

        // The decision of rank `root` of `comm`, on all its ranks.
        void come_from(int root, MPI_Comm comm) {
            std::array<int, 4> fields{calls, go_on, samples, harmless_ns};
            MPI_Bcast(fields.data(), static_cast<int>(fields.size()), MPI_INT, root, comm);
            calls = fields[0];
            go_on = fields[1];
            samples = fields[2];
            harmless_ns = fields[3];
        }
    };

    // What earlier visits of the launch have shown of the cell.
    struct Known {
        int calls = 0;             // per sample, 0: not yet known
        int growth = 1;            // of batches, beyond the length that was asked for
        // Of a call, on the first rank. A visit whose only batch was interrupted had batches of one call of 1 us.
        double best_s = HUGE_VAL;
    };

    WarmUp(const Command& command, const Kernel& kernel, bool after_barrier, bool in_batches, const Known& known)
        // Waking threads is inside the time: about 10 us a batch.
        : batch_s_(command.number<double>("batch_s", 100e-6) * (kernel.threaded ? 20.0 : 1.0)),
          limit_s_(command.number<double>("warm_s", 2e-3)),
          samples_(command.number<int>("samples", 5)),
          samples_s_(command.number<double>("samples_s", 0.0)),
          most_s_(most_sampling * command.number<double>("limit_s", 0.0)),
          transfers_(kernel.transfers),
          forced_(command.number<int>("calls", 0)),
          in_batches_(in_batches),
          adapts_(forced_ == 0 && in_batches),
          // Libraries send through pools of buffers: over Intel MPI a bcast of 128 KiB took half the time from the
          // 13th call on. Batches have been through them.
          least_(std::max<std::size_t>(after_barrier || in_batches ? 1 : 16,
                                       command.number<std::size_t>("warm_batches", 1))),
          known_(known),
          best_s_(known.best_s) {}

    // False where the tool wants the very first calls.
    [[nodiscard]] bool warms() const { return limit_s_ > 0.0; }
    [[nodiscard]] Decision first() const {
        if (forced_ > 0) return {.calls = forced_};
        return {.calls = adapts_ ? std::max(1, known_.calls) : 1};
    }

    // After a batch of `calls` that took `took_s`.
    Decision next(int calls, double took_s) {
        constexpr double patience = 8.0;
        constexpr double settled = 0.97;
        constexpr double growth = 8.0;
        constexpr double most_calls = 1 << 20;
        constexpr double most_harmless_s = 50e-3;
        const double call_s = std::max(took_s, 1e-9) / calls;
        calls_s_.push_back(call_s / transfers_);
        total_s_ += took_s;
        best_s_ = std::min(best_s_, call_s);
        const double wanted = std::clamp(known_.growth * std::ceil(batch_s_ / best_s_), 1.0,
                                         std::min(most_calls, growth * calls));
        const bool grows = adapts_ && wanted > 1.3 * calls;
        if (adapts_) calls = static_cast<int>(wanted);
        const bool improves = call_s < settled * before_s_;
        before_s_ = call_s;
        const bool early = calls_s_.size() < least_ && total_s_ < patience * limit_s_;
        // Simulated time has no noise and no warm-up: one call is exact.
        const bool go_on = !simulated && (early || (total_s_ < limit_s_ && (grows || improves)));
        if (simulated && forced_ == 0) calls = 1;
        return {
            .calls = calls,
            .go_on = go_on ? 1 : 0,
            .samples = affordable(best_s_ * calls),
            .harmless_ns = static_cast<int>(
                std::min(in_batches_ ? harmless_batch * best_s_ * calls : harmless_call * best_s_, most_harmless_s) *
                1e9)};
    }

    // Of the time of a batch, or of a call that begins on all ranks at once: hides nothing that is looked for.
    static constexpr double harmless_batch = 0.005, harmless_call = 0.02;

    [[nodiscard]] double best_s() const { return best_s_; }
    // Seconds of one transfer in each batch so far.
    [[nodiscard]] const std::vector<double>& calls_s() const { return calls_s_; }

private:
    static constexpr double most_sampling = 0.3;  // of what a visit may take; three calls more warm up and are checked

    // As many samples as were asked for, or as fit into the time that a visit may take for them, at least one: what is
    // only slow shall not count as hung.
    [[nodiscard]] int affordable(double sample_s) const {
        const double time_s = samples_s_ > 0.0 ? samples_s_ : most_s_;
        if (time_s <= 0.0) return samples_;
        return static_cast<int>(std::clamp(time_s / std::max(sample_s, 1e-9), 1.0, static_cast<double>(samples_)));
    }

    double batch_s_;
    double limit_s_;
    int samples_;
    double samples_s_;
    double most_s_;
    double transfers_;
    int forced_;
    bool in_batches_;
    bool adapts_;
    std::size_t least_;
    Known known_;
    double best_s_;
    double total_s_ = 0.0;
    double before_s_ = HUGE_VAL;
    std::vector<double> calls_s_;
};

}  // namespace rw
