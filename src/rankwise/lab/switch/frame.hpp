// A frame as the kernel hands it over: a header of the virtual network, then Ethernet.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lab {

// `struct virtio_net_hdr` of linux/virtio_net.h, which no longer compiles as C++ (a member is called `class`).
struct VirtualHeader {
    uint8_t flags;
    uint8_t gso_type;  // 0: not to be cut
    uint16_t hdr_len;
    uint16_t gso_size;
    uint16_t csum_start;
    uint16_t csum_offset;
};

constexpr size_t virtual_header_bytes = sizeof(VirtualHeader);
static_assert(virtual_header_bytes == 10);
constexpr size_t ethernet_header_bytes = 14;
constexpr size_t largest_frame_bytes = virtual_header_bytes + ethernet_header_bytes + 65536;

struct Shape {
    size_t wire_bytes;     // what a real link would carry: every segment with its own headers
    size_t largest_bytes;  // the largest single packet (IP header and all), to be held against an MTU
};

// The kernel hands over up to 64 KiB of TCP at once, to be cut into segments "by the adapter"; a link is charged for
// the segments, and nobody pays for cutting.
Shape shape_of(const unsigned char* frame, size_t size);

// How much TCP payload a frame carries that may be cut in pieces, and where it starts; 0: it may not be cut.
struct Payload {
    size_t at = 0;
    size_t bytes = 0;
    size_t segment_bytes = 0;
};
Payload payload_of(const unsigned char* frame, size_t size);

// Writes to `piece` the frame that carries `bytes` of the payload from `offset` on, as the sender's kernel would have
// made it (RFC 9293, RFC 791): lengths, sequence number, flags and checksums are its own. Returns its size.
size_t cut(const unsigned char* frame, const Payload& payload, size_t offset, size_t bytes, unsigned char* piece);

inline const unsigned char* target_of(const unsigned char* frame) { return frame + virtual_header_bytes; }

}  // namespace lab
