// One JSON object, written field by field. Numbers keep nine significant digits: a nanosecond in a second.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>

namespace rw {

class Json {
public:
    Json& field(std::string_view name, std::string_view text) {
        key(name);
        quoted(text);
        return *this;
    }
    Json& field(std::string_view name, const char* text) { return field(name, std::string_view(text)); }
    Json& field(std::string_view name, double value) {
        key(name);
        number(value);
        return *this;
    }
    Json& field(std::string_view name, std::int64_t value) {
        key(name);
        out_ += std::to_string(value);
        return *this;
    }
    Json& field(std::string_view name, int value) { return field(name, std::int64_t{value}); }
    template <class Item>
    Json& array(std::string_view name, std::span<const Item> values) {
        key(name);
        out_ += '[';
        for (bool first = true; const Item& value : values) {
            if (!first) out_ += ',';
            first = false;
            number(static_cast<double>(value));
        }
        out_ += ']';
        return *this;
    }
    Json& object(std::string_view name, const Json& inner) {
        key(name);
        out_ += inner.text();
        return *this;
    }
    [[nodiscard]] std::string text() const { return out_ + "}"; }

private:
    void key(std::string_view name) {
        out_ += out_.size() > 1 ? "," : "";
        quoted(name);
        out_ += ':';
    }
    void quoted(std::string_view text) {
        out_ += '"';
        for (const char c : text) {
            if (c == '"' || c == '\\') {
                out_ += '\\';
                out_ += c;
            } else if (static_cast<unsigned char>(c) >= 0x20) {
                out_ += c;
            } else {
                out_ += ' ';
            }
        }
        out_ += '"';
    }
    void number(double value) {
        char text[32];
        // JSON has no NaN; nothing in the engine should make one, and if it does the reader must see a hole.
        const int length = std::isfinite(value) ? std::snprintf(text, sizeof text, "%.9g", value)
                                                : std::snprintf(text, sizeof text, "null");
        out_.append(text, static_cast<std::size_t>(length));
    }

    std::string out_ = "{";
};

}  // namespace rw
