#include "pingpong.hpp"

#include "socket.hpp"

#include <algorithm>
#include <iostream>
#include <netinet/tcp.h>
#include <sys/time.h>
#include <vector>

namespace lab {

namespace {

constexpr int warm_up = 3;  // until TCP has opened its windows
constexpr int64_t patience_ns = 20'000'000'000;
// Only the end of a message is polled for. Linux takes 5 % of every second away from real-time work that never sleeps,
// the switch's included: messages of hundreds of milliseconds came up to 50 ms late.
constexpr size_t polled_bytes = 16384;

using Message = std::vector<char>;

void prepare(int fd) {
    const int yes = 1;
    check(setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes), "set TCP_NODELAY");
    const timeval patience{patience_ns / 1'000'000'000, 0};
    for (const int way : {SO_RCVTIMEO, SO_SNDTIMEO})
        check(setsockopt(fd, SOL_SOCKET, way, &patience, sizeof patience), "set the time to wait");
}

[[noreturn]] void give_up() { throw std::runtime_error("a message did not arrive within 20 s"); }

// Sleeping until `bytes` are through. False: the other side has closed.
template <typename Transfer>
bool move_slowly(size_t bytes, Transfer transfer) {
    for (size_t done = 0; done < bytes;) {
        const ssize_t n = transfer(done, bytes - done);
        if (n < 0 && errno == EAGAIN) give_up();
        if (n <= 0) return false;
        done += static_cast<size_t>(n);
    }
    return true;
}

bool send_all(int fd, const Message& message) {
    return move_slowly(message.size(),
                       [&](size_t at, size_t n) { return send(fd, message.data() + at, n, MSG_NOSIGNAL); });
}

// Polls for the last bytes, as MPI ranks do.
bool receive_all(int fd, Message& message) {
    size_t done = message.size() > polled_bytes ? message.size() - polled_bytes : 0;
    if (!move_slowly(done, [&](size_t at, size_t n) { return recv(fd, message.data() + at, n, MSG_WAITALL); }))
        return false;
    const int64_t until_ns = now_ns() + patience_ns;
    while (done < message.size()) {
        const ssize_t n = recv(fd, message.data() + done, message.size() - done, MSG_DONTWAIT);
        if (n > 0) done += static_cast<size_t>(n);
        if (n == 0 || (n < 0 && errno != EAGAIN)) return false;
        if (n < 0 && now_ns() > until_ns) give_up();
    }
    return true;
}

}  // namespace

int pong(int port) {
    take_precedence();
    const Fd listener = bound_socket(SOCK_STREAM, port);
    check(listen(listener.get(), 1), "listen");
    std::cout << "ready" << std::endl;
    const Fd fd(check(accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC), "accept"));
    prepare(fd.get());
    uint64_t size = 0;
    check(recv(fd.get(), &size, sizeof size, MSG_WAITALL), "receive");
    Message message(size);
    while (receive_all(fd.get(), message) && send_all(fd.get(), message)) {}
    return 0;
}

int ping(const std::string& address, int port, size_t bytes, int count) {
    take_precedence();
    const Fd fd(check(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket"));
    const sockaddr_in to = address_of(address, port);
    check(connect(fd.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to), "connect to " + address);
    prepare(fd.get());
    const uint64_t size = bytes;
    check(send(fd.get(), &size, sizeof size, MSG_NOSIGNAL), "send");
    Message message(bytes);
    for (int i = -warm_up; i < count; ++i) {
        const int64_t start_ns = now_ns();
        if (!send_all(fd.get(), message) || !receive_all(fd.get(), message))
            throw std::runtime_error("the connection to " + address + " broke");
        if (i >= 0) std::cout << (now_ns() - start_ns) / 2 << '\n';
    }
    return 0;
}

}  // namespace lab
