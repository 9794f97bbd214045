// The devices of this process, and what orders the work on them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "../../measure/engine/cuda_driver.h"
#include "kernels.h"
#include "memory.hpp"
#include "options.hpp"
#include "timeline.hpp"

// The calls that a program finds in this library.
#define RANKWISE_DRIVER extern "C" __attribute__((visibility("default"))) CUresult

namespace rw::device {

struct Stream {
    int device = 0;
    bool blocking = true;  // waits for the device's default stream, as that does for it
    Nanoseconds end_ns = 0;
};

struct Event {
    Nanoseconds at_ns = 0;
    bool timed = true;
};

struct Device {
    int ordinal = 0;
    int retained = 0;  // how often its primary context is held
    std::array<Nanoseconds, 3> busy_until_ns{};
    Stream standard;
    std::set<Stream*> streams;
    std::set<int> peers;  // whose memory this one may use
    int lock = -1;        // of a device that is one process's alone
};

struct Span {
    Nanoseconds begin_ns = 0;
    Nanoseconds end_ns = 0;
};

struct Driver {
    bool ready = false;
    Options options;
    std::vector<Device> devices;
    Memory memory;
    Timeline timeline;
    std::map<std::string, const rankwise_kernel*> kernels;
    std::mutex mutex;  // of all that is above, but for memory and timeline, which have their own

    [[nodiscard]] bool has(int device) const {
        return device >= 0 && static_cast<std::size_t>(device) < devices.size();
    }
    Device& at(int device) { return devices[static_cast<std::size_t>(device)]; }

    Stream& stream(CUstream handle, int device) {
        constexpr std::uintptr_t last_special = 2;  // the default stream under the names of its two kinds
        if (reinterpret_cast<std::uintptr_t>(handle) <= last_special) return at(device).standard;
        return *reinterpret_cast<Stream*>(handle);
    }

    // When work of so many bytes begins and ends that is given now, and takes its place.
    Span schedule(Stream& stream, int device, Engine engine, std::size_t size_bytes) {
        const std::scoped_lock lock(mutex);
        Nanoseconds& busy_until_ns = at(device).busy_until_ns[static_cast<std::size_t>(engine)];
        Span span;
        span.begin_ns = std::max(
            {now_ns() + static_cast<Nanoseconds>(options.latency_s * 1e9), ready_ns(stream), busy_until_ns});
        span.end_ns = span.begin_ns + static_cast<Nanoseconds>(static_cast<double>(size_bytes) /
                                                               options.rate_bytes_per_s(engine) * 1e9);
        busy_until_ns = stream.end_ns = span.end_ns;
        return span;
    }

    // What a stream was given last comes later, and when.
    Nanoseconds delay(Stream& stream, Nanoseconds late_ns) {
        const std::scoped_lock lock(mutex);
        return stream.end_ns += late_ns;
    }

    // When everything is over that was given to this stream, and that it waits for.
    Nanoseconds ready_ns(Stream& stream) {
        Nanoseconds end_ns = stream.end_ns;
        Device& device = at(stream.device);
        if (&stream == &device.standard) {
            for (const Stream* other : device.streams)
                if (other->blocking) end_ns = std::max(end_ns, other->end_ns);
        } else if (stream.blocking) end_ns = std::max(end_ns, device.standard.end_ns);
        return end_ns;
    }

    Nanoseconds device_ready_ns(int device) {
        const std::scoped_lock lock(mutex);
        const auto& engines = at(device).busy_until_ns;  // they outlive a stream that was destroyed
        Nanoseconds end_ns = std::max(at(device).standard.end_ns, *std::max_element(engines.begin(), engines.end()));
        for (const Stream* stream : at(device).streams) end_ns = std::max(end_ns, stream->end_ns);
        return end_ns;
    }
};

inline Driver& driver() {
    static auto* const only = new Driver;  // NOLINT(*-owning-memory): used by threads until the process is gone
    return *only;
}

// The contexts that this thread has pushed; a context is its device.
inline std::vector<int>& contexts() {
    static thread_local std::vector<int> stack;
    return stack;
}
inline CUcontext context_of(int device) { return reinterpret_cast<CUcontext>(&driver().at(device)); }
inline std::optional<int> device_of(CUcontext context) {
    for (Device& device : driver().devices)
        if (reinterpret_cast<CUcontext>(&device) == context) return device.ordinal;
    return std::nullopt;
}

// Whether this thread may call what needs a device, and why not.
inline CUresult usable() {
    if (!driver().ready) return CUDA_ERROR_NOT_INITIALIZED;
    const bool alive = !contexts().empty() && driver().has(contexts().back()) &&
                       driver().at(contexts().back()).retained > 0;
    return alive ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}
inline int current_device() { return contexts().back(); }

}  // namespace rw::device
