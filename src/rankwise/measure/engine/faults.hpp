// Faults planted on purpose, so that tests can prove that checks catch what they should.
//   corrupt:KERNEL[:CHECK]   flips one received byte, at each check of a visit or at the first (0) or last (1) alone
//   die:RANK:CELL   kills a rank     hang:RANK:CELL   a rank never answers
//   clock:RANK:OFFSET_NS:DRIFT_PPM   distorts a rank's clock     counts:N    counts above N take the path of those beyond an int
//   memory:BYTES   a machine has so much available        skew:RANK:NS    a rank leaves barriers before batches that late
//   tardy:RANK   a rank is late wherever calls begin at a common time
#pragma once

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

#include "clock.hpp"
#include "memory.hpp"

namespace rw {

class Faults {
public:
    void add(const std::string& text) {
        std::vector<std::string> words;
        std::istringstream all(text);
        for (std::string word; std::getline(all, word, ':');) words.push_back(word);
        const bool known = (words.size() == 2 && (words[0] == "corrupt" || words[0] == "counts" ||
                                                  words[0] == "memory" || words[0] == "tardy")) ||
                           (words.size() == 3 &&
                            (words[0] == "die" || words[0] == "hang" || words[0] == "skew" || words[0] == "corrupt")) ||
                           (words.size() == 4 && words[0] == "clock");
        if (!known) throw std::runtime_error("unknown fault '" + text + "'");
        planted_.push_back(std::move(words));
    }

    [[nodiscard]] bool corrupts(std::string_view kernel, unsigned check) const {
        return std::ranges::any_of(planted_, [&](const auto& words) {
            return words[0] == "corrupt" && words[1] == kernel &&
                   (words.size() == 2 || words[2] == std::to_string(check));
        });
    }

    [[nodiscard]] std::size_t largest_count() const {
        for (const auto& words : planted_)
            if (words[0] == "counts") return std::stoul(words[1]);
        return std::numeric_limits<int>::max();
    }

    [[nodiscard]] std::size_t available_bytes() const {
        for (const auto& words : planted_)
            if (words[0] == "memory") return std::stoul(words[1]);
        return rw::available_bytes();
    }

    [[nodiscard]] std::int64_t skew_ns(int rank) const {
        for (const auto& words : planted_)
            if (words[0] == "skew" && words[1] == std::to_string(rank)) return std::stoll(words[2]);
        return 0;
    }

    [[nodiscard]] bool is_tardy(int rank) const {
        return std::ranges::any_of(
            planted_, [&](const auto& words) { return words[0] == "tardy" && words[1] == std::to_string(rank); });
    }

    void strike(int rank, std::string_view cell) const {
        for (const auto& words : planted_) {
            if (words.size() != 3 || words[1] != std::to_string(rank) || words[2] != cell) continue;
            if (words[0] == "die") raise(SIGKILL);
            if (words[0] == "hang")
                for (;;) pause();
        }
    }

    void distort(Clock& clock, int rank) const {
        for (const auto& words : planted_)
            if (words[0] == "clock" && words[1] == std::to_string(rank))
                clock.plant(std::stoll(words[2]), std::stod(words[3]) * 1e-6);
    }

private:
    std::vector<std::vector<std::string>> planted_;
};

}  // namespace rw
