// Payloads whose every element depends on who sent it, where it stands and which check it belongs to, so that stale,
// shifted, swapped or corrupted data cannot pass.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace rw {

constexpr std::uint8_t pattern_byte(std::size_t index, int source, unsigned salt) {
    return static_cast<std::uint8_t>(index * 31 + (index >> 8) * 7 + static_cast<unsigned>(source) * 17 + salt * 101 + 1);
}

inline void fill_bytes(std::span<std::uint8_t> bytes, int source, unsigned salt) {
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = pattern_byte(i, source, salt);
}

// Index of the first wrong byte, or -1.
inline std::ptrdiff_t first_wrong_byte(std::span<const std::uint8_t> bytes, int source, unsigned salt) {
    for (std::size_t i = 0; i < bytes.size(); ++i)
        if (bytes[i] != pattern_byte(i, source, salt)) return static_cast<std::ptrdiff_t>(i);
    return -1;
}

// Contributions to a reduction are small integers, so that sums over thousands of ranks are exact in a float.
constexpr int contribution_period = 16;

constexpr int contribution(std::size_t index, int source, unsigned salt) {
    return static_cast<int>((index + static_cast<unsigned>(source) * 3 + salt) % contribution_period);
}

template <class Number>
void fill_contributions(std::span<Number> values, int source, unsigned salt) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<Number>(contribution(i, source, salt));
}

// First element that is not the sum over all ranks; `first_index` is where this span starts in the whole vector.
template <class Number>
std::ptrdiff_t first_wrong_sum(std::span<const Number> values, std::size_t first_index, int ranks, unsigned salt) {
    std::array<Number, contribution_period> sums{};
    for (std::size_t phase = 0; phase < contribution_period; ++phase)
        for (int rank = 0; rank < ranks; ++rank)
            sums[phase] = static_cast<Number>(sums[phase] + static_cast<Number>(contribution(phase, rank, salt)));
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] != sums[(first_index + i) % contribution_period]) return static_cast<std::ptrdiff_t>(i);
    return -1;
}

}  // namespace rw
