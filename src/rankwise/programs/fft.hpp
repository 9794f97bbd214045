// Discrete Fourier transforms of many lines at once (Stockham's algorithm, radix 4, 2, 3, 5 and any prime).
//
// Values lie as [n][batch]: the same place of all lines is contiguous, so that the inner loop runs over lines, whatever
// the radix.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <utility>
#include <vector>

namespace program {

using Complex = std::complex<double>;

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
            roots_.emplace_back(std::cos(angle), std::sin(angle));
        }
    }

    // Transforms `data` in place; `work` has the same room. `inverse` conjugates and does not scale.
    template <bool inverse>
    void run(Complex* data, Complex* work, std::size_t batch) const {
        Complex *from = data, *to = work;
        std::size_t done = 1;
        for (const std::size_t radix : factors_) {
            pass<inverse>(from, to, radix, done, batch);
            std::swap(from, to);
            done *= radix;
        }
        if (from != data) std::copy(from, from + n_ * batch, data);
    }

private:
    template <bool inverse>
    static Complex turned(const Complex& value) {  // times -i, forwards
        return inverse ? Complex{-value.imag(), value.real()} : Complex{value.imag(), -value.real()};
    }
    template <bool inverse>
    [[nodiscard]] Complex root(std::size_t at) const {
        return inverse ? std::conj(roots_[at % n_]) : roots_[at % n_];
    }
    static Complex times(const Complex& a, const Complex& b) {  // without the checks for infinities
        return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
    }

    // One radix: `done` transforms of the factors before are one line of it.
    template <bool inverse>
    void pass(const Complex* from, Complex* to, std::size_t radix, std::size_t done, std::size_t batch) const {
        const std::size_t rest = n_ / (done * radix), apart = n_ / radix;
        for (std::size_t k = 0; k < done; ++k)
            for (std::size_t m = 0; m < rest; ++m) {
                const Complex* const in = from + (m * done + k) * batch;
                Complex* const out = to + (m * done * radix + k) * batch;
                // in[r * apart], twiddled by w^(r k rest), to out[s * done].
                const std::size_t step = apart * batch, stride = done * batch;
                if (radix == 4) four<inverse>(in, out, k * rest, step, stride, batch);
                else if (radix == 2) two<inverse>(in, out, k * rest, step, stride, batch);
                else any<inverse>(in, out, radix, k * rest, step, stride, batch);
            }
    }
    template <bool inverse>
    void two(const Complex* in, Complex* out, std::size_t turn, std::size_t step, std::size_t stride,
             std::size_t batch) const {
        const Complex w = root<inverse>(turn);
        for (std::size_t b = 0; b < batch; ++b) {
            const Complex even = in[b], odd = times(w, in[step + b]);
            out[b] = even + odd;
            out[stride + b] = even - odd;
        }
    }
    template <bool inverse>
    void four(const Complex* in, Complex* out, std::size_t turn, std::size_t step, std::size_t stride,
              std::size_t batch) const {
        const Complex w1 = root<inverse>(turn), w2 = root<inverse>(2 * turn), w3 = root<inverse>(3 * turn);
        for (std::size_t b = 0; b < batch; ++b) {
            const Complex a = in[b], c = times(w2, in[2 * step + b]);
            const Complex d = times(w1, in[step + b]), e = times(w3, in[3 * step + b]);
            const Complex sum = a + c, difference = a - c, odd = d + e, turn_of = turned<inverse>(d - e);
            out[b] = sum + odd;
            out[stride + b] = difference + turn_of;
            out[2 * stride + b] = sum - odd;
            out[3 * stride + b] = difference - turn_of;
        }
    }
    template <bool inverse>
    void any(const Complex* in, Complex* out, std::size_t radix, std::size_t turn, std::size_t step, std::size_t stride,
             std::size_t batch) const {
        const std::size_t unit = n_ / radix;
        for (std::size_t s = 0; s < radix; ++s) {
            Complex* const line = out + s * stride;
            for (std::size_t b = 0; b < batch; ++b) line[b] = in[b];
            for (std::size_t r = 1; r < radix; ++r) {
                const Complex w = root<inverse>(r * turn + r * s % radix * unit);
                for (std::size_t b = 0; b < batch; ++b) line[b] += times(w, in[r * step + b]);
            }
        }
    }

    std::size_t n_;
    std::vector<std::size_t> factors_;
    std::vector<Complex> roots_;
};

}  // namespace program
