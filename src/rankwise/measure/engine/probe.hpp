// The probe: what a node says without any MPI. Whom its TCP connections reach, and what its interfaces have counted.
//
// Commands come on standard input, frames go to standard output; it sleeps until either it or another probe needs it.
//   begin name=N secret=S                                who I am; answers with the port at which I listen
//   reach id=I timeout_s=T bytes=B targets=L@HOST:PORT,..  a frame for each label L
//   count id=I                                           a frame for each interface and adapter port
#pragma once

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iterator>
#include <list>
#include <sstream>
#include <string>
#include <vector>

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "channel.hpp"
#include "clock.hpp"
#include "command.hpp"
#include "counters.hpp"
#include "json.hpp"
#include "options.hpp"

namespace rw {

class Probe {
public:
    int serve() {
        signal(SIGPIPE, SIG_IGN);
        listen_anywhere();
        std::string input;
        while (!closed_ || !calls_.empty()) {
            std::vector<pollfd> waiting{{closed_ ? -1 : STDIN_FILENO, POLLIN, 0}, {listener_, POLLIN, 0}};
            for (const Guest& guest : guests_) waiting.push_back({guest.fd, POLLIN, 0});
            for (const Call& call : calls_)
                waiting.push_back({call.fd, static_cast<short>(call.unsent.empty() ? POLLIN : POLLIN | POLLOUT), 0});
            poll(waiting.data(), waiting.size(), calls_.empty() ? -1 : 50);
            std::size_t next = 2;
            const std::size_t calls_at = next + guests_.size();
            for (auto guest = guests_.begin(); guest != guests_.end(); ++next) {
                const bool gone = waiting[next].revents != 0 && !answer(*guest);
                if (gone) close(guest->fd);
                guest = gone ? guests_.erase(guest) : std::next(guest);
            }
            next = calls_at;
            for (auto call = calls_.begin(); call != calls_.end(); ++next) {
                const bool over = go_on(*call, waiting[next].revents);
                if (over) close(call->fd);
                call = over ? calls_.erase(call) : std::next(call);
            }
            if (waiting[1].revents != 0) welcome();
            if (waiting[0].revents != 0) closed_ = !read_commands(input);
        }
        return 0;
    }

private:
    // Someone who called this probe: says its secret and how many bytes follow, gets our name, then as many bytes back.
    struct Guest {
        int fd;
        std::string received;
        std::size_t left = 0;
        bool greeted = false;
        std::size_t bytes = 0;
    };

    // A call to another probe. `reached` is how far it got: 0 not connected, 1 connected, 2 greeted, 3 all bytes there.
    struct Call {
        int fd;
        int id;
        std::string label;
        std::int64_t begin_ns;
        std::int64_t end_ns;
        std::size_t bytes;
        std::string unsent;
        std::string received;
        std::string peer;
        int reached = 0;
    };

    void listen_anywhere() {
        listener_ = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        sockaddr_in6 any6{};
        any6.sin6_family = AF_INET6;
        any6.sin6_addr = in6addr_any;
        const int no = 0;  // IPv4 callers are welcome too
        if (listener_ >= 0) setsockopt(listener_, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
        if (listener_ >= 0 && bind(listener_, reinterpret_cast<sockaddr*>(&any6), sizeof any6) == 0) {
            socklen_t length = sizeof any6;
            getsockname(listener_, reinterpret_cast<sockaddr*>(&any6), &length);
            port_ = ntohs(any6.sin6_port);
        } else {  // a kernel without IPv6
            if (listener_ >= 0) close(listener_);
            listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
            sockaddr_in any4{};
            any4.sin_family = AF_INET;
            if (bind(listener_, reinterpret_cast<sockaddr*>(&any4), sizeof any4) != 0)
                throw std::runtime_error(std::string("cannot listen: ") + std::strerror(errno));
            socklen_t length = sizeof any4;
            getsockname(listener_, reinterpret_cast<sockaddr*>(&any4), &length);
            port_ = ntohs(any4.sin_port);
        }
        if (listen(listener_, 4096) != 0)
            throw std::runtime_error(std::string("cannot listen: ") + std::strerror(errno));
    }

    bool read_commands(std::string& input) {
        char bytes[1 << 16];
        const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
        if (count <= 0) return count < 0 && errno == EINTR;
        input.append(bytes, static_cast<std::size_t>(count));
        for (std::size_t end = 0; (end = input.find('\n')) != std::string::npos; input.erase(0, end + 1))
            if (end > 0) obey(Command::parse(input.substr(0, end)));
        return true;
    }

    void obey(const Command& command) {
        if (command.verb == "begin") begin(command);
        else if (command.verb == "reach") reach(command);
        else if (command.verb == "count") count(command);
        else throw std::runtime_error("unknown command: " + command.verb);
    }

    void begin(const Command& command) {
        name_ = command.name("name", "");
        secret_ = command.text("secret");
        char host[256] = "?";
        gethostname(host, sizeof host - 1);
        std::string boot;
        std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
        say(Json()
                .field("t", "probe")
                .field("name", name_)
                .field("host", host)
                .field("port", port_)
                .field("boot", boot)
                .field("cpus", static_cast<int>(bound_cpus().size())));
    }

    void reach(const Command& command) {
        std::istringstream targets(command.text("targets"));
        for (std::string target; std::getline(targets, target, ',');) {
            const auto at = target.find('@'), colon = target.rfind(':');
            const std::string label = Command::decoded(target.substr(0, at));
            const std::string host = target.substr(at + 1, colon - at - 1), port = target.substr(colon + 1);
            const int id = command.number<int>("id", 0);
            addrinfo hints{};
            hints.ai_socktype = SOCK_STREAM;
            addrinfo* found = nullptr;
            if (const int error = getaddrinfo(host.c_str(), port.c_str(), &hints, &found); error != 0) {
                report(id, label, "unresolved", "", gai_strerror(error), 0.0);
                continue;
            }
            const int fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
            const int failed = connect(fd, found->ai_addr, found->ai_addrlen) == 0 || errno == EINPROGRESS ? 0 : errno;
            freeaddrinfo(found);
            if (failed != 0) {
                close(fd);
                report(id, label, refusal(failed), "", std::strerror(failed), 0.0);
                continue;
            }
            const auto bytes = command.number<std::size_t>("bytes", 16384);
            const std::int64_t now_ns = clock_.local_ns();
            const auto limit_ns = static_cast<std::int64_t>(command.number<double>("timeout_s", 4.0) * 1e9);
            calls_.push_back({fd, id, label, now_ns, now_ns + limit_ns, bytes,
                              "rankwise-probe " + secret_ + " " + std::to_string(bytes) + "\n", "", ""});
        }
    }

    static void count(const Command& command) {
        const int id = command.number<int>("id", 0);
        auto counted = interface_counters();
        std::ranges::copy(adapter_counters(), std::back_inserter(counted));
        for (const Traffic& traffic : counted)
            say(Json()
                    .field("t", "counter")
                    .field("id", id)
                    .field("interface", traffic.name)
                    .field("received", traffic.received_bytes)
                    .field("sent", traffic.sent_bytes));
        say(Json().field("t", "counted").field("id", id));
    }

    static constexpr std::ptrdiff_t most_strangers = 512;  // who have said nothing yet

    void welcome() {
        const auto is_stranger = [](const Guest& guest) { return !guest.greeted; };
        for (int fd = -1; (fd = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
            // Whoever says nothing must not take the descriptors of those who do: the oldest goes.
            if (std::count_if(guests_.begin(), guests_.end(), is_stranger) >= most_strangers) {
                const auto oldest = std::find_if(guests_.begin(), guests_.end(), is_stranger);
                close(oldest->fd);
                guests_.erase(oldest);
            }
            guests_.push_back({fd, ""});
        }
    }

    // False when the guest is gone, has all it came for, or does not know the secret.
    bool answer(Guest& guest) {
        char bytes[1 << 16];
        const ssize_t count = recv(guest.fd, bytes, sizeof bytes, MSG_DONTWAIT);
        if (count <= 0) return count < 0 && (errno == EAGAIN || errno == EINTR);
        guest.received.append(bytes, static_cast<std::size_t>(count));
        if (!guest.greeted) {
            const auto end = guest.received.find('\n');
            if (end == std::string::npos) return guest.received.size() < 256;
            std::istringstream words(guest.received.substr(0, end));
            std::string mark, secret;
            words >> mark >> secret >> guest.bytes;
            if (mark != "rankwise-probe" || secret != secret_ || guest.bytes > (1u << 24)) return false;
            guest.greeted = true;
            guest.left = guest.bytes;
            guest.received.erase(0, end + 1);
            write_all(guest.fd, "name " + name_ + "\n");
        }
        guest.left -= std::min(guest.left, guest.received.size());
        guest.received.clear();
        if (guest.left == 0) {
            // The send buffer of a socket holds this much, so that a caller who does not read blocks nobody.
            write_all(guest.fd, "all\n" + std::string(guest.bytes, 'y'));
            shutdown(guest.fd, SHUT_WR);
            guest.left = SIZE_MAX;
        }
        return true;
    }

    // True when the call is over, and reported.
    bool go_on(Call& call, short events) {
        const double took_s = static_cast<double>(clock_.local_ns() - call.begin_ns) * 1e-9;
        if (call.reached == 0 && events != 0) {
            int error = 0;
            socklen_t length = sizeof error;
            getsockopt(call.fd, SOL_SOCKET, SO_ERROR, &error, &length);
            if (error != 0) {
                return report(call.id, call.label, refusal(error), "", std::strerror(error), took_s);
            }
            call.reached = 1;
        }
        if ((events & POLLOUT) != 0 && !call.unsent.empty()) {
            const ssize_t sent = send(call.fd, call.unsent.data(), call.unsent.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (sent > 0) call.unsent.erase(0, static_cast<std::size_t>(sent));
        }
        if ((events & (POLLIN | POLLHUP | POLLERR)) != 0 && call.reached > 0) {
            char bytes[1 << 16];
            const ssize_t count = recv(call.fd, bytes, sizeof bytes, MSG_DONTWAIT);
            if (count > 0) call.received.append(bytes, static_cast<std::size_t>(count));
            read_answer(call);
            if (call.reached == 3 && call.received.size() >= call.bytes)
                return report(call.id, call.label, "ok", call.peer, "", took_s);
            if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
                return report(call.id, call.label, call.reached < 2 ? "stranger" : "cut", call.peer,
                              count == 0 ? "it closed the connection" : std::strerror(errno), took_s);
        }
        if (clock_.local_ns() < call.end_ns) return false;
        static constexpr const char* how_far[] = {"silent", "mute", "stuck-there", "stuck-back"};
        return report(call.id, call.label, how_far[call.reached], call.peer, "", took_s);
    }

    static void read_answer(Call& call) {
        while (call.reached == 1 || call.reached == 2) {
            const auto end = call.received.find('\n');
            if (end == std::string::npos) return;
            const std::string line = call.received.substr(0, end);
            call.received.erase(0, end + 1);
            if (call.reached == 1 ? !line.starts_with("name ") : line != "all") return;  // somebody else's words
            if (call.reached == 1) {
                call.peer = line.substr(5);
                call.unsent.append(call.bytes, 'x');  // only now: a small packet has come through both ways
            }
            ++call.reached;
        }
    }

    static const char* refusal(int error) {
        if (error == ECONNREFUSED) return "refused";
        return error == ETIMEDOUT ? "silent" : "unreachable";
    }

    static bool report(int id, const std::string& label, const char* state, const std::string& peer,
                       const std::string& error, double took_s) {
        say(Json()
                .field("t", "reach")
                .field("id", id)
                .field("label", label)
                .field("state", state)
                .field("peer", peer)
                .field("error", error)
                .field("took", took_s));
        return true;
    }

    static void say(const Json& json) { write_all(STDOUT_FILENO, frame(json.text())); }

    Clock clock_;
    int listener_ = -1;
    int port_ = 0;
    bool closed_ = false;
    std::string name_, secret_;
    std::list<Guest> guests_;
    std::list<Call> calls_;
};

}  // namespace rw
