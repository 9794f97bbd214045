// Calls that move bytes. A copy is cut into slices that arrive one after the other; the last one at the declared end.
#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "device.hpp"

using namespace rw::device;  // NOLINT(google-build-using-namespace): the names of the calls themselves are C

namespace {

constexpr std::size_t slice_bytes = std::size_t{256} << 10;

struct Side {
    std::uint8_t* memory = nullptr;  // that this library may touch
    bool on_device = false;
    bool pinned = false;  // or managed: copies of it need not be waited for
    bool sync_memops = false;
    int device = 0;
};

std::optional<Side> side_of(CUdeviceptr pointer, std::size_t size_bytes) {
    const auto region = driver().memory.find(pointer);
    if (!region) return Side{.memory = reinterpret_cast<std::uint8_t*>(pointer)};  // NOLINT(performance-no-int-to-ptr)
    const std::size_t offset = pointer - region->start;
    if (offset + size_bytes > region->size_bytes) return std::nullopt;
    return Side{.memory = static_cast<std::uint8_t*>(region->alias) + offset,
                .on_device = region->on_device(),
                .pinned = !region->on_device(),
                .sync_memops = region->sync_memops,
                .device = region->device};
}
CUdeviceptr number(const void* pointer) { return reinterpret_cast<CUdeviceptr>(pointer); }

struct Rows {
    std::size_t width_bytes = 0, height = 1, to_pitch = 0, from_pitch = 0;
};

Engine engine_of(const Side& to, const Side& from) {
    if (to.on_device) return from.on_device ? Engine::within : Engine::to_device;
    return Engine::to_host;
}

void add_slices(const Side& to, const Side& from, const Rows& rows, Span span) {
    const std::size_t rows_in_slice = std::max<std::size_t>(1,
                                                            slice_bytes / std::max<std::size_t>(1, rows.width_bytes));
    const std::size_t total_bytes = rows.width_bytes * rows.height;
    std::size_t done_bytes = 0;
    const auto add = [&](std::size_t row, std::size_t count, std::size_t offset, std::size_t width) {
        done_bytes += width * count;
        const double share = static_cast<double>(done_bytes) / static_cast<double>(total_bytes);
        const auto due_ns = span.begin_ns +
                            static_cast<Nanoseconds>(share * static_cast<double>(span.end_ns - span.begin_ns));
        std::uint8_t* const target = to.memory + row * rows.to_pitch + offset;
        const std::uint8_t* const source = from.memory + row * rows.from_pitch + offset;
        driver().timeline.add(due_ns, [target, source, count, width, rows] {
            for (std::size_t i = 0; i < count; ++i)
                std::memmove(target + i * rows.to_pitch, source + i * rows.from_pitch, width);
        });
    };
    for (std::size_t row = 0; row < rows.height; row += rows_in_slice)
        for (std::size_t offset = 0; offset < rows.width_bytes; offset += slice_bytes)
            add(row, std::min(rows_in_slice, rows.height - row), offset,
                std::min(slice_bytes, rows.width_bytes - offset));
}

// As on a device: so many bytes of pageable memory are read at once, and the call returns before they have arrived, which
// other streams do not wait for. They arrive late, as where another process has its turn on the device.
constexpr std::size_t staged_bytes = std::size_t{64} << 10;
constexpr Nanoseconds staged_late_ns = 100'000;

bool staged(const Side& to, const Side& from, std::size_t size_bytes) {
    return to.on_device && !to.sync_memops && !from.on_device && !from.pinned && size_bytes <= staged_bytes;
}

enum class Wait { never, pageable, always };

CUresult copy(CUdeviceptr to_pointer, CUdeviceptr from_pointer, const Rows& rows, CUstream handle, Wait wait) {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    if (rows.width_bytes == 0 || rows.height == 0) return CUDA_SUCCESS;
    const auto to = side_of(to_pointer, (rows.height - 1) * rows.to_pitch + rows.width_bytes);
    const auto from = side_of(from_pointer, (rows.height - 1) * rows.from_pitch + rows.width_bytes);
    if (!to || !from) return CUDA_ERROR_INVALID_VALUE;
    const Engine engine = engine_of(*to, *from);
    int device = current_device();
    if (to->on_device) device = to->device;
    if (from->on_device) device = from->device;
    Stream& stream = driver().stream(handle, current_device());
    const Span span = driver().schedule(stream, device, engine, rows.width_bytes * rows.height);
    if (rows.height == 1 && wait == Wait::always && staged(*to, *from, rows.width_bytes)) {
        auto bytes = std::make_shared<std::vector<std::uint8_t>>(from->memory, from->memory + rows.width_bytes);
        const Nanoseconds due_ns = driver().delay(stream, staged_late_ns);
        driver().timeline.add(due_ns,
                              [target = to->memory, bytes] { std::memcpy(target, bytes->data(), bytes->size()); });
        return CUDA_SUCCESS;
    }
    add_slices(*to, *from, rows, span);
    const bool pageable = (!to->on_device && !to->pinned) || (!from->on_device && !from->pinned);
    if (wait == Wait::always ? engine != Engine::within : wait == Wait::pageable && pageable)
        driver().timeline.finish(span.end_ns);
    return CUDA_SUCCESS;
}
CUresult copy(CUdeviceptr to, CUdeviceptr from, std::size_t size_bytes, CUstream stream, Wait wait) {
    return copy(to, from, {.width_bytes = size_bytes}, stream, wait);
}

bool known(CUdeviceptr pointer) { return driver().memory.find(pointer).has_value(); }

CUresult set(CUdeviceptr pointer, unsigned char value, std::size_t size_bytes, CUstream handle) {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    const auto to = side_of(pointer, size_bytes);
    if (!to || !known(pointer)) return CUDA_ERROR_INVALID_VALUE;
    const Span span = driver().schedule(driver().stream(handle, current_device()), to->device, Engine::within,
                                        size_bytes);
    driver().timeline.add(span.end_ns,
                          [memory = to->memory, value, size_bytes] { std::memset(memory, value, size_bytes); });
    return CUDA_SUCCESS;
}

}  // namespace

RANKWISE_DRIVER cuMemcpy(CUdeviceptr to, CUdeviceptr from, std::size_t size_bytes) {
    return copy(to, from, size_bytes, nullptr, Wait::always);
}
RANKWISE_DRIVER cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, std::size_t size_bytes, CUstream stream) {
    return copy(to, from, size_bytes, stream, Wait::pageable);
}

RANKWISE_DRIVER cuMemcpyHtoD_v2(CUdeviceptr to, const void* from, std::size_t size_bytes) {
    if (!known(to)) return CUDA_ERROR_INVALID_VALUE;
    return copy(to, number(from), size_bytes, nullptr, Wait::always);
}
RANKWISE_DRIVER cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, std::size_t size_bytes, CUstream stream) {
    if (!known(to)) return CUDA_ERROR_INVALID_VALUE;
    return copy(to, number(from), size_bytes, stream, Wait::pageable);
}

RANKWISE_DRIVER cuMemcpyDtoH_v2(void* to, CUdeviceptr from, std::size_t size_bytes) {
    if (!known(from)) return CUDA_ERROR_INVALID_VALUE;
    return copy(number(to), from, size_bytes, nullptr, Wait::always);
}
RANKWISE_DRIVER cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, std::size_t size_bytes, CUstream stream) {
    if (!known(from)) return CUDA_ERROR_INVALID_VALUE;
    return copy(number(to), from, size_bytes, stream, Wait::pageable);
}

RANKWISE_DRIVER cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, std::size_t size_bytes) {
    return cuMemcpy(to, from, size_bytes);
}
RANKWISE_DRIVER cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, std::size_t size_bytes, CUstream stream) {
    return cuMemcpyAsync(to, from, size_bytes, stream);
}

RANKWISE_DRIVER cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context,
                                  std::size_t size_bytes, CUstream stream) {
    if (!device_of(to_context) || !device_of(from_context)) return CUDA_ERROR_INVALID_CONTEXT;
    return cuMemcpyAsync(to, from, size_bytes, stream);
}

RANKWISE_DRIVER cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D* what, CUstream stream) {
    const CUdeviceptr to = what->dstMemoryType == CU_MEMORYTYPE_HOST ? number(what->dstHost) : what->dstDevice;
    const CUdeviceptr from = what->srcMemoryType == CU_MEMORYTYPE_HOST ? number(what->srcHost) : what->srcDevice;
    return copy(to + what->dstY * what->dstPitch + what->dstXInBytes,
                from + what->srcY * what->srcPitch + what->srcXInBytes,
                {.width_bytes = what->WidthInBytes,
                 .height = what->Height,
                 .to_pitch = what->dstPitch,
                 .from_pitch = what->srcPitch},
                stream, Wait::pageable);
}

RANKWISE_DRIVER cuMemsetD8_v2(CUdeviceptr pointer, unsigned char value, std::size_t size_bytes) {
    return set(pointer, value, size_bytes, nullptr);
}
RANKWISE_DRIVER cuMemsetD8Async(CUdeviceptr pointer, unsigned char value, std::size_t size_bytes, CUstream stream) {
    return set(pointer, value, size_bytes, stream);
}
