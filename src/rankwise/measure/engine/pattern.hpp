// Payloads whose every element depends on who sent it, where it stands and which check it belongs to, so that stale,
// shifted, swapped or corrupted data cannot pass.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace rw {

// Byte i is i * 31 + (i / 256) * 7 + 17 * source + 101 * salt + 1: inside a block of 256 bytes a fixed sequence plus a
// constant, so that filling and checking run at the speed of memory.
constexpr std::size_t pattern_block = 256;

constexpr std::array<std::uint8_t, pattern_block> pattern_base = [] {
    std::array<std::uint8_t, pattern_block> base{};
    for (std::size_t i = 0; i < pattern_block; ++i) base[i] = static_cast<std::uint8_t>(i * 31);
    return base;
}();

constexpr std::uint8_t pattern_shift(std::size_t block, int source, unsigned salt) {
    return static_cast<std::uint8_t>(block * 7 + static_cast<std::size_t>(source) * 17 + std::size_t{salt} * 101 + 1);
}

inline void fill_bytes(std::span<std::uint8_t> bytes, int source, unsigned salt) {
    for (std::size_t begin = 0; begin < bytes.size(); begin += pattern_block) {
        const std::uint8_t shift = pattern_shift(begin / pattern_block, source, salt);
        const auto block = bytes.subspan(begin, std::min(pattern_block, bytes.size() - begin));
        for (std::size_t i = 0; i < block.size(); ++i) block[i] = static_cast<std::uint8_t>(pattern_base[i] + shift);
    }
}

// Index of the first wrong byte, or -1.
inline std::ptrdiff_t first_wrong_byte(std::span<const std::uint8_t> bytes, int source, unsigned salt) {
    for (std::size_t begin = 0; begin < bytes.size(); begin += pattern_block) {
        const std::uint8_t shift = pattern_shift(begin / pattern_block, source, salt);
        const auto block = bytes.subspan(begin, std::min(pattern_block, bytes.size() - begin));
        auto expected = [&](std::size_t i) { return static_cast<std::uint8_t>(pattern_base[i] + shift); };
        unsigned difference = 0;
        for (std::size_t i = 0; i < block.size(); ++i) difference |= static_cast<unsigned>(block[i] ^ expected(i));
        if (difference == 0) continue;
        std::size_t i = 0;
        while (block[i] == expected(i)) ++i;
        return static_cast<std::ptrdiff_t>(begin + i);
    }
    return -1;
}

// Contributions to a reduction are small integers, so that every result over thousands of ranks is exact in a float and
// fits 32 bits: factors of a product are 1 or 2 for the first ranks and change the sign alone for all others.
constexpr int contribution_period = 16;
constexpr int doubling_ranks = 24;

constexpr int contribution(std::size_t index, int source, unsigned salt, bool factor) {
    const auto value = static_cast<int>((index + static_cast<std::size_t>(source) * 3 + salt) % contribution_period);
    if (!factor) return value;
    const bool odd = value % 2 != 0;
    if (source < doubling_ranks) return odd ? 2 : 1;
    return odd ? -1 : 1;
}

template <class Number>
constexpr Number to_number(int value) {
    if constexpr (requires { typename Number::value_type; })  // a complex number
        return Number(static_cast<Number::value_type>(value));
    else return static_cast<Number>(value);
}

template <class Number>
void fill_contributions(std::span<Number> values, int source, unsigned salt, bool factors) {
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = to_number<Number>(contribution(i, source, salt, factors));
}

// First element that is not what `combine` makes of ranks 0 to `ranks` - 1; `first_index` is where this span starts in
// the whole vector.
template <class Number, class Combine>
std::ptrdiff_t first_wrong_result(std::span<const Number> values, std::size_t first_index, int ranks, unsigned salt,
                                  bool factors, Combine combine) {
    std::array<Number, contribution_period> results{};
    for (std::size_t phase = 0; phase < contribution_period; ++phase) {
        results[phase] = to_number<Number>(contribution(phase, 0, salt, factors));
        for (int rank = 1; rank < ranks; ++rank)
            results[phase] = combine(results[phase], to_number<Number>(contribution(phase, rank, salt, factors)));
    }
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] != results[(first_index + i) % contribution_period]) return static_cast<std::ptrdiff_t>(i);
    return -1;
}

}  // namespace rw
