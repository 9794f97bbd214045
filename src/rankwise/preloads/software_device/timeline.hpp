// What the device has been told to do, and when each part of it is due. Durations are declared, so the whole schedule is
// known when work is given: a copy is a row of slices, the last of them due at its declared end. A thread of the device's
// own executes what is due; who waits helps it, so that waiting costs no wake-up. All is deliberately never destroyed.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <ctime>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <utility>
#include <vector>

#include <sys/prctl.h>

namespace rw::device {

using Nanoseconds = std::int64_t;

inline Nanoseconds now_ns() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

class Timeline {
public:
    using Action = std::function<void()>;

    // Of actions that are due at the same time, the one that was given first comes first.
    void add(Nanoseconds due_ns, Action action) {
        const std::scoped_lock lock(mutex_);
        if (!started_) start();
        const bool sooner = due_.empty() || due_ns < due_.top().due_ns;
        due_.push({due_ns, next_number_++, std::move(action)});
        if (sooner) wake_.notify_one();
    }

    // Executes what is due by now, and tells until when. Another thread's action is over when this returns.
    Nanoseconds progress() {
        const Nanoseconds until_ns = now_ns();
        execute_until(until_ns);
        return until_ns;
    }

    // Returns when `end_ns` is over and everything that was due by then is done.
    void finish(Nanoseconds end_ns) {
        constexpr Nanoseconds late_wake_ns = 150'000;  // the kernel wakes up to so much later than it was asked
        for (Nanoseconds left_ns = end_ns - now_ns(); left_ns > 0; left_ns = end_ns - now_ns()) {
            progress();
            if (left_ns > 2 * late_wake_ns)
                std::this_thread::sleep_for(std::chrono::nanoseconds(left_ns - late_wake_ns));
        }
        execute_until(end_ns);
    }

private:
    struct Item {
        Nanoseconds due_ns;
        std::uint64_t number;
        Action action;
        bool operator<(const Item& other) const {
            return std::pair(due_ns, number) >
                   std::pair(other.due_ns, other.number);  // the queue's top is its greatest
        }
    };

    // One action at a time, with the lock between them free: who gives work is not kept waiting by a long copy.
    void execute_until(Nanoseconds end_ns) {
        while (true) {
            const std::scoped_lock lock(mutex_);
            if (due_.empty() || due_.top().due_ns > end_ns) return;
            const Action action = std::move(const_cast<Item&>(due_.top()).action);  // NOLINT(*-const-cast): popped next
            due_.pop();
            action();
        }
    }

    void start() {
        started_ = true;
        std::thread([this] { work(); }).detach();
    }

    [[noreturn]] void work() {
        constexpr std::chrono::microseconds rest{100};  // slices that are due in short order are done together
        prctl(PR_SET_TIMERSLACK, 1UL);
        prctl(PR_SET_NAME, "software-device");
        while (true) {
            {
                std::unique_lock lock(mutex_);
                wake_.wait(lock, [this] { return !due_.empty(); });
                const std::chrono::nanoseconds due(due_.top().due_ns);
                const std::chrono::steady_clock::time_point when(due);
                if (when > std::chrono::steady_clock::now()) wake_.wait_until(lock, when);
            }
            progress();
            std::this_thread::sleep_for(rest);
        }
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    std::priority_queue<Item> due_;
    std::uint64_t next_number_ = 0;
    bool started_ = false;
};

}  // namespace rw::device
