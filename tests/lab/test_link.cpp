// What a link does with frames, by an invented clock.

#include "frame.hpp"
#include "link.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

void expect(bool true_claim, const char* claim) {
    if (true_claim) return;
    std::fprintf(stderr, "not so: %s\n", claim);
    std::exit(1);
}

lab::Link link_of(int64_t delay_ns, double bytes_per_s) {
    lab::Link link;
    link.settings.delay_ns = delay_ns;
    link.settings.bytes_per_s = bytes_per_s;
    return link;
}

void frames_follow_one_another() {
    lab::Link link = link_of(1000, 1e9);  // one byte per nanosecond
    expect(link.admit({500, 486}, 0, 0) == 1500, "a frame takes its own length and the delay");
    expect(link.admit({500, 486}, 0, 0) == 2000, "the next one waits for the one before");
    expect(link.admit({500, 486}, 700, 0) == 2500, "also when it comes later");
}

void idle_time_is_not_saved_up() {
    lab::Link link = link_of(0, 1e9);
    expect(link.admit({500, 486}, 1'000'000, 0) == 1'000'500, "after a pause the link is as fast as ever");
    expect(link.admit({500, 486}, 1'000'000, 0) == 1'001'000, "and not faster");
}

void overhead_comes_off_the_delay() {
    lab::Link link = link_of(1000, 0);
    expect(link.admit({500, 486}, 0, 300) == 700, "the known overhead is taken off");
    expect(link.admit({500, 486}, 0, 5000) == 0, "nothing arrives before it was sent");
}

void drops_have_their_reasons() {
    lab::Link link = link_of(0, 1e9);
    link.settings.mtu = 1500;
    expect(!link.admit({1600, 1586}, 0, 0) && link.counters.too_long == 1, "longer than the MTU");
    expect(link.admit({1514, 1500}, 0, 0).has_value(), "just the MTU passes");
    link.settings.up = false;
    expect(!link.admit({500, 486}, 0, 0) && link.counters.while_down == 1, "a link that is down");
    link.settings.up = true;
    size_t passed = 0;
    while (link.admit({65000, 1500}, 0, 0)) ++passed;
    expect(link.counters.overflowed == 1 && passed * 65000 > 15'000'000, "a full queue");
    link.deliver(65000);
    expect(link.admit({65000, 1500}, 0, 0).has_value(), "room again after a delivery");
}

void losses_are_as_many_as_asked() {
    lab::Link link = link_of(0, 0);
    link.settings.loss = 0.1;
    for (int i = 0; i < 10'000; ++i)
        if (link.admit({100, 86}, 0, 0)) link.deliver(100);
    expect(link.counters.lost > 900 && link.counters.lost < 1100, "one in ten is lost");
    expect(link.counters.lost + link.counters.frames == 10'000, "and nothing else");
}

void segments_are_charged_with_their_headers() {
    std::array<unsigned char, 10 + 14 + 20 + 32 + 4000> frame{};
    lab::VirtualHeader header{};
    header.gso_type = 1;
    header.gso_size = 1448;
    header.csum_start = 34;
    std::memcpy(frame.data(), &header, sizeof header);
    frame[10 + 34 + 12] = 8U << 4U;  // a TCP header of 32 bytes
    const lab::Shape cut = lab::shape_of(frame.data(), frame.size());
    expect(cut.wire_bytes == 3 * 66 + 4000, "4000 bytes travel as three segments");
    expect(cut.largest_bytes == 1500, "each fits an MTU of 1500");
    header.gso_type = 0;
    std::memcpy(frame.data(), &header, sizeof header);
    expect(lab::shape_of(frame.data(), frame.size()).wire_bytes == 66 + 4000, "a plain frame is itself");
}

}  // namespace

int main() {
    frames_follow_one_another();
    idle_time_is_not_saved_up();
    overhead_comes_off_the_delay();
    drops_have_their_reasons();
    losses_are_as_many_as_asked();
    segments_are_charged_with_their_headers();
    return 0;
}
