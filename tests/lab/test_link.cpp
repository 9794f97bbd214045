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
    expect(link.admit({500, 486}, 0, {}) == 1500, "a frame takes its own length and the delay");
    expect(link.admit({500, 486}, 0, {}) == 2000, "the next one waits for the one before");
    expect(link.admit({500, 486}, 700, {}) == 2500, "also when it comes later");
}

void links_share_a_gate() {
    lab::Gate gate{0.5e9};
    lab::Link one = link_of(0, 1e9);
    lab::Link other = link_of(0, 1e9);
    one.gates = other.gates = {&gate};
    expect(one.admit({500, 486}, 0, {}) == 1000, "a frame takes what the gate takes");
    expect(other.admit({500, 486}, 0, {}) == 2000, "that of another link waits for it");
    expect(link_of(0, 1e9).admit({500, 486}, 0, {}) == 500, "a link beside the gate does not");
    expect(one.admit({500, 486}, 10'000, {}) == 11'000, "a gate saves nothing up either");
    lab::Link wide = link_of(0, 0);
    wide.gates = {&gate};
    expect(wide.piece_bytes(1000) == 50'000, "pieces are as long as the gate carries in a tenth of a millisecond");
}

void idle_time_is_not_saved_up() {
    lab::Link link = link_of(0, 1e9);
    expect(link.admit({500, 486}, 1'000'000, {}) == 1'000'500, "after a pause the link is as fast as ever");
    expect(link.admit({500, 486}, 1'000'000, {}) == 1'001'000, "and not faster");
}

void overhead_comes_off_the_delay() {
    lab::Link link = link_of(1000, 0);
    expect(link.admit({500, 486}, 0, {300, 0}) == 700, "the known overhead is taken off");
    expect(link.admit({500, 486}, 0, {300, 0.2}) == 700, "and what copying costs, but none overtakes another");
    expect(link.admit({500, 486}, 1000, {300, 0.2}) == 1600, "100 ns for 500 bytes");
    expect(link.admit({500, 486}, 2000, {5000, 0}) == 2000, "nothing arrives before it was sent");
}

void drops_have_their_reasons() {
    lab::Link link = link_of(0, 1e9);
    link.settings.mtu = 1500;
    expect(!link.admit({1600, 1586}, 0, {}) && link.counters.too_long == 1, "longer than the MTU");
    expect(link.admit({1514, 1500}, 0, {}).has_value(), "just the MTU passes");
    link.settings.up = false;
    expect(!link.admit({500, 486}, 0, {}) && link.counters.while_down == 1, "a link that is down");
    link.settings.up = true;
    size_t passed = 0;
    while (link.admit({65000, 1500}, 0, {})) ++passed;
    expect(link.counters.overflowed == 1 && passed * 65000 > 15'000'000, "a full queue");
    link.deliver(65000);
    expect(link.admit({65000, 1500}, 0, {}).has_value(), "room again after a delivery");
}

void losses_are_as_many_as_asked() {
    lab::Link link = link_of(0, 0);
    link.settings.loss = 0.1;
    for (int i = 0; i < 10'000; ++i)
        if (link.admit({100, 86}, 0, {})) link.deliver(100);
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

// The checksum of an IPv4 header over itself is zero when it is right.
unsigned ip_sum(const unsigned char* ip) {
    unsigned sum = 0;
    for (int i = 0; i < 20; i += 2) sum += static_cast<unsigned>(ip[i] << 8 | ip[i + 1]);
    while (sum >> 16U) sum = (sum & 0xffffU) + (sum >> 16U);
    return ~sum & 0xffffU;
}

void a_large_frame_falls_into_pieces() {
    std::array<unsigned char, 10 + 14 + 20 + 32 + 4000> frame{};
    lab::VirtualHeader header{1, 1, 66, 1448, 34, 16};
    std::memcpy(frame.data(), &header, sizeof header);
    frame[10 + 12] = 0x08;  // IPv4
    unsigned char* ip = &frame[24];
    ip[0] = 0x45;
    ip[8] = 64;
    ip[9] = 6;
    unsigned char* tcp = &frame[44];
    tcp[7] = 100;  // sequence number
    tcp[12] = 8U << 4U;
    tcp[13] = 0x18;  // PSH, ACK
    tcp[16] = 4032 >> 8, tcp[17] = 4032 & 0xff;  // a pseudo header of nothing but the length
    for (size_t i = 76; i < frame.size(); ++i) frame[i] = static_cast<unsigned char>(i);

    const lab::Payload payload = lab::payload_of(frame.data(), frame.size());
    expect(payload.at == 76 && payload.bytes == 4000 && payload.segment_bytes == 1448, "the payload is found");
    std::array<unsigned char, 5000> piece{};
    size_t together = 0;
    for (size_t offset = 0; offset < 4000; offset += 1448) {
        const size_t bytes = offset + 1448 <= 4000 ? 1448 : 4000 - offset;
        expect(lab::cut(frame.data(), payload, offset, bytes, piece.data()) == 76 + bytes, "a piece has its own size");
        expect(std::memcmp(&piece[76], &frame[76 + offset], bytes) == 0, "and its part of the payload");
        expect(static_cast<size_t>(piece[26] << 8 | piece[27]) == 52 + bytes, "an IP length of its own");
        expect(ip_sum(&piece[24]) == 0, "a sound IP header");
        expect(static_cast<size_t>(piece[50] << 8 | piece[51]) == 100 + offset, "the next sequence number");
        expect((piece[44 + 13] & 0x08U) == (offset + bytes == 4000 ? 0x08U : 0U), "PSH on the last one only");
        expect(static_cast<size_t>(piece[60] << 8 | piece[61]) == 32 + bytes, "a pseudo header with its own length");
        expect(piece[1] == 0, "and needs no further cutting");
        together += lab::shape_of(piece.data(), 76 + bytes).wire_bytes;
    }
    expect(together == lab::shape_of(frame.data(), frame.size()).wire_bytes, "the wire carries as much as uncut");
    lab::Link link = link_of(0, 50e6);
    expect(link.piece_bytes(1448) == size_t{3} * 1448, "50 MB/s carry three segments in 0.1 ms");
    expect(link_of(0, 1e6).piece_bytes(1448) == 1448, "a slow link takes one at a time");
}

}  // namespace

int main() {
    a_large_frame_falls_into_pieces();
    frames_follow_one_another();
    links_share_a_gate();
    idle_time_is_not_saved_up();
    overhead_comes_off_the_delay();
    drops_have_their_reasons();
    losses_are_as_many_as_asked();
    segments_are_charged_with_their_headers();
    return 0;
}
