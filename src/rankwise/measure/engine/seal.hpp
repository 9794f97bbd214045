// The control channel as records that only the two ends of one connection can make:
//   <4 bytes: length> <16 bytes: tag> <as many bytes>
// The tag is HMAC-SHA256 of direction, number and bytes, cut to 16 bytes, with a key of this connection alone. A record of
// another connection, another launch, the other direction or another place in the stream does not fit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "sha256.hpp"

namespace rw {

class Seal {
public:
    static constexpr std::size_t nonce_bytes = 16;
    static constexpr std::size_t head_bytes = 20;
    static constexpr std::size_t most_bytes = std::size_t{1} << 20;
    using Head = std::array<unsigned char, head_bytes>;

    // `word` says what the key is for, `nonces` makes it one of this connection.
    Seal(std::string_view secret, std::string_view word, std::string_view nonces)
        : key_(Hmac(secret).add(word).add(nonces).finish()) {}

    // What goes before the next record that this end sends.
    Head head(std::string_view bytes) {
        Head head{};
        for (std::size_t i = 0; i < 4; ++i) head[i] = static_cast<unsigned char>(bytes.size() >> (24 - 8 * i));
        const Digest tag = tagged('r', sent_++, bytes);
        std::copy(tag.begin(), tag.begin() + 16, head.begin() + 4);
        return head;
    }

    // Takes the next record off the front of what was received; nothing while it is not whole. Throws when the other
    // end did not make it.
    std::optional<std::string> opened(std::string& received) {
        if (received.size() < head_bytes) return std::nullopt;
        std::size_t length = 0;
        for (std::size_t i = 0; i < 4; ++i) length = length << 8 | static_cast<unsigned char>(received[i]);
        if (length > most_bytes) throw forged();
        if (received.size() < head_bytes + length) return std::nullopt;
        std::string bytes = received.substr(head_bytes, length);
        const Digest tag = tagged('t', taken_++, bytes);
        unsigned differs = 0;
        for (std::size_t i = 0; i < 16; ++i) differs |= tag[i] ^ static_cast<unsigned char>(received[4 + i]);
        if (differs != 0) throw forged();
        received.erase(0, head_bytes + length);
        return bytes;
    }

private:
    [[nodiscard]] Digest tagged(char direction, std::uint64_t number, std::string_view bytes) const {
        std::array<unsigned char, 9> before{static_cast<unsigned char>(direction)};
        for (std::size_t i = 0; i < 8; ++i) before[1 + i] = static_cast<unsigned char>(number >> (56 - 8 * i));
        return Hmac(view(key_)).add(view(before)).add(bytes).finish();
    }
    static std::runtime_error forged() {
        return std::runtime_error("the control channel brought something that the tool did not send");
    }

    Digest key_;
    std::uint64_t sent_ = 0;
    std::uint64_t taken_ = 0;
};

}  // namespace rw
