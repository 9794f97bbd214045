// Elastic waves on a staggered grid: three velocities and six stresses, fourth order in space, second in time (Virieux,
// 1986; Levander, 1988), with AWP-ODC's halo of two layers. Plane waves of the discrete equations are known exactly.
#include <numbers>

#include "packed.hpp"

using program::Block, program::Check, program::PackedHalo, program::Program, program::Refused;

namespace {

constexpr program::Option options[] = {
    {"size", "48", "cells in each direction: N, or NxMxL"},
    {"grid", "", "ranks in each direction: PxQxR"},
    {"steps", "50", "time steps"},
    program::seconds_option,
    {"halo", "all", "how faces are exchanged: sendrecv, isend_recv, isend_irecv, all"},
};
constexpr program::Definition wave3d{
    .name = "wave3d",
    .what = "elastic waves, velocity and stress",
    .unit = "cells/s",
    .options = options,
    .halo = true,
    .threads = true,
};

constexpr std::size_t vx = 0, vy = 1, vz = 2, sxx = 3, syy = 4, szz = 5, sxy = 6, sxz = 7, syz = 8, fields = 9;
constexpr int layers = 2;
constexpr double c1 = 9.0 / 8.0, c2 = -1.0 / 24.0;
constexpr double lambda = 1.0, mu = 1.0, density = 1.0, dt = 0.25;  // of cells of side 1

struct Shift {
    bool x, y, z;
};
// Where a field lies in its cell: half a cell on in these directions.
constexpr std::array<Shift, fields> shifts{{{true, false, false},
                                            {false, true, false},
                                            {false, false, true},
                                            {false, false, false},
                                            {false, false, false},
                                            {false, false, false},
                                            {true, true, false},
                                            {true, false, true},
                                            {false, true, true}}};

class Medium {
public:
    Medium(Program& p, const program::Ranks3& ranks, const Block& block)
        : p_(p),
          block_(block),
          velocities_(p, ranks, block, same({vx, vy, vz}), false),
          stresses_(p, ranks, block, same({sxx, syy, szz, sxy, sxz, syz}), false),
          values_(fields * block.room()) {}

    [[nodiscard]] double bytes() const { return velocities_.bytes() + stresses_.bytes(); }
    [[nodiscard]] double* field(std::size_t which) { return values_.data() + which * block_.room(); }
    [[nodiscard]] const double* field(std::size_t which) const { return values_.data() + which * block_.room(); }

    void exchange_stresses() { stresses_.exchange(values_.data()); }
    void exchange_velocities() { velocities_.exchange(values_.data()); }

    void step_velocities() {
        add(vx, dt / density, {{{sxx, 0, true}, {sxy, 1, false}, {sxz, 2, false}}});
        add(vy, dt / density, {{{sxy, 0, false}, {syy, 1, true}, {syz, 2, false}}});
        add(vz, dt / density, {{{sxz, 0, false}, {syz, 1, false}, {szz, 2, true}}});
    }
    void step_stresses() {
        const std::array<Term, 3> divergence{{{vx, 0, false}, {vy, 1, false}, {vz, 2, false}}};
        for (const std::size_t stress : {sxx, syy, szz}) add(stress, dt * lambda, divergence);
        add_one(sxx, 2.0 * dt * mu, divergence[0]);
        add_one(syy, 2.0 * dt * mu, divergence[1]);
        add_one(szz, 2.0 * dt * mu, divergence[2]);
        add_two(sxy, dt * mu, {vx, 1, true}, {vy, 0, true});
        add_two(sxz, dt * mu, {vx, 2, true}, {vz, 0, true});
        add_two(syz, dt * mu, {vy, 2, true}, {vz, 1, true});
    }

private:
    // A derivative of a field in a direction; `ahead` where the place it is needed at lies half a cell further on.
    struct Term {
        std::size_t field;
        std::size_t direction;
        bool ahead;
    };
    static std::array<PackedHalo::Fields, 6> same(const PackedHalo::Fields& which) {
        std::array<PackedHalo::Fields, 6> all;
        all.fill(which);
        return all;
    }
    struct Stencil {
        const double* at;
        std::ptrdiff_t step;  // from a value behind to the one ahead of the place
    };
    [[nodiscard]] Stencil stencil(const Term& term) const {
        const std::array<std::ptrdiff_t, 3> strides{std::ptrdiff_t{block_.wide(1)} * block_.wide(2), block_.wide(2), 1};
        const std::ptrdiff_t step = strides[term.direction];
        return {field(term.field) + (term.ahead ? step : 0), step};
    }
    static double slope(const Stencil& s, std::size_t c) {
        const double* const v = s.at + c;
        return c1 * (v[0] - v[-s.step]) + c2 * (v[s.step] - v[-2 * s.step]);
    }
    template <class Sum>
    void rows(std::size_t which, double factor, Sum sum) {
        double* const to = field(which);
        p_.in_threads(block_.cells[0], [&](int begin, int end) {
            for (int i = begin; i < end; ++i)
                for (int j = 0; j < block_.cells[1]; ++j) {
                    const std::size_t row = block_.at(i, j, 0);
                    for (std::size_t c = row; c < row + static_cast<std::size_t>(block_.cells[2]); ++c)
                        to[c] += factor * sum(c);
                }
        });
    }
    void add(std::size_t which, double factor, const std::array<Term, 3>& terms) {
        const Stencil x = stencil(terms[0]), y = stencil(terms[1]), z = stencil(terms[2]);
        rows(which, factor, [&](std::size_t c) { return slope(x, c) + slope(y, c) + slope(z, c); });
    }
    void add_two(std::size_t which, double factor, const Term& first, const Term& second) {
        const Stencil x = stencil(first), y = stencil(second);
        rows(which, factor, [&](std::size_t c) { return slope(x, c) + slope(y, c); });
    }
    void add_one(std::size_t which, double factor, const Term& term) {
        const Stencil x = stencil(term);
        rows(which, factor, [&](std::size_t c) { return slope(x, c); });
    }

    Program& p_;
    const Block& block_;
    PackedHalo velocities_, stresses_;
    std::vector<double> values_;
};

// A standing plane wave of the discrete equations: along `along`, moving along `moving`. With a wave number k its
// slope is K = 2 (c1 sin k/2 + c2 sin 3k/2), and its frequency w follows from sin(w dt/2) = dt/2 sqrt(M/density) K.
struct Wave {
    std::size_t along, moving;
    double amplitude;
};
constexpr std::array<Wave, 6> waves{{{0, 0, 1.0}, {1, 1, 0.7}, {2, 2, 0.4}, {1, 0, 0.9}, {2, 0, 0.6}, {2, 1, 0.3}}};

double value_of(const Block& block, std::size_t which, int i, int j, int k, double step) {
    const std::array<int, 3> cell{i, j, k};
    const std::array<bool, 3> shift{shifts[which].x, shifts[which].y, shifts[which].z};
    double value = 0.0;
    for (const Wave& wave : waves) {
        const std::size_t a = wave.along, m = wave.moving;
        const double number = 2.0 * std::numbers::pi / block.whole[a];
        const double slope = 2.0 * (c1 * std::sin(number / 2.0) + c2 * std::sin(1.5 * number));
        const double modulus = a == m ? lambda + 2.0 * mu : mu;
        const double half = std::asin(0.5 * dt * std::sqrt(modulus / density) * slope);
        const double phase = number * (block.begin[a] + cell[a] + (shift[a] ? 0.5 : 0.0));
        if (which < 3) {
            if (which == m) value += wave.amplitude * std::sin(phase) * std::cos(2.0 * half * step);
            continue;
        }
        const double strain = wave.amplitude * dt * slope / (2.0 * std::sin(half)) * std::cos(phase) *
                              std::sin(2.0 * half * (step + 0.5));
        const bool shear = (which == sxy && a + m == 1 && a != m) || (which == sxz && a + m == 2 && a != m) ||
                           (which == syz && a + m == 3 && a != m);
        if (shear) value += mu * strain;
        if (a == m && which >= sxx && which <= szz) value += (which == sxx + a ? lambda + 2.0 * mu : lambda) * strain;
    }
    return value;
}

int run(Program& p) {
    const std::vector<int> size = p.product("size", 3);
    if (size.empty()) throw Refused("--size needs a value");
    const program::Ranks3 ranks = program::ranks_of(p);
    const Block block(p, ranks, {size[0], size[1], size[2]}, layers);
    double cells_of_faces = 0.0;
    for (std::size_t d = 0; d < 3; ++d) cells_of_faces += 2.0 * static_cast<double>(block.face(d));
    const auto planned = static_cast<double>(p.steps());
    p.plan(8.0 * fields * (static_cast<double>(block.room()) + 2.0 * cells_of_faces), 12.0 * planned,
           8.0 * fields * cells_of_faces * planned,
           "two layers of three velocities and of six stresses to each of six neighbours in each of " +
               std::to_string(p.steps()) + " steps");
    if (p.planned()) return 0;

    Medium medium(p, ranks, block);
    for (std::size_t which = 0; which < fields; ++which)  // velocities of step 0, stresses half a step before
        block.each([&](int i, int j, int k) {
            medium.field(which)[block.at(i, j, k)] = value_of(block, which, i, j, k, which < 3 ? 0.0 : -1.0);
        });
    const std::size_t computing = p.phase("computing", false), exchanging = p.phase("exchanging", true);
    const auto own = static_cast<double>(block.own());
    for (std::int64_t step = 0; p.again(step); ++step) {
        {
            const auto timed = p.in(exchanging);
            medium.exchange_velocities();
        }
        p.compute(computing, 0.5 * own, [&] { medium.step_stresses(); });
        {
            const auto timed = p.in(exchanging);
            medium.exchange_stresses();
        }
        p.compute(computing, 0.5 * own, [&] { medium.step_velocities(); });
    }
    const auto each_step = static_cast<double>(p.steps());
    double error = 0.0;
    std::uint64_t word = 0;
    for (std::size_t which = 0; which < fields; ++which)
        block.each([&](int i, int j, int k) {
            const double value = medium.field(which)[block.at(i, j, k)];
            const double at = which < 3 ? each_step : each_step - 1.0;
            const double off = std::abs(value - value_of(block, which, i, j, k, at));
            error = program::worse(error, off);
            word += program::mixed(block.number(i, j, k) * fields + which, value);
        });
    constexpr double tolerance = 1e-10;
    error = Program::largest(error);
    const Check check{.right = error <= tolerance,
                      .error = error,
                      .tolerance = tolerance,
                      .what = "plane waves of both kinds in all directions"};
    const double cells = static_cast<double>(size[0]) * size[1] * size[2];
    return p.tell("wave3d of " + std::to_string(size[0]) + "x" + std::to_string(size[1]) + "x" +
                      std::to_string(size[2]) + " cells on " + std::to_string(ranks.sides[0]) + "x" +
                      std::to_string(ranks.sides[1]) + "x" + std::to_string(ranks.sides[2]) + " ranks, " +
                      std::to_string(p.steps()) + " steps",
                  cells * each_step, check, Program::digest(word), true);
}

}  // namespace

int main(int argc, char** argv) { return program::main_of(wave3d, run, argc, argv); }
