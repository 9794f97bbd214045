// rankwise-lab-switch SOCKETS CONFIG: joins the endpoints of a lab by links with delay, rate, loss and MTU.
//
// CONFIG has a line per port, in order, then lines as the control socket takes them:
//   port PID INTERFACE SEGMENT ADDRESS PREFIX MTU MEGABITS_PER_S

#include "../endpoint/request.hpp"
#include "control.hpp"

#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <list>
#include <poll.h>
#include <sched.h>
#include <sstream>
#include <sys/prctl.h>
#include <sys/socket.h>

namespace {

constexpr int real_time_priority = 10;

void add_port(lab::Fabric& fabric, std::istringstream& words) {
    lab::Port port;
    words >> port.pid >> port.interface >> port.segment >> port.address >> port.prefix >> port.mtu >>
        port.megabits_per_s;
    if (!words) throw std::runtime_error("cannot understand '" + words.str() + "'");
    port.tap = lab::make_tap(port, lab::mac_of(fabric.ports()));
    fabric.add_port(std::move(port));
}

void introduce_neighbours(const lab::Fabric& fabric) {
    for (size_t a = 0; a < fabric.ports(); ++a)
        for (size_t b = 0; b < fabric.ports(); ++b)
            if (a != b && fabric.port(a).segment == fabric.port(b).segment)
                lab::add_neighbour(fabric.port(a), fabric.port(b).address, lab::mac_of(b));
}

void configure(lab::Fabric& fabric, const std::string& file) {
    std::ifstream in(file);
    if (!in) lab::fail("open " + file);
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string verb;
        if (words >> verb && verb == "port") {
            add_port(fabric, words);
        } else if (const std::string answer = lab::obey(fabric, line); answer != "ok\n") {
            throw std::runtime_error(answer);
        }
    }
    introduce_neighbours(fabric);
}

// One line at a time from each client; what is slow here never waits for a client.
class Control {
public:
    Control(const std::string& sockets, const std::string& name) : listener_(lab::listen_at(sockets, name)) {
        lab::check(fcntl(listener_.get(), F_SETFL, O_NONBLOCK), "make the control socket non-blocking");
    }

    void watch(std::vector<pollfd>& watched) const {
        watched.push_back({listener_.get(), POLLIN, 0});
        for (const auto& client : clients_) watched.push_back({client.fd.get(), POLLIN, 0});
    }

    void serve(lab::Fabric& fabric) {
        if (lab::Fd fd(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK)); fd)
            clients_.push_back({std::move(fd), ""});
        clients_.remove_if([&](Client& client) { return !read_requests(fabric, client); });
    }

private:
    struct Client {
        lab::Fd fd;
        std::string text;
    };

    static bool read_requests(lab::Fabric& fabric, Client& client) {
        char part[4096];
        const ssize_t n = recv(client.fd.get(), part, sizeof part, 0);
        if (n == 0 || (n < 0 && errno != EAGAIN)) return false;
        if (n > 0) client.text.append(part, static_cast<size_t>(n));
        for (size_t end = 0; (end = client.text.find('\n')) != std::string::npos; client.text.erase(0, end + 1)) {
            const std::string answer = lab::obey(fabric, client.text.substr(0, end));
            if (send(client.fd.get(), answer.data(), answer.size(), MSG_NOSIGNAL) < 0) return false;
        }
        return true;
    }

    lab::Fd listener_;
    std::list<Client> clients_;
};

[[noreturn]] void run(lab::Fabric& fabric, Control& control) {
    for (;;) {
        if (fabric.work()) continue;
        const int64_t due_ns = fabric.next_due_ns();
        const int64_t wait_ns = due_ns - lab::now_ns();
        if (wait_ns <= 0) continue;
        std::vector<pollfd> watched;
        for (size_t i = 0; i < fabric.ports(); ++i) watched.push_back({fabric.port(i).tap.get(), POLLIN, 0});
        control.watch(watched);
        const timespec until{wait_ns / 1'000'000'000, wait_ns % 1'000'000'000};
        ppoll(watched.data(), watched.size(), due_ns == INT64_MAX ? nullptr : &until, nullptr);
        for (size_t i = fabric.ports(); i < watched.size(); ++i)
            if (watched[i].revents != 0) {
                control.serve(fabric);
                break;
            }
    }
}

void go_to_background(int output) {
    const pid_t pid = lab::check(fork(), "fork");
    if (pid > 0) {
        std::cout << pid << std::endl;
        _exit(0);
    }
    setsid();
    for (int stream = 0; stream < 3; ++stream) dup2(output, stream);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc != 3) throw std::runtime_error("usage: rankwise-lab-switch SOCKETS CONFIG");
        lab::Fabric fabric;
        Control control(argv[1], "switch");
        configure(fabric, argv[2]);
        prctl(PR_SET_TIMERSLACK, 1);
        const lab::Fd nothing(lab::check(open("/dev/null", O_RDWR | O_CLOEXEC), "open /dev/null"));
        go_to_background(nothing.get());
        // A switch that waits for its turn behind polling ranks would add scheduler ticks to every delay. Without the
        // permission the lab still works; its calibration then states a larger overhead.
        const sched_param priority{real_time_priority};
        sched_setscheduler(0, SCHED_FIFO, &priority);
        prctl(PR_SET_NAME, "rankwise-switch");
        run(fabric, control);
    } catch (const std::exception& error) {
        std::cerr << "rankwise lab switch: " << error.what() << '\n';
        return 125;
    }
}
