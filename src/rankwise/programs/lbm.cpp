// Lattice Boltzmann: D3Q19 with one relaxation time (BGK) on a periodic block. Five populations cross each face. The
// momentum of shear waves decays by the viscosity that the relaxation time gives (Qian, d'Humieres, Lallemand, 1992).
#include <numbers>

#include "packed.hpp"
#include "wide.hpp"

using program::Block, program::Check, program::PackedHalo, program::Program, program::Refused;

namespace {

constexpr program::Option options[] = {
    {"size", "48", "cells in each direction: N, or NxMxL"},
    {"grid", "", "ranks in each direction: PxQxR"},
    {"steps", "100", "time steps"},
    program::seconds_option,
    {"tau", "0.8", "relaxation time, above 0.5"},
    {"halo", "isend_irecv", "how faces are exchanged: sendrecv, isend_recv or isend_irecv"},
};
constexpr program::Definition lbm{
    .name = "lbm",
    .what = "lattice Boltzmann D3Q19",
    .unit = "cells/s",
    .options = options,
    .halo = true,
    .threads = true,
};

constexpr std::size_t directions = 19;
struct Velocity {
    int x, y, z;
    double weight;
};
constexpr std::array<Velocity, directions> lattice = [] {
    std::array<Velocity, directions> all{};
    std::size_t at = 0;
    all[at++] = {0, 0, 0, 1.0 / 3.0};
    for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; ++y)
            for (int z = -1; z <= 1; ++z) {
                const int length = x * x + y * y + z * z;
                if (length == 1) all[at++] = {x, y, z, 1.0 / 18.0};
                if (length == 2) all[at++] = {x, y, z, 1.0 / 36.0};
            }
    return all;
}();

std::array<PackedHalo::Fields, 6> crossing() {
    std::array<PackedHalo::Fields, 6> fields;
    for (std::size_t f = 0; f < 6; ++f)
        for (std::size_t q = 0; q < directions; ++q) {
            const std::array<int, 3> along{lattice[q].x, lattice[q].y, lattice[q].z};
            if (along[program::faces[f].dimension] == (program::faces[f].up ? 1 : -1)) fields[f].push_back(q);
        }
    return fields;
}

double equilibrium(std::size_t q, double density, double ux, double uy, double uz) {
    const Velocity& c = lattice[q];
    const double along = 3.0 * (c.x * ux + c.y * uy + c.z * uz);
    return c.weight * density * (1.0 + along + 0.5 * along * along - 1.5 * (ux * ux + uy * uy + uz * uz));
}

// Where the populations of a line of cells begin in an array.
using Places = std::array<std::ptrdiff_t, directions>;

// Relaxes as many cells as a Number has values, all of their populations in registers. The compiler must unroll both
// loops: then velocities are constants, and what is multiplied by zero is not there.
template <class Number>
[[gnu::always_inline]] inline void relax_cells(const double* __restrict now, const Places& from,
                                               double* __restrict next, const Places& to, double rate) {
    Number in[directions], density{}, x{}, y{}, z{};
#pragma GCC unroll 19
    for (std::size_t q = 0; q < directions; ++q) {
        const Velocity& c = lattice[q];
        std::memcpy(&in[q], now + from[q], sizeof(Number));
        density += in[q];
        if (c.x != 0) x += static_cast<double>(c.x) * in[q];
        if (c.y != 0) y += static_cast<double>(c.y) * in[q];
        if (c.z != 0) z += static_cast<double>(c.z) * in[q];
    }
    const Number share = 1.0 / density;
    x *= share;
    y *= share;
    z *= share;
    const Number rest = 1.0 - 1.5 * (x * x + y * y + z * z);
#pragma GCC unroll 19
    for (std::size_t q = 0; q < directions; ++q) {
        const Velocity& c = lattice[q];
        Number along{};
        if (c.x != 0) along += 3.0 * c.x * x;
        if (c.y != 0) along += 3.0 * c.y * y;
        if (c.z != 0) along += 3.0 * c.z * z;
        const Number out = (1.0 - rate) * in[q] + rate * c.weight * density * (rest + along + 0.5 * along * along);
        std::memcpy(next + to[q], &out, sizeof(Number));
    }
}

// Relaxes a line of cells, whose populations arrive at `from`. Each cell gets the same operations, alone or in four.
RW_WIDE void relax(const double* __restrict now, const Places& from, double* __restrict next, const Places& to,
                   std::ptrdiff_t cells, double rate) {
    using Four = double __attribute__((vector_size(32)));
    std::ptrdiff_t k = 0;
    for (; k + 4 <= cells; k += 4) relax_cells<Four>(now + k, from, next + k, to, rate);
    for (; k < cells; ++k) relax_cells<double>(now + k, from, next + k, to, rate);
}

class Fluid {
public:
    Fluid(Program& p, const program::Ranks3& ranks, const Block& block)
        : block_(block),
          p_(p),
          halo_(p, ranks, block, crossing(), true),
          now_(directions * block.room()),
          next_(directions * block.room()) {}

    // Shear waves of density 1 in all directions: ux along y, uy along z and uz along x. Populations begin with the part
    // beside equilibrium that such a flow has (Chapman and Enskog) once it was relaxed: it decays from the first step.
    void begin(double speed, double tau) {
        block_.each([&](int i, int j, int k) {
            const std::array<double, 3> u = waves(i, j, k, 0.0), along = waves(i, j, k, 0.25);
            for (std::size_t q = 0; q < directions; ++q) {
                const Velocity& c = lattice[q];
                const double shear = c.x * c.y * along[0] * number(1) + c.y * c.z * along[1] * number(2) +
                                     c.z * c.x * along[2] * number(0);
                now_[q * block_.room() + block_.at(i, j, k)] = equilibrium(q, 1.0, speed * u[0], speed * u[1],
                                                                           speed * u[2]) -
                                                               3.0 * (tau - 1.0) * c.weight * speed * shear;
            }
        });
    }
    // Brings the populations that leave the neighbours' cells.
    void exchange() { halo_.exchange(now_.data()); }

    void step(double tau) {
        p_.in_threads(block_.cells[0], [&](int begin, int end) { step(tau, begin, end); });
        std::swap(now_, next_);
    }

    // Mass, the waves' amplitudes, and a word of all bits, of this rank's cells.
    struct Sums {
        long double mass = 0.0L;  // a sum of millions of cells keeps 1e-12
        std::array<double, 3> amplitudes{}, momentum{};
        std::uint64_t word = 0;
    };
    [[nodiscard]] Sums sums() const {
        Sums sums;
        block_.each([&](int i, int j, int k) {
            std::array<double, 3> momentum{};
            for (std::size_t q = 0; q < directions; ++q) {
                const double value = now_[q * block_.room() + block_.at(i, j, k)];
                sums.mass += value;
                momentum[0] += lattice[q].x * value;
                momentum[1] += lattice[q].y * value;
                momentum[2] += lattice[q].z * value;
                sums.word += program::mixed(block_.number(i, j, k) * directions + q, value);
            }
            const std::array<double, 3> u = waves(i, j, k, 0.0);
            for (std::size_t d = 0; d < 3; ++d) {
                sums.amplitudes[d] += momentum[d] * u[d];
                sums.momentum[d] += momentum[d];
            }
        });
        return sums;
    }
    [[nodiscard]] double bytes_sent() const { return halo_.bytes(); }

private:
    [[nodiscard]] double number(std::size_t d) const { return 2.0 * std::numbers::pi / block_.whole[d]; }
    // Sines, ahead by a part of a turn: by a quarter they are cosines.
    [[nodiscard]] std::array<double, 3> waves(int i, int j, int k, double ahead) const {
        const auto wave = [&](std::size_t d, int at) {
            return std::sin(number(d) * (block_.begin[d] + at) + 2.0 * std::numbers::pi * ahead);
        };
        return {wave(1, j), wave(2, k), wave(0, i)};
    }
    // Streams into each cell and relaxes there: the same operations for each cell wherever it lies.
    void step(double tau, int begin, int end) {
        const std::size_t room = block_.room();
        const auto lines = static_cast<std::ptrdiff_t>(block_.wide(2)), planes = lines * block_.wide(1);
        Places from{}, to{};
        for (int i = begin; i < end; ++i)
            for (int j = 0; j < block_.cells[1]; ++j) {
                for (std::size_t q = 0; q < directions; ++q) {
                    const Velocity& c = lattice[q];
                    to[q] = static_cast<std::ptrdiff_t>(q * room + block_.at(i, j, 0));
                    from[q] = to[q] - c.x * planes - c.y * lines - c.z;
                }
                relax(now_.data(), from, next_.data(), to, block_.cells[2], 1.0 / tau);
            }
    }

    const Block& block_;
    Program& p_;
    PackedHalo halo_;
    std::vector<double> now_, next_;
};

int run(Program& p) {
    const std::vector<int> size = p.product("size", 3);
    if (size.empty()) throw Refused("--size needs a value");
    const double tau = p.number("tau");
    if (tau <= 0.5) throw Refused("--tau " + p.text("tau") + ": it must be above 0.5");
    if (p.text("halo") == "all") throw Refused("--halo all: edges need one dimension after the other");
    constexpr int least_cells = 12;  // on fewer a wave decays by another viscosity
    if (*std::ranges::max_element(size) < least_cells)
        throw Refused("--size " + p.text("size") + ": give at least " + std::to_string(least_cells) +
                      " cells in a direction");
    const program::Ranks3 ranks = program::ranks_of(p);
    const Block block(p, ranks, {size[0], size[1], size[2]}, 1);
    double sent = 0.0;
    for (std::size_t f = 0; f < 6; ++f) {
        std::size_t cells = 0;
        program::slab(block, program::faces[f].dimension, 0, 1, true, [&](std::size_t) { ++cells; });
        sent += 5.0 * 8.0 * static_cast<double>(cells);
    }
    const auto planned = static_cast<double>(p.steps());
    p.plan(
        2.0 * 8.0 * directions * static_cast<double>(block.room()) + 2.0 * sent, 6.0 * planned, sent * planned,
        "five populations across a face to each of six neighbours in each of " + std::to_string(p.steps()) + " steps");
    if (p.planned()) return 0;

    constexpr double speed = 0.01;
    Fluid fluid(p, ranks, block);
    fluid.begin(speed, tau);
    const std::size_t computing = p.phase("computing", false), exchanging = p.phase("exchanging", true);
    const Fluid::Sums before = fluid.sums();
    for (std::int64_t step = 0; p.again(step); ++step) {
        {
            const auto timed = p.in(exchanging);
            fluid.exchange();
        }
        p.compute(computing, static_cast<double>(block.own()), [&] { fluid.step(tau); });
    }
    const Fluid::Sums after = fluid.sums();
    const auto steps = static_cast<double>(p.steps());
    const double mass = std::abs(
        Program::sum(static_cast<double>(after.mass)) / Program::sum(static_cast<double>(before.mass)) - 1.0);
    const double cells = static_cast<double>(size[0]) * size[1] * size[2];
    double off = 0.0, momentum = 0.0;
    for (std::size_t d = 0; d < 3; ++d) {
        momentum = program::worse(momentum,
                                  std::abs(Program::sum(after.momentum[d] - before.momentum[d])) / (speed * cells));
        if (size[(d + 1) % 3] < least_cells) continue;
        const double number = 2.0 * std::numbers::pi / size[(d + 1) % 3];
        const double left = Program::sum(after.amplitudes[d]) / Program::sum(before.amplitudes[d]);
        const double viscosity = -std::log(left) / (number * number * steps);
        off = program::worse(off, std::abs(viscosity / ((tau - 0.5) / 3.0) - 1.0));
    }
    // The worst of all, in terms of that of viscosity.
    constexpr double tolerance = 0.05, kept = 1e-12;
    const double error = program::worse(off, tolerance / kept * program::worse(mass, momentum));
    const Check check{.right = error <= tolerance,
                      .error = error,
                      .tolerance = tolerance,
                      .what = "viscosity of shear waves, and mass and momentum within 1e-12"};
    return p.tell("lbm of " + std::to_string(size[0]) + "x" + std::to_string(size[1]) + "x" + std::to_string(size[2]) +
                      " cells on " + std::to_string(ranks.sides[0]) + "x" + std::to_string(ranks.sides[1]) + "x" +
                      std::to_string(ranks.sides[2]) + " ranks, " + std::to_string(p.steps()) + " steps",
                  cells * steps, check, Program::digest(after.word), true);
}

}  // namespace

int main(int argc, char** argv) { return program::main_of(lbm, run, argc, argv); }
