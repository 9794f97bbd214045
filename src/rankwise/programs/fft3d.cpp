// The discrete Fourier transform of a block of complex values, and back, by pencils: each rank has whole lines in one
// direction at a time. Values change hands by Alltoallv in rows and columns of a grid of P x Q ranks.
#include <numbers>
#include <optional>

#include "fft.hpp"
#include "grid.hpp"
#include "program.hpp"

using program::Buffer, program::Check, program::Complex, program::Fft, program::Program, program::Refused;

namespace {

constexpr program::Option options[] = {
    {"size", "64", "values in each direction: N, or NxMxL"},
    {"grid", "", "rows and columns of ranks: PxQ"},
    {"steps", "10", "transforms there and back"},
    {"overlap", "1", "parts in which rows exchange while the next part is transformed"},
};
constexpr program::Definition fft3d{
    .name = "fft3d",
    .what = "Fourier transform by pencils",
    .unit = "flop/s",
    .options = options,
};

// A range of one direction.
struct Range {
    std::int64_t begin = 0, size = 0;
};
Range part_of(std::int64_t whole, int parts, int part) {
    const std::int64_t begin = program::begin_of(whole, parts, part);
    return {begin, program::begin_of(whole, parts, part + 1) - begin};
}

// Ranks of one row or column, and what of each direction they have before and after they exchange.
struct Team {
    MPI_Comm comm = MPI_COMM_NULL;
    int ranks = 1, rank = 0;
};

// Sends to member t the values of its part of direction `split`, and gets from it those of its part of direction
// `joined`: the block of (a, b, c) values, of which `split` was whole, becomes one of which `joined` is.
class Transpose {
public:
    Transpose(Program& p, const Team& team, std::array<std::int64_t, 3> before, std::size_t split, std::size_t joined,
              std::int64_t split_whole, std::int64_t joined_whole)
        : p_(p), team_(team), before_(before), after_(before), split_(split), joined_(joined) {
        after_[split] = part_of(split_whole, team.ranks, team.rank).size;
        after_[joined] = joined_whole;
        for (int peer = 0; peer < team.ranks; ++peer) {
            out_parts_.push_back(part_of(split_whole, team.ranks, peer));
            in_parts_.push_back(part_of(joined_whole, team.ranks, peer));
        }
    }
    [[nodiscard]] const std::array<std::int64_t, 3>& after() const { return after_; }
    [[nodiscard]] bool alone() const { return team_.ranks == 1; }
    [[nodiscard]] std::int64_t out_count() const { return before_[0] * before_[1] * before_[2]; }
    [[nodiscard]] double bytes_sent() const {
        double bytes = 0.0;
        for (int peer = 0; peer < team_.ranks; ++peer)
            if (peer != team_.rank)
                bytes += 16.0 * static_cast<double>(out_count()) / static_cast<double>(before_[split_]) *
                         static_cast<double>(out_parts_[static_cast<std::size_t>(peer)].size);
        return bytes;
    }

    // One part of the planes of direction 0, which stays as it is in rows; all of them in columns.
    struct Part {
        Range planes;
        Buffer out, in;
        std::vector<int> out_counts, out_places, in_counts, in_places;
        MPI_Request request = MPI_REQUEST_NULL;
    };
    // `planes` of direction 0; it must not be the direction that is split or joined, but for all of them.
    [[nodiscard]] Part part(Range planes) const {
        std::array<std::int64_t, 3> before = before_, after = after_;
        if (split_ != 0 && joined_ != 0) before[0] = after[0] = std::min(planes.size, before[0]);
        Part made{planes, Buffer(p_, room(before)), Buffer(p_, room(after)), {}, {}, {}, {}};
        int out_place = 0, in_place = 0;
        for (int peer = 0; peer < team_.ranks; ++peer) {
            const auto at = static_cast<std::size_t>(peer);
            const auto out = static_cast<int>(2 * before[0] * before[1] * before[2] / before[split_] *
                                              out_parts_[at].size);
            const auto in = static_cast<int>(2 * after[0] * after[1] * after[2] / after[joined_] * in_parts_[at].size);
            made.out_counts.push_back(out);
            made.out_places.push_back(std::exchange(out_place, out_place + out));
            made.in_counts.push_back(in);
            made.in_places.push_back(std::exchange(in_place, in_place + in));
        }
        return made;
    }

    // All planes, made once.
    [[nodiscard]] Part& whole_part() {
        if (!whole_) whole_.emplace(part({0, INT32_MAX}));
        return *whole_;
    }

    void pack(const Complex* from, Part& part) const {
        auto* to = reinterpret_cast<Complex*>(part.out.host());
        for (const Range& range : out_parts_)
            each(before_, split_, range, part.planes, [&](std::size_t at) { *to++ = from[at]; });
        part.out.out();
    }
    void begin(Part& part) const {
        count(part);
        MPI_Ialltoallv(part.out.wire(), part.out_counts.data(), part.out_places.data(), MPI_DOUBLE, part.in.wire(),
                       part.in_counts.data(), part.in_places.data(), MPI_DOUBLE, team_.comm, &part.request);
    }
    void whole(Part& part) const {
        count(part);
        MPI_Alltoallv(part.out.wire(), part.out_counts.data(), part.out_places.data(), MPI_DOUBLE, part.in.wire(),
                      part.in_counts.data(), part.in_places.data(), MPI_DOUBLE, team_.comm);
        part.in.in();
    }
    static void end(Part& part) {
        // NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): begin() started it
        MPI_Wait(&part.request, MPI_STATUS_IGNORE);
        part.in.in();
    }
    void unpack(Part& part, Complex* into) const {
        const auto* from = reinterpret_cast<const Complex*>(part.in.host());
        for (const Range& range : in_parts_)
            each(after_, joined_, range, part.planes, [&](std::size_t at) { into[at] = *from++; });
    }

private:
    static std::size_t room(const std::array<std::int64_t, 3>& block) {
        return static_cast<std::size_t>(2 * block[0] * block[1] * block[2]);
    }
    void count(Part& part) const {
        const std::int64_t others = team_.ranks - 1;
        if (p_.strikes(others)) {
            const auto victim = static_cast<std::size_t>(team_.rank == 0 ? 1 : 0);
            Program::flip(part.out.host()[part.out_places[victim] + part.out_counts[victim] / 2]);
            part.out.out();
        }
        std::int64_t bytes = 0;
        for (int peer = 0; peer < team_.ranks; ++peer)
            if (peer != team_.rank) bytes += 8 * std::int64_t{part.out_counts[static_cast<std::size_t>(peer)]};
        p_.counted_collective(bytes, others);
    }
    // The values of a range of one direction, of some planes of direction 0.
    template <class Visit>
    static void each(const std::array<std::int64_t, 3>& block, std::size_t direction, const Range& range,
                     const Range& planes, Visit visit) {
        std::array<std::int64_t, 3> low{}, high = block;
        low[0] = planes.begin;
        high[0] = std::min(block[0], planes.begin + planes.size);
        if (direction == 0) low[0] = 0, high[0] = block[0];
        low[direction] = range.begin;
        high[direction] = range.begin + range.size;
        for (std::int64_t i = low[0]; i < high[0]; ++i)
            for (std::int64_t j = low[1]; j < high[1]; ++j)
                for (std::int64_t k = low[2]; k < high[2]; ++k)
                    visit(static_cast<std::size_t>((i * block[1] + j) * block[2] + k));
    }

    Program& p_;
    const Team& team_;
    std::array<std::int64_t, 3> before_, after_;
    std::size_t split_, joined_;
    std::vector<Range> out_parts_, in_parts_;
    std::optional<Part> whole_;
};

// Transforms lines of a block along one direction, a tile of them at a time.
class Lines {
public:
    explicit Lines(std::size_t n) : fft_(n), n_(n), tile_(n * lines), work_(n * lines) {}

    template <bool inverse>
    void run(Complex* block, const std::array<std::int64_t, 3>& sides, std::size_t direction, const Range& planes) {
        std::array<std::size_t, 3> stride{static_cast<std::size_t>(sides[1] * sides[2]),
                                          static_cast<std::size_t>(sides[2]), 1};
        const std::size_t outer = direction == 0 ? 1 : 0, inner = direction == 2 ? 1 : 2;
        const std::int64_t first = outer == 0 ? planes.begin : 0;
        const std::int64_t last = outer == 0 ? std::min(sides[0], planes.begin + planes.size) : sides[outer];
        for (std::int64_t o = first; o < last; ++o)
            for (std::int64_t at = 0; at < sides[inner]; at += lines) {
                const auto batch = static_cast<std::size_t>(std::min<std::int64_t>(lines, sides[inner] - at));
                Complex* const begin = block + static_cast<std::size_t>(o) * stride[outer] +
                                       static_cast<std::size_t>(at) * stride[inner];
                move(begin, stride[direction], stride[inner], batch,
                     [](Complex& there, Complex& here) { here = there; });
                fft_.run<inverse>(tile_.data(), work_.data(), batch);
                move(begin, stride[direction], stride[inner], batch,
                     [](Complex& there, Complex& here) { there = here; });
            }
    }

private:
    static constexpr int lines = 16;

    template <class Copy>
    void move(Complex* begin, std::size_t along, std::size_t across, std::size_t batch, Copy copy) {
        if (along == 1) {
            for (std::size_t b = 0; b < batch; ++b)
                for (std::size_t m = 0; m < n_; ++m) copy(begin[m + b * across], tile_[m * batch + b]);
        } else {
            for (std::size_t m = 0; m < n_; ++m)
                for (std::size_t b = 0; b < batch; ++b) copy(begin[m * along + b * across], tile_[m * batch + b]);
        }
    }

    Fft fft_;
    std::size_t n_;
    std::vector<Complex> tile_, work_;
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
          sides_{{{planes_.size, own_.size, size[2]}, to_rows_.after(), to_columns_.after()}} {}
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
    [[nodiscard]] std::size_t room() const {
        std::size_t most = 0;
        for (const auto& sides : sides_)
            most = std::max(most, static_cast<std::size_t>(sides[0] * sides[1] * sides[2]));
        return most;
    }

    // There and back; `seen` looks at the transformed block in between.
    template <class Seen>
    void turn(std::vector<Complex>& block, std::int64_t parts, Seen seen) {
        std::array<Lines, 3> lines{Lines(static_cast<std::size_t>(size_[0])), Lines(static_cast<std::size_t>(size_[1])),
                                   Lines(static_cast<std::size_t>(size_[2]))};
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
            for (Complex& value : block) value *= scale;
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
        Team made{MPI_COMM_NULL, ranks, rank};
        MPI_Comm_split(MPI_COMM_WORLD, colour, rank, &made.comm);
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
    const std::int64_t steps = p.integer("steps", 1), parts = p.integer("overlap", 1);
    const std::array<int, 2> grid = grid_of(p);
    if (size[0] < grid[0] || size[1] < std::max(grid[0], grid[1]) || size[2] < grid[1])
        throw Refused("--size " + p.text("size") + ": fewer values than ranks in a direction of " +
                      std::to_string(grid[0]) + "x" + std::to_string(grid[1]));
    if (parts > size[0] / grid[0])
        throw Refused("--overlap " + p.text("overlap") + ": there are " + std::to_string(size[0] / grid[0]) +
                      " planes in a rank");
    const auto seed = static_cast<std::uint32_t>(p.integer("seed"));
    Pencils pencils(p, size, grid);
    const auto turns = static_cast<double>(steps);
    p.plan(3.0 * 16.0 * static_cast<double>(pencils.room()) * (p.kind() == 'D' ? 2.0 : 1.0),
           turns * pencils.messages_of_a_turn(parts), turns * pencils.bytes_of_a_turn(),
           "Alltoallv in rows of " + std::to_string(grid[1]) + " and columns of " + std::to_string(grid[0]) +
               " ranks, four times in each of " + std::to_string(steps) + " turns");
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
    for (std::int64_t step = 0; step < steps; ++step)
        pencils.turn(block, parts,
                     [&](const std::vector<Complex>& values, const std::array<std::int64_t, 3>& sides_now) {
                         if (step + 1 < steps) return;
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
    const double work = 2.0 * 5.0 * values * std::log2(std::max(2.0, values)) * turns;
    return p.tell("fft3d of " + std::to_string(size[0]) + "x" + std::to_string(size[1]) + "x" +
                      std::to_string(size[2]) + " values on " + std::to_string(grid[0]) + "x" +
                      std::to_string(grid[1]) + " ranks, " + std::to_string(steps) + " turns",
                  work / p.slowest_s(), check, 0, false);
}

}  // namespace

int main(int argc, char** argv) { return program::main_of(fft3d, run, argc, argv); }
