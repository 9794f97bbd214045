// A fault that is planted to prove a check: in one message of one rank, counted from 0 in the order of sending.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>

#include "options.hpp"

namespace program {

class Fault {
public:
    // flip: one exponent bit of one value, of several fields one in each. lose: a halo layer stays as it was. double: a rank sees its own layer again
    // in the place of its neighbour's.
    enum class Kind { none, flip, lose, twice };

    Fault(const std::string& words, bool halo) {
        if (words.empty()) return;
        if (words.starts_with("slow:")) {
            slowed_ = words.substr(5);
            return;
        }
        const std::size_t colon = words.find(':');
        const std::string name = words.substr(0, colon);
        if (name == "flip") kind_ = Kind::flip;
        if (name == "lose" && halo) kind_ = Kind::lose;
        if (name == "double" && halo) kind_ = Kind::twice;
        const char* const end = words.data() + words.size();
        const char* at = colon == std::string::npos ? end : words.data() + colon + 1;
        const auto rank = std::from_chars(at, end, rank_);
        at = rank.ec == std::errc{} && rank.ptr != end && *rank.ptr == ':' ? rank.ptr + 1 : end;
        const auto message = std::from_chars(at, end, message_);
        if (kind_ == Kind::none || message.ec != std::errc{} || message.ptr != end)
            throw Refused("--fault " + words + ": give flip:RANK:MESSAGE" +
                          (halo ? ", or lose or double in the place of flip" : "") + "; or slow:PHASE");
    }

    // Whether a phase is to take a tenth longer.
    [[nodiscard]] bool slows(std::string_view phase) const { return !slowed_.empty() && phase == slowed_; }
    // Which of the next `count` messages of this rank is hit, after `sent` others.
    [[nodiscard]] std::optional<std::size_t> hits(int rank, std::int64_t sent, std::int64_t count) const {
        if (kind_ == Kind::none || rank != rank_ || message_ < sent || message_ >= sent + count) return std::nullopt;
        return static_cast<std::size_t>(message_ - sent);
    }
    // Spoils the values of a message, those of `places` (empty: the middle one). `before`: what was there; `own`: cells of this rank beside them.
    void spoil(std::span<double> values, std::span<const double> before = {}, std::span<const double> own = {},
               std::span<const std::size_t> places = {}) const {
        if (values.empty()) return;
        if (kind_ == Kind::lose) std::memcpy(values.data(), before.data(), values.size_bytes());
        if (kind_ == Kind::twice) std::memcpy(values.data(), own.data(), values.size_bytes());
        if (kind_ != Kind::flip) return;
        if (places.empty()) flip(values[values.size() / 2]);
        for (const std::size_t place : places) flip(values[place]);
    }

private:
    static void flip(double& value) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        bits ^= std::uint64_t{1} << 62U;
        std::memcpy(&value, &bits, sizeof bits);
    }

    Kind kind_ = Kind::none;
    std::string slowed_;
    int rank_ = -1;
    std::int64_t message_ = -1;
};

}  // namespace program
