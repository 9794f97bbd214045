#include "probe.hpp"

#include "socket.hpp"

#include <iostream>

namespace lab {

namespace {

struct Probe {
    int64_t number;  // negative: stop
    int64_t sent_ns;
    int64_t received_ns;
};

constexpr int64_t patience_ns = 5'000'000'000;
constexpr int64_t lost_ns = 200'000'000;

bool receive(int fd, Probe& probe, sockaddr_in& from, int64_t until_ns) {
    socklen_t size = sizeof from;
    while (now_ns() < until_ns)
        if (recvfrom(fd, &probe, sizeof probe, MSG_DONTWAIT, reinterpret_cast<sockaddr*>(&from), &size) == sizeof probe)
            return true;
    return false;
}

void send_to(int fd, const Probe& probe, const sockaddr_in& to) {
    check(sendto(fd, &probe, sizeof probe, 0, reinterpret_cast<const sockaddr*>(&to), sizeof to), "send a probe");
}

}  // namespace

int echo(int port) {
    take_precedence();
    const Fd fd = bound_socket(SOCK_DGRAM, port);
    std::cout << "ready" << std::endl;
    Probe probe{};
    sockaddr_in from{};
    while (receive(fd.get(), probe, from, now_ns() + patience_ns)) {
        if (probe.number < 0) return 0;
        probe.received_ns = now_ns();
        send_to(fd.get(), probe, from);
    }
    return 1;
}

int probe(const std::string& address, int port, int count) {
    take_precedence();
    const Fd fd(check(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), "socket"));
    const sockaddr_in to = address_of(address, port);
    for (int64_t i = 0; i < count; ++i) {
        send_to(fd.get(), {i, now_ns(), 0}, to);
        Probe answer{-1, 0, 0};
        sockaddr_in from{};
        const int64_t until_ns = now_ns() + lost_ns;
        while (answer.number != i && receive(fd.get(), answer, from, until_ns)) {}
        if (answer.number != i) continue;
        std::cout << answer.received_ns - answer.sent_ns << ' ' << now_ns() - answer.received_ns << '\n';
    }
    send_to(fd.get(), {-1, 0, 0}, to);
    return 0;
}

}  // namespace lab
