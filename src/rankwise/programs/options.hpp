// What a program is asked: a table of options, each with a value, and how they are read.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace program {

// Why a program cannot do what was asked, in one line; ends it with status 2.
struct Refused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Option {
    std::string_view name;
    std::string_view usual;  // its value when it is not given
    std::string_view words;
};

inline constexpr Option common[] = {
    {"seed", "1", "what random input is drawn by"},
    {"threads", "1", "threads that compute in each rank"},
    {"buffers", "H", "where messages lie: H of the host, D of the device"},
    {"devices", "auto", "which devices D may be on"},
    {"pace", "0", "work units a second in each rank: sleep in the place of computing; 0 computes"},
    {"plan", "0", "1 prints memory, messages and bytes of each rank, and runs nothing"},
    {"partial", "0", "1 prints what is done so far, twice a second"},
    {"fault", "", "to prove the check: flip, lose or double:RANK:MESSAGE; or a tenth more time: slow:PHASE"},
};

inline constexpr Option seconds_option{"seconds", "0", "as many steps as take so long, in the place of --steps"};

struct Definition {
    std::string_view name;
    std::string_view what;
    std::string_view unit;  // of its figure of merit, of which more is better
    std::span<const Option> options;
    bool halo = false;     // messages are layers of cells, which can be lost or doubled
    bool threads = false;  // it computes with several threads where that is asked
};

// Values of all options of a program, from its arguments. One that it lacks is refused with a list of those it takes.
class Options {
public:
    Options(const Definition& definition, int argc, char** argv) {
        for (const Option& option : definition.options) values_.emplace_back(option.name, option.usual);
        for (const Option& option : common) values_.emplace_back(option.name, option.usual);
        read(argc, argv);
    }

    [[nodiscard]] const std::string& text(std::string_view name) const {
        for (const auto& [known, value] : values_)
            if (known == name) return value;
        throw std::logic_error("no option " + std::string(name));
    }
    [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t least = 0) const {
        const std::string& word = text(name);
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error != std::errc{} || end != word.data() + word.size() || value < least)
            throw Refused("--" + std::string(name) + " " + word + ": give a whole number from " +
                          std::to_string(least) + " on");
        return value;
    }
    [[nodiscard]] double number(std::string_view name) const {
        const std::string& word = text(name);
        char* end = nullptr;
        const double value = std::strtod(word.c_str(), &end);
        if (word.empty() || *end != '\0' || !std::isfinite(value) || value < 0.0)
            throw Refused("--" + std::string(name) + " " + word + ": give a number");
        return value;
    }
    // "4x2x1" as numbers, `count` of them; a single number stands for each. Empty where nothing is given.
    [[nodiscard]] std::vector<int> product(std::string_view name, std::size_t count) const {
        std::vector<int> sides;
        const std::string& word = text(name);
        if (word.empty()) return {};
        const char* const end = word.data() + word.size();
        for (const char* at = word.data(); at != end; ++at) {
            int side = 0;
            const auto [next, error] = std::from_chars(at, end, side);
            if (error != std::errc{} || side < 1) break;
            sides.push_back(side);
            at = next;
            if (at == end) {
                if (sides.size() == 1) sides.assign(count, sides[0]);
                if (sides.size() == count) return sides;
                break;
            }
            if (*at != 'x') break;
        }
        throw Refused("--" + std::string(name) + " " + word + ": give " + std::to_string(count) +
                      " numbers with x between");
    }

private:
    void read(int argc, char** argv) {
        for (int at = 1; at < argc; ++at) {
            const std::string_view word = argv[at];
            if (!word.starts_with("--")) throw Refused("unknown word '" + std::string(word) + "'" + usage());
            const std::string_view name = word.substr(
                2, word.find('=') == std::string_view::npos ? std::string_view::npos : word.find('=') - 2);
            auto known = std::ranges::find(values_, name, &std::pair<std::string_view, std::string>::first);
            if (known == values_.end()) throw Refused("unknown option --" + std::string(name) + usage());
            if (const std::size_t mark = word.find('='); mark != std::string_view::npos) {
                known->second = word.substr(mark + 1);
            } else if (++at < argc) {
                known->second = argv[at];
            } else {
                throw Refused("--" + std::string(name) + " needs a value");
            }
        }
    }
    [[nodiscard]] std::string usage() const {
        std::string words = "; it takes";
        for (const auto& [name, value] : values_) words += " --" + std::string(name);
        return words;
    }

    std::vector<std::pair<std::string_view, std::string>> values_;
};

}  // namespace program
