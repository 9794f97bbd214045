// Device memory of another process: its handle tells where the memfd is open there, and which one it is.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../measure/engine/cuda_driver.h"
#include "memory.hpp"

namespace rw::device {

struct Handle {
    std::uint64_t mark = expected_mark;
    std::int32_t pid = 0;
    std::int32_t file = 0;
    std::int32_t device = 0;
    std::int32_t unused = 0;
    std::uint64_t inode = 0;  // another memfd may be open under that number by now
    std::uint64_t size_bytes = 0;

    static constexpr std::uint64_t expected_mark = 0x656369766564'7772;  // "rwdevice"
};
static_assert(sizeof(Handle) <= sizeof(CUipcMemHandle));

inline CUipcMemHandle handle_of(const Region& region) {
    const Handle handle{.pid = getpid(),
                        .file = region.file,
                        .device = region.device,
                        .inode = region.inode,
                        .size_bytes = region.size_bytes};
    CUipcMemHandle wire{};
    std::memcpy(wire.reserved, &handle, sizeof handle);
    return wire;
}

// Nothing when the memory is gone, is another user's, or lies in another container.
inline std::optional<Region> open_handle(const Handle& handle) {
    const std::string path = "/proc/" + std::to_string(handle.pid) + "/fd/" + std::to_string(handle.file);
    const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0) return std::nullopt;
    struct stat status{};
    const bool same = fstat(file, &status) == 0 && status.st_ino == handle.inode && status.st_uid == geteuid() &&
                      static_cast<std::uint64_t>(status.st_size) == whole_pages(handle.size_bytes);
    if (!same) {
        close(file);
        return std::nullopt;
    }
    auto region = map_device_memory(file, handle.size_bytes);
    if (!region) return std::nullopt;
    region->kind = Kind::opened;
    region->device = handle.device;
    return region;
}

}  // namespace rw::device
