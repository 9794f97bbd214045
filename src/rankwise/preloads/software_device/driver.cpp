// libcuda.so.1 of a device in software: start, devices, contexts, and how calls are found by name.
#include <cstdio>
#include <cstring>
#include <string>

#include <dlfcn.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "device.hpp"

using namespace rw::device;  // NOLINT(google-build-using-namespace): the names of the calls themselves are C

namespace {

// Whether a device that is for one process alone is this one's: the first one binds a name that the kernel takes back.
bool is_ours(Device& device) {
    if (driver().options.compute_mode != CU_COMPUTEMODE_EXCLUSIVE_PROCESS || device.lock >= 0) return true;
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    std::snprintf(&name.sun_path[1], sizeof name.sun_path - 1, "rankwise-device-%u-%d", geteuid(), device.ordinal);
    device.lock = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (bind(device.lock, reinterpret_cast<const sockaddr*>(&name), sizeof name) == 0) return true;
    close(device.lock);
    device.lock = -1;
    return false;
}

void forget(int device) {
    driver().timeline.finish(driver().device_ready_ns(device));
    if (driver().at(device).lock >= 0) close(driver().at(device).lock);
    driver().at(device).lock = -1;
}

struct Named {
    CUresult result;
    const char* name;
    const char* words;
};
constexpr Named names[] = {
    {CUDA_SUCCESS, "CUDA_SUCCESS", "no error"},
    {CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {CUDA_ERROR_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {CUDA_ERROR_DEVICE_UNAVAILABLE, "CUDA_ERROR_DEVICE_UNAVAILABLE", "the device is busy or may not be used"},
    {CUDA_ERROR_NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "there is no device"},
    {CUDA_ERROR_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {CUDA_ERROR_MAP_FAILED, "CUDA_ERROR_MAP_FAILED", "the memory could not be mapped"},
    {CUDA_ERROR_INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE", "invalid handle"},
    {CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {CUDA_ERROR_NOT_READY, "CUDA_ERROR_NOT_READY", "not done yet"},
    {CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED", "peer access is on already"},
    {CUDA_ERROR_NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
};

const Named* named(CUresult result) {
    for (const Named& row : names)
        if (row.result == result) return &row;
    return nullptr;
}

}  // namespace

RANKWISE_DRIVER cuInit(unsigned flags) {
    if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
    const std::scoped_lock lock(driver().mutex);
    if (driver().ready) return CUDA_SUCCESS;
    const char* words = std::getenv("RANKWISE_DEVICE_SOFTWARE");
    try {
        driver().options = Options::parse(words ? words : "");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "rankwise: RANKWISE_DEVICE_SOFTWARE: %s\n", error.what());
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (driver().options.count < 1) return CUDA_ERROR_NO_DEVICE;
    driver().devices = std::vector<Device>(static_cast<std::size_t>(driver().options.count));
    for (int device = 0; device < driver().options.count; ++device)
        driver().at(device).ordinal = driver().at(device).standard.device = device;
    driver().ready = true;
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuDriverGetVersion(int* version) {
    *version = 12000;
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuGetErrorName(CUresult result, const char** text) {
    const Named* row = named(result);
    *text = row ? row->name : nullptr;
    return row ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

RANKWISE_DRIVER cuGetErrorString(CUresult result, const char** text) {
    const Named* row = named(result);
    *text = row ? row->words : nullptr;
    return row ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

RANKWISE_DRIVER cuDeviceGetCount(int* count) {
    if (!driver().ready) return CUDA_ERROR_NOT_INITIALIZED;
    *count = static_cast<int>(driver().devices.size());
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuDeviceGet(CUdevice* device, int ordinal) {
    if (!driver().ready) return CUDA_ERROR_NOT_INITIALIZED;
    if (!driver().has(ordinal)) return CUDA_ERROR_INVALID_DEVICE;
    *device = ordinal;
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuDeviceGetName(char* name, int length, CUdevice device) {
    if (!driver().has(device)) return CUDA_ERROR_INVALID_DEVICE;
    std::snprintf(name, static_cast<std::size_t>(length), "rankwise software device");
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice device) {
    if (!driver().has(device)) return CUDA_ERROR_INVALID_DEVICE;
    std::memcpy(uuid->bytes, "rankwise-device", sizeof uuid->bytes);
    uuid->bytes[15] = static_cast<unsigned char>(device);
    return CUDA_SUCCESS;
}
RANKWISE_DRIVER cuDeviceGetUuid(CUuuid* uuid, CUdevice device) { return cuDeviceGetUuid_v2(uuid, device); }

RANKWISE_DRIVER cuDeviceTotalMem_v2(std::size_t* size_bytes, CUdevice device) {
    if (!driver().has(device)) return CUDA_ERROR_INVALID_DEVICE;
    *size_bytes = static_cast<std::size_t>(driver().options.memory_bytes);
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuDeviceGetPCIBusId(char* text, int length, CUdevice device) {
    if (!driver().has(device)) return CUDA_ERROR_INVALID_DEVICE;
    std::snprintf(text, static_cast<std::size_t>(length), "fffe:00:%02x.0", static_cast<unsigned>(device) & 0xff);
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuDeviceGetAttribute(int* value, int attribute, CUdevice device) {
    if (!driver().has(device)) return CUDA_ERROR_INVALID_DEVICE;
    *value = 0;
    switch (attribute) {
        case CU_DEVICE_ATTRIBUTE_COMPUTE_MODE: *value = driver().options.compute_mode; break;
        case CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID: *value = device; break;
        case CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID: *value = 0xfffe; break;
        case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *value = 7; break;
        case CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING:
        case CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY: *value = 1; break;
        default: break;
    }
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
    if (!driver().has(device) || !driver().has(peer)) return CUDA_ERROR_INVALID_DEVICE;
    *can = device != peer;
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuDeviceGetP2PAttribute(int* value, int attribute, CUdevice device, CUdevice peer) {
    if (!driver().has(device) || !driver().has(peer) || device == peer) return CUDA_ERROR_INVALID_DEVICE;
    *value = attribute == CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED;
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
    if (!driver().ready) return CUDA_ERROR_NOT_INITIALIZED;
    if (!driver().has(device)) return CUDA_ERROR_INVALID_DEVICE;
    if (driver().options.compute_mode == CU_COMPUTEMODE_PROHIBITED) return CUDA_ERROR_DEVICE_UNAVAILABLE;
    const std::scoped_lock lock(driver().mutex);
    if (!is_ours(driver().at(device))) return CUDA_ERROR_DEVICE_UNAVAILABLE;
    ++driver().at(device).retained;
    *context = context_of(device);
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuDevicePrimaryCtxRelease_v2(CUdevice device) {
    if (!driver().has(device)) return CUDA_ERROR_INVALID_DEVICE;
    if (driver().at(device).retained == 0) return CUDA_ERROR_INVALID_CONTEXT;
    if (--driver().at(device).retained == 0) forget(device);
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags, int* active) {
    if (!driver().has(device)) return CUDA_ERROR_INVALID_DEVICE;
    *flags = 0;
    *active = driver().at(device).retained > 0;
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuCtxPushCurrent_v2(CUcontext context) {
    const auto device = device_of(context);
    if (!device) return CUDA_ERROR_INVALID_CONTEXT;
    contexts().push_back(*device);
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuCtxPopCurrent_v2(CUcontext* context) {
    if (contexts().empty()) return CUDA_ERROR_INVALID_CONTEXT;
    if (context) *context = context_of(contexts().back());
    contexts().pop_back();
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuCtxSetCurrent(CUcontext context) {
    if (!driver().ready) return CUDA_ERROR_NOT_INITIALIZED;
    const auto device = device_of(context);
    if (context && !device) return CUDA_ERROR_INVALID_CONTEXT;
    if (!contexts().empty()) contexts().pop_back();
    if (device) contexts().push_back(*device);
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuCtxGetCurrent(CUcontext* context) {
    if (!driver().ready) return CUDA_ERROR_NOT_INITIALIZED;
    *context = contexts().empty() ? nullptr : context_of(contexts().back());
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuCtxGetDevice(CUdevice* device) {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    *device = current_device();
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuCtxSynchronize() {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    driver().timeline.finish(driver().device_ready_ns(current_device()));
    return CUDA_SUCCESS;
}

RANKWISE_DRIVER cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) {
    if (const CUresult why = usable(); why != CUDA_SUCCESS) return why;
    const auto device = device_of(peer);
    if (!device || *device == current_device()) return CUDA_ERROR_INVALID_CONTEXT;
    if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
    const std::scoped_lock lock(driver().mutex);
    const bool fresh = driver().at(current_device()).peers.insert(*device).second;
    return fresh ? CUDA_SUCCESS : CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
}

// The newest form of a call stands for its plain name, as there.
RANKWISE_DRIVER cuGetProcAddress_v2(const char* symbol, void** function, int, std::uint64_t, int* status) {
    Dl_info own{};
    dladdr(reinterpret_cast<void*>(&cuInit), &own);
    void* const library = dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD);
    *function = dlsym(library, (std::string(symbol) + "_v2").c_str());
    if (!*function) *function = dlsym(library, symbol);
    dlclose(library);
    if (status) *status = *function ? 0 : 1;  // found, or not there
    return *function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
RANKWISE_DRIVER cuGetProcAddress(const char* symbol, void** function, int version, std::uint64_t flags) {
    return cuGetProcAddress_v2(symbol, function, version, flags, nullptr);
}
