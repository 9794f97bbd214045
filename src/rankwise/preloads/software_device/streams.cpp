// Streams, events, and kernels, which are host functions here.
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "device.hpp"

using namespace rw::device;  // NOLINT(google-build-using-namespace): the names of the calls themselves are C

namespace {

Event& event_of(CUevent handle) { return *reinterpret_cast<Event*>(handle); }

Nanoseconds end_of(CUstream handle) {
    Stream& stream = driver().stream(handle, current_device());
    const std::scoped_lock lock(driver().mutex);
    return driver().ready_ns(stream);
}

CUresult over(Nanoseconds end_ns) {
    return driver().timeline.progress() >= end_ns ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

void* touchable(CUdeviceptr pointer) {
    const auto region = driver().memory.find(pointer);
    if (!region) return reinterpret_cast<void*>(pointer);  // NOLINT(performance-no-int-to-ptr): the host's own
    return static_cast<char*>(region->alias) + (pointer - region->start);
}

Engine engine_of(int link) {
    if (link == 0) return Engine::within;
    return link > 0 ? Engine::to_device : Engine::to_host;
}

// What a kernel was started with, and copies of its parameters.
struct Launch {
    rankwise_launch seen{};
    std::vector<std::vector<char>> parameters;
};

}  // namespace

RANKWISE_DRIVER cuStreamCreate(CUstream* handle, unsigned flags) {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    auto stream = std::make_unique<Stream>(
        Stream{.device = current_device(), .blocking = flags != CU_STREAM_NON_BLOCKING});
    const std::scoped_lock lock(driver().mutex);
    driver().at(current_device()).streams.insert(stream.get());
    *handle = reinterpret_cast<CUstream>(stream.release());
    return CUDA_SUCCESS;
}
RANKWISE_DRIVER cuStreamCreateWithPriority(CUstream* handle, unsigned flags, int) {
    return cuStreamCreate(handle, flags);
}

RANKWISE_DRIVER cuStreamDestroy_v2(CUstream handle) {
    const std::unique_ptr<Stream> stream(reinterpret_cast<Stream*>(handle));
    if (!stream) return CUDA_ERROR_INVALID_HANDLE;
    const std::scoped_lock lock(driver().mutex);
    driver().at(stream->device).streams.erase(stream.get());
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuStreamSynchronize(CUstream handle) {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    driver().timeline.finish(end_of(handle));
    return CUDA_SUCCESS;
}
RANKWISE_DRIVER cuStreamQuery(CUstream handle) {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    return over(end_of(handle));
}
RANKWISE_DRIVER cuStreamWaitEvent(CUstream handle, CUevent event, unsigned) {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    Stream& stream = driver().stream(handle, current_device());
    const std::scoped_lock lock(driver().mutex);
    stream.end_ns = std::max(stream.end_ns, event_of(event).at_ns);
    return CUDA_SUCCESS;
}

// The function runs when everything that the stream was given before is over.
RANKWISE_DRIVER cuLaunchHostFunc(CUstream stream, CUhostFn function, void* argument) {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    if (!function) return CUDA_ERROR_INVALID_VALUE;
    driver().timeline.add(end_of(stream), [function, argument] { function(argument); });
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuEventCreate(CUevent* handle, unsigned flags) {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    auto event = std::make_unique<Event>(Event{.timed = (flags & CU_EVENT_DISABLE_TIMING) == 0});
    *handle = reinterpret_cast<CUevent>(event.release());
    return CUDA_SUCCESS;
}
RANKWISE_DRIVER cuEventDestroy_v2(CUevent handle) {
    const std::unique_ptr<Event> event(reinterpret_cast<Event*>(handle));
    return event ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}
RANKWISE_DRIVER cuEventRecord(CUevent event, CUstream handle) {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    event_of(event).at_ns = std::max(now_ns(), end_of(handle));
    return CUDA_SUCCESS;
}
RANKWISE_DRIVER cuEventQuery(CUevent event) { return over(event_of(event).at_ns); }
RANKWISE_DRIVER cuEventSynchronize(CUevent event) {
    driver().timeline.finish(event_of(event).at_ns);
    return CUDA_SUCCESS;
}
RANKWISE_DRIVER cuEventElapsedTime(float* milliseconds, CUevent from, CUevent to) {
    const Event &begin = event_of(from), &end = event_of(to);
    if (!begin.timed || !end.timed || begin.at_ns == 0 || end.at_ns == 0) return CUDA_ERROR_INVALID_HANDLE;
    if (now_ns() < std::max(begin.at_ns, end.at_ns)) return CUDA_ERROR_NOT_READY;
    *milliseconds = static_cast<float>(static_cast<double>(end.at_ns - begin.at_ns) * 1e-6);
    return CUDA_SUCCESS;
}

extern "C" __attribute__((visibility("default"))) void rankwise_device_register(const rankwise_kernel* kernel) {
    const std::scoped_lock lock(driver().mutex);
    driver().kernels[kernel->name] = kernel;
}

// A module is all that is registered: what its image says is for real devices.
RANKWISE_DRIVER cuModuleLoadData(CUmodule* module, const void* image) {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    if (!image) return CUDA_ERROR_INVALID_VALUE;
    *module = reinterpret_cast<CUmodule>(&driver());
    return CUDA_SUCCESS;
}
RANKWISE_DRIVER cuModuleUnload(CUmodule) { return CUDA_SUCCESS; }

RANKWISE_DRIVER cuModuleGetFunction(CUfunction* function, CUmodule, const char* name) {
    const std::scoped_lock lock(driver().mutex);
    const auto place = driver().kernels.find(name);
    if (place == driver().kernels.end()) return CUDA_ERROR_NOT_FOUND;
    *function = reinterpret_cast<CUfunction>(const_cast<rankwise_kernel*>(place->second));  // NOLINT(*-const-cast)
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                               unsigned block_y, unsigned block_z, unsigned, CUstream stream, void** parameters,
                               void**) {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    const auto* kernel = reinterpret_cast<const rankwise_kernel*>(function);
    auto launch = std::make_shared<Launch>();
    launch->seen = {
        .grid = {grid_x, grid_y, grid_z}, .block = {block_x, block_y, block_z}, .parameters = {}, .at = touchable};
    for (std::size_t i = 0; i < RANKWISE_PARAMETERS && kernel->parameter_bytes[i] > 0; ++i) {
        const char* value = static_cast<const char*>(parameters[i]);
        launch->parameters.emplace_back(value, value + kernel->parameter_bytes[i]);
    }
    for (std::size_t i = 0; i < launch->parameters.size(); ++i)
        launch->seen.parameters[i] = launch->parameters[i].data();
    const std::size_t size_bytes = kernel->bytes(&launch->seen);
    const Span span = driver().schedule(driver().stream(stream, current_device()), current_device(),
                                        engine_of(kernel->link ? kernel->link(&launch->seen) : 0), size_bytes);
    driver().timeline.add(span.end_ns, [kernel, launch] { kernel->run(&launch->seen); });
    return CUDA_SUCCESS;
}
