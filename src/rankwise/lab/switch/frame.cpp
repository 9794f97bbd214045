#include "frame.hpp"

#include <algorithm>
#include <cstring>

namespace lab {

namespace {

constexpr size_t ip_at = virtual_header_bytes + ethernet_header_bytes;
constexpr unsigned char fin = 0x01, psh = 0x08, cwr = 0x80;

uint32_t get(const unsigned char* at, size_t bytes) {
    uint32_t value = 0;
    for (size_t i = 0; i < bytes; ++i) value = value << 8U | at[i];
    return value;
}

void put(unsigned char* at, size_t bytes, uint32_t value) {
    for (size_t i = bytes; i-- > 0; value >>= 8U) at[i] = static_cast<unsigned char>(value);
}

uint32_t folded(uint32_t sum) {
    while (sum >> 16U) sum = (sum & 0xffffU) + (sum >> 16U);
    return sum;
}

void finish_ip(unsigned char* ip, size_t bytes, size_t number) {
    put(ip + 2, 2, static_cast<uint32_t>(bytes));
    put(ip + 4, 2, get(ip + 4, 2) + static_cast<uint32_t>(number));
    put(ip + 10, 2, 0);
    uint32_t sum = 0;
    for (size_t i = 0; i < size_t{4} * (ip[0] & 0xfU); i += 2) sum += get(ip + i, 2);
    put(ip + 10, 2, ~folded(sum));
}

}  // namespace

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

Payload payload_of(const unsigned char* frame, size_t size) {
    VirtualHeader header{};
    std::memcpy(&header, frame, sizeof header);
    const size_t tcp = virtual_header_bytes + header.csum_start;
    const bool ipv4 = get(frame + virtual_header_bytes + 12, 2) == 0x0800;
    if (header.gso_type == 0 || header.gso_size == 0 || !ipv4 || tcp + 20 >= size) return {};
    const size_t at = tcp + size_t{4} * (frame[tcp + 12] >> 4U);
    return at < size ? Payload{at, size - at, header.gso_size} : Payload{};
}

size_t cut(const unsigned char* frame, const Payload& payload, size_t offset, size_t bytes, unsigned char* piece) {
    std::memcpy(piece, frame, payload.at);
    std::memcpy(piece + payload.at, frame + payload.at + offset, bytes);
    VirtualHeader header{};
    std::memcpy(&header, piece, sizeof header);
    if (bytes <= payload.segment_bytes) header.gso_type = 0, header.gso_size = 0;
    std::memcpy(piece, &header, sizeof header);

    finish_ip(piece + ip_at, payload.at + bytes - ip_at, offset / payload.segment_bytes);
    unsigned char* tcp = piece + virtual_header_bytes + header.csum_start;
    put(tcp + 4, 4, get(tcp + 4, 4) + static_cast<uint32_t>(offset));
    if (offset + bytes < payload.bytes) tcp[13] &= static_cast<unsigned char>(~(fin | psh));
    if (offset > 0) tcp[13] &= static_cast<unsigned char>(~cwr);
    // The checksum is that of the pseudo header so far, which holds the length: one out, the other in.
    const size_t headers = payload.at - virtual_header_bytes - header.csum_start;
    const auto before = static_cast<uint32_t>(headers + payload.bytes);
    const auto after = static_cast<uint32_t>(headers + bytes);
    put(tcp + 16, 2, folded(get(tcp + 16, 2) + (~before & 0xffffU) + after));
    return payload.at + bytes;
}

}  // namespace lab
