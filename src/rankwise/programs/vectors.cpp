// The hands-on exercise of device programming: two vectors go to the device of another process, are added there, and
// the sum comes back. Three ways: copied to the host and sent; in chunks that are copied while others travel; or sent
// from where they lie, which the MPI must be able to.
#include "program.hpp"

using program::Check, program::Program, program::Refused;

namespace {

constexpr program::Option options[] = {
    {"size", "1048576", "bytes of each vector"},
    {"steps", "20", "times there and back"},
    program::seconds_option,
    {"way", "copy", "copy (by the host), pipeline (by the host, in chunks) or aware (MPI takes device memory)"},
    {"chunk", "65536", "bytes of a chunk of pipeline"},
};
constexpr program::Definition vectors{
    .name = "vectors",
    .what = "vectors are added on the device of another process",
    .unit = "B/s",
    .options = options,
    .threads = true,
};

// Part of a vector, in values.
struct Chunk {
    std::size_t begin = 0, size = 0;
    int number = 0;
};

// A vector where it lies: on the device, or on the host where there is none; and on the host, by which it may travel.
class Vector {
public:
    Vector(const Program& p, std::size_t count) : host_(count) {
        if (p.kind() != rw::device_kind) return;
        device_ = std::make_unique<rw::Buffer>(rw::memory_of(rw::device_kind));
        if (!device_->reserve(count * sizeof(double)))
            throw Refused("the device has no room for " + std::to_string(count * sizeof(double)) + " bytes");
    }
    [[nodiscard]] double* host() { return host_.data(); }
    [[nodiscard]] double* there() { return device_ ? reinterpret_cast<double*>(device_->data()) : host_.data(); }
    void to_device(const Chunk& chunk) {
        if (!device_) return;
        const rw::Allocator& memory = rw::memory_of(rw::device_kind);
        memory.copy_in(there() + chunk.begin, host() + chunk.begin, chunk.size * sizeof(double));
        memory.wait();
    }
    void to_host(const Chunk& chunk) {
        if (!device_) return;
        const rw::Allocator& memory = rw::memory_of(rw::device_kind);
        memory.copy_out(host() + chunk.begin, there() + chunk.begin, chunk.size * sizeof(double));
        memory.wait();
    }

private:
    std::vector<double> host_;
    std::unique_ptr<rw::Buffer> device_;
};

// Every rank has its vectors added by the next rank, and adds those of the rank before.
class Adding {
public:
    Adding(Program& p, std::size_t count, std::size_t chunk, bool aware)
        : p_(p),
          aware_(aware),
          next_((p.rank() + 1) % p.ranks()),
          before_((p.rank() + p.ranks() - 1) % p.ranks()),
          copying_(p.phase("copying", true)),
          adding_(p.phase("adding", false)),
          exchanging_(p.phase("exchanging", true)),
          a_(p, count),
          b_(p, count),
          their_a_(p, count),
          their_b_(p, count),
          their_sum_(p, count),
          sum_(p, count) {
        for (std::size_t begin = 0; begin < count; begin += chunk)
            chunks_.push_back({begin, std::min(chunk, count - begin), static_cast<int>(chunks_.size())});
        const Chunk all{0, count, 0};
        for (std::size_t at = 0; at < count; ++at) {
            a_.host()[at] = a_of(at);
            b_.host()[at] = b_of(at);
        }
        a_.to_device(all);
        b_.to_device(all);
    }

    void step() {
        receive();
        for (const Chunk& chunk : chunks_) {
            send(a_, chunk, 0, next_);
            send(b_, chunk, 1, next_);
        }
        for (const Chunk& chunk : chunks_) {
            arrived(their_a_, chunk, 0);
            arrived(their_b_, chunk, 1);
            p_.compute(adding_, static_cast<double>(chunk.size), [&] { add(chunk); });
            send(their_sum_, chunk, 2, before_);
        }
        for (const Chunk& chunk : chunks_) arrived(sum_, chunk, 2);
        const auto timed = p_.in(exchanging_);
        MPI_Waitall(static_cast<int>(sends_.size()), sends_.data(), MPI_STATUSES_IGNORE);
        sends_.clear();
    }

    // Looks at the sums of a step, beside all phases: those of the next one take their place.
    void check(std::size_t count) {
        sum_.to_host({0, count, 0});
        word_ = 0;
        for (std::size_t at = 0; at < count; ++at) {
            wrong_ += sum_.host()[at] != a_of(at) + b_of(at) ? 1.0 : 0.0;
            word_ += program::mixed(at, sum_.host()[at]);
        }
    }
    // Values of all steps that were not the sum.
    [[nodiscard]] double wrong() const { return wrong_; }
    // Of the last step's sums.
    [[nodiscard]] std::uint64_t word() const { return word_; }

private:
    static constexpr int kinds = 3;  // of messages: two vectors and their sum

    static double a_of(std::size_t at) { return 1.0 + static_cast<double>(at % 1021); }
    static double b_of(std::size_t at) { return 0.5 * static_cast<double>(at % 509); }
    static int tag(const Chunk& chunk, int kind) { return kinds * chunk.number + kind; }
    // Where a call reads or writes a chunk.
    [[nodiscard]] double* wire(Vector& vector, const Chunk& chunk) const {
        return (aware_ ? vector.there() : vector.host()) + chunk.begin;
    }
    void receive() {
        const auto timed = p_.in(exchanging_);
        receives_.assign(kinds * chunks_.size(), MPI_REQUEST_NULL);
        for (const Chunk& chunk : chunks_) {
            const std::array<Vector*, kinds> into{&their_a_, &their_b_, &sum_};
            for (int kind = 0; kind < kinds; ++kind)
                MPI_Irecv(wire(*into[static_cast<std::size_t>(kind)], chunk), static_cast<int>(chunk.size), MPI_DOUBLE,
                          kind == 2 ? next_ : before_, tag(chunk, kind), MPI_COMM_WORLD,
                          &receives_[static_cast<std::size_t>(tag(chunk, kind))]);
        }
    }
    void send(Vector& from, const Chunk& chunk, int kind, int to) {
        if (!aware_) {
            const auto timed = p_.in(copying_);
            from.to_host(chunk);
        }
        if (p_.hit()) {
            from.to_host(chunk);
            p_.fault().spoil({from.host() + chunk.begin, chunk.size});
            from.to_device(chunk);
        }
        const auto timed = p_.in(exchanging_);
        MPI_Request request = MPI_REQUEST_NULL;
        p_.isend(wire(from, chunk), static_cast<int>(chunk.size), MPI_DOUBLE, to, tag(chunk, kind), MPI_COMM_WORLD,
                 &request);
        sends_.push_back(request);
        // NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): all of them are waited for together
    }
    void arrived(Vector& into, const Chunk& chunk, int kind) {
        {
            const auto timed = p_.in(exchanging_);
            // NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): receive() started it
            MPI_Wait(&receives_[static_cast<std::size_t>(tag(chunk, kind))], MPI_STATUS_IGNORE);
        }
        if (aware_) return;
        const auto timed = p_.in(copying_);
        into.to_device(chunk);
    }
    // The sum in memory of the device; a program without kernels of its own brings the values to the host for it.
    void add(const Chunk& chunk) {
        their_a_.to_host(chunk);
        their_b_.to_host(chunk);
        p_.in_threads(static_cast<int>(chunk.size), [&](int begin, int end) {
            for (auto at = chunk.begin + static_cast<std::size_t>(begin);
                 at < chunk.begin + static_cast<std::size_t>(end); ++at)
                their_sum_.host()[at] = their_a_.host()[at] + their_b_.host()[at];
        });
        their_sum_.to_device(chunk);
    }

    Program& p_;
    bool aware_;
    int next_, before_;
    std::size_t copying_, adding_, exchanging_;
    Vector a_, b_, their_a_, their_b_, their_sum_, sum_;
    std::vector<Chunk> chunks_;
    std::vector<MPI_Request> sends_, receives_;
    double wrong_ = 0.0;
    std::uint64_t word_ = 0;
};

int run(Program& p) {
    const auto count = static_cast<std::size_t>(p.integer("size", 8) / 8);
    const std::string& way = p.text("way");
    if (way != "copy" && way != "pipeline" && way != "aware")
        throw Refused("--way " + way + ": use copy, pipeline or aware");
    if (count > 1U << 27U) throw Refused("--size " + p.text("size") + ": at most 1 GiB");
    const std::size_t chunk = way == "pipeline" ? std::min(count, static_cast<std::size_t>(p.integer("chunk", 8) / 8))
                                                : count;
    const std::size_t chunks = (count + chunk - 1) / chunk;
    if (chunks > 8192) throw Refused("--chunk " + p.text("chunk") + ": " + std::to_string(chunks) + " are too many");
    const double bytes = 8.0 * static_cast<double>(count), moved = 3.0 * bytes;
    const double planned = 3.0 * static_cast<double>(chunks) * static_cast<double>(p.steps());
    p.plan(6.0 * bytes * (p.kind() == rw::device_kind ? 2.0 : 1.0), planned, moved * static_cast<double>(p.steps()),
           "two vectors of " + program::scaled(bytes, "B") + " to the next rank, and their sum back, " +
               std::to_string(p.steps()) + " times, each in " + std::to_string(chunks) + " messages");
    if (p.planned()) return 0;

    Adding adding(p, count, chunk, way == "aware");
    for (std::int64_t step = 0; p.again(step); ++step) {
        adding.step();
        adding.check(count);
    }
    const double wrong = Program::sum(adding.wrong());
    const Check check{.right = wrong == 0.0, .error = wrong, .tolerance = 0.0, .what = "sums that are not exact"};
    return p.tell("vectors of " + program::scaled(bytes, "B") + " on " + std::to_string(p.ranks()) + " ranks, " +
                      std::to_string(p.steps()) + " times, by " + way,
                  moved * static_cast<double>(p.steps()) * p.ranks(), check,
                  Program::digest(p.rank() == 0 ? adding.word() : 0), true);
}

}  // namespace

int main(int argc, char** argv) { return program::main_of(vectors, run, argc, argv); }
