#include "pingpong.hpp"

#include "socket.hpp"

#include <algorithm>
#include <iostream>
#include <netinet/tcp.h>
#include <vector>

namespace lab {

namespace {

constexpr int warm_up = 3;  // until TCP has opened its windows
constexpr int64_t patience_ns = 20'000'000'000;

using Message = std::vector<char>;

void set_no_delay(int fd) {
    const int yes = 1;
    check(setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes), "set TCP_NODELAY");
}

// Polls as MPI ranks do. False: the other side has closed.
template <typename Transfer>
bool move_all(Message& message, Transfer transfer) {
    const int64_t until_ns = now_ns() + patience_ns;
    for (size_t done = 0; done < message.size();) {
        const ssize_t n = transfer(message.data() + done, message.size() - done);
        if (n > 0) done += static_cast<size_t>(n);
        if (n == 0 || (n < 0 && errno != EAGAIN)) return false;
        if (n < 0 && now_ns() > until_ns) throw std::runtime_error("a message did not arrive within 20 s");
    }
    return true;
}

bool send_all(int fd, Message& message) {
    return move_all(message, [fd](char* p, size_t n) { return send(fd, p, n, MSG_DONTWAIT | MSG_NOSIGNAL); });
}

bool receive_all(int fd, Message& message) {
    return move_all(message, [fd](char* p, size_t n) { return recv(fd, p, n, MSG_DONTWAIT); });
}

}  // namespace

int pong(int port) {
    take_precedence();
    const Fd listener = bound_socket(SOCK_STREAM, port);
    check(listen(listener.get(), 1), "listen");
    std::cout << "ready" << std::endl;
    const Fd fd(check(accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC), "accept"));
    set_no_delay(fd.get());
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
    set_no_delay(fd.get());
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
