// Each rank passes a message on to the next until it is back where it began: the slowest link rules.
#include "program.hpp"

using program::Buffer, program::Check, program::Program, program::Refused;

namespace {

constexpr program::Option options[] = {
    {"size", "1048576", "bytes of the message"},
    {"steps", "100", "times round"},
    program::seconds_option,
};
constexpr program::Definition ring{
    .name = "ring",
    .what = "each rank passes a message on",
    .unit = "B/s",
    .options = options,
};

int run(Program& p) {
    const auto count = static_cast<std::size_t>(std::max<std::int64_t>(1, p.integer("size", 8) / 8));
    if (p.ranks() < 2) throw Refused("a ring needs two ranks");
    if (count > 1U << 28U) throw Refused("--size " + p.text("size") + ": at most 2 GiB");
    const double bytes = 8.0 * static_cast<double>(count);
    const auto planned = static_cast<double>(p.steps());
    p.plan(bytes, planned, bytes * planned,
           "one message of " + program::scaled(bytes, "B") + " to the next rank, " + std::to_string(p.steps()) +
               " times round");
    if (p.planned()) return 0;

    const int next = (p.rank() + 1) % p.ranks(), before = (p.rank() + p.ranks() - 1) % p.ranks();
    const auto items = static_cast<int>(count);
    Buffer message(p, count);
    for (std::size_t at = 0; at < count; ++at)
        message.host()[at] = p.rank() == 0 ? 1.0 + static_cast<double>(at % 1021) : 0.0;
    const std::size_t passing = p.phase("passing", true);
    double wrong = 0.0;
    {
        message.out();
        const auto timed = p.in(passing);
        for (std::int64_t step = 0; p.again(step); ++step) {
            if (p.rank() != 0)
                MPI_Recv(message.wire(), items, MPI_DOUBLE, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            program::spoil_if_hit(p, message);
            p.send(message.wire(), items, MPI_DOUBLE, next, 0, MPI_COMM_WORLD);
            if (p.rank() == 0)
                MPI_Recv(message.wire(), items, MPI_DOUBLE, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    message.in();
    std::uint64_t word = 0;
    for (std::size_t at = 0; at < count; ++at) {
        wrong += message.host()[at] != 1.0 + static_cast<double>(at % 1021) ? 1.0 : 0.0;
        word += program::mixed(at, message.host()[at]);
    }
    wrong = Program::sum(wrong);
    const double sent = bytes * static_cast<double>(p.steps()) * p.ranks();
    const Check check{.right = wrong == 0.0, .error = wrong, .tolerance = 0.0, .what = "values that did not go round"};
    return p.tell("ring of " + std::to_string(p.ranks()) + " ranks, " + std::to_string(p.steps()) +
                      " times round with " + program::scaled(bytes, "B"),
                  sent, check, Program::digest(p.rank() == 0 ? word : 0), true);
}

}  // namespace

int main(int argc, char** argv) { return program::main_of(ring, run, argc, argv); }
