// Blocks whose data has been swapped, shifted or left from before are seen by the checks, among many ranks as among few.
#include "expect.hpp"
#include "kernels.hpp"

#include <set>

namespace {

// What rank `target` has after a right alltoall, its blocks sent and received by the kernel's own fill.
void receive_all(rw::Work& w, const rw::Kernel& kernel, int target) {
    for (int source = 0; source < w.ranks; ++source) {
        w.rank = source;
        kernel.fill(w, 1);
        std::memcpy(w.landing + static_cast<std::size_t>(source) * w.size_bytes,
                    w.send.data() + static_cast<std::size_t>(target) * w.size_bytes, w.size_bytes);
    }
    w.rank = target;
}

int swaps_unseen(rw::Work& w, const rw::Kernel& kernel) {
    int unseen = 0;
    for (std::size_t a = 0; a < w.ranks_size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
            const auto swap = [&] {
                std::swap_ranges(w.landing + a * w.size_bytes, w.landing + (a + 1) * w.size_bytes,
                                 w.landing + b * w.size_bytes);
            };
            swap();
            if (!kernel.check(w, 1).any()) ++unseen;
            swap();
        }
    return unseen;
}

void alltoall() {
    const rw::Kernel& kernel = *rw::row_named("alltoall");
    rw::Work w{rw::private_memory};
    for (const int ranks : {2, 32, 64, 256})
        for (const std::size_t size_bytes : {1, 20}) {
            w.ranks = ranks;
            w.size_bytes = size_bytes;
            const rw::Sizes sizes = kernel.sizes(w);
            expect(w.send.reserve(sizes.send_bytes) && w.receive.reserve(sizes.receive_bytes), "there is memory");
            w.landing = w.receive.data();
            receive_all(w, kernel, ranks - 1);
            expect(!kernel.check(w, 1).any(), "what was sent is right");
            expect(swaps_unseen(w, kernel) == 0, "blocks of two sources are told apart");
            w.rank = 0;
            expect(kernel.check(w, 1).any(), "what was for another rank is wrong");
        }
}

std::uint64_t first_word(int source, unsigned salt, int target) {
    std::array<std::uint8_t, sizeof(std::uint64_t)> bytes{};
    rw::fill_bytes(bytes, source, salt, target);
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    return word;
}

void words() {
    constexpr int ranks = 256;
    constexpr unsigned checks = 4;
    std::set<std::uint64_t> seen;
    for (unsigned salt = 0; salt < checks; ++salt)
        for (int source = 0; source < ranks; ++source)
            for (int target = 0; target < ranks; ++target) seen.insert(first_word(source, salt, target));
    expect(seen.size() == std::size_t{checks} * ranks * ranks, "8 bytes name source, target and check");
}

void places() {
    constexpr std::size_t segment = std::size_t{64} << 10;
    std::vector<std::uint8_t> bytes(4 * segment);
    rw::fill_bytes(bytes, 1, 1);
    std::swap_ranges(bytes.begin(), bytes.begin() + segment, bytes.begin() + segment);
    expect(rw::first_wrong_byte(bytes, 1, 1) >= 0, "segments of a message are told apart");
    for (std::size_t size_bytes = 0; size_bytes < 40; ++size_bytes) {
        const std::span block(bytes.data() + 3, size_bytes);
        rw::fill_bytes(block, 3, 7);
        expect(rw::first_wrong_byte(block, 3, 7) == -1, "any number of bytes anywhere");
        expect(size_bytes == 0 || rw::first_wrong_byte(block, 3, 6) == 0, "what was left from before is wrong");
        for (std::size_t i = 0; i < size_bytes; ++i) {
            block[i] ^= 0x10;
            expect(rw::first_wrong_byte(block, 3, 7) == static_cast<std::ptrdiff_t>(i), "the wrong byte is named");
            block[i] ^= 0x10;
        }
    }
}

}  // namespace

int main() {
    alltoall();
    words();
    places();
    return failures == 0 ? 0 : 1;
}
