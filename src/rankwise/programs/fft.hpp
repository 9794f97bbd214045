// Discrete Fourier transforms of many lines at once (Stockham's algorithm, radix 4, 2, 3, 5 and any prime).
//
// A tile holds `lanes` lines, real and imaginary parts apart: the same place of all lines is contiguous, so that the
// inner loop runs over lines, whatever the radix, and is wide.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <utility>
#include <vector>

#include "wide.hpp"

namespace program {

using Complex = std::complex<double>;

inline constexpr std::size_t lanes = 16;

struct Tile {
    explicit Tile(std::size_t n) : real(n * lanes), imaginary(n * lanes) {}
    std::vector<double> real, imaginary;
};

namespace wide {

// One place of all lines: real and imaginary parts.
struct From {
    const double *real, *imaginary;
};
struct To {
    double *real, *imaginary;
};
struct Turn {
    double real, imaginary;
};

// A butterfly of two places, the second one turned. `in` are apart by `step`, results by `stride`.
[[gnu::always_inline]] inline void two(From in, To out, Turn w, std::size_t step, std::size_t stride) {
    for (std::size_t b = 0; b < lanes; ++b) {
        const double er = in.real[b], ei = in.imaginary[b], r = in.real[step + b], i = in.imaginary[step + b];
        const double odd_r = w.real * r - w.imaginary * i, odd_i = w.real * i + w.imaginary * r;
        out.real[b] = er + odd_r;
        out.imaginary[b] = ei + odd_i;
        out.real[stride + b] = er - odd_r;
        out.imaginary[stride + b] = ei - odd_i;
    }
}

// The same of four; `sign` is 1 forwards and -1 backwards.
[[gnu::always_inline]] inline void four(From in, To out, const Turn* w, double sign, std::size_t step,
                                        std::size_t stride) {
    for (std::size_t b = 0; b < lanes; ++b) {
        const double ar = in.real[b], ai = in.imaginary[b];
        const double r1 = in.real[step + b], i1 = in.imaginary[step + b];
        const double r2 = in.real[2 * step + b], i2 = in.imaginary[2 * step + b];
        const double r3 = in.real[3 * step + b], i3 = in.imaginary[3 * step + b];
        const double dr = w[0].real * r1 - w[0].imaginary * i1, di = w[0].real * i1 + w[0].imaginary * r1;
        const double cr = w[1].real * r2 - w[1].imaginary * i2, ci = w[1].real * i2 + w[1].imaginary * r2;
        const double er = w[2].real * r3 - w[2].imaginary * i3, ei = w[2].real * i3 + w[2].imaginary * r3;
        const double sum_r = ar + cr, sum_i = ai + ci, apart_r = ar - cr, apart_i = ai - ci;
        const double odd_r = dr + er, odd_i = di + ei;
        const double turned_r = sign * (di - ei), turned_i = sign * (er - dr);  // times -i, forwards
        out.real[b] = sum_r + odd_r;
        out.imaginary[b] = sum_i + odd_i;
        out.real[stride + b] = apart_r + turned_r;
        out.imaginary[stride + b] = apart_i + turned_i;
        out.real[2 * stride + b] = sum_r - odd_r;
        out.imaginary[2 * stride + b] = sum_i - odd_i;
        out.real[3 * stride + b] = apart_r - turned_r;
        out.imaginary[3 * stride + b] = apart_i - turned_i;
    }
}

// The same of three.
[[gnu::always_inline]] inline void three(From in, To out, const Turn* w, double sign, std::size_t step,
                                         std::size_t stride) {
    const double half_root = sign * 0.5 * std::numbers::sqrt3;
    for (std::size_t b = 0; b < lanes; ++b) {
        const double ar = in.real[b], ai = in.imaginary[b];
        const double r1 = in.real[step + b], i1 = in.imaginary[step + b];
        const double r2 = in.real[2 * step + b], i2 = in.imaginary[2 * step + b];
        const double br = w[0].real * r1 - w[0].imaginary * i1, bi = w[0].real * i1 + w[0].imaginary * r1;
        const double cr = w[1].real * r2 - w[1].imaginary * i2, ci = w[1].real * i2 + w[1].imaginary * r2;
        const double sum_r = br + cr, sum_i = bi + ci, rest_r = ar - 0.5 * sum_r, rest_i = ai - 0.5 * sum_i;
        const double turned_r = half_root * (bi - ci), turned_i = half_root * (cr - br);
        out.real[b] = ar + sum_r;
        out.imaginary[b] = ai + sum_i;
        out.real[stride + b] = rest_r + turned_r;
        out.imaginary[stride + b] = rest_i + turned_i;
        out.real[2 * stride + b] = rest_r - turned_r;
        out.imaginary[2 * stride + b] = rest_i - turned_i;
    }
}

// Adds a place, turned, to a result.
[[gnu::always_inline]] inline void add(From in, To out, Turn w) {
    for (std::size_t b = 0; b < lanes; ++b) {
        out.real[b] += w.real * in.real[b] - w.imaginary * in.imaginary[b];
        out.imaginary[b] += w.real * in.imaginary[b] + w.imaginary * in.real[b];
    }
}

}  // namespace wide

class Fft {
public:
    explicit Fft(std::size_t n) : n_(n) {
        std::size_t left = n;
        for (const std::size_t radix : {std::size_t{4}, std::size_t{2}, std::size_t{3}, std::size_t{5}})
            for (; left % radix == 0; left /= radix) factors_.push_back(radix);
        for (std::size_t radix = 7; left > 1; radix += 2)
            for (; left % radix == 0; left /= radix) factors_.push_back(radix);
        for (std::size_t at = 0; at < n; ++at) {
            const double angle = -2.0 * std::numbers::pi * static_cast<double>(at) / static_cast<double>(n);
            roots_.push_back({std::cos(angle), std::sin(angle)});
        }
    }

    // Transforms a tile; `work` has the same room, and holds the result where that is returned. `sign` -1 is inverse
    // and does not scale.
    [[nodiscard]] Tile& run(Tile& data, Tile& work, double sign) const {
        Tile *from = &data, *to = &work;
        std::size_t done = 1;
        for (const std::size_t radix : factors_) {
            pass(*from, *to, radix, done, sign);
            std::swap(from, to);
            done *= radix;
        }
        return *from;
    }

private:
    [[nodiscard, gnu::always_inline]] wide::Turn root(std::size_t at, double sign) const {
        const wide::Turn turn = roots_[at % n_];
        return {turn.real, sign * turn.imaginary};
    }

    // One radix: `done` transforms of the factors before are one line of it.
    RW_WIDE void pass(const Tile& from, Tile& to, std::size_t radix, std::size_t done, double sign) const {
        const std::size_t rest = n_ / (done * radix), step = n_ / radix * lanes, stride = done * lanes;
        for (std::size_t k = 0; k < done; ++k) {
            const std::size_t turn = k * rest;
            const wide::Turn w[] = {root(turn, sign), root(2 * turn, sign), root(3 * turn, sign)};
            for (std::size_t m = 0; m < rest; ++m) {
                const std::size_t source = (m * done + k) * lanes, target = (m * done * radix + k) * lanes;
                const wide::From in{from.real.data() + source, from.imaginary.data() + source};
                const wide::To out{to.real.data() + target, to.imaginary.data() + target};
                if (radix == 4) wide::four(in, out, w, sign, step, stride);
                else if (radix == 3) wide::three(in, out, w, sign, step, stride);
                else if (radix == 2) wide::two(in, out, w[0], step, stride);
                else any(in, out, radix, turn, sign, step, stride);
            }
        }
    }
    [[gnu::always_inline]] void any(wide::From in, wide::To out, std::size_t radix, std::size_t turn, double sign,
                                    std::size_t step, std::size_t stride) const {
        const std::size_t unit = n_ / radix;
        for (std::size_t s = 0; s < radix; ++s) {
            const wide::To line{out.real + s * stride, out.imaginary + s * stride};
            std::copy_n(in.real, lanes, line.real);
            std::copy_n(in.imaginary, lanes, line.imaginary);
            for (std::size_t r = 1; r < radix; ++r)
                wide::add({in.real + r * step, in.imaginary + r * step}, line,
                          root(r * turn + r * s % radix * unit, sign));
        }
    }

    std::size_t n_;
    std::vector<std::size_t> factors_;
    std::vector<wide::Turn> roots_;
};

}  // namespace program
