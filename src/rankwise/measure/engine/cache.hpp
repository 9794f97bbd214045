// Takes memory out of every cache of the processor, so that the next call finds it cold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#if defined(__x86_64__) || defined(__i386__)
#include <emmintrin.h>
#endif

namespace rw {

inline void evict(const std::uint8_t* memory, std::size_t size_bytes) {
#if defined(__x86_64__) || defined(__i386__)
    constexpr std::size_t line_bytes = 64;
    for (std::size_t i = 0; i < size_bytes; i += line_bytes) _mm_clflush(memory + i);
    _mm_mfence();
#elif defined(__aarch64__)
    constexpr std::size_t line_bytes = 64;  // some have longer lines: those are taken out several times
    for (std::size_t i = 0; i < size_bytes; i += line_bytes) asm volatile("dc civac, %0" ::"r"(memory + i) : "memory");
    asm volatile("dsb ish" ::: "memory");
#else
    // No instruction for it: writing more than a cache holds pushes everything else out.
    constexpr std::size_t more_than_a_cache = std::size_t{128} << 20;
    static std::vector<std::uint8_t> other(more_than_a_cache);
    if (size_bytes > 0 && memory != nullptr)
        for (std::size_t i = 0; i < other.size(); i += 64) other[i] = static_cast<std::uint8_t>(other[i] + 1);
#endif
}

}  // namespace rw
