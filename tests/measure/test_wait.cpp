// What Clock::wait_until_local_ns promises, where no machine is too busy for it to hold.
#include "expect.hpp"
#include "clock.hpp"

#include <sched.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace {

constexpr std::int64_t second_ns = 1'000'000'000;

long sleeps() {
    rusage used{};
    getrusage(RUSAGE_THREAD, &used);
    return used.ru_nvcsw;  // NOLINT(cppcoreguidelines-pro-type-union-access): glibc has it in a union
}

// How often this thread slept in waits that are too short to sleep through without being late.
long sleeps_in_short_waits(const rw::Clock& clock, std::int64_t harmless_ns) {
    const long before = sleeps();
    for (int i = 0; i < 100; ++i)
        (void)clock.wait_until_local_ns(clock.local_ns() + 150'000, harmless_ns, false, [] {});
    return sleeps() - before;
}

// The latest of some waits of a thread that shares its core with others that never wait.
std::int64_t latest_beside_others_ns(const rw::Clock& clock) {
    cpu_set_t before;
    cpu_set_t one;
    sched_getaffinity(0, sizeof before, &before);
    CPU_ZERO(&one);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu)
        if (CPU_ISSET(cpu, &before)) CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof one, &one);
    std::atomic<bool> ended = false;
    std::vector<std::thread> others;
    for (int i = 0; i < 3; ++i)
        others.emplace_back([&ended] {
            while (!ended) continue;
        });
    std::int64_t latest_ns = 0;
    // A core is taken away after milliseconds of spinning: some waits of 100 ms in all meet that moment.
    for (int i = 0; i < 200; ++i)
        latest_ns = std::max(latest_ns, clock.wait_until_local_ns(clock.local_ns() + 500'000, 0, false, [] {}));
    ended = true;
    for (std::thread& other : others) other.join();
    sched_setaffinity(0, sizeof before, &before);
    return latest_ns;
}

void how_late_sleeps_end_is_learned() {
    rw::WakeUp wake_up;
    expect(wake_up.longest_ns() == 80'000, "what is usual, before anything is known");
    wake_up.learn(120'000);
    expect(wake_up.longest_ns() == 150'000, "at once, and a quarter more");
    wake_up.learn(20'000);
    expect(wake_up.longest_ns() > 145'000, "one that ends early changes little");
    for (int i = 0; i < 64; ++i) wake_up.learn(20'000);
    expect(wake_up.longest_ns() == 80'000, "many do");
    wake_up.learn(8'000'000);
    expect(wake_up.longest_ns() == 80'000, "what another process took is no wake-up");
}

}  // namespace

int main() {
    const rw::Clock clock;
    const auto nothing = [] {};
    int calls = 0;
    const auto in_ns = [&](std::int64_t ahead_ns) { return clock.local_ns() + ahead_ns; };
    expect(clock.wait_until_local_ns(in_ns(-1'000'000), 0, false, nothing) >= 1'000'000,
           "what has passed is late by that much");
    expect(clock.wait_until_local_ns(in_ns(-1'000'000), 3600 * second_ns, false, nothing) >= 1'000'000,
           "harmless or not");
    for (const std::int64_t harmless_ns : {std::int64_t{0}, std::int64_t{40'000}, 3600 * second_ns})
        for (const bool yields : {false, true}) {
            const std::int64_t target_ns = in_ns(2'000'000);
            const std::int64_t behind_ns = clock.wait_until_local_ns(target_ns, harmless_ns, yields,
                                                                     [&calls] { ++calls; });
            const std::int64_t now_ns = clock.local_ns();
            expect(now_ns >= target_ns, "nobody begins early");
            expect(behind_ns <= now_ns - target_ns, "nobody is later than it is");
        }
    expect(latest_beside_others_ns(clock) > 200'000, "who lost the core while spinning says so");
    expect(calls > 0, "a long wait lets others go on");
    const rw::Clock rested;  // the other has learned that sleeps end late here
    expect(sleeps_in_short_waits(rested, 0) == 0, "who may not be late spins");
    expect(sleeps_in_short_waits(rested, 100'000) > 0, "who may be late sleeps");
    how_late_sleeps_end_is_learned();
    return failures == 0 ? 0 : 1;
}
