// Loops that the compiler makes wide: functions that are built for AVX2 too, and elementary functions without branches.
//
// AVX2 is taken where the processor has it. It has no fused operations, so bits are the same without.
#pragma once

#include <bit>
#include <cstdint>
#include <numbers>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(RANKWISE_SIMULATED)
#define RW_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define RW_WIDE
#endif

namespace program::wide {

inline constexpr double to_integer = 0x1.8p52;  // added to a number, it leaves an integer in the last bits

// e^x for |x| below 700, to two units of the last place.
inline double exp(double x) {
    // The logarithm of 2 in two parts, the first with so few bits that its products with k are exact.
    constexpr double ln2_high = 6.93147180369123816490e-01;  // NOLINT(modernize-use-std-numbers)
    constexpr double ln2_low = 1.90821492927058770002e-10, log2_e = std::numbers::log2e;
    const double shifted = x * log2_e + to_integer, k = shifted - to_integer;
    const double r = (x - k * ln2_high) - k * ln2_low;
    double sum = 1.0 / 479001600.0;
    sum = sum * r + 1.0 / 39916800.0;
    sum = sum * r + 1.0 / 3628800.0;
    sum = sum * r + 1.0 / 362880.0;
    sum = sum * r + 1.0 / 40320.0;
    sum = sum * r + 1.0 / 5040.0;
    sum = sum * r + 1.0 / 720.0;
    sum = sum * r + 1.0 / 120.0;
    sum = sum * r + 1.0 / 24.0;
    sum = sum * r + 1.0 / 6.0;
    sum = sum * r + 0.5;
    sum = sum * r + 1.0;
    sum = sum * r + 1.0;
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(sum) + (std::bit_cast<std::uint64_t>(shifted) << 52U));
}

// The natural logarithm of a normal number above zero: x = 2^k m, and log m = 2 artanh((m - 1) / (m + 1)).
inline double log(double x) {
    constexpr std::uint64_t root_of_half = 0x3fe6a09e667f3bcdU, bias = std::uint64_t{1023} << 52U;
    constexpr std::uint64_t as_double = 0x4330000000000000U;  // 2^52, whose last bits are an integer
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
    const std::uint64_t biased = (bits - root_of_half + bias) >> 52U;
    const double m = std::bit_cast<double>(bits - (biased << 52U) + bias);
    const double k = std::bit_cast<double>(biased | as_double) - (0x1p52 + 1023.0);
    const double s = (m - 1.0) / (m + 1.0), z = s * s;
    double sum = 1.0 / 21.0;
    sum = sum * z + 1.0 / 19.0;
    sum = sum * z + 1.0 / 17.0;
    sum = sum * z + 1.0 / 15.0;
    sum = sum * z + 1.0 / 13.0;
    sum = sum * z + 1.0 / 11.0;
    sum = sum * z + 1.0 / 9.0;
    sum = sum * z + 1.0 / 7.0;
    sum = sum * z + 1.0 / 5.0;
    sum = sum * z + 1.0 / 3.0;
    return k * std::numbers::ln2 + 2.0 * (s + s * z * sum);
}

struct SinCos {
    double sin, cos;
};
// Of 2 pi u for u from 0 to 1.
inline SinCos of_turn(double u) {
    const double shifted = 4.0 * u + to_integer;
    const double a = (u - 0.25 * (shifted - to_integer)) * 6.283185307179586, z = a * a;
    const std::uint64_t quarter = std::bit_cast<std::uint64_t>(shifted);
    double sin = 1.0 / 355687428096000.0, cos = -1.0 / 6402373705728000.0;
    sin = sin * z - 1.0 / 1307674368000.0;
    sin = sin * z + 1.0 / 6227020800.0;
    sin = sin * z - 1.0 / 39916800.0;
    sin = sin * z + 1.0 / 362880.0;
    sin = sin * z - 1.0 / 5040.0;
    sin = sin * z + 1.0 / 120.0;
    sin = sin * z - 1.0 / 6.0;
    sin = a + a * z * sin;
    cos = cos * z + 1.0 / 20922789888000.0;
    cos = cos * z - 1.0 / 87178291200.0;
    cos = cos * z + 1.0 / 479001600.0;
    cos = cos * z - 1.0 / 3628800.0;
    cos = cos * z + 1.0 / 40320.0;
    cos = cos * z - 1.0 / 720.0;
    cos = cos * z + 1.0 / 24.0;
    cos = cos * z - 0.5;
    cos = 1.0 + z * cos;
    // An odd quarter exchanges them; the second bit turns the sign. Masks, because a choice would be a branch.
    const std::uint64_t odd = 0U - (quarter & 1U);
    const std::uint64_t s = std::bit_cast<std::uint64_t>(sin), c = std::bit_cast<std::uint64_t>(cos);
    const std::uint64_t new_sin = (s & ~odd) | (c & odd), new_cos = (c & ~odd) | (s & odd);
    return {std::bit_cast<double>(new_sin ^ ((quarter & 2U) << 62U)),
            std::bit_cast<double>(new_cos ^ (((quarter + 1U) & 2U) << 62U))};
}

}  // namespace program::wide
