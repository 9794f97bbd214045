// Internet addresses and the clock that endpoints share.
#pragma once

#include "system.hpp"

#include <arpa/inet.h>
#include <cstdint>
#include <ctime>
#include <sched.h>
#include <sys/socket.h>

namespace lab {

// The clock of day is the machine's in every endpoint: clocks of namespaces may be offset, this one cannot.
inline int64_t now_ns() {
    timespec t{};
    clock_gettime(CLOCK_REALTIME, &t);
    return int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

inline sockaddr_in address_of(const std::string& text, int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    if (inet_pton(AF_INET, text.c_str(), &address.sin_addr) != 1) throw std::runtime_error("bad address " + text);
    return address;
}

// Keeps other work of the machine from being measured with the link: below the switch's priority, above the rest.
// Without the permission the figures are noisier, nothing else.
inline void take_precedence() {
    const sched_param lowest{1};
    sched_setscheduler(0, SCHED_FIFO, &lowest);
}

// A socket of this kind, bound to the port at every address of the endpoint.
inline Fd bound_socket(int kind, int port) {
    Fd fd(check(socket(AF_INET, kind | SOCK_CLOEXEC, 0), "socket"));
    const int yes = 1;
    check(setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes), "reuse the port");
    const sockaddr_in own = address_of("0.0.0.0", port);
    check(bind(fd.get(), reinterpret_cast<const sockaddr*>(&own), sizeof own), "bind");
    return fd;
}

}  // namespace lab
