// What every program shares: its options, phases, counted messages, threads, buffers, the check and what it prints.
//
// A program is one file: a table of options, and `run(Program&)`. It computes between phases of MPI calls, all of which
// go through the calls below, so that its own count of messages and bytes is complete.
#pragma once

#include <cstdio>
#include <functional>
#include <memory>

#include <mpi.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include "clock.hpp"
#include "cuda.hpp"
#include "memory.hpp"
#include "team.hpp"

#include "drawn.hpp"
#include "fault.hpp"
#include "options.hpp"
#include "told.hpp"

namespace program {

using rw::Json;

class Program {
public:
    Program(const Definition& definition, int argc, char** argv)
        : definition_(definition), options_(definition, argc, argv), fault_(text("fault"), definition.halo) {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
        begin_threads(integer("threads", 1));
        if (kind() == rw::device_kind) rw::Cuda::open(text("devices"), local_rank());
        else if (kind() != rw::host_kind) throw Refused("--buffers " + text("buffers") + ": use H or D");
    }

    [[nodiscard]] int rank() const { return rank_; }
    [[nodiscard]] int ranks() const { return ranks_; }
    [[nodiscard]] double pace() const { return number("pace"); }
    [[nodiscard]] char kind() const { return text("buffers").empty() ? rw::host_kind : text("buffers")[0]; }
    [[nodiscard]] bool planned() const { return integer("plan") != 0; }
    [[nodiscard]] bool paced() const { return pace() > 0.0; }
    [[nodiscard]] int threads() const { return threads_; }

    [[nodiscard]] const std::string& text(std::string_view name) const { return options_.text(name); }
    [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t least = 0) const {
        return options_.integer(name, least);
    }
    [[nodiscard]] double number(std::string_view name) const { return options_.number(name); }
    [[nodiscard]] std::vector<int> product(std::string_view name, std::size_t count) const {
        return options_.product(name, count);
    }

    // Names a phase; what is timed with it adds to it.
    std::size_t phase(std::string_view name, bool communication) {
        phases_.push_back({.name = name, .communication = communication, .slowed = fault_.slows(name)});
        return phases_.size() - 1;
    }
    // Times what happens until the end of the block.
    class Timed {
    public:
        explicit Timed(Phase& phase) : phase_(phase), since_s_(MPI_Wtime()) {}
        Timed(const Timed&) = delete;
        Timed(Timed&&) = delete;
        Timed& operator=(const Timed&) = delete;
        Timed& operator=(Timed&&) = delete;
        ~Timed() {
            constexpr double longer = 1.1;
            const double end_s = since_s_ + longer * (MPI_Wtime() - since_s_);
            while (phase_.slowed && MPI_Wtime() < end_s) continue;
            phase_.seconds += MPI_Wtime() - since_s_;
        }

    private:
        Phase& phase_;
        double since_s_;
    };
    [[nodiscard]] Timed in(std::size_t phase) { return Timed(phases_[phase]); }

    void add(std::size_t phase, double seconds) { phases_[phase].seconds += seconds; }
    // A figure of this program alone, which is printed and in the last line.
    void fact(const std::string& name, double value) { facts_.emplace_back(name, value); }

    // Computes. With a pace it lasts as long as the work takes at that pace.
    template <class Work>
    void compute(std::size_t phase, double units, const Work& work) {
        const Timed timed = in(phase);
        const double since_s = MPI_Wtime();
        work();
        if (paced()) sleep_s(units / pace() - (MPI_Wtime() - since_s));
    }
    // Does work(begin, end) for parts of `items` that differ by one at most, each in a thread.
    template <class Work>
    void in_threads(int items, const Work& work) {
        if (!team_) return work(0, items);
        job_ = [&](int thread) {
            work(static_cast<int>(begin_of(items, threads_, thread)),
                 static_cast<int>(begin_of(items, threads_, thread + 1)));
        };
        team_->run(1);
    }

    // Whether a step follows the `done` ones: as many as --steps says, or as take --seconds. After 1, 4, 16 ... of them
    // all ranks agree on how many are left.
    [[nodiscard]] bool again(std::int64_t done) {
        if (done == 0) {
            seconds_ = number("seconds");
            steps_ = seconds_ > 0.0 ? 1 : integer("steps", 1);
            settled_ = seconds_ == 0.0;
            since_s_ = MPI_Wtime();
        }
        if (done < steps_) {
            progress(done, steps_, "steps");
            return true;
        }
        if (settled_) return false;
        constexpr double longer = 4.0;
        const double took_s = std::max(largest(MPI_Wtime() - since_s_), 1e-9), so_far = static_cast<double>(done);
        const double wanted = so_far * seconds_ / took_s;
        settled_ = wanted <= longer * so_far;
        steps_ = std::max<std::int64_t>(done + 1, std::llround(std::min(wanted, longer * so_far)));
        return true;
    }
    [[nodiscard]] bool last(std::int64_t step) const { return settled_ && step + 1 == steps_; }
    // Steps that were done; before the first, those that are planned, of --seconds one.
    [[nodiscard]] std::int64_t steps() const {
        if (steps_ > 0) return steps_;
        return number("seconds") > 0.0 ? 1 : integer("steps", 1);
    }

    // MPI calls, counted. Buffers are those that `wire` gives.
    void isend(const void* from, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
        sent(count, type, to);
        MPI_Isend(from, count, type, to, tag, comm, request);
    }
    void send(const void* from, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
        sent(count, type, to);
        MPI_Send(from, count, type, to, tag, comm);
    }
    // Counts a message that a call sends which is not among these; `to` is a rank of MPI_COMM_WORLD.
    void sent(int count, MPI_Datatype type, int to) {
        if (to == MPI_PROC_NULL) return;
        int bytes = 0;
        MPI_Type_size(type, &bytes);
        Sent& sum = traffic_[to];
        sum.bytes += static_cast<double>(count) * bytes;
        sum.messages += 1.0;
        ++messages_;
    }
    // Which of the next `count` messages the planted fault hits.
    [[nodiscard]] std::optional<std::size_t> hit(std::int64_t count = 1) const {
        return fault_.hits(rank_, messages_, count);
    }
    [[nodiscard]] const Fault& fault() const { return fault_; }

    // Sums over all ranks, for checks; not counted and in no phase.
    [[nodiscard]] static double sum(double value) {
        MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        return value;
    }
    [[nodiscard]] static double largest(double value) {
        MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        return value;
    }
    // The same for any order of ranks and any number of them: sums of 64-bit words wrap around.
    [[nodiscard]] static std::uint64_t digest(std::uint64_t part) {
        std::uint64_t whole = 0;
        MPI_Allreduce(&part, &whole, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
        return whole;
    }

    // Prints what one rank needs, in place of running; also refuses what does not fit into nine tenths of the memory
    // that the node has left. What it needs is counted from here on: with the first collective calls Intel MPI takes 5
    // MB of its own.
    void plan(double bytes, double messages, double sent_bytes, const std::string& pattern) {
        const double left = 0.9 * static_cast<double>(rw::available_bytes());
        if (largest(bytes) * local_ranks() > left)
            throw Refused("it needs " + scaled(largest(bytes), "B") + " in each rank, " +
                          std::to_string(local_ranks()) + " ranks on this node; there is room for " +
                          scaled(left, "B") + ": choose a smaller --size, or fewer ranks a node");
        before_bytes_ = peak_bytes();
        if (!planned()) return;
        const double most = largest(bytes), most_messages = largest(messages), most_bytes = largest(sent_bytes);
        if (rank_ != 0) return;
        std::printf("%s on %d ranks: %s\n", name().c_str(), ranks_, pattern.c_str());
        std::printf("at most per rank: %s of memory, %.0f messages, %s sent\n", scaled(most, "B").c_str(),
                    most_messages, scaled(most_bytes, "B").c_str());
        Json json;
        json.field("program", name()).field("plan", 1).field("ranks", ranks_).field("memory_bytes", most);
        json.field("messages", most_messages).field("sent_bytes", most_bytes);
        std::printf("rankwise-program %s\n", json.text().c_str());
    }

    // With --partial prints, at rank 0 and twice a second at most, how far it is: what remains of a job that is killed.
    void progress(std::int64_t done, std::int64_t all, std::string_view what, double average = 0.0) {
        constexpr double pause_s = 0.5;
        if (rank_ != 0 || !partial_ || MPI_Wtime() < told_s_ + pause_s) return;
        told_s_ = MPI_Wtime();
        Json json;
        json.field("done", done).field("all", all).field("what", what).field("average", average);
        for (const Phase& phase : phases_) json.field("phase_" + std::string(phase.name) + "_s", phase.seconds);
        std::printf("rankwise-partial %s\n", json.text().c_str());
        std::fflush(stdout);
    }

    // Prints what was done: `work` in the program's unit, in the time of the slowest rank. Returns the status.
    [[nodiscard]] int tell(const std::string& title, double work, const Check& check, std::uint64_t digest,
                           bool promises_bits, double took_s = 0.0) const {
        const Told told(phases_, traffic_, peak_bytes() - before_bytes_);
        if (took_s == 0.0) took_s = slowest_s();
        const int status = check.right ? 0 : 4;
        if (rank_ != 0) return status;
        const double figure = work / took_s;
        std::printf("%s%s\n", title.c_str(), paced() ? " (paced: it slept in the place of computing)" : "");
        Json json;
        json.field("program", name()).field("ranks", ranks_).field("threads", threads_);
        json.field("unit", definition_.unit).field("right", check.right ? 1 : 0).field("paced", paced() ? 1 : 0);
        told.phases(phases_, json);
        for (const auto& [name, value] : facts_) {
            std::printf("%s: %.0f\n", name.c_str(), value);
            json.field("fact_" + name, value);
        }
        if (check.right) std::printf("figure of merit: %s\n", scaled(figure, definition_.unit).c_str());
        std::printf("check: %s: %.3g, allowed %.3g: %s\n", check.what.c_str(), check.error, check.tolerance,
                    check.right ? "right" : "WRONG");
        json.field("work", work).field("figure", check.right ? figure : std::nan(""));  // a wrong result has no time
        json.field("check", check.what).field("error", check.error).field("tolerance", check.tolerance);
        char bits[20];
        std::snprintf(bits, sizeof bits, "%016llx", static_cast<unsigned long long>(digest));
        json.field("digest", promises_bits ? bits : "");
        std::printf("rankwise-program %s\n", json.text().c_str());
        return status;
    }

    [[nodiscard]] std::string name() const { return std::string(definition_.name); }
    [[nodiscard]] int local_ranks() const {
        int count = ranks_;
        if (!rw::simulated) MPI_Comm_size(on_node(), &count);
        return count;
    }

private:
    void begin_threads(std::int64_t threads) {
        if (threads == 1) return;
        const std::string asked = "--threads " + std::to_string(threads) + ": ";
        if (!definition_.threads) throw Refused(asked + name() + " computes nothing in threads");
        if (rw::simulated) throw Refused(asked + "SimGrid simulates none");
        cpu_set_t cores;
        CPU_ZERO(&cores);
        const bool known = sched_getaffinity(0, sizeof cores, &cores) == 0;
        const auto fewest = -static_cast<std::int64_t>(largest(known ? -CPU_COUNT(&cores) : -CPU_SETSIZE));
        if (threads > fewest && !paced())
            throw Refused(asked + "a rank may use " + std::to_string(fewest) +
                          " cores; bind it to more of them, or not at all");
        threads_ = static_cast<int>(threads);
        team_ = std::make_unique<rw::Team>(threads_, [this](int thread, int) { job_(thread); });
    }
    static void sleep_s(double seconds) {
        constexpr std::int64_t longest_us = 500'000;  // POSIX lets usleep refuse a second and more
        for (std::int64_t left_us = std::llround(seconds * 1e6); left_us > 0; left_us -= longest_us)
            usleep(static_cast<useconds_t>(std::min(left_us, longest_us)));
    }
    [[nodiscard]] static double peak_bytes() {
        rusage used{};
        getrusage(RUSAGE_SELF, &used);
        return 1024.0 *
               static_cast<double>(used.ru_maxrss);  // NOLINT(cppcoreguidelines-pro-type-union-access): glibc's
    }
    [[nodiscard]] static MPI_Comm on_node() {
        static MPI_Comm node = [] {
            MPI_Comm made = MPI_COMM_NULL;
            MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made);
            return made;
        }();
        return node;
    }
    [[nodiscard]] static int local_rank() {
        int place = 0;
        MPI_Comm_rank(on_node(), &place);
        return place;
    }
    [[nodiscard]] double slowest_s() const {
        double total = 0.0;
        for (const Phase& phase : phases_) total += phase.seconds;
        return largest(total);
    }

    const Definition& definition_;
    Options options_;
    Fault fault_;
    int rank_ = 0, ranks_ = 1, threads_ = 1;
    std::vector<Phase> phases_;
    std::vector<std::pair<std::string, double>> facts_;
    Traffic traffic_;
    std::int64_t messages_ = 0, steps_ = 0;
    bool settled_ = false, partial_ = integer("partial") != 0;
    double seconds_ = 0.0, since_s_ = 0.0, told_s_ = 0.0, before_bytes_ = 0.0;
    std::function<void(int)> job_;
    std::unique_ptr<rw::Team> team_;
};

// A buffer of doubles for messages. The program computes with `host`; calls get `wire`, which is another memory where
// messages lie on a device: `out` and `in` bring the contents there and back.
class Buffer {
public:
    Buffer(const Program& program, std::size_t count) : host_(count), on_device_(program.kind() == rw::device_kind) {
        if (!on_device_) return;
        device_ = std::make_unique<rw::Buffer>(rw::memory_of(rw::device_kind));
        if (!device_->reserve(std::max<std::size_t>(count, 1) * sizeof(double)))
            throw Refused("the device has no room for " + std::to_string(count * sizeof(double)) + " bytes");
    }
    [[nodiscard]] double* host() { return host_.data(); }
    [[nodiscard]] double* wire() { return on_device_ ? reinterpret_cast<double*>(device_->data()) : host_.data(); }
    [[nodiscard]] std::size_t size() const { return host_.size(); }
    [[nodiscard]] std::span<double> values() { return host_; }
    void out() {
        if (on_device_) device_->put(host_.data(), host_.size() * sizeof(double));
    }
    void in() {
        if (on_device_) device_->get(host_.data(), host_.size() * sizeof(double));
    }

private:
    std::vector<double> host_;
    bool on_device_;
    std::unique_ptr<rw::Buffer> device_;
};

// Spoils a message before it is sent, where the planted fault hits it.
inline void spoil_if_hit(const Program& program, Buffer& message) {
    if (!program.hit()) return;
    message.in();
    program.fault().spoil(message.values());
    message.out();
}

// The whole of a program: 0 done, 2 asked wrongly, 3 it cannot go on here, 4 the check failed.
inline int main_of(const Definition& definition, int (*run)(Program&), int argc, char** argv) {
    int rank = 0, status = 0, provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        Program program(definition, argc, argv);
        status = run(program);
    } catch (const std::exception& error) {
        const bool refused = dynamic_cast<const Refused*>(&error) != nullptr;
        if (rank == 0 || !refused) {
            std::fprintf(stderr, "%s: %s\n", std::string(definition.name).c_str(), error.what());
            std::fflush(stderr);
        }
        if (!refused) {
            // Else Hydra ends the job before it has read the words: in one of five starts they were lost.
            usleep(200'000);
            MPI_Abort(MPI_COMM_WORLD, 3);
        }
        status = 2;
    }
    std::fflush(stdout);
    MPI_Finalize();
    return status;
}

}  // namespace program
