// How far ahead a common start is set: less and less until a rank was late, and more while ranks are late.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace rw {

class Lead {
public:
    // Before anything is known. Over a slow network the start itself takes about as long as a barrier to reach everyone.
    // The shortest barrier says what the network takes: others connected, or were interrupted.
    void begin(double barrier_s) {
        barrier_s_ = barrier_s_ > 0.0 ? std::min(barrier_s_, barrier_s) : barrier_s;
        seconds_ = std::clamp(1.5 * barrier_s, seconds_, std::max(longest_s, seconds_));
    }

    // Of `count` calls, some rank began `missed` late, by `least_ns` at least.
    void learn(std::size_t count, std::size_t missed, std::int64_t least_ns) {
        late_ = missed == count ? late_ + 1 : 0;
        // A long lead stays while late calls are at most a fifth: one weighs as much as four that are on time.
        const bool interrupted = is_long() && on_time_ >= 4 * missed;
        // NOLINTNEXTLINE(readability-avoid-nested-conditional-operator): the cases of one value
        on_time_ = missed == 0 ? on_time_ + count : interrupted ? on_time_ - 4 * missed : 0;
        yields_ = yields_ || late_ >= oversubscribed;
        // A lead that has been enough stays so when one call of three was interrupted: else it grew without end, to
        // 50 ms before calls of 1 us within a minute. A long one was kept for good where now and then a call was.
        if (missed * (was_timely_ ? 2 : 4) > count && !interrupted)
            seconds_ = std::min(
                longest(), seconds_ + std::max(is_long() ? 0.0 : seconds_, 1.5e-9 * static_cast<double>(least_ns)));
        was_late_ = was_late_ || missed > 0;
        was_timely_ = was_timely_ || missed < count;
        if (was_late_ && on_time_ < calm()) return;
        seconds_ = std::max(shortest_s, 0.5 * seconds_);
        on_time_ = 0;
    }

    [[nodiscard]] double seconds() const { return seconds_; }
    // Where nobody was on time again and again, ranks outnumber processors: those who wait keep out those who are late.
    [[nodiscard]] bool yields() const { return yields_; }
    [[nodiscard]] bool was_timely() const { return was_timely_; }

private:
    static constexpr double shortest_s = 3e-6;
    static constexpr double long_s = 1e-3;      // costs more than calls that are lost
    static constexpr double longest_s = 50e-3;  // but where a barrier takes that long
    static constexpr double barriers = 3.0;
    static constexpr double limit_s = 0.5;  // twenty attempts end before a visit counts as hung
    static constexpr std::size_t oversubscribed = 4;

    [[nodiscard]] bool is_long() const { return seconds_ >= long_s; }

    // After how many calls on time a shorter lead is tried: fewer where leads cost much, for a lead of milliseconds that
    // a busy moment left was seen to take nine tenths of the time of a launch.
    [[nodiscard]] std::size_t calm() const {
        return std::clamp(static_cast<std::size_t>(10e-3 / seconds_), std::size_t{16}, std::size_t{200});
    }

    // Eight ranks over links of 25 ms were told of no start within 50 ms.
    [[nodiscard]] double longest() const { return std::clamp(barriers * barrier_s_, longest_s, limit_s); }

    double seconds_ = 50e-6;
    double barrier_s_ = 0.0;
    std::size_t late_ = 0;     // times in a row that all calls were
    std::size_t on_time_ = 0;  // calls in a row
    bool was_late_ = false;
    bool was_timely_ = false;
    bool yields_ = false;
};

}  // namespace rw
