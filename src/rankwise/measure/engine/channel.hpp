// The way to the tool: a socket that brings commands and takes frames, or a plan file and frames on a file or standard
// output where no socket reaches.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "frame.hpp"
#include "seal.hpp"

namespace rw {

// Writes all of it; what cannot be written is lost, and the reader sees that by the missing frame.
inline void write_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

// A Unix socket whose name is abstract (unix(7)): a zero byte and as many bytes as the length says.
inline int connect_abstract(const std::string& name) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (name.size() >= sizeof address.sun_path) throw std::runtime_error("control name too long: " + name);
    std::memcpy(address.sun_path + 1, name.data(), name.size());
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, reinterpret_cast<const sockaddr*>(&address), size) != 0)
        throw std::runtime_error("cannot reach the tool at abstract:" + name + ": " + std::strerror(errno));
    // Names are free for all when their owner is gone: a program of another user gets neither secret nor obedience.
    ucred peer{};
    socklen_t length = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0 || (peer.uid != geteuid() && peer.uid != 0))
        throw std::runtime_error("abstract:" + name + " is of another user, number " + std::to_string(peer.uid));
    return fd;
}

inline int connect_tcp(const std::string& host, const std::string& port) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (const int error = getaddrinfo(host.c_str(), port.c_str(), &hints, &found); error != 0)
        throw std::runtime_error("cannot resolve the tool's address " + host + ": " + gai_strerror(error));
    int fd = -1;
    int why = 0;
    for (const addrinfo* a = found; a && fd < 0; a = a->ai_next) {
        fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
        if (fd >= 0 && connect(fd, a->ai_addr, a->ai_addrlen) != 0) {
            why = errno;
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(found);
    if (fd < 0)
        throw std::runtime_error("cannot reach the tool at tcp:" + host + ":" + port + ": " + std::strerror(why));
    return fd;
}

class Channel {
public:
    // "abstract:name" or "tcp:host:port"
    static Channel to_tool(const std::string& address) {
        Channel channel;
        const auto last = address.rfind(':');
        if (address.starts_with("abstract:")) channel.fd_ = connect_abstract(address.substr(9));
        else if (address.starts_with("tcp:") && last > 4)
            channel.fd_ = connect_tcp(address.substr(4, last - 4), address.substr(last + 1));
        else throw std::runtime_error("'" + address + "' is neither abstract:NAME nor tcp:HOST:PORT");
        channel.reads_socket_ = true;
        return channel;
    }

    // Says who is here, in words that show the secret of this launch without telling it, and learns from the tool what
    // makes the key of this connection. Throws when the tool does not answer.
    void introduce(std::string_view hello, std::string_view secret) {
        std::string nonces(Seal::nonce_bytes, ' ');
        if (getrandom(nonces.data(), nonces.size(), 0) != static_cast<ssize_t>(nonces.size()))
            throw std::runtime_error("the kernel has no random numbers");
        const std::string words = frame(hello);
        std::string first = nonces;
        first.append(view(Seal(secret, "hello", nonces).head(words))).append(words);
        write_all(fd_, first);
        while (nonces.size() < 2 * Seal::nonce_bytes) {
            char bytes[Seal::nonce_bytes];
            pollfd waiting{fd_, POLLIN, 0};
            const int ready = poll(&waiting, 1, answer_limit_ms);
            if (ready < 0 && errno == EINTR) continue;
            const ssize_t count = ready > 0 ? ::read(fd_, bytes, 2 * Seal::nonce_bytes - nonces.size()) : 0;
            if (count <= 0) throw std::runtime_error("the tool refused this rank, or is gone");
            nonces.append(bytes, static_cast<std::size_t>(count));
        }
        seal_.emplace(secret, "session", nonces);
    }

    // Commands from a file that every rank can read; frames to `results` ("" is standard output).
    static Channel from_plan(const std::string& plan, const std::string& results) {
        Channel channel;
        channel.plan_.open(plan);
        if (!channel.plan_) throw std::runtime_error("cannot read the plan " + plan + ": " + std::strerror(errno));
        channel.fd_ = results.empty() ? STDOUT_FILENO
                                      : open(results.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
        if (channel.fd_ < 0)
            throw std::runtime_error("cannot write results to " + results + ": " + std::strerror(errno));
        return channel;
    }

    // The next command line; nothing when the tool is gone or the plan is done. Sleeps in a blocking read: a rank that
    // waits here takes no processor time from those that are measured.
    std::optional<std::string> next_line() {
        std::string line;
        if (!reads_socket_) return std::getline(plan_, line) ? std::optional(line) : std::nullopt;
        for (;;) {
            if (const auto end = received_.find('\n'); end != std::string::npos) {
                line = received_.substr(0, end);
                received_.erase(0, end + 1);
                return line;
            }
            char bytes[4096];
            const ssize_t count = ::read(fd_, bytes, sizeof bytes);
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) return std::nullopt;
            sealed_.append(bytes, static_cast<std::size_t>(count));
            if (!seal_) throw std::runtime_error("the tool has not answered yet");
            while (const auto opened = seal_->opened(sealed_)) received_ += *opened;
        }
    }

    // A rank that the tool does not reach: what it says waits for another rank to bring it.
    static Channel through_others() {
        Channel channel;
        channel.fd_ = STDERR_FILENO;  // for last words, which a user reads
        channel.holds_ = channel.reader_is_human_ = true;
        return channel;
    }

    void send(std::string_view json) {
        if (holds_) held_ += frame(json);
        else write(frame(json));
    }

    // At once, also in a signal handler: nothing is allocated.
    void write(std::string_view bytes) {
        while (seal_ && !bytes.empty()) {
            const std::string_view piece = bytes.substr(0, Seal::most_bytes);
            write_all(fd_, view(seal_->head(piece)));
            write_all(fd_, piece);
            bytes.remove_prefix(piece.size());
        }
        write_all(fd_, bytes);
    }

    // The end of this rank, at once as `write`: a frame for the tool, or a line where a user reads it.
    void last_words(std::string_view framed, std::string_view line) { write(reader_is_human_ ? line : framed); }

    // Frames wait from now on, until they are taken or released.
    void hold() { holds_ = true; }
    std::string take_held() { return std::exchange(held_, {}); }
    void release() {
        holds_ = false;
        write(take_held());
    }

    [[nodiscard]] bool interactive() const { return reads_socket_; }

private:
    static constexpr int answer_limit_ms = 60'000;

    int fd_ = -1;
    bool reads_socket_ = false;
    bool holds_ = false;
    bool reader_is_human_ = false;
    std::string held_;
    std::optional<Seal> seal_;  // of a socket
    std::string sealed_;        // received, and not yet whole
    std::string received_;
    std::ifstream plan_;
};

}  // namespace rw
