// The engine's readers of commands and of sealed records, for a fuzzer. A std::exception is an answer; sanitizers end
// anything else.
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>

#include "command.hpp"
#include "seal.hpp"

namespace {

void read_command(const std::string& text) {
    const rw::Command command = rw::Command::parse(text);
    static_cast<void>(command.groups());
    static_cast<void>(command.name("cell", ""));
    static_cast<void>(command.number<int>("id", 0));
    static_cast<void>(command.number<double>("batch_s", 0.0));
}

// A record whose length, tag or content is changed at the place that the first bytes name; no fuzzer guesses a tag.
void read_record(std::string text) {
    if (text.size() < 3) return;
    const std::size_t place = static_cast<unsigned char>(text[0]);
    const auto turned = static_cast<unsigned char>(text[1]);
    text.erase(0, 2);
    rw::Seal writer("secret", "session", "nonces");
    rw::Seal reader("secret", "session", "nonces");
    std::string stream(rw::view(writer.head(text)));
    stream += text + text;
    if (place < stream.size()) {
        stream[place] = static_cast<char>(static_cast<unsigned char>(stream[place]) ^ turned);
    }
    while (reader.opened(stream)) {}
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
    try {
        if (data[0] % 2 == 0) {
            read_command(text);
        } else {
            read_record(text);
        }
    } catch (const std::exception& refused) {
        static_cast<void>(refused);  // what is wanted of most inputs
    }
    return 0;
}
