// Lattice Boltzmann: D3Q19 with one relaxation time (BGK) on a periodic block. Five populations cross each face. The
// momentum of a shear wave decays by the viscosity that the relaxation time gives (Qian, d'Humieres, Lallemand, 1992).
#include <numbers>

#include "packed.hpp"

using program::Block, program::Check, program::PackedHalo, program::Program, program::Refused;

namespace {

constexpr program::Option options[] = {
    {"size", "48", "cells in each direction: N, or NxMxL"},
    {"grid", "", "ranks in each direction: PxQxR"},
    {"steps", "100", "time steps"},
    {"tau", "0.8", "relaxation time, above 0.5"},
    {"halo", "isend_irecv", "how faces are exchanged: sendrecv, isend_recv or isend_irecv"},
};
constexpr program::Definition lbm{
    .name = "lbm",
    .what = "lattice Boltzmann D3Q19",
    .unit = "cells/s",
    .options = options,
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

struct Moments {
    double density = 0.0, x = 0.0, y = 0.0, z = 0.0;
};

class Fluid {
public:
    Fluid(Program& p, const program::Ranks3& ranks, const Block& block)
        : block_(block),
          halo_(p, ranks, block, crossing(), true),
          now_(directions * block.room()),
          next_(directions * block.room()),
          line_(static_cast<std::size_t>(block.cells[2])) {}

    // A wave of ux along y of density 1.
    void begin(double speed) {
        block_.each([&](int i, int j, int k) {
            const double phase = 2.0 * std::numbers::pi * (block_.begin[1] + j) / block_.whole[1];
            for (std::size_t q = 0; q < directions; ++q)
                now_[q * block_.room() + block_.at(i, j, k)] = equilibrium(q, 1.0, speed * std::sin(phase), 0.0, 0.0);
        });
    }
    // Brings the populations that leave the neighbours' cells.
    void exchange() { halo_.exchange(now_.data()); }

    // Streams into each cell and relaxes there: the same operations for each cell wherever it lies.
    void step(double tau) {
        const std::size_t room = block_.room();
        const auto lines = static_cast<std::ptrdiff_t>(block_.wide(2)), planes = lines * block_.wide(1);
        const double rate = 1.0 / tau;
        for (int i = 0; i < block_.cells[0]; ++i)
            for (int j = 0; j < block_.cells[1]; ++j) {
                const std::size_t row = block_.at(i, j, 0);
                std::ranges::fill(line_, Moments{});
                for (std::size_t q = 0; q < directions; ++q) {
                    const Velocity& c = lattice[q];
                    const double* from = now_.data() + q * room + row - c.x * planes - c.y * lines - c.z;
                    for (std::size_t k = 0; k < line_.size(); ++k) {
                        line_[k].density += from[k];
                        line_[k].x += c.x * from[k];
                        line_[k].y += c.y * from[k];
                        line_[k].z += c.z * from[k];
                    }
                }
                for (Moments& m : line_) {
                    m.x /= m.density;
                    m.y /= m.density;
                    m.z /= m.density;
                }
                for (std::size_t q = 0; q < directions; ++q) {
                    const Velocity& c = lattice[q];
                    const double* from = now_.data() + q * room + row - c.x * planes - c.y * lines - c.z;
                    double* const to = next_.data() + q * room + row;
                    for (std::size_t k = 0; k < line_.size(); ++k) {
                        const Moments& m = line_[k];
                        to[k] = from[k] + rate * (equilibrium(q, m.density, m.x, m.y, m.z) - from[k]);
                    }
                }
            }
        std::swap(now_, next_);
    }

    // Mass, the wave's amplitude, and a word of all bits, of this rank's cells.
    struct Sums {
        long double mass = 0.0L;  // a sum of millions of cells keeps 1e-12
        double amplitude = 0.0;
        std::uint64_t word = 0;
    };
    [[nodiscard]] Sums sums() const {
        Sums sums;
        block_.each([&](int i, int j, int k) {
            double momentum = 0.0;
            for (std::size_t q = 0; q < directions; ++q) {
                const double value = now_[q * block_.room() + block_.at(i, j, k)];
                sums.mass += value;
                momentum += lattice[q].x * value;
                sums.word += program::mixed(block_.number(i, j, k) * directions + q, value);
            }
            sums.amplitude += momentum * std::sin(2.0 * std::numbers::pi * (block_.begin[1] + j) / block_.whole[1]);
        });
        return sums;
    }
    [[nodiscard]] double bytes_sent() const { return halo_.bytes(); }

private:
    const Block& block_;
    PackedHalo halo_;
    std::vector<double> now_, next_;
    std::vector<Moments> line_;
};

int run(Program& p) {
    const std::vector<int> size = p.product("size", 3);
    if (size.empty()) throw Refused("--size needs a value");
    const std::int64_t steps = p.integer("steps", 1);
    const double tau = p.number("tau");
    if (tau <= 0.5) throw Refused("--tau " + p.text("tau") + ": it must be above 0.5");
    if (p.text("halo") == "all") throw Refused("--halo all: edges need one dimension after the other");
    const program::Ranks3 ranks = program::ranks_of(p);
    const Block block(p, ranks, {size[0], size[1], size[2]}, 1);
    double sent = 0.0;
    for (std::size_t f = 0; f < 6; ++f) {
        std::size_t cells = 0;
        program::slab(block, program::faces[f].dimension, 0, 1, true, [&](std::size_t) { ++cells; });
        sent += 5.0 * 8.0 * static_cast<double>(cells);
    }
    const auto each_step = static_cast<double>(steps);
    p.plan(2.0 * 8.0 * directions * static_cast<double>(block.room()), 6.0 * each_step, sent * each_step,
           "five populations across a face to each of six neighbours in each of " + std::to_string(steps) + " steps");
    if (p.planned()) return 0;

    constexpr double speed = 0.01;
    Fluid fluid(p, ranks, block);
    fluid.begin(speed);
    const std::size_t computing = p.phase("computing", false), exchanging = p.phase("exchanging", true);
    const double mass_before = Program::sum(static_cast<double>(fluid.sums().mass)),
                 wave_before = Program::sum(fluid.sums().amplitude);
    for (std::int64_t step = 0; step < steps; ++step) {
        {
            const auto timed = p.in(exchanging);
            fluid.exchange();
        }
        p.compute(computing, static_cast<double>(block.own()), [&] { fluid.step(tau); });
    }
    const Fluid::Sums after = fluid.sums();
    const double mass = std::abs(Program::sum(static_cast<double>(after.mass)) / mass_before - 1.0);
    const double number = 2.0 * std::numbers::pi / size[1];
    const double viscosity = -std::log(Program::sum(after.amplitude) / wave_before) / (number * number * each_step);
    const double off = std::abs(viscosity / ((tau - 0.5) / 3.0) - 1.0);
    // The worse of both: mass of 1e-12, viscosity of 5 %.
    const double error = std::isfinite(off) && std::isfinite(mass) ? std::max(off, 0.05 * mass / 1e-12) : 1e300;
    const Check check{.right = error <= 0.05,
                      .error = error,
                      .tolerance = 0.05,
                      .what = "viscosity of a shear wave, and mass within 1e-12"};
    const double cells = static_cast<double>(size[0]) * size[1] * size[2];
    return p.tell("lbm of " + std::to_string(size[0]) + "x" + std::to_string(size[1]) + "x" + std::to_string(size[2]) +
                      " cells on " + std::to_string(ranks.sides[0]) + "x" + std::to_string(ranks.sides[1]) + "x" +
                      std::to_string(ranks.sides[2]) + " ranks, " + std::to_string(steps) + " steps",
                  cells * each_step / p.slowest_s(), check, Program::digest(after.word), true);
}

}  // namespace

int main(int argc, char** argv) { return program::main_of(lbm, run, argc, argv); }
