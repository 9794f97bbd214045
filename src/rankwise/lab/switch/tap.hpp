// An interface inside an endpoint whose other end is the switch.
#pragma once

#include "../endpoint/system.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace lab {

struct Port {
    int pid = 0;  // of a process in the endpoint
    std::string interface;
    std::string segment;  // broadcasts stay inside it
    std::string address;
    int prefix = 0;
    int mtu = 0;
    uint32_t megabits_per_s = 0;  // 0: no limit was declared
    Fd tap;
};

using Mac = std::array<unsigned char, 6>;

// The address of port number `port`; the switch reads the number back from it.
Mac mac_of(size_t port);
size_t port_of(const unsigned char* mac);

// Makes and raises the port's interface inside its endpoint.
Fd make_tap(const Port& port, const Mac& mac);

// Tells the endpoint of `port` for good where another address is: no path starts with a question to everyone, and a
// link that was down works again at once and not at the next retry.
void add_neighbour(const Port& port, const std::string& address, const Mac& mac);

// Cutting TCP into segments is left to the switch (`large`) or done by the kernel: loss must hit single packets.
void set_large_frames(int tap, bool large);
}  // namespace lab
