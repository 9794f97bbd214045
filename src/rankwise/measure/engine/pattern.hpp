// Payloads whose every element depends on who sent it, where it stands and which check it belongs to, so that stale,
// shifted, swapped or corrupted data cannot pass.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace rw {

// Word k of 8 bytes is 1 plus odd multiples of source, target, check and k. Where one of them differs the words do, and
// their first bytes unless by a multiple of 256; that small differences in several cancel out is ruled out by the size of
// the multiples. What is meant for every rank has target 0.
constexpr std::uint64_t pattern_step = 0x9E3779B97F4A7C15;

constexpr std::uint64_t pattern_start(int source, unsigned salt, int target) {
    return 1 + static_cast<std::uint64_t>(source) * 0xC2B2AE3D27D4EB4F +
           static_cast<std::uint64_t>(target) * 0xD6E8FEB86659FD93 + std::uint64_t{salt} * 0xA0761D6478BD642F;
}

inline void fill_bytes(std::span<std::uint8_t> bytes, int source, unsigned salt, int target = 0) {
    std::uint64_t word = pattern_start(source, salt, target);
    const std::size_t words = bytes.size() / sizeof word;
    for (std::size_t k = 0; k < words; ++k, word += pattern_step)
        std::memcpy(bytes.data() + k * sizeof word, &word, sizeof word);
    if (const std::size_t rest = bytes.size() % sizeof word; rest > 0)
        std::memcpy(bytes.data() + words * sizeof word, &word, rest);
}

// Index of the first wrong byte, or -1.
inline std::ptrdiff_t first_wrong_byte(std::span<const std::uint8_t> bytes, int source, unsigned salt, int target = 0) {
    std::uint64_t expected = pattern_start(source, salt, target);
    std::size_t begin = 0;
    for (std::uint64_t word = 0; begin + sizeof word <= bytes.size(); begin += sizeof word, expected += pattern_step) {
        std::memcpy(&word, bytes.data() + begin, sizeof word);
        if (word != expected) break;
    }
    std::array<std::uint8_t, sizeof expected> right{};
    std::memcpy(right.data(), &expected, sizeof expected);
    const auto block = bytes.subspan(begin, std::min(sizeof expected, bytes.size() - begin));
    for (std::size_t i = 0; i < block.size(); ++i)
        if (block[i] != right[i]) return static_cast<std::ptrdiff_t>(begin + i);
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
