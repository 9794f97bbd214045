#include "hold.hpp"

#include "files.hpp"
#include "request.hpp"
#include "serve.hpp"
#include "system.hpp"

#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#ifndef CLONE_NEWTIME
#define CLONE_NEWTIME 0x00000080
#endif

namespace lab {

namespace {

void put(const std::string& file, const std::string& text) {
    std::ofstream out(file);
    out << text << std::flush;
    if (!out) fail("write " + file);
}

void unshare_user() {
    const uid_t user = geteuid();
    const gid_t group = getegid();
    check(unshare(CLONE_NEWUSER), "make a user namespace");
    put("/proc/self/setgroups", "deny");
    put("/proc/self/uid_map", "0 " + std::to_string(user) + " 1");
    put("/proc/self/gid_map", "0 " + std::to_string(group) + " 1");
}

void unshare_clocks(long long offset_s) {
    check(unshare(CLONE_NEWTIME), "make a time namespace");
    const std::string seconds = std::to_string(offset_s);
    put("/proc/self/timens_offsets", "monotonic " + seconds + " 0\nboottime " + seconds + " 0\n");
}

void bind_to(const std::vector<int>& cpus) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int cpu : cpus) CPU_SET(static_cast<size_t>(cpu), &set);
    check(sched_setaffinity(0, sizeof set, &set), "bind to the endpoint's CPUs");
}

void raise_loopback() {
    const Fd fd(check(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), "socket"));
    ifreq request{};
    std::strcpy(request.ifr_name, "lo");
    check(ioctl(fd.get(), SIOCGIFFLAGS, &request), "read the state of lo");
    request.ifr_flags |= IFF_UP;
    check(ioctl(fd.get(), SIOCSIFFLAGS, &request), "raise lo");
}

void set_network(const Settings& settings) {
    raise_loopback();
    // Router solicitations of IPv6 would be traffic that nobody asked for; a kernel may lack it altogether.
    if (access("/proc/sys/net/ipv6", F_OK) == 0)
        for (const char* scope : {"all", "default"})
            put("/proc/sys/net/ipv6/conf/" + std::string(scope) + "/disable_ipv6", "1");
    put("/proc/sys/net/ipv4/ip_forward", settings.forward ? "1" : "0");
    // A connection must not start with what an earlier one learned of a link that has changed since.
    put("/proc/sys/net/ipv4/tcp_no_metrics_save", "1");
    // The same on every machine. BBR, the default of some, takes a ping-pong for a slow path: 64 KiB at 25 MB/s took 8 to
    // 13 % longer than the link; cubic takes the time that a link needs for a burst for a queue and stops growing its
    // window (HyStart): 64 KiB at 325 MB/s took 15 % longer. Reno does neither, and every namespace is allowed it.
    put("/proc/sys/net/ipv4/tcp_congestion_control", "reno");
    // The switch takes all that it is given. Without a bound on the window a slow link gets a queue of seconds, and every
    // round trip through it is taken for a loss: 15 % of the rate went into needless retransmission at 12.5 MB/s.
    if (settings.receive_buffer_bytes > 0)
        put("/proc/sys/net/ipv4/tcp_rmem", "4096 131072 " + std::to_string(settings.receive_buffer_bytes));
}

[[noreturn]] void be_first_process(const Settings& settings, int ready) {
    try {
        setsid();
        const int listener = listen_at(settings.sockets, settings.name);
        arrange_files(settings);
        check(sethostname(settings.name.c_str(), settings.name.size()), "set the host name");
        if (settings.keeper) raise_loopback();
        else set_network(settings);
        if (!settings.cpus.empty()) bind_to(settings.cpus);
        prctl(PR_SET_NAME, "rankwise-lab");
        umask(022);
        alarm(settings.lifetime_s);
        const int owner = settings.keeper ? check(fcntl(0, F_DUPFD_CLOEXEC, 3), "keep the owner's pipe") : -1;
        const Fd nothing(check(open("/dev/null", O_RDWR | O_CLOEXEC), "open /dev/null"));
        check(write(ready, "r", 1), "report");
        close(ready);
        for (int stream = 0; stream < 3; ++stream) dup2(nothing.get(), stream);
        serve(listener, owner);
    } catch (const std::exception& error) {
        std::cerr << settings.name << ": " << error.what() << '\n';
        _exit(1);
    }
}

}  // namespace

int hold(const Settings& settings) {
    if (settings.user_namespace) unshare_user();
    check(unshare(CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWNS), "make namespaces");
    if (settings.clock_offset_s != 0) unshare_clocks(settings.clock_offset_s);
    int pipe_ends[2];
    check(pipe2(pipe_ends, O_CLOEXEC), "pipe");
    const pid_t pid = check(fork(), "fork");
    if (pid == 0) {
        close(pipe_ends[0]);
        be_first_process(settings, pipe_ends[1]);
    }
    close(pipe_ends[1]);
    char word = 0;
    if (read(pipe_ends[0], &word, 1) != 1) throw std::runtime_error("endpoint " + settings.name + " did not start");
    return pid;
}

}  // namespace lab
