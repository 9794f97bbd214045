// What this process holds: memory by the kernel's own account, and open sockets.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

#include "json.hpp"

namespace rw {

// Bytes by proc(5); all are 0 where the kernel does not say. `pss` counts shared pages in parts, `uss` private ones alone.
struct Held {
    std::int64_t pss_bytes = 0;
    std::int64_t uss_bytes = 0;
    int sockets = 0;
};

inline int open_sockets() {
    int count = 0;
    std::error_code gone;  // the descriptor that lists the folder itself
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", gone))
        if (std::filesystem::read_symlink(entry.path(), gone).string().starts_with("socket:")) ++count;
    return count;
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
    found.sockets = open_sockets();
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
        .field("sockets", now.sockets)
        .text();
}

}  // namespace rw
