// What a group measured in a visit, and how its first rank comes to know it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <mpi.h>

#include "clock.hpp"
#include "json.hpp"
#include "kernel.hpp"
#include "work.hpp"

namespace rw {

struct Span {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;

    [[nodiscard]] double seconds() const { return static_cast<double>(end_ns - begin_ns) * 1e-9; }
};

// One rank's part.
struct Measured {
    std::vector<Span> spans;   // of samples, on this rank's clock
    bool on_clock = true;      // false where a span is only a length, and begins at no point in time
    int calls = 1;             // in each
    std::optional<Span> first;  // the very first call of a launch
    std::vector<double> warmup_s;
    int invalid = 0;        // calls that some rank began late
    double begin_s = 0.0;   // inside all calls of the samples that overlap, and their waits
    double wait_s = 0.0;
    std::int64_t begin_ns = 0;  // of the visit
    std::int64_t sampling_ns = 0;

    // A sample, and what its calls spent inside MPI.
    void keep(const Span& span, const OverlappedCall& overlapped) {
        spans.push_back(span);
        begin_s += overlapped.begin_s;
        wait_s += overlapped.wait_s;
    }

    // The frame that begins with `head`, and its `times` that begin so, on the first rank: of one transfer on the common
    // clock.
    [[nodiscard]] std::optional<std::string> gather(Json& head, Json& times_of_group, const Kernel& kernel,
                                                    const Work& w, const Clock& clock) const {
        std::vector<std::int64_t> mine;
        const auto tell = [&](const Span& span, bool reads_clock) {
            mine.push_back(reads_clock ? clock.global_ns(span.begin_ns) : span.begin_ns);
            mine.push_back(reads_clock ? clock.global_ns(span.end_ns) : span.end_ns);
        };
        for (const Span& span : spans) tell(span, on_clock);
        tell(first.value_or(Span{}), true);
        // All in one message: over a slow network every collective takes as long as what is measured.
        const std::size_t times = mine.size(), width = times + 3;
        const double timed_calls = std::max(1.0, static_cast<double>(calls) * static_cast<double>(spans.size()));
        for (const double value : {begin_s / timed_calls, wait_s / timed_calls, clock.error_s(clock.local_ns())})
            mine.push_back(std::llround(value * 1e12));
        std::vector<std::int64_t> all(w.rank == 0 ? width * w.ranks_size() : 0);
        MPI_Gather(mine.data(), static_cast<int>(width), MPI_INT64_T, all.data(), static_cast<int>(width), MPI_INT64_T,
                   0, w.comm);
        if (w.rank != 0) return std::nullopt;
        const auto told_s = [&](std::size_t rank, std::size_t which) {
            return static_cast<double>(all[rank * width + times + which]) * 1e-12;
        };
        const auto span_of = [&](std::size_t rank, std::size_t sample) {
            return Span{all[rank * width + 2 * sample], all[rank * width + 2 * sample + 1]};
        };
        const std::size_t timed_ranks = kernel.first_rank_only ? 1 : w.ranks_size();
        double clock_error_s = 0.0;  // of a time that begins and ends on one rank's clock: none
        for (std::size_t rank = 0; on_clock && timed_ranks > 1 && rank < timed_ranks; ++rank)
            clock_error_s = std::max(clock_error_s, told_s(rank, 2));
        const auto slowest_s = [&](std::size_t sample) {
            Span most{INT64_MAX, INT64_MIN};
            for (std::size_t rank = 0; rank < timed_ranks; ++rank) {
                const Span one = span_of(rank, sample);
                most = {std::min(most.begin_ns, one.begin_ns), std::max(most.end_ns, one.end_ns)};
            }
            return most.seconds();
        };
        const double per_sample = calls * kernel.transfers;
        std::vector<double> samples_s(spans.size());
        for (std::size_t i = 0; i < spans.size(); ++i) samples_s[i] = slowest_s(i) / per_sample;
        std::vector<double> ranks_s(timed_ranks, 0.0);
        for (std::size_t rank = 0; rank < timed_ranks && !spans.empty(); ++rank) {
            for (std::size_t i = 0; i < spans.size(); ++i) ranks_s[rank] += span_of(rank, i).seconds();
            ranks_s[rank] /= per_sample * static_cast<double>(spans.size());
        }
        head.field("took_s", static_cast<double>(clock.local_ns() - begin_ns) * 1e-9);
        head.field("sampling_s", static_cast<double>(sampling_ns) * 1e-9);
        head.field("bytes_per_transfer", kernel.bytes(w)).field("messages_per_transfer", kernel.messages(w));
        Json& told = times_of_group;
        told.field("calls_per_sample", calls).array<double>("samples_s", samples_s);
        told.array<double>("rank_samples_s", ranks_s).field("invalid_samples", invalid);
        told.field("clock_error_s", clock_error_s);
        if (w.overlap.pure_s > 0.0) told.field("pure_s", w.overlap.pure_s);
        if (w.overlap.compute_s > 0.0 && !kernel.first_rank_only)
            told.field("compute_s", w.overlap.compute_s);  // by the rank that is timed
        if (kernel.overlaps) {                   // of the rank that spent most in MPI
            std::size_t most = 0;
            const auto spent = [&](std::size_t rank) { return told_s(rank, 0) + told_s(rank, 1); };
            for (std::size_t rank = 1; rank < w.ranks_size(); ++rank)
                if (spent(rank) > spent(most)) most = rank;
            told.field("begin_s", told_s(most, 0)).field("wait_s", told_s(most, 1));
        }
        if (first) {
            told.array<double>("warmup_s", warmup_s);
            told.field("first_call_s", slowest_s(spans.size()) / kernel.transfers);
        }
        return head.object("times", told).text();
    }
};

}  // namespace rw
