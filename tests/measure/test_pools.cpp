// Which visits go through a library's pools of buffers before they count, and for how long.
#include "expect.hpp"
#include "pools.hpp"

int main() {
    rw::Work w(rw::private_memory);
    rw::Pools pools;
    w.size_bytes = 8;
    expect(pools.are_new(w), "the first visit");
    expect(!rw::Pools::are_used(w, 2000, 9e-3), "as many as were seen to be slow are not enough");
    expect(rw::Pools::are_used(w, 16384, 4e-3), "eight times as many are");
    expect(rw::Pools::are_used(w, 10, 0.1), "slow links do not take for ever");
    pools.use(w, 0.01);
    expect(!pools.are_new(w), "once");
    w.size_bytes = 4096;
    expect(pools.are_new(w), "larger messages take more of them");
    pools.use(w, 0.01);
    w.window = 256;
    w.size_bytes = 1024;
    expect(pools.are_new(w), "and so do more at a time");
    expect(rw::Pools::are_used(w, 64, 1e-3), "each of which counts");
    pools.use(w, 0.01);
    w.size_bytes = 4096;
    expect(!pools.are_new(w), "each size and each window was there");
    w.size_bytes = 1 << 20;
    expect(!pools.are_new(w), "what is not copied into pools");

    rw::Pools slow;
    w.window = 1;
    for (w.size_bytes = 1; w.size_bytes < 8; w.size_bytes *= 2) slow.use(w, 0.1);
    expect(!slow.are_new(w), "a launch spends no more than so much on them");
    return failures == 0 ? 0 : 1;
}
