// What is taken out of every cache before a cold call: its buffers, and a window's memory, which a get reads.
#include "expect.hpp"
#include "kernels.hpp"
#include "parameters.hpp"

#include <map>

namespace {

using Stretches = std::map<const std::uint8_t*, std::size_t>;

constexpr std::size_t size_bytes = 1024;

// Of the first of two ranks, with a window of four messages where the kernel has one.
Stretches taken_out(const char* kernel, rw::Work& w, std::uint8_t* window_memory) {
    rw::Parameters parameters = rw::Parameters::of({"visit", {{"size", std::to_string(size_bytes)}, {"window", "4"}}});
    w.ranks = 2;
    const rw::Sizes sizes = parameters.apply(*rw::row_named(kernel), w, std::numeric_limits<int>::max());
    expect(parameters.reserve(w, sizes), "there is memory");
    w.prepared.window_memory = window_memory;  // as the kernel's prepare() would
    Stretches found;
    parameters.for_each_stretch(
        w, sizes, [&](const std::uint8_t* memory, std::size_t stretch_bytes) { found[memory] = stretch_bytes; });
    return found;
}

void window(const char* kernel, std::size_t window_bytes) {
    std::uint8_t memory = 0;
    rw::Work w{rw::private_memory};
    const Stretches found = taken_out(kernel, w, &memory);
    expect(found.size() == 3 && found.contains(w.send.data()) && found.contains(w.receive.data()), kernel);
    expect(found.contains(&memory) && found.at(&memory) == window_bytes, kernel);
}

void buffers() {
    rw::Work w{rw::private_memory};
    const Stretches found = taken_out("pingpong", w, nullptr);
    expect(found == Stretches{{w.send.data(), size_bytes}, {w.receive.data(), size_bytes}}, "buffers alone");
}

}  // namespace

int main() try {
    buffers();
    window("get_flush", size_bytes);
    window("get_stream", size_bytes);
    window("get_neighbours", size_bytes);
    window("put_flush", size_bytes);
    window("put_stream", 4 * size_bytes);
    window("put_neighbours", 2 * size_bytes);
    return failures == 0 ? 0 : 1;
} catch (const std::exception& problem) {
    expect(false, problem.what());
    return 1;
}
