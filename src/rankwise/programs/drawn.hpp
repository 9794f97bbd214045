// Random values that depend on a place alone, digests of bits, and parts of a whole.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace program {

// Philox4x32-10 (Salmon et al., SC'11): four words that depend on a key and a counter alone.
inline std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t even = std::uint64_t{0xD2511F53} * counter[0];
        const std::uint64_t odd = std::uint64_t{0xCD9E8D57} * counter[2];
        counter = {static_cast<std::uint32_t>(odd >> 32U) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(odd),
                   static_cast<std::uint32_t>(even >> 32U) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(even)};
        key[0] += 0x9E3779B9;
        key[1] += 0xBB67AE85;
    }
    return counter;
}

// A word that depends on a place and the bits of a value there.
inline std::uint64_t mixed(std::uint64_t place, double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    std::uint64_t word = place * 0x9E3779B97F4A7C15U ^ bits;
    word = (word ^ (word >> 30U)) * 0xBF58476D1CE4E5B9U;
    word = (word ^ (word >> 27U)) * 0x94D049BB133111EBU;
    return word ^ (word >> 31U);
}

// The worse of two errors; what is no number is the worst.
inline double worse(double error, double other) {
    constexpr double no_number = 1e300;
    if (!std::isfinite(other)) return no_number;
    return std::max(error, other);
}

// Where a part of `whole` items begins, of `parts` that differ by one at most.
constexpr std::int64_t begin_of(std::int64_t whole, int parts, int part) {
    return whole / parts * part + std::min<std::int64_t>(whole % parts, part);
}

}  // namespace program
