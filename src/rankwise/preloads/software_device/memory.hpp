// Memory that the driver gave out or was told of. Device memory lies in a memfd that is mapped twice: without any access
// where the program believes it to be, so that whoever touches it dies, and hidden, where copies alone find it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../measure/engine/cuda_driver.h"

namespace rw::device {

enum class Kind { device, pinned, registered, managed, opened };

struct Region {
    Kind kind = Kind::device;
    CUdeviceptr start = 0;
    std::size_t size_bytes = 0;  // as asked for
    std::size_t mapped_bytes = 0;  // in whole pages
    void* alias = nullptr;  // where copies find it
    int file = -1;
    int device = 0;
    std::uint64_t buffer_id = 0;
    bool exportable = false;
    bool sync_memops = false;  // calls that should wait for their bytes do
    int users = 1;  // of memory that was opened: how often
    std::uint64_t inode = 0;  // of device memory: what tells it from other memory of its process

    [[nodiscard]] bool on_device() const { return kind == Kind::device || kind == Kind::opened; }
    [[nodiscard]] bool host() const { return kind == Kind::pinned || kind == Kind::registered; }
};

inline std::size_t whole_pages(std::size_t size_bytes) {
    constexpr std::size_t page_bytes = 4096;
    return (size_bytes + page_bytes - 1) / page_bytes * page_bytes;
}

// Maps a memfd both ways, or gives nothing. The file is the region's from then on.
inline std::optional<Region> map_device_memory(int file, std::size_t size_bytes) {
    Region region{.size_bytes = size_bytes, .mapped_bytes = whole_pages(size_bytes), .file = file};
    struct stat status{};
    void* const shown = mmap(nullptr, region.mapped_bytes, PROT_NONE, MAP_SHARED, file, 0);
    region.alias = mmap(nullptr, region.mapped_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shown == MAP_FAILED || region.alias == MAP_FAILED || fstat(file, &status) != 0) {
        if (shown != MAP_FAILED) munmap(shown, region.mapped_bytes);
        if (region.alias != MAP_FAILED) munmap(region.alias, region.mapped_bytes);
        close(file);
        return std::nullopt;
    }
    region.start = reinterpret_cast<CUdeviceptr>(shown);
    region.inode = status.st_ino;
    return region;
}

inline std::optional<Region> new_device_memory(std::size_t size_bytes) {
    const int file = memfd_create("rankwise-device", MFD_CLOEXEC);
    if (file < 0) return std::nullopt;
    if (ftruncate(file, static_cast<off_t>(whole_pages(size_bytes))) != 0) {
        close(file);
        return std::nullopt;
    }
    return map_device_memory(file, size_bytes);
}

inline std::optional<Region> new_host_memory(std::size_t size_bytes, Kind kind) {
    Region region{.kind = kind, .size_bytes = size_bytes, .mapped_bytes = whole_pages(size_bytes)};
    void* const memory = mmap(nullptr, region.mapped_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return std::nullopt;
    region.start = reinterpret_cast<CUdeviceptr>(memory);
    region.alias = memory;
    return region;
}

inline void unmap(const Region& region) {
    if (region.kind == Kind::registered) return;  // the program's own
    munmap(reinterpret_cast<void*>(region.start), region.mapped_bytes);  // NOLINT(performance-no-int-to-ptr)
    if (region.on_device()) munmap(region.alias, region.mapped_bytes);
    if (region.file >= 0) close(region.file);
}

class Memory {
public:
    // Its start; it has an id of its own from now on, never given before.
    CUdeviceptr add(Region region) {
        const std::unique_lock lock(mutex_);
        region.buffer_id = ++last_id_;
        if (region.kind == Kind::device) taken_bytes_[region.device] += region.mapped_bytes;
        regions_[region.start] = region;
        return region.start;
    }

    [[nodiscard]] std::optional<Region> find(CUdeviceptr pointer) const {
        const std::shared_lock lock(mutex_);
        auto after = regions_.upper_bound(pointer);
        if (after == regions_.begin()) return std::nullopt;
        const Region& region = std::prev(after)->second;
        // Memory of no size, and the end of an allocation, belong to nobody.
        return pointer < region.start + region.size_bytes ? std::optional(region) : std::nullopt;
    }

    // False where nothing of the driver's is.
    bool set_sync_memops(CUdeviceptr pointer, bool on) {
        const std::unique_lock lock(mutex_);
        auto after = regions_.upper_bound(pointer);
        if (after == regions_.begin()) return false;
        Region& region = std::prev(after)->second;
        if (pointer >= region.start + region.size_bytes) return false;
        region.sync_memops = on;
        return true;
    }

    // Takes out what begins here and is of this kind.
    std::optional<Region> take(CUdeviceptr start, Kind kind, Kind other) {
        const std::unique_lock lock(mutex_);
        const auto place = regions_.find(start);
        if (place == regions_.end() || (place->second.kind != kind && place->second.kind != other)) return std::nullopt;
        Region region = place->second;
        if (--place->second.users > 0) return region;
        if (region.kind == Kind::device) taken_bytes_[region.device] -= region.mapped_bytes;
        regions_.erase(place);
        region.users = 0;
        return region;
    }

    // Memory of another process that is open here already, with one user more.
    std::optional<CUdeviceptr> open_again(std::uint64_t inode) {
        const std::unique_lock lock(mutex_);
        for (auto& [start, region] : regions_) {
            if (region.kind != Kind::opened || region.inode != inode) continue;
            ++region.users;
            return start;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::size_t taken_bytes(int device) const {
        const std::shared_lock lock(mutex_);
        const auto place = taken_bytes_.find(device);
        return place == taken_bytes_.end() ? 0 : place->second;
    }

private:
    mutable std::shared_mutex mutex_;
    std::map<CUdeviceptr, Region> regions_;
    std::map<int, std::size_t> taken_bytes_;
    std::uint64_t last_id_ = 0;
};

}  // namespace rw::device
