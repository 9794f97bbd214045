// What an MPI leaves that ends before MPI_Finalize: shared-memory files that it would have removed later.
#pragma once

#include <csignal>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include "clock.hpp"

namespace rw {

// While it lives, a process that exits or is asked to end first removes the files in /dev/shm that it has mapped: those
// of this launch and of no other, because a rank that does not get to MPI_Finalize takes the launch with it.
class Leftovers {
public:
    Leftovers() {
        if (simulated) return;  // simulated ranks share one process
        running_ = 1;
        std::atexit(remove);
        previous_ = std::signal(SIGTERM, end);
        if (previous_ == SIG_IGN) std::signal(SIGTERM, SIG_IGN);  // rank 0 of a suite ends the others itself
    }
    ~Leftovers() {
        if (simulated) return;
        running_ = 0;
        std::signal(SIGTERM, previous_);
    }
    Leftovers(const Leftovers&) = delete;
    Leftovers& operator=(const Leftovers&) = delete;
    Leftovers(Leftovers&&) = delete;
    Leftovers& operator=(Leftovers&&) = delete;

    // For an end that may run no handlers of std::atexit. Signal context: no allocation. The last field of a line of
    // proc_pid_maps(5) is the path.
    static void remove() {
        if (running_ == 0) return;
        const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
        char text[8192];
        std::size_t kept = 0;
        for (ssize_t got = 0; file >= 0 && (got = read(file, text + kept, sizeof text - kept)) > 0;) {
            const std::size_t size = kept + static_cast<std::size_t>(got);
            std::size_t begin = 0;
            for (std::size_t at = kept; at < size; ++at) {
                if (text[at] != '\n') continue;
                text[at] = '\0';
                if (const char* path = std::strstr(text + begin, " /dev/shm/")) unlink(path + 1);
                begin = at + 1;
            }
            kept = size - begin;
            if (kept == sizeof text) break;
            std::memmove(text, text + begin, kept);
        }
        if (file >= 0) close(file);
    }

private:
    static void end(int number) {
        remove();
        std::signal(number, SIG_DFL);
        raise(number);
    }

    static inline volatile std::sig_atomic_t running_ = 0;
    void (*previous_)(int) = SIG_DFL;
};

}  // namespace rw
