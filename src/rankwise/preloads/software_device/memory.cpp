// Calls that give memory, take it back, say what a pointer is, and share memory between processes.
#include <cstring>

#include "device.hpp"
#include "sharing.hpp"

using namespace rw::device;  // NOLINT(google-build-using-namespace): the names of the calls themselves are C

namespace {

CUresult allocate(CUdeviceptr* pointer, std::size_t size_bytes, bool exportable) {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    if (size_bytes == 0) return CUDA_ERROR_INVALID_VALUE;
    const int device = current_device();
    const double taken_bytes = static_cast<double>(driver().memory.taken_bytes(device) + whole_pages(size_bytes));
    if (taken_bytes > driver().options.memory_bytes) return CUDA_ERROR_OUT_OF_MEMORY;
    auto region = new_device_memory(size_bytes);
    if (!region) return CUDA_ERROR_OUT_OF_MEMORY;
    region->device = device;
    region->exportable = exportable;
    *pointer = driver().memory.add(*region);
    return CUDA_SUCCESS;
}

CUresult allocate_host(void** pointer, std::size_t size_bytes, Kind kind) {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    if (size_bytes == 0) return CUDA_ERROR_INVALID_VALUE;
    auto region = new_host_memory(size_bytes, kind);
    if (!region) return CUDA_ERROR_OUT_OF_MEMORY;
    region->device = current_device();
    *pointer = reinterpret_cast<void*>(driver().memory.add(*region));  // NOLINT(performance-no-int-to-ptr)
    return CUDA_SUCCESS;
}

// Everything that was given to a device before is over when memory goes, as there.
CUresult give_back(CUdeviceptr pointer, Kind kind, Kind other) {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    const auto region = driver().memory.find(pointer);
    if (!region || region->start != pointer || (region->kind != kind && region->kind != other))
        return CUDA_ERROR_INVALID_VALUE;
    for (const Device& device : driver().devices) driver().timeline.finish(driver().device_ready_ns(device.ordinal));
    const auto taken = driver().memory.take(pointer, kind, other);
    if (taken && taken->users == 0) unmap(*taken);
    return CUDA_SUCCESS;
}

template <class Value>
CUresult answer(void* data, Value value) {
    std::memcpy(data, &value, sizeof value);
    return CUDA_SUCCESS;
}

CUresult answer(void* data, int attribute, CUdeviceptr pointer, const Region& region) {
    switch (attribute) {
        case CU_POINTER_ATTRIBUTE_CONTEXT:
            return answer(data, reinterpret_cast<std::uintptr_t>(context_of(region.device)));
        case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
            return answer(data, region.host() ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE);
        case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: return answer(data, pointer);
        case CU_POINTER_ATTRIBUTE_HOST_POINTER:
            return region.on_device() ? CUDA_ERROR_INVALID_VALUE : answer(data, pointer);
        case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: return answer(data, static_cast<unsigned>(region.sync_memops));
        case CU_POINTER_ATTRIBUTE_BUFFER_ID: return answer(data, region.buffer_id);
        case CU_POINTER_ATTRIBUTE_IS_MANAGED: return answer(data, static_cast<unsigned>(region.kind == Kind::managed));
        case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: return answer(data, region.device);
        case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
            return answer(data, static_cast<unsigned>(region.exportable));
        case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: return answer(data, region.start);
        case CU_POINTER_ATTRIBUTE_RANGE_SIZE: return answer(data, region.size_bytes);
        case CU_POINTER_ATTRIBUTE_MAPPED: return answer(data, 1U);
        default: return CUDA_ERROR_NOT_SUPPORTED;
    }
}

// What a pointer answers that the driver never saw.
CUresult answer_unknown(void* data, int attribute) {
    constexpr int no_device = -2;
    switch (attribute) {
        case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: return answer(data, no_device);
        case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
        case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
        case CU_POINTER_ATTRIBUTE_MAPPED: return answer(data, 0U);
        default: return answer(data, std::uint64_t{0});
    }
}

}  // namespace

RANKWISE_DRIVER cuMemGetInfo_v2(std::size_t* free_bytes, std::size_t* total_bytes) {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    *total_bytes = static_cast<std::size_t>(driver().options.memory_bytes);
    *free_bytes = *total_bytes - driver().memory.taken_bytes(current_device());
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuMemAlloc_v2(CUdeviceptr* pointer, std::size_t size_bytes) {
    return allocate(pointer, size_bytes, true);
}
RANKWISE_DRIVER cuMemFree_v2(CUdeviceptr pointer) {
    return pointer == 0 ? CUDA_SUCCESS : give_back(pointer, Kind::device, Kind::managed);
}

// Memory of a pool: the old way of sharing does not take it.
RANKWISE_DRIVER cuMemAllocAsync(CUdeviceptr* pointer, std::size_t size_bytes, CUstream) {
    return allocate(pointer, size_bytes, false);
}
RANKWISE_DRIVER cuMemFreeAsync(CUdeviceptr pointer, CUstream) { return cuMemFree_v2(pointer); }

RANKWISE_DRIVER cuMemAllocManaged(CUdeviceptr* pointer, std::size_t size_bytes, unsigned flags) {
    if (flags == 0) return CUDA_ERROR_INVALID_VALUE;
    void* memory = nullptr;
    const CUresult result = allocate_host(&memory, size_bytes, Kind::managed);
    *pointer = reinterpret_cast<CUdeviceptr>(memory);
    return result;
}

RANKWISE_DRIVER cuMemHostAlloc(void** pointer, std::size_t size_bytes, unsigned) {
    return allocate_host(pointer, size_bytes, Kind::pinned);
}
RANKWISE_DRIVER cuMemAllocHost_v2(void** pointer, std::size_t size_bytes) {
    return allocate_host(pointer, size_bytes, Kind::pinned);
}
RANKWISE_DRIVER cuMemFreeHost(void* pointer) {
    return give_back(reinterpret_cast<CUdeviceptr>(pointer), Kind::pinned, Kind::pinned);
}

RANKWISE_DRIVER cuMemHostRegister_v2(void* pointer, std::size_t size_bytes, unsigned) {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    if (!pointer || size_bytes == 0) return CUDA_ERROR_INVALID_VALUE;
    if (driver().memory.find(reinterpret_cast<CUdeviceptr>(pointer))) return CUDA_ERROR_INVALID_VALUE;
    driver().memory.add({.kind = Kind::registered,
                         .start = reinterpret_cast<CUdeviceptr>(pointer),
                         .size_bytes = size_bytes,
                         .alias = pointer,
                         .device = current_device()});
    return CUDA_SUCCESS;
}
RANKWISE_DRIVER cuMemHostUnregister(void* pointer) {
    return give_back(reinterpret_cast<CUdeviceptr>(pointer), Kind::registered, Kind::registered);
}
RANKWISE_DRIVER cuMemHostGetDevicePointer_v2(CUdeviceptr* device_pointer, void* pointer, unsigned) {
    const auto region = driver().memory.find(reinterpret_cast<CUdeviceptr>(pointer));
    if (!region || !region->host()) return CUDA_ERROR_INVALID_VALUE;
    *device_pointer = reinterpret_cast<CUdeviceptr>(pointer);
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuMemGetAddressRange_v2(CUdeviceptr* start, std::size_t* size_bytes, CUdeviceptr pointer) {
    const auto region = driver().memory.find(pointer);
    if (!region) return driver().ready ? CUDA_ERROR_NOT_FOUND : CUDA_ERROR_NOT_INITIALIZED;
    if (start) *start = region->start;
    if (size_bytes) *size_bytes = region->size_bytes;
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuPointerGetAttribute(void* data, int attribute, CUdeviceptr pointer) {
    if (!driver().ready) return CUDA_ERROR_NOT_INITIALIZED;
    const auto region = driver().memory.find(pointer);
    return region ? answer(data, attribute, pointer, *region) : CUDA_ERROR_INVALID_VALUE;
}

RANKWISE_DRIVER cuPointerGetAttributes(unsigned count, const int* attributes, void** data, CUdeviceptr pointer) {
    if (!driver().ready) return CUDA_ERROR_NOT_INITIALIZED;
    const auto region = driver().memory.find(pointer);
    for (unsigned index = 0; index < count; ++index) {
        const CUresult result = region ? answer(data[index], attributes[index], pointer, *region)
                                       : answer_unknown(data[index], attributes[index]);
        if (result == CUDA_ERROR_NOT_SUPPORTED) return result;
        if (result != CUDA_SUCCESS) answer_unknown(data[index], attributes[index]);
    }
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuPointerSetAttribute(const void* value, int attribute, CUdeviceptr pointer) {
    if (!driver().ready) return CUDA_ERROR_NOT_INITIALIZED;
    if (attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS) return CUDA_ERROR_INVALID_VALUE;
    unsigned on = 0;
    std::memcpy(&on, value, sizeof on);
    return driver().memory.set_sync_memops(pointer, on != 0) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

RANKWISE_DRIVER cuIpcGetMemHandle(CUipcMemHandle* handle, CUdeviceptr pointer) {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    const auto region = driver().memory.find(pointer);
    if (!region || region->kind != Kind::device || !region->exportable) return CUDA_ERROR_INVALID_VALUE;
    *handle = handle_of(*region);
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuIpcOpenMemHandle_v2(CUdeviceptr* pointer, CUipcMemHandle wire, unsigned) {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    Handle handle;
    std::memcpy(&handle, wire.reserved, sizeof handle);
    if (handle.mark != Handle::expected_mark || !driver().has(handle.device)) return CUDA_ERROR_INVALID_VALUE;
    if (handle.pid == getpid()) return CUDA_ERROR_INVALID_CONTEXT;  // its owner may not
    auto region = open_handle(handle);
    if (!region) return CUDA_ERROR_MAP_FAILED;
    if (const auto known = driver().memory.open_again(handle.inode)) {
        unmap(*region);
        *pointer = *known;
        return CUDA_SUCCESS;
    }
    *pointer = driver().memory.add(*region);
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuIpcCloseMemHandle(CUdeviceptr pointer) { return give_back(pointer, Kind::opened, Kind::opened); }
