// Hostile commands and records for the engine's readers, drawn from a seed: `fuzz SEED COUNT`. A std::exception is an
// answer; sanitizers end anything else.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>
#include <string>

#include "command.hpp"
#include "seal.hpp"

namespace {

std::string spoiled(std::mt19937_64& draw, std::string text) {
    const auto below = [&draw](std::size_t end) { return end == 0 ? 0 : draw() % end; };
    for (std::size_t changes = 1 + below(5); changes > 0; --changes) {
        const std::size_t at = below(text.size() + 1);
        switch (below(5)) {
            case 0: text.insert(at, 1, static_cast<char>(below(256))); break;
            case 1: text.erase(at, 1 + below(20)); break;
            case 2: text.insert(at, text.substr(at, 1 + below(40))); break;
            case 3: text.insert(at, "99999999999999999999999"); break;
            default: text.insert(at, below(2) != 0 ? "==" : ";,,;"); break;
        }
    }
    return text;
}

void read_all(std::mt19937_64& draw) {
    const std::string line =
        "visit id=3 cell=a/b kernel=pingpong size=8 groups=0,1;2,3 samples=4 batch_s=1e-3 limit_s=60";
    try {
        const rw::Command command = rw::Command::parse(spoiled(draw, line));
        static_cast<void>(command.groups());
        static_cast<void>(command.number<int>("id", 0));
        static_cast<void>(command.number<double>("batch_s", 0.0));
    } catch (const std::exception& refused) {
        static_cast<void>(refused);  // what is wanted of a spoiled line
    }
    rw::Seal seal("secret", "session", "nonces");
    std::string stream(rw::view(seal.head(line)));
    stream = spoiled(draw, stream + line);
    try {
        while (seal.opened(stream)) {}
    } catch (const std::exception& refused) {
        static_cast<void>(refused);
    }
}

}  // namespace

int main(int count, char** words) {
    if (count != 3) return 2;
    std::mt19937_64 draw(std::strtoull(words[1], nullptr, 10));
    const unsigned long long inputs = std::strtoull(words[2], nullptr, 10);
    for (unsigned long long input = 0; input < inputs; ++input) read_all(draw);
    std::printf("%llu inputs\n", inputs);
    return 0;
}
