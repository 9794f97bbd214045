#include "frame.hpp"

#include <cstring>

namespace lab {

Shape shape_of(const unsigned char* frame, size_t size) {
    const size_t bytes = size - virtual_header_bytes;
    VirtualHeader header{};
    std::memcpy(&header, frame, sizeof header);
    const size_t tcp = virtual_header_bytes + header.csum_start;
    if (header.gso_type == 0 || header.gso_size == 0 || tcp + 12 >= size) return {bytes, bytes - ethernet_header_bytes};
    // `hdr_len` is only a hint; the TCP header says itself how long it is, in words of four bytes.
    const size_t headers = header.csum_start + size_t{4} * (frame[tcp + 12] >> 4U);
    if (headers >= bytes) return {bytes, bytes - ethernet_header_bytes};
    const size_t segments = (bytes - headers + header.gso_size - 1) / header.gso_size;
    return {bytes + (segments - 1) * headers, headers + header.gso_size - ethernet_header_bytes};
}

}  // namespace lab
