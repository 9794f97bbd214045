// SHA-256 (FIPS 180-4) and HMAC (RFC 2104): what seals the control channel. Without allocation, for a signal handler
// speaks there too.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rw {

using Digest = std::array<unsigned char, 32>;

template <std::size_t size>
std::string_view view(const std::array<unsigned char, size>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class Sha256 {
public:
    void add(std::string_view bytes) {
        size_ += bytes.size();
        for (const char byte : bytes) {
            block_[filled_++] = static_cast<unsigned char>(byte);
            if (filled_ == block_.size()) compress();
        }
    }

    [[nodiscard]] Digest finish() {
        const std::uint64_t bits = size_ * 8;
        block_[filled_++] = 0x80;
        if (filled_ > block_.size() - 8) {
            std::fill(block_.begin() + static_cast<std::ptrdiff_t>(filled_), block_.end(), 0);
            compress();
        }
        std::fill(block_.begin() + static_cast<std::ptrdiff_t>(filled_), block_.end() - 8, 0);
        for (std::size_t i = 0; i < 8; ++i) block_[56 + i] = static_cast<unsigned char>(bits >> (56 - 8 * i));
        compress();
        Digest digest{};
        for (std::size_t i = 0; i < digest.size(); ++i)
            digest[i] = static_cast<unsigned char>(state_[i / 4] >> (24 - 8 * (i % 4)));
        return digest;
    }

private:
    void compress() {
        std::array<std::uint32_t, 64> w{};
        for (std::size_t i = 0; i < 16; ++i)
            for (std::size_t byte = 0; byte < 4; ++byte) w[i] = w[i] << 8 | block_[4 * i + byte];
        for (std::size_t i = 16; i < 64; ++i) {
            const std::uint32_t a = w[i - 15], b = w[i - 2];
            w[i] = w[i - 16] + w[i - 7] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) +
                   (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
        }
        auto [a, b, c, d, e, f, g, h] = state_;
        for (std::size_t i = 0; i < 64; ++i) {
            const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                        ((e & f) ^ (~e & g)) + constants[i] + w[i];
            const std::uint32_t second = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) +
                                         ((a & b) ^ (a & c) ^ (b & c));
            h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
        }
        const std::array<std::uint32_t, 8> added{a, b, c, d, e, f, g, h};
        for (std::size_t i = 0; i < added.size(); ++i) state_[i] += added[i];
        filled_ = 0;
    }

    static constexpr std::array<std::uint32_t, 64> constants{
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

    std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<unsigned char, 64> block_{};
    std::size_t filled_ = 0;
    std::uint64_t size_ = 0;
};

// HMAC of some text that is given in pieces, with a key of at most 64 bytes.
class Hmac {
public:
    explicit Hmac(std::string_view key) {
        std::array<unsigned char, 64> pad{};
        std::copy(key.begin(), key.begin() + static_cast<std::ptrdiff_t>(std::min(key.size(), pad.size())),
                  pad.begin());
        for (auto& byte : pad) byte ^= 0x36;
        inner_.add(view(pad));
        for (auto& byte : pad) byte ^= 0x36 ^ 0x5c;
        outer_.add(view(pad));
    }
    Hmac& add(std::string_view bytes) {
        inner_.add(bytes);
        return *this;
    }
    [[nodiscard]] Digest finish() {
        outer_.add(view(inner_.finish()));
        return outer_.finish();
    }

private:
    Sha256 inner_, outer_;
};

}  // namespace rw
