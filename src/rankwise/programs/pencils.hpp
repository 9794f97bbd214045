// A block of complex values of which each rank has whole lines in one direction at a time, and how it gets those of
// another direction: Alltoallv among some of the ranks.
#pragma once

#include <optional>

#include "fft.hpp"
#include "program.hpp"

namespace program {

// A range of one direction.
struct Range {
    std::int64_t begin = 0, size = 0;
};
inline Range part_of(std::int64_t whole, int parts, int part) {
    const std::int64_t begin = begin_of(whole, parts, part);
    return {begin, begin_of(whole, parts, part + 1) - begin};
}

// Ranks of one row or column, and what of each direction they have before and after they exchange.
struct Team {
    MPI_Comm comm = MPI_COMM_NULL;
    int ranks = 1, rank = 0;
    std::vector<int> world;  // what its members are in MPI_COMM_WORLD
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
    [[nodiscard]] double packed_bytes() const {
        return 16.0 * static_cast<double>(out_count() + after_[0] * after_[1] * after_[2]);
    }
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
    // Counts what is sent to the others, in the order of their ranks.
    void count(Part& part) const {
        for (int peer = 0; peer < team_.ranks; ++peer) {
            if (peer == team_.rank) continue;
            const auto at = static_cast<std::size_t>(peer);
            if (p_.hit()) {
                p_.fault().spoil(part.out.values().subspan(static_cast<std::size_t>(part.out_places[at]),
                                                           static_cast<std::size_t>(part.out_counts[at])));
                part.out.out();
            }
            p_.sent(part.out_counts[at], MPI_DOUBLE, team_.world[at]);
        }
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

// Transforms lines of a block along one direction, a tile of them at a time in each thread.
class Lines {
public:
    Lines(Program& p, std::size_t n) : p_(p), fft_(n), n_(n) {}

    template <bool inverse>
    void run(Complex* block, const std::array<std::int64_t, 3>& sides, std::size_t direction, const Range& planes) {
        const std::array<std::size_t, 3> stride{static_cast<std::size_t>(sides[1] * sides[2]),
                                                static_cast<std::size_t>(sides[2]), 1};
        const std::size_t outer = direction == 0 ? 1 : 0, inner = direction == 2 ? 1 : 2;
        const std::int64_t first = outer == 0 ? planes.begin : 0;
        const std::int64_t last = outer == 0 ? std::min(sides[0], planes.begin + planes.size) : sides[outer];
        constexpr double sign = inverse ? -1.0 : 1.0;
        p_.in_threads(static_cast<int>(last - first), [&](int begin, int end) {
            Tile tile(n_), work(n_);
            for (std::int64_t o = first + begin; o < first + end; ++o)
                for (std::int64_t at = 0; at < sides[inner]; at += static_cast<std::int64_t>(lanes)) {
                    const auto batch = std::min<std::size_t>(lanes, static_cast<std::size_t>(sides[inner] - at));
                    Complex* const from = block + static_cast<std::size_t>(o) * stride[outer] +
                                          static_cast<std::size_t>(at) * stride[inner];
                    move(from, tile, stride[direction], stride[inner], batch,
                         [](Complex& there, double& re, double& im) {
                             re = there.real();
                             im = there.imag();
                         });
                    Tile& done = fft_.run(tile, work, sign);
                    move(from, done, stride[direction], stride[inner], batch,
                         [](Complex& there, double& re, double& im) { there = {re, im}; });
                }
        });
    }

private:
    template <class Copy>
    void move(Complex* begin, Tile& tile, std::size_t along, std::size_t across, std::size_t batch, Copy copy) const {
        const auto place = [&](std::size_t m, std::size_t b) {
            copy(begin[m * along + b * across], tile.real[m * lanes + b], tile.imaginary[m * lanes + b]);
        };
        if (along == 1) {
            for (std::size_t b = 0; b < batch; ++b)
                for (std::size_t m = 0; m < n_; ++m) place(m, b);
        } else {
            for (std::size_t m = 0; m < n_; ++m)
                for (std::size_t b = 0; b < batch; ++b) place(m, b);
        }
    }

    Program& p_;
    Fft fft_;
    std::size_t n_;
};

}  // namespace program
