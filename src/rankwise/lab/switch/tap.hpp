// An interface inside an endpoint whose other end is the switch.
#pragma once

#include "../endpoint/system.hpp"

#include <array>
#include <string>

namespace lab {

struct Port {
  std::string segment;  // broadcasts stay inside it
  std::string interface;
  Fd tap;
};

using Mac = std::array<unsigned char, 6>;

// The address of port number `port`; the switch reads the number back from it.
Mac mac_of(size_t port);
size_t port_of(const unsigned char* mac);

// Makes and raises the interface inside the network namespace of the process `pid`.
Fd make_tap(int pid, const std::string& interface, const Mac& mac, const std::string& address, int prefix, int mtu);

// Cutting TCP into segments is left to the switch (`large`) or done by the kernel: loss must hit single packets.
void set_large_frames(int tap, bool large);
void set_carrier(int tap, bool present);

}  // namespace lab
