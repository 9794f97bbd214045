// All time comes through here: nanoseconds of this rank's clock, and its model of the reference rank's clock.
#pragma once

#include <algorithm>
#include <cmath>
#include <ctime>
#include <cstdint>
#include <fstream>
#include <string>

#include <sched.h>
#include <unistd.h>

#include <mpi.h>

namespace rw {

#ifdef RANKWISE_SIMULATED
constexpr bool simulated = true;
#else
constexpr bool simulated = false;
#endif

// global = local - offset_ns - slope * (local - since_ns). The truth is estimated to be within error_s of it at
// since_ns, and away from there within slope_error more for every second (three standard errors each).
struct ClockModel {
    std::int64_t offset_ns = 0;
    std::int64_t since_ns = 0;
    double slope = 0.0;
    double error_s = 0.0;
    double slope_error = 0.0;
};

// How late sleeps end on this processor: some microseconds where it only halts, beyond 100 where it sleeps deeply or is
// virtual, and quiet machines sleep most deeply. A constant of 80 us once made ranks late for every start on one that
// took 110, and leads grew to 50 ms before calls of 1 us.
class WakeUp {
public:
    void learn(std::int64_t late_ns) {
        if (late_ns > most_ns) return;  // something else ran in between
        longest_ns_ = std::max({least_ns, late_ns + late_ns / 4, longest_ns_ - longest_ns_ / 64});
    }

    [[nodiscard]] std::int64_t longest_ns() const { return longest_ns_; }

private:
    static constexpr std::int64_t least_ns = 80'000, most_ns = 300'000;

    std::int64_t longest_ns_ = least_ns;
};

class Clock {
public:
    // This rank's own clock. Under simulation only MPI_Wtime is simulated.
    [[nodiscard]] std::int64_t local_ns() const {
#ifdef RANKWISE_SIMULATED
        return std::llround(MPI_Wtime() * 1e9);
#else
        timespec now{};
        clock_gettime(CLOCK_MONOTONIC, &now);
        const std::int64_t time_ns = std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
        if (planted_drift_ == 0.0) return time_ns + planted_offset_ns_;
        return time_ns + planted_offset_ns_ +
               static_cast<std::int64_t>(planted_drift_ * static_cast<double>(time_ns - planted_since_ns_));
#endif
    }

    // A local time on the reference rank's clock.
    [[nodiscard]] std::int64_t global_ns(std::int64_t local) const {
        if (identical_) return local;
        return local - model_.offset_ns -
               static_cast<std::int64_t>(model_.slope * static_cast<double>(local - model_.since_ns));
    }

    // The local time at which the reference clock shows `global`.
    [[nodiscard]] std::int64_t local_of_global_ns(std::int64_t global) const {
        std::int64_t local = global + (identical_ ? 0 : model_.offset_ns);
        for (int step = 0; step < 2; ++step) local += global - global_ns(local);  // slope is ppm: two steps are exact
        return local;
    }

    void set_model(const ClockModel& model) {
        identical_ = false;
        model_ = model;
    }

    [[nodiscard]] const ClockModel& model() const { return model_; }
    // How far global_ns() may be from the truth at this local time.
    [[nodiscard]] double error_s(std::int64_t local) const {
        const double away_s = std::abs(static_cast<double>(local - model_.since_ns)) * 1e-9;
        return model_.error_s + model_.slope_error * away_s;
    }

    // Test aid: distorts this rank's clock, so that synchronisation has a known truth to find.
    void plant(std::int64_t offset_ns, double drift) {
        planted_since_ns_ = local_ns();
        planted_offset_ns_ = offset_ns;
        planted_drift_ = drift;
    }
    [[nodiscard]] bool planted() const { return planted_offset_ns_ != 0 || planted_drift_ != 0.0; }
    // What this clock would have shown instead of `local` without what was planted.
    [[nodiscard]] std::int64_t unplanted_ns(std::int64_t local) const {
        const auto since_ns = static_cast<double>(local - planted_offset_ns_ - planted_since_ns_);
        return planted_since_ns_ + std::llround(since_ns / (1.0 + planted_drift_));
    }

    // Ranks with equal domains read the same clock: same running kernel, same time namespace, nothing planted.
    [[nodiscard]] std::string domain() const {
#ifdef RANKWISE_SIMULATED
        return "simulated";
#else
        std::string boot_id = "?";
        std::ifstream("/proc/sys/kernel/random/boot_id") >> boot_id;
        char name[64] = "";
        [[maybe_unused]] const auto length = readlink("/proc/self/ns/time", name, sizeof name - 1);
        std::string domain = boot_id + "/" + name;
        if (planted()) domain += "/planted-" + std::to_string(getpid());
        return domain;
#endif
    }

    // Median cost of one read, in seconds.
    [[nodiscard]] double read_cost_s() const {
        constexpr int reads = 2000;
        std::int64_t best_ns = INT64_MAX;
        for (int round = 0; round < 5; ++round) {
            const std::int64_t begin_ns = local_ns();
            for (int i = 0; i < reads; ++i) (void)local_ns();
            const std::int64_t took_ns = local_ns() - begin_ns;
            best_ns = took_ns < best_ns ? took_ns : best_ns;
        }
        return static_cast<double>(best_ns) * 1e-9 / reads;
    }

    // Returns at the given local time, and how late the clock says that is: a rank that lost its core while it spun
    // comes back late as one that slept does. Sleeps for most of a long wait, so that a rank
    // that shares its core with the one it waits for does not starve it, and does not spin where it may be late by what
    // a sleep takes to end (`harmless_ns`). `yields` costs up to 1 us of precision; `meanwhile` is called every 300 us.
    template <class Meanwhile>
    [[nodiscard]] std::int64_t wait_until_local_ns(std::int64_t target_ns, std::int64_t harmless_ns, bool yields,
                                                   const Meanwhile& meanwhile) const {
        std::int64_t now_ns = local_ns();
        if (now_ns > target_ns) return now_ns - target_ns;
        if (simulated) {  // simulated sleep ends on time, and simulated spinning never ends
            sleep_ns(target_ns - now_ns);
            return 0;
        }
        constexpr std::int64_t longest_sleep_ns = 300'000;
        for (; target_ns - now_ns > longest_sleep_ns + 2 * wake_up_.longest_ns(); now_ns = local_ns()) {
            meanwhile();
            sleep_ns(longest_sleep_ns);
        }
        if (now_ns > target_ns) return now_ns - target_ns;
        const std::int64_t wake_up_ns = std::max<std::int64_t>(0, wake_up_.longest_ns() - harmless_ns);
        if (target_ns - now_ns > 2 * wake_up_ns) {
            sleep_ns(target_ns - now_ns - wake_up_ns);
            now_ns = local_ns();
            if (now_ns > target_ns) return now_ns - target_ns;
        }
        for (now_ns = local_ns(); now_ns < target_ns; now_ns = local_ns())
            if (yields) sched_yield();
        return now_ns - target_ns;
    }

    // How late a spin ends that nothing came in between of: a step of it, which is a reading of the clock, or a yield to
    // nobody and one.
    [[nodiscard]] static std::int64_t spin_step_ns(bool yields) { return yields ? 2'000 : 500; }

private:
    void sleep_ns(std::int64_t duration_ns) const {
        const std::int64_t end_ns = local_ns() + duration_ns;
        const timespec rest{static_cast<time_t>(duration_ns / 1'000'000'000),
                            static_cast<long>(duration_ns % 1'000'000'000)};
        nanosleep(&rest, nullptr);
        wake_up_.learn(local_ns() - end_ns);
    }

    mutable WakeUp wake_up_;
    bool identical_ = true;
    ClockModel model_;
    std::int64_t planted_offset_ns_ = 0;
    double planted_drift_ = 0.0;
    std::int64_t planted_since_ns_ = 0;
};

}  // namespace rw
