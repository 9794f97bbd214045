// What libFuzzer is under clang, for GCC: `fuzz SEED COUNT [FILE]`. Inputs that take a new branch are kept and changed
// further. FILE gets each input before it is read: the last one is that which failed.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::array<bool, 1U << 16U> taken;
std::size_t branches = 0;
std::uintptr_t before = 0;

std::string changed(std::mt19937_64& draw, std::string text, const std::string& other) {
    constexpr std::array<std::string_view, 8> words{"=",  ",",   ";",    "-1", "99999999999999999999999",
                                                    "id", "nan", "1e309"};
    const auto below = [&draw](std::size_t end) { return end == 0 ? 0 : draw() % end; };
    for (std::size_t changes = 1 + below(5); changes > 0; --changes) {
        const std::size_t at = below(text.size() + 1);
        switch (below(6)) {
            case 0: text.insert(at, 1, static_cast<char>(below(256))); break;
            case 1: text.erase(at, 1 + below(20)); break;
            case 2: text.insert(at, text.substr(at, 1 + below(40))); break;
            case 3: text.insert(at, words[below(words.size())]); break;
            case 4: text.insert(at, other.substr(below(other.size() + 1), 1 + below(40))); break;
            default:
                if (at < text.size()) text[at] = static_cast<char>(below(256));
        }
    }
    return text.substr(0, 4096);
}

}  // namespace

// Called by GCC at each branch of what was compiled with -fsanitize-coverage=trace-pc.
extern "C" void __sanitizer_cov_trace_pc() {
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
    bool& seen = taken[(here ^ (before >> 1U)) % taken.size()];
    before = here;
    branches += seen ? 0 : 1;
    seen = true;
}

int main(int count, char** words) {
    if (count != 3 && count != 4) return 2;
    std::mt19937_64 draw(std::strtoull(words[1], nullptr, 10));
    const unsigned long long inputs = std::strtoull(words[2], nullptr, 10);
    std::vector<std::string> kept{
        std::string(1, '\0') +
            "visit id=3 cell=a%20b/b kernel=pingpong size=8 groups=0,1;2,3 samples=4 batch_s=1e-3 limit_s=60",
        std::string("\1\377\0", 3) + "visit id=3"};
    const std::size_t begun = kept.size();
    for (unsigned long long input = 0; input < inputs; ++input) {
        std::string text = kept[input < begun ? input : draw() % kept.size()];
        if (input >= begun) text = changed(draw, text, kept[draw() % kept.size()]);
        if (count == 4) std::ofstream(words[3], std::ios::binary) << text;
        const std::size_t known = branches;
        before = 0;
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
        if (branches > known) kept.push_back(text);
    }
    std::printf("%llu inputs, %zu branches, %zu kept\n", inputs, branches, kept.size());
    return 0;
}
