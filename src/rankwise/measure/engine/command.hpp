// What the tool asks for: one line of words `key=value`, the first word being the verb.
#pragma once

#include <charconv>
#include <cstdint>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace rw {

using Ranks = std::vector<int>;

struct Command {
    std::string verb;
    std::map<std::string, std::string, std::less<>> values;

    static Command parse(const std::string& line) {
        Command command;
        std::istringstream words(line);
        words >> command.verb;
        for (std::string word; words >> word;) {
            const auto equals = word.find('=');
            if (equals == std::string::npos)
                throw std::runtime_error("not key=value: '" + word.append("' in: ").append(line));
            command.values[word.substr(0, equals)] = word.substr(equals + 1);
        }
        return command;
    }

    [[nodiscard]] std::string text(std::string_view key, std::string_view fallback = "") const {
        const auto found = values.find(key);
        return found == values.end() ? std::string(fallback) : found->second;
    }

    template <class Number>
    [[nodiscard]] Number number(std::string_view key, Number fallback) const {
        const auto found = values.find(key);
        if (found == values.end()) return fallback;
        const std::string& text = found->second;
        Number value{};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || end != text.data() + text.size())
            throw std::runtime_error("'" + text + "' is not a number for " + std::string(key));
        return value;
    }

    // "0,1;2,3" as groups of ranks.
    [[nodiscard]] std::vector<Ranks> groups(std::string_view key = "groups") const {
        std::vector<Ranks> groups;
        std::istringstream all(text(key));
        for (std::string one; std::getline(all, one, ';');) {
            Ranks ranks;
            std::istringstream list(one);
            for (std::string rank; std::getline(list, rank, ',');) {
                int value = 0;
                const auto [end, error] = std::from_chars(rank.data(), rank.data() + rank.size(), value);
                if (error != std::errc{} || end != rank.data() + rank.size())
                    throw std::runtime_error("'" + rank + "' is not a rank");
                ranks.push_back(value);
            }
            if (!ranks.empty()) groups.push_back(std::move(ranks));
        }
        return groups;
    }
};

}  // namespace rw
