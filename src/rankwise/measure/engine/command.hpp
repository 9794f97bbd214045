// What the tool asks for: one line of words `key=value`, the first word being the verb.
#pragma once

#include <charconv>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rw {

using Ranks = std::vector<int>;

struct Command {
    std::string verb;
    std::map<std::string, std::string, std::less<>> values;

    static Command parse(const std::string& line) {
        Command command;
        for (std::string_view rest = line; !rest.empty();) {
            const std::string_view word = cut(rest, ' ');
            if (word.empty()) continue;
            if (command.verb.empty()) {
                command.verb = word;
                continue;
            }
            const auto equals = word.find('=');
            if (equals == std::string_view::npos)
                throw std::runtime_error("not key=value: '" + std::string(word).append("' in: ").append(line));
            command.values.insert_or_assign(std::string(word.substr(0, equals)), std::string(word.substr(equals + 1)));
        }
        return command;
    }

    [[nodiscard]] std::string text(std::string_view key, std::string_view fallback = "") const {
        const auto found = values.find(key);
        return found == values.end() ? std::string(fallback) : found->second;
    }

    // A name may hold any byte: blanks, which end a word, are sent as "%20".
    [[nodiscard]] std::string name(std::string_view key, std::string_view fallback) const {
        return decoded(text(key, fallback));
    }

    static std::string decoded(const std::string& sent) {
        std::string bytes;
        for (std::string_view rest = sent; !rest.empty();) {
            bytes += cut(rest, '%');
            if (rest.empty()) break;
            unsigned char byte = 0;
            const std::string_view digits = rest.substr(0, 2);
            const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
            if (error != std::errc{} || end != digits.data() + 2)
                throw std::runtime_error("'" + sent + "' has a % without two digits behind it");
            bytes += static_cast<char>(byte);
            rest.remove_prefix(2);
        }
        return bytes;
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

    // "0,1;2-5" as groups of ranks.
    [[nodiscard]] std::vector<Ranks> groups(std::string_view key = "groups") const {
        std::vector<Ranks> groups;
        const std::string list = text(key);
        for (std::string_view all = list; !all.empty();) {
            Ranks ranks;
            for (std::string_view one = cut(all, ';'); !one.empty();) {
                const std::string_view rank = cut(one, ',');
                const auto dash = rank.find('-');
                const int low = to_rank(rank.substr(0, dash));
                const int high = dash == std::string_view::npos ? low : to_rank(rank.substr(dash + 1));
                for (int value = low; value <= high; ++value) ranks.push_back(value);
            }
            if (!ranks.empty()) groups.push_back(std::move(ranks));
        }
        return groups;
    }

private:
    static int to_rank(std::string_view text) {
        int value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || end != text.data() + text.size())
            throw std::runtime_error("'" + std::string(text) + "' is not a rank");
        return value;
    }

    // Takes what stands before the next `at` off the front. Streams took longer than a small visit's calls.
    static std::string_view cut(std::string_view& rest, char at) {
        const auto end = rest.find(at);
        const std::string_view piece = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        return piece;
    }
};

}  // namespace rw
