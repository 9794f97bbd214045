// What this process holds: memory by the kernel's own account, and open sockets.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

#include <sys/socket.h>

#include "json.hpp"

namespace rw {

// Bytes by proc(5); all are 0 where the kernel does not say. `pss` counts shared pages in parts, `uss` private ones
// alone. `kernel` is what the kernel holds for this process's sockets, `pinned` what an adapter has registered of its
// memory (VmPin), which is in the other two already.
struct Held {
    std::int64_t pss_bytes = 0;
    std::int64_t uss_bytes = 0;
    std::int64_t kernel_bytes = 0;
    std::int64_t pinned_bytes = 0;
    int sockets = 0;
};

// What the kernel holds for an open socket beside its buffers: the socket (2368 bytes of TCP), its inode (832), its
// file and directory entry (192 each) in /proc/slabinfo of Linux 6.
constexpr std::int64_t socket_objects_bytes = 3584;

// Buffers of a socket by SO_MEMINFO (Linux 4.12): received, to be sent, reserved, options, and backlog.
inline std::int64_t socket_bytes(int fd) {
#ifdef SO_MEMINFO
    std::uint32_t told[9] = {};  // in the order of linux/sock_diag.h
    socklen_t size = sizeof told;
    if (getsockopt(fd, SOL_SOCKET, SO_MEMINFO, told, &size) == 0 && size == sizeof told)
        return socket_objects_bytes + std::int64_t{told[0]} + told[4] + told[5] + told[6] + told[7];
#else
    (void)fd;
#endif
    return socket_objects_bytes;
}

inline void look_at_sockets(Held& found) {
    std::error_code gone;  // the descriptor that lists the folder itself
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", gone)) {
        if (!std::filesystem::read_symlink(entry.path(), gone).string().starts_with("socket:")) continue;
        ++found.sockets;
        found.kernel_bytes += socket_bytes(std::stoi(entry.path().filename().string()));  // names there are numbers
    }
}

inline std::int64_t pinned_bytes() {
    std::ifstream status("/proc/self/status");
    std::string name, rest;
    for (std::int64_t value_kib = 0; status >> name; std::getline(status, rest))
        if (name == "VmPin:" && status >> value_kib) return value_kib * 1024;
    return 0;
}

inline Held held() {
    Held found;
    std::ifstream maps("/proc/self/smaps_rollup");
    if (!maps) maps = std::ifstream("/proc/self/smaps");  // before Linux 4.14: the same lines, for each mapping
    for (std::string line; std::getline(maps, line);) {
        std::istringstream words(line);
        std::string name;
        std::int64_t value_kib = 0;
        if (!(words >> name >> value_kib)) continue;
        if (name == "Pss:") found.pss_bytes += value_kib * 1024;
        if (name == "Private_Clean:" || name == "Private_Dirty:") found.uss_bytes += value_kib * 1024;
    }
    look_at_sockets(found);
    found.pinned_bytes = pinned_bytes();
    return found;
}

inline std::string say_held(int visit, int rank) {
    const Held now = held();
    return Json()
        .field("t", "held")
        .field("visit", visit)
        .field("rank", rank)
        .field("pss", now.pss_bytes)
        .field("uss", now.uss_bytes)
        .field("kernel", now.kernel_bytes)
        .field("pinned", now.pinned_bytes)
        .field("sockets", now.sockets)
        .text();
}

}  // namespace rw
