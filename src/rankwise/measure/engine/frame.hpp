// Frames: one JSON line with its length and checksum, so that a reader finds its way back after a launcher cut a line
// or a library printed into it.   \n@rw1 <bytes> <crc32 in hex> <json>\n
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace rw {

// CRC-32 as in IEEE 802.3 (the one of zlib), bit-reflected polynomial 0xEDB88320.
constexpr std::array<std::uint32_t, 256> crc_table = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t value = byte;
        for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1u) ? 0xEDB88320u : 0u);
        table[byte] = value;
    }
    return table;
}();

constexpr std::uint32_t crc32(std::string_view bytes) {
    std::uint32_t value = 0xFFFFFFFFu;
    for (const char c : bytes) value = crc_table[(value ^ static_cast<unsigned char>(c)) & 0xFFu] ^ (value >> 8);
    return value ^ 0xFFFFFFFFu;
}

static_assert(crc32("123456789") == 0xCBF43926u);

inline std::string frame(std::string_view json) {
    char head[40];
    std::snprintf(head, sizeof head, "\n@rw1 %zu %08x ", json.size(), crc32(json));
    std::string text = head;
    text.append(json);
    text += '\n';
    return text;
}

}  // namespace rw
