// What every program shares: its options, phases, counted messages, buffers, the check and what it prints.
//
// A program is one file: a table of options, and `run(Program&)`. It computes between phases of MPI calls, all of which
// go through the calls below, so that its own count of messages and bytes is complete.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <mpi.h>
#include <unistd.h>

#include "cuda.hpp"
#include "json.hpp"
#include "memory.hpp"

namespace program {

using rw::Json;

// Why a program cannot do what was asked, in one line; ends it with status 2.
struct Refused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Option {
    std::string_view name;
    std::string_view usual;  // its value when it is not given
    std::string_view words;
};

inline constexpr std::string_view common_words = "(every program)";
inline constexpr Option common[] = {
    {"seed", "1", "what random input is drawn by"},
    {"buffers", "H", "where messages lie: H of the host, D of the device"},
    {"devices", "auto", "which devices D may be on"},
    {"pace", "0", "work units a second: sleep in the place of computing; 0 computes"},
    {"plan", "0", "1 prints memory, messages and bytes of each rank, and runs nothing"},
    {"fault", "", "plant a fault to prove the check: flip:RANK:MESSAGE"},
};

struct Definition {
    std::string_view name;
    std::string_view what;
    std::string_view unit;  // of its figure of merit, of which more is better
    std::span<const Option> options;
};

// What a program did in one rank. A phase is either computation or communication.
struct Phase {
    std::string_view name;
    bool communication = false;
    double seconds = 0.0;
};

struct Check {
    bool right = false;
    double error = 0.0;  // how far from what is known
    double tolerance = 0.0;
    std::string what;  // what was compared
};

class Program {
public:
    Program(const Definition& definition, int argc, char** argv) : definition_(definition) {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
        for (const Option& option : common) values_.emplace_back(option.name, option.usual);
        for (const Option& option : definition.options) values_.emplace_back(option.name, option.usual);
        read(argc, argv);
        plant(text("fault"));
        if (kind() == rw::device_kind) rw::Cuda::open(text("devices"), local_rank());
        else if (kind() != rw::host_kind) throw Refused("--buffers " + text("buffers") + ": use H or D");
    }

    [[nodiscard]] int rank() const { return rank_; }
    [[nodiscard]] int ranks() const { return ranks_; }
    [[nodiscard]] double pace() const { return number("pace"); }
    [[nodiscard]] char kind() const { return text("buffers").empty() ? rw::host_kind : text("buffers")[0]; }
    [[nodiscard]] bool planned() const { return integer("plan") != 0; }
    [[nodiscard]] bool paced() const { return pace() > 0.0; }

    [[nodiscard]] const std::string& text(std::string_view name) const {
        for (const auto& [known, value] : values_)
            if (known == name) return value;
        throw std::logic_error("no option " + std::string(name));
    }
    [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t least = 0) const {
        const std::string& word = text(name);
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error != std::errc{} || end != word.data() + word.size() || value < least)
            throw Refused("--" + std::string(name) + " " + word + ": give a whole number from " +
                          std::to_string(least) + " on");
        return value;
    }
    [[nodiscard]] double number(std::string_view name) const {
        const std::string& word = text(name);
        char* end = nullptr;
        const double value = std::strtod(word.c_str(), &end);
        if (word.empty() || *end != '\0' || !std::isfinite(value) || value < 0.0)
            throw Refused("--" + std::string(name) + " " + word + ": give a number");
        return value;
    }
    // "4x2x1" as numbers, `count` of them; a single number stands for each. Empty where nothing is given.
    [[nodiscard]] std::vector<int> product(std::string_view name, std::size_t count) const {
        std::vector<int> sides;
        const std::string& word = text(name);
        if (word.empty()) return {};
        const char* const end = word.data() + word.size();
        for (const char* at = word.data(); at != end; ++at) {
            int side = 0;
            const auto [next, error] = std::from_chars(at, end, side);
            if (error != std::errc{} || side < 1) break;
            sides.push_back(side);
            at = next;
            if (at == end) {
                if (sides.size() == 1) sides.assign(count, sides[0]);
                if (sides.size() == count) return sides;
                break;
            }
            if (*at != 'x') break;
        }
        throw Refused("--" + std::string(name) + " " + word + ": give " + std::to_string(count) +
                      " numbers with x between");
    }

    // Names a phase; what is timed with it adds to it.
    std::size_t phase(std::string_view name, bool communication) {
        phases_.push_back({.name = name, .communication = communication});
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
        ~Timed() { phase_.seconds += MPI_Wtime() - since_s_; }

    private:
        Phase& phase_;
        double since_s_;
    };
    [[nodiscard]] Timed in(std::size_t phase) { return Timed(phases_[phase]); }

    // Computes, or sleeps as long as the work takes at the asked pace.
    template <class Work>
    void compute(std::size_t phase, double units, const Work& work) {
        const Timed timed = in(phase);
        work();
        if (paced()) sleep_s(units / pace());
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
    void sendrecv(const void* from, void* into, int count, MPI_Datatype type, int to, int source, int tag,
                  MPI_Comm comm) {
        sent(count, type, to);
        MPI_Sendrecv(from, count, type, to, tag, into, count, type, source, tag, comm, MPI_STATUS_IGNORE);
    }
    // Counts a message that a call sends which is not among these.
    void sent(int count, MPI_Datatype type, int to) {
        if (to == MPI_PROC_NULL) return;
        int bytes = 0;
        MPI_Type_size(type, &bytes);
        sent_bytes_ += std::int64_t{count} * bytes;
        ++sent_messages_;
    }
    // Adds what a collective call sends to other ranks.
    void counted_collective(std::int64_t bytes, std::int64_t messages) {
        sent_bytes_ += bytes;
        sent_messages_ += messages;
    }
    // Whether the fault that was asked for hits one of the messages that are sent next: a double in it gets another
    // exponent.
    [[nodiscard]] bool strikes(std::int64_t messages = 1) const {
        return fault_rank_ == rank_ && sent_messages_ <= fault_message_ && fault_message_ < sent_messages_ + messages;
    }
    static void flip(double& value) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        bits ^= std::uint64_t{1} << 62U;
        std::memcpy(&value, &bits, sizeof bits);
    }

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
    // that the node has left.
    void plan(double bytes, double messages, double sent_bytes, const std::string& pattern) const {
        const double left = 0.9 * static_cast<double>(rw::available_bytes());
        if (largest(bytes) * local_ranks() > left)
            throw Refused("it needs " + scaled(largest(bytes), "B") + " in each rank, " +
                          std::to_string(local_ranks()) + " ranks on this node; there is room for " +
                          scaled(left, "B") + ": choose a smaller --size, or fewer ranks a node");
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

    // Prints what was done. `figure` is in the program's unit for the time of the slowest rank. Returns the status.
    int tell(const std::string& title, double figure, const Check& check, std::uint64_t digest, bool promises_bits);

    [[nodiscard]] double slowest_s() const { return largest(total_s()); }
    [[nodiscard]] std::string name() const { return std::string(definition_.name); }
    [[nodiscard]] static int local_ranks() {
        int count = 1;
        const MPI_Comm node = on_node();
        MPI_Comm_size(node, &count);
        return count;
    }

    static std::string scaled(double value, const char* unit) {
        static constexpr const char* prefixes[] = {"", "k", "M", "G", "T"};
        std::size_t step = 0;
        for (; std::abs(value) >= 1000.0 && step + 1 < std::size(prefixes); ++step) value /= 1000.0;
        char text[64];
        std::snprintf(text, sizeof text, "%.4g %s%s", value, prefixes[step], unit);
        return text;
    }

private:
    void read(int argc, char** argv) {
        for (int at = 1; at < argc; ++at) {
            const std::string_view word = argv[at];
            if (!word.starts_with("--")) throw Refused("unknown word '" + std::string(word) + "'" + usage());
            const std::string_view name = word.substr(
                2, word.find('=') == std::string_view::npos ? std::string_view::npos : word.find('=') - 2);
            auto known = std::ranges::find(values_, name, &std::pair<std::string_view, std::string>::first);
            if (known == values_.end()) throw Refused("unknown option --" + std::string(name) + usage());
            if (const std::size_t mark = word.find('='); mark != std::string_view::npos) {
                known->second = word.substr(mark + 1);
            } else if (++at < argc) {
                known->second = argv[at];
            } else {
                throw Refused("--" + std::string(name) + " needs a value");
            }
        }
    }
    [[nodiscard]] std::string usage() const {
        std::string words = "; it takes";
        for (const auto& [name, value] : values_) words += " --" + std::string(name);
        return words;
    }
    void plant(const std::string& fault) {
        if (fault.empty()) return;
        constexpr std::string_view begin = "flip:";
        const char* const end = fault.data() + fault.size();
        const char* at = fault.starts_with(begin) ? fault.data() + begin.size() : end;
        const auto rank = std::from_chars(at, end, fault_rank_);
        at = rank.ec == std::errc{} && rank.ptr != end && *rank.ptr == ':' ? rank.ptr + 1 : end;
        const auto message = std::from_chars(at, end, fault_message_);
        if (message.ec != std::errc{} || message.ptr != end)
            throw Refused("--fault " + fault + ": give flip:RANK:MESSAGE");
    }
    static void sleep_s(double seconds) {
        constexpr std::int64_t longest_us = 500'000;  // POSIX lets usleep refuse a second and more
        for (std::int64_t left_us = std::llround(seconds * 1e6); left_us > 0; left_us -= longest_us)
            usleep(static_cast<useconds_t>(std::min(left_us, longest_us)));
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
    [[nodiscard]] double total_s() const {
        double total = 0.0;
        for (const Phase& phase : phases_) total += phase.seconds;
        return total;
    }

    const Definition& definition_;
    int rank_ = 0, ranks_ = 1;
    std::vector<std::pair<std::string_view, std::string>> values_;
    std::vector<Phase> phases_;
    std::int64_t sent_bytes_ = 0, sent_messages_ = 0;
    int fault_rank_ = -1;
    std::int64_t fault_message_ = -1;
};

inline int Program::tell(const std::string& title, double figure, const Check& check, std::uint64_t digest,
                         bool promises_bits) {
    const auto ranks = static_cast<std::size_t>(ranks_);
    std::vector<double> own;
    for (const Phase& phase : phases_) own.push_back(phase.seconds);
    own.push_back(static_cast<double>(sent_messages_));
    own.push_back(static_cast<double>(sent_bytes_));
    std::vector<double> all(own.size() * ranks);
    MPI_Gather(own.data(), static_cast<int>(own.size()), MPI_DOUBLE, all.data(), static_cast<int>(own.size()),
               MPI_DOUBLE, 0, MPI_COMM_WORLD);
    const int status = check.right ? 0 : 4;
    if (rank_ != 0) return status;
    const auto column = [&](std::size_t index) {
        std::vector<double> values(ranks);
        for (std::size_t rank = 0; rank < ranks; ++rank) values[rank] = all[rank * own.size() + index];
        return values;
    };
    const auto total = [&](std::size_t index) {
        double sum = 0.0;
        for (const double value : column(index)) sum += value;
        return sum;
    };
    std::printf("%s%s\n", title.c_str(), paced() ? " (paced: it slept in the place of computing)" : "");
    std::printf("%-12s %14s %14s  slowest\n", "phase", "median", "slowest rank");
    Json json;
    json.field("program", name()).field("ranks", ranks_).field("unit", definition_.unit);
    json.field("right", check.right ? 1 : 0).field("paced", paced() ? 1 : 0);
    double communication_s = 0.0, all_s = 0.0;
    for (std::size_t index = 0; index < phases_.size(); ++index) {
        std::vector<double> seconds = column(index);
        const auto slowest = std::ranges::max_element(seconds) - seconds.begin();
        const double most = seconds[static_cast<std::size_t>(slowest)];
        all_s += total(index);
        if (phases_[index].communication) communication_s += total(index);
        json.array<double>("phase_" + std::string(phases_[index].name) + "_s", seconds);
        std::ranges::sort(seconds);
        const double median = 0.5 * (seconds[(ranks - 1) / 2] + seconds[ranks / 2]);
        std::printf("%-12s %11.4g ms %11.4g ms  rank %td\n", std::string(phases_[index].name).c_str(), 1e3 * median,
                    1e3 * most, slowest);
    }
    const double share = all_s > 0.0 ? communication_s / all_s : 0.0;
    const double messages = total(phases_.size()), bytes = total(phases_.size() + 1);
    std::printf("communication takes %.3g %% of the time: %.0f messages, %s\n", 100.0 * share, messages,
                scaled(bytes, "B").c_str());
    if (check.right)
        std::printf("figure of merit: %s\n", scaled(figure, std::string(definition_.unit).c_str()).c_str());
    std::printf("check: %s: %.3g, allowed %.3g: %s\n", check.what.c_str(), check.error, check.tolerance,
                check.right ? "right" : "WRONG");
    json.field("communication_share", share).field("messages", messages).field("sent_bytes", bytes);
    json.field("figure", check.right ? figure : std::nan(""));  // a wrong result has no time
    json.field("check", check.what).field("error", check.error).field("tolerance", check.tolerance);
    char bits[20];
    std::snprintf(bits, sizeof bits, "%016llx", static_cast<unsigned long long>(digest));
    json.field("digest", promises_bits ? bits : "");
    std::printf("rankwise-program %s\n", json.text().c_str());
    return status;
}

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

// The worse of two errors; what is no number is the worst.
inline double worse(double error, double other) {
    constexpr double no_number = 1e300;
    if (!std::isfinite(other)) return no_number;
    return std::max(error, other);
}

// Where a part of `whole` items begins, of `parts` that differ by one at most.
constexpr std::int64_t begin_of(std::int64_t whole, int parts, int part) {
    return whole / parts * part + std::min<std::int64_t>(whole % parts, part);
}

// Philox4x32-10 (Salmon et al., SC'11): four words that depend on a key and a counter alone.
inline std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t even = std::uint64_t{0xD2511F53} * counter[0];
        const std::uint64_t odd = std::uint64_t{0xCD9E8D57} * counter[2];
        counter = {static_cast<std::uint32_t>(odd >> 32U) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(odd),
                   static_cast<std::uint32_t>(even >> 32U) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(even)};
        key[0] += 0x9E3779B9;
        key[1] += 0xBB67AE85;
    }
    return counter;
}

// A word that depends on a place and the bits of a value there.
inline std::uint64_t mixed(std::uint64_t place, double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    std::uint64_t word = place * 0x9E3779B97F4A7C15U ^ bits;
    word = (word ^ (word >> 30U)) * 0xBF58476D1CE4E5B9U;
    word = (word ^ (word >> 27U)) * 0x94D049BB133111EBU;
    return word ^ (word >> 31U);
}

// The whole of a program: 0 done, 2 asked wrongly, 4 the check failed.
inline int main_of(const Definition& definition, int (*run)(Program&), int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, status = 0;
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
        if (!refused) MPI_Abort(MPI_COMM_WORLD, 3);
        status = 2;
    }
    std::fflush(stdout);
    MPI_Finalize();
    return status;
}

}  // namespace program
