// A ping-pong of messages over TCP, as the plainest MPI library would do it: the yardstick for a link's rate.
#pragma once

#include <cstddef>
#include <string>

namespace lab {

// Answers one connection until it closes.
int pong(int port);

// Prints half the round trip of each of `count` messages, in nanoseconds; a few go before, uncounted.
int ping(const std::string& address, int port, size_t bytes, int count);

}  // namespace lab
