// The discrete Fourier transform of a block of complex values, and back, by pencils: each rank has whole lines in one
// direction at a time. Values change hands by Alltoallv in rows and columns of a grid of P x Q ranks.
#include <numbers>

#include "grid.hpp"
#include "pencils.hpp"

using program::Check, program::Complex, program::Lines, program::Program, program::Range, program::Refused,
    program::Team, program::Transpose, program::part_of;

namespace {

constexpr program::Option options[] = {
    {"size", "64", "values in each direction: N, or NxMxL"},
    {"grid", "", "rows and columns of ranks: PxQ"},
    {"steps", "10", "transforms there and back"},
    program::seconds_option,
    {"overlap", "1", "parts in which rows exchange while the next part is transformed"},
};
constexpr program::Definition fft3d{
    .name = "fft3d",
    .what = "Fourier transform by pencils",
    .unit = "flop/s",
    .options = options,
    .threads = true,
};

class Pencils {
public:
    Pencils(Program& p, std::array<std::int64_t, 3> size, std::array<int, 2> grid)
        : p_(p),
          size_(size),
          grid_(grid),
          transforming_(p.phase("transforming", false)),
          packing_(p.phase("packing", false)),
          exchanging_(p.phase("exchanging", true)),
          row_(team(p.rank() / grid[1], p.rank() % grid[1], grid[1])),
          column_(team(p.rank() % grid[1], p.rank() / grid[1], grid[0])),
          planes_(part_of(size[0], grid[0], column_.rank)),
          own_(part_of(size[1], grid[1], row_.rank)),
          to_rows_(p, row_, {planes_.size, own_.size, size[2]}, 2, 1, size[2], size[1]),
          to_columns_(p, column_, to_rows_.after(), 1, 0, size[1], size[0]),
          from_columns_(p, column_, to_columns_.after(), 0, 1, size[0], size[1]),
          from_rows_(p, row_, from_columns_.after(), 1, 2, size[1], size[2]),
          sides_{{{planes_.size, own_.size, size[2]}, to_rows_.after(), to_columns_.after()}},
          lines_{{{p, static_cast<std::size_t>(size[0])},
                  {p, static_cast<std::size_t>(size[1])},
                  {p, static_cast<std::size_t>(size[2])}}} {}
    Pencils(const Pencils&) = delete;
    Pencils(Pencils&&) = delete;
    Pencils& operator=(const Pencils&) = delete;
    Pencils& operator=(Pencils&&) = delete;
    ~Pencils() {
        MPI_Comm_free(&row_.comm);
        MPI_Comm_free(&column_.comm);
    }

    [[nodiscard]] double bytes_of_a_turn() const { return 2.0 * (to_rows_.bytes_sent() + to_columns_.bytes_sent()); }
    [[nodiscard]] double messages_of_a_turn(std::int64_t parts) const {
        return static_cast<double>((parts + 1) * (row_.ranks - 1) + std::int64_t{2} * (column_.ranks - 1));
    }
    // Bytes of the block, and of what each exchange packs into and out of.
    [[nodiscard]] double memory(std::int64_t parts) const {
        const double kinds = p_.kind() == rw::device_kind ? 2.0 : 1.0;
        double packed = 0.0;
        for (const Transpose* each : {&to_rows_, &to_columns_, &from_columns_, &from_rows_})
            if (!each->alone() && (each != &to_rows_ || parts == 1)) packed += each->packed_bytes();
        if (parts > 1) packed += to_rows_.packed_bytes();
        return 16.0 * static_cast<double>(room()) + kinds * packed;
    }
    [[nodiscard]] std::size_t room() const {
        std::size_t most = 0;
        for (const auto& sides : sides_)
            most = std::max(most, static_cast<std::size_t>(sides[0] * sides[1] * sides[2]));
        return most;
    }

    // There and back; `seen` looks at the transformed block in between.
    template <class Seen>
    void turn(std::vector<Complex>& block, std::int64_t parts, Seen seen) {
        std::array<Lines, 3>& lines = lines_;
        const Range all{0, INT32_MAX};
        rows(block, lines[2], parts);
        transform<false>(block, lines[1], 1, all);
        exchange(to_columns_, block);
        transform<false>(block, lines[0], 2, all);
        seen(block, sides_[2]);
        transform<true>(block, lines[0], 2, all);
        exchange(from_columns_, block);
        transform<true>(block, lines[1], 1, all);
        exchange(from_rows_, block);
        transform<true>(block, lines[2], 0, all);
        const double scale = 1.0 / (static_cast<double>(size_[0]) * static_cast<double>(size_[1]) *
                                    static_cast<double>(size_[2]));
        p_.compute(transforming_, 0.0, [&] {
            p_.in_threads(static_cast<int>(sides_[0][0]), [&](int begin, int end) {
                const auto plane = static_cast<std::size_t>(sides_[0][1] * sides_[0][2]);
                for (std::size_t at = plane * static_cast<std::size_t>(begin);
                     at < plane * static_cast<std::size_t>(end); ++at)
                    block[at] *= scale;
            });
        });
    }
    [[nodiscard]] std::array<std::int64_t, 2> begin() const { return {planes_.begin, own_.begin}; }
    [[nodiscard]] const std::array<std::int64_t, 3>& first() const { return sides_[0]; }
    // Where the transformed block begins: whole in direction 0.
    [[nodiscard]] std::array<std::int64_t, 2> transformed_begin() const {
        return {part_of(size_[1], grid_[0], column_.rank).begin, part_of(size_[2], grid_[1], row_.rank).begin};
    }

private:
    static Team team(int colour, int rank, int ranks) {
        Team made{MPI_COMM_NULL, ranks, rank, std::vector<int>(static_cast<std::size_t>(ranks))};
        MPI_Comm_split(MPI_COMM_WORLD, colour, rank, &made.comm);
        int own = 0;
        MPI_Comm_rank(MPI_COMM_WORLD, &own);
        MPI_Allgather(&own, 1, MPI_INT, made.world.data(), 1, MPI_INT, made.comm);
        return made;
    }
    // `stage`: which of the three blocks it is. Its direction of whole lines is 2, 1, 0.
    template <bool inverse>
    void transform(std::vector<Complex>& block, Lines& lines, std::size_t stage, const Range& planes) {
        const auto values = static_cast<double>(sides_[stage][0] * sides_[stage][1] * sides_[stage][2]);
        p_.compute(transforming_, values, [&] { lines.run<inverse>(block.data(), sides_[stage], 2 - stage, planes); });
    }
    void exchange(Transpose& transpose, std::vector<Complex>& block) {
        if (transpose.alone()) return;  // both blocks are the same
        Transpose::Part& part = transpose.whole_part();
        p_.compute(packing_, 0.0, [&] { transpose.pack(block.data(), part); });
        {
            const auto timed = p_.in(exchanging_);
            transpose.whole(part);
        }
        p_.compute(packing_, 0.0, [&] { transpose.unpack(part, block.data()); });
    }
    // Transforms lines and exchanges them in rows: with several parts the next is transformed while one travels.
    void rows(std::vector<Complex>& block, Lines& lines, std::int64_t parts) {
        if (parts == 1) {
            transform<false>(block, lines, 0, {0, INT32_MAX});
            exchange(to_rows_, block);
            return;
        }
        std::vector<Transpose::Part> travelling;
        travelling.reserve(static_cast<std::size_t>(parts));
        for (std::int64_t at = 0; at < parts; ++at) {
            const Range planes = part_of(sides_[0][0], static_cast<int>(parts), static_cast<int>(at));
            transform<false>(block, lines, 0, planes);
            Transpose::Part& part = travelling.emplace_back(to_rows_.part(planes));
            p_.compute(packing_, 0.0, [&] { to_rows_.pack(block.data(), part); });
            const auto timed = p_.in(exchanging_);
            to_rows_.begin(part);
        }
        for (Transpose::Part& part : travelling) {
            {
                const auto timed = p_.in(exchanging_);
                Transpose::end(part);
            }
            p_.compute(packing_, 0.0, [&] { to_rows_.unpack(part, block.data()); });
        }
    }

    Program& p_;
    std::array<std::int64_t, 3> size_;
    std::array<int, 2> grid_;
    std::size_t transforming_, packing_, exchanging_;
    Team row_, column_;
    Range planes_, own_;
    Transpose to_rows_, to_columns_, from_columns_, from_rows_;
    std::array<std::array<std::int64_t, 3>, 3> sides_;
    std::array<Lines, 3> lines_;
};

// A value between -0.5 and 0.5 in each direction of the plane, by its place alone.
Complex drawn(std::uint64_t place, std::uint32_t seed) {
    const auto words = program::philox(
        {static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(place >> 32U), 0, 0}, {seed, 0});
    return {words[0] / 4294967296.0 - 0.5, words[1] / 4294967296.0 - 0.5};
}

std::array<int, 2> grid_of(const Program& p) {
    const std::vector<int> asked = p.product("grid", 2);
    const std::array<int, 2> grid = asked.empty() ? rw::plane_of(p.ranks()) : std::array<int, 2>{asked[0], asked[1]};
    if (grid[0] * grid[1] != p.ranks())
        throw Refused("--grid " + p.text("grid") + " is " + std::to_string(grid[0] * grid[1]) +
                      " ranks, and there are " + std::to_string(p.ranks()));
    return grid;
}

int run(Program& p) {
    const std::vector<int> sides = p.product("size", 3);
    if (sides.empty()) throw Refused("--size needs a value");
    const std::array<std::int64_t, 3> size{sides[0], sides[1], sides[2]};
    const std::int64_t parts = p.integer("overlap", 1);
    const std::array<int, 2> grid = grid_of(p);
    if (size[0] < grid[0] || size[1] < std::max(grid[0], grid[1]) || size[2] < grid[1])
        throw Refused("--size " + p.text("size") + ": fewer values than ranks in a direction of " +
                      std::to_string(grid[0]) + "x" + std::to_string(grid[1]));
    if (parts > size[0] / grid[0])
        throw Refused("--overlap " + p.text("overlap") + ": there are " + std::to_string(size[0] / grid[0]) +
                      " planes in a rank");
    const auto seed = static_cast<std::uint32_t>(p.integer("seed"));
    Pencils pencils(p, size, grid);
    const auto turns = static_cast<double>(p.steps());
    p.plan(pencils.memory(parts), turns * pencils.messages_of_a_turn(parts), turns * pencils.bytes_of_a_turn(),
           "Alltoallv in rows of " + std::to_string(grid[1]) + " and columns of " + std::to_string(grid[0]) +
               " ranks, four times in each of " + std::to_string(p.steps()) + " turns");
    if (p.planned()) return 0;

    std::vector<Complex> block(pencils.room());
    const auto& first = pencils.first();
    const auto each = [&](auto visit) {
        std::size_t at = 0;
        for (std::int64_t i = 0; i < first[0]; ++i)
            for (std::int64_t j = 0; j < first[1]; ++j)
                for (std::int64_t k = 0; k < first[2]; ++k, ++at)
                    visit(at, static_cast<std::uint64_t>(
                                  ((pencils.begin()[0] + i) * size[1] + pencils.begin()[1] + j) * size[2] + k));
    };
    // What is known beforehand: the energy, and one coefficient computed by its definition.
    const std::array<std::int64_t, 3> wave{1 % size[0], 2 % size[1], 3 % size[2]};
    double energy = 0.0, size_of_sum = 0.0;
    Complex known = 0.0;
    each([&](std::size_t at, std::uint64_t place) {
        const Complex value = drawn(place, seed);
        block[at] = value;
        energy += std::norm(value);
        size_of_sum += std::abs(value);
        const auto number = static_cast<std::int64_t>(place);
        const std::array<std::int64_t, 3> cell{number / (size[1] * size[2]), number / size[2] % size[1],
                                               number % size[2]};
        double turn = 0.0;
        for (std::size_t d = 0; d < 3; ++d)
            turn += static_cast<double>(cell[d] * wave[d] % size[d]) / static_cast<double>(size[d]);
        known += value * std::polar(1.0, -2.0 * std::numbers::pi * turn);
    });
    energy = Program::sum(energy);
    size_of_sum = Program::sum(size_of_sum);
    known = {Program::sum(known.real()), Program::sum(known.imag())};

    double transformed = 0.0;
    Complex coefficient = 0.0;
    for (std::int64_t step = 0; p.again(step); ++step)
        pencils.turn(block, parts,
                     [&](const std::vector<Complex>& values, const std::array<std::int64_t, 3>& sides_now) {
                         if (!p.last(step)) return;
                         const auto begin = pencils.transformed_begin();
                         std::size_t at = 0;
                         for (std::int64_t i = 0; i < sides_now[0]; ++i)
                             for (std::int64_t j = 0; j < sides_now[1]; ++j)
                                 for (std::int64_t k = 0; k < sides_now[2]; ++k, ++at) {
                                     transformed += std::norm(values[at]);
                                     if (i == wave[0] && begin[0] + j == wave[1] && begin[1] + k == wave[2])
                                         coefficient = values[at];
                                 }
                     });
    double error = 0.0;
    each([&](std::size_t at, std::uint64_t place) {
        const double off = std::abs(block[at] - drawn(place, seed));
        error = program::worse(error, off);
    });
    const double values = static_cast<double>(size[0]) * static_cast<double>(size[1]) * static_cast<double>(size[2]);
    coefficient = {Program::sum(coefficient.real()), Program::sum(coefficient.imag())};
    const double parseval = std::abs(Program::sum(transformed) / (values * energy) - 1.0);
    const double one = std::abs(coefficient - known) / size_of_sum;
    error = Program::largest(error);
    for (const double other : {parseval, one}) error = program::worse(error, other);
    constexpr double tolerance = 1e-12;
    const Check check{.right = error <= tolerance,
                      .error = error,
                      .tolerance = tolerance,
                      .what = "there and back, Parseval, and one coefficient by its definition"};
    const double work = 2.0 * 5.0 * values * std::log2(std::max(2.0, values)) * static_cast<double>(p.steps());
    return p.tell("fft3d of " + std::to_string(size[0]) + "x" + std::to_string(size[1]) + "x" +
                      std::to_string(size[2]) + " values on " + std::to_string(grid[0]) + "x" +
                      std::to_string(grid[1]) + " ranks, " + std::to_string(p.steps()) + " turns",
                  work, check, 0, false);
}

}  // namespace

int main(int argc, char** argv) { return program::main_of(fft3d, run, argc, argv); }
