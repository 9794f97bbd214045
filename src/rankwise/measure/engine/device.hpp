// Memory of a device, as the engine needs it. One vendor is one file that fills this table; none is there until the tool
// asks for devices.
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "memory.hpp"

namespace rw {

using DeviceHandle = std::array<unsigned char, 64>;  // by which another process opens memory of this one

struct Device {
    Allocator memory;  // of the device that this rank uses
    Allocator peer;  // of the next device
    Allocator pinned;  // of the host, where the device reads and writes by itself
    Allocator managed;  // moves to whoever touches it
    int devices = 0;  // how many there are
    void (*copy)(void* to, const void* from, std::size_t size_bytes) = nullptr;  // begins; whatever the two are
    void (*wait)() = nullptr;  // for all copies that were begun
    DeviceHandle (*export_memory)(void* memory) = nullptr;
    void* (*open_memory)(const DeviceHandle& handle) = nullptr;
    void (*close_memory)(void* memory) = nullptr;
};

inline const Device*& device() {
    static const Device* opened = nullptr;
    return opened;
}

inline const char* lacks_device() { return device() ? nullptr : "a device: --device gpu, or --device software"; }
inline const char* lacks_peer() {
    if (!device()) return lacks_device();
    return device()->devices > 1 ? nullptr : "a second device";
}

// Kinds of buffers by the letters that OMB uses too, and Q for memory of the next device.
constexpr char host_kind = 'H', pinned_kind = 'P', managed_kind = 'M', device_kind = 'D', peer_kind = 'Q';

inline const Allocator& memory_of(char kind) {
    switch (kind) {
        case host_kind: return private_memory;
        case pinned_kind: return device()->pinned;
        case managed_kind: return device()->managed;
        case device_kind: return device()->memory;
        case peer_kind: return device()->peer;
        default: throw std::runtime_error(std::string("unknown kind of buffer '") + kind + "' (H, P, M, D)");
    }
}

}  // namespace rw
