// The CUDA driver as a Device, opened while the program runs.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <sched.h>

#include "cuda_driver.h"
#include "device.hpp"

namespace rw {

class Cuda {
public:
    // Makes a device this rank's: of "0,1" the one at `local_rank`, in turn; of "auto" those nearest to this core.
    static void open(const std::string& devices, int local_rank) {
        static Cuda only(devices, local_rank);
        self() = &only;
        device() = &only.table_;
    }

private:
    Cuda(const std::string& devices, int local_rank) : library_(dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL)) {
        if (!library_)
            throw std::runtime_error(std::string("no GPU driver: ") + dlerror() +
                                     "; install it, or use --device software");
        find_calls();
        must(init_(0), "cuInit");
        must(count_(&table_.devices), "cuDeviceGetCount");
        ordinal_ = chosen(devices, local_rank);
        context_ = retained(ordinal_);
        must(set_current_(context_), "cuCtxSetCurrent");
        must(stream_create_(&stream_, CU_STREAM_NON_BLOCKING), "cuStreamCreate");
        fill_table();
    }

    template <class Function>
    void find(Function& function, const char* name) {
        void* const symbol = dlsym(library_, name);
        if (!symbol) throw std::runtime_error(std::string("this GPU driver is too old: it has no ") + name);
        function = reinterpret_cast<Function>(symbol);
    }

    void find_calls() {
        find(init_, "cuInit");
        find(error_name_, "cuGetErrorName");
        find(count_, "cuDeviceGetCount");
        find(bus_id_, "cuDeviceGetPCIBusId");
        find(retain_, "cuDevicePrimaryCtxRetain");
        find(set_current_, "cuCtxSetCurrent");
        find(enable_peer_, "cuCtxEnablePeerAccess");
        find(alloc_, "cuMemAlloc_v2");
        find(free_, "cuMemFree_v2");
        find(host_alloc_, "cuMemHostAlloc");
        find(free_host_, "cuMemFreeHost");
        find(managed_, "cuMemAllocManaged");
        find(copy_, "cuMemcpyAsync");
        find(stream_create_, "cuStreamCreate");
        find(stream_wait_, "cuStreamSynchronize");
        find(ipc_get_, "cuIpcGetMemHandle");
        find(ipc_open_, "cuIpcOpenMemHandle_v2");
        find(ipc_close_, "cuIpcCloseMemHandle");
    }

    // A device that others may not use says so by its compute mode; a MIG slice is a device of its own.
    [[nodiscard]] CUcontext retained(int ordinal) const {
        CUcontext context = nullptr;
        const CUresult result = retain_(&context, ordinal);
        if (result == CUDA_ERROR_DEVICE_UNAVAILABLE)
            throw std::runtime_error("device " + std::to_string(ordinal) +
                                     " is in exclusive or prohibited mode: give each rank its own (--devices), or set "
                                     "the mode by nvidia-smi -c DEFAULT");
        must(result, "cuDevicePrimaryCtxRetain");
        return context;
    }

    [[nodiscard]] int chosen(const std::string& devices, int local_rank) const {
        std::vector<int> named;
        std::istringstream list(devices == "auto" ? "" : devices);
        for (std::string word; std::getline(list, word, ',');) named.push_back(std::stoi(word));
        if (named.empty()) named = nearest();
        const int ordinal = named[static_cast<std::size_t>(std::max(0, local_rank)) % named.size()];
        if (ordinal >= table_.devices)
            throw std::runtime_error("there is no device " + std::to_string(ordinal) + ": the driver has " +
                                     std::to_string(table_.devices));
        return ordinal;
    }

    // Devices whose slot is local to the core that this rank is on; all where the system does not tell.
    [[nodiscard]] std::vector<int> nearest() const {
        std::vector<int> near, all;
        for (int ordinal = 0; ordinal < table_.devices; ++ordinal) {
            all.push_back(ordinal);
            char address[32] = "";
            must(bus_id_(address, sizeof address, ordinal), "cuDeviceGetPCIBusId");
            std::ranges::transform(address, address, [](unsigned char letter) { return std::tolower(letter); });
            std::ifstream file(std::string("/sys/bus/pci/devices/") + address + "/local_cpulist");
            if (std::string cpus; std::getline(file, cpus) && holds(cpus, sched_getcpu())) near.push_back(ordinal);
        }
        return near.empty() ? all : near;
    }
    // Whether a list as 0-3,8 has this number.
    static bool holds(const std::string& list, int number) {
        std::istringstream parts(list);
        for (std::string part; std::getline(parts, part, ',');) {
            const std::size_t dash = part.find('-');
            const int first = std::stoi(part);
            const int last = dash == std::string::npos ? first : std::stoi(part.substr(dash + 1));
            if (first <= number && number <= last) return true;
        }
        return false;
    }

    void fill_table() {
        table_.memory = {.allocate = [](std::size_t size_bytes) { return self()->allocate(size_bytes); },
                         .release = [](void* memory, std::size_t) { self()->free_(address(memory)); },
                         .copy_in = copy,
                         .copy_out = copy,
                         .wait = wait};
        table_.peer = table_.memory;
        table_.peer.allocate = [](std::size_t size_bytes) { return self()->allocate_at_peer(size_bytes); };
        table_.managed = table_.memory;
        table_.managed.allocate = [](std::size_t size_bytes) -> void* {
            CUdeviceptr memory = 0;
            return self()->managed_(&memory, size_bytes, CU_MEM_ATTACH_GLOBAL) == CUDA_SUCCESS ? pointer(memory)
                                                                                               : nullptr;
        };
        table_.pinned = {.allocate = [](std::size_t size_bytes) -> void* {
                             void* memory = nullptr;
                             self()->host_alloc_(&memory, size_bytes, CU_MEMHOSTALLOC_PORTABLE);
                             return memory;
                         },
                         .release = [](void* memory, std::size_t) { self()->free_host_(memory); }};
        table_.copy = [](void* to, const void* from, std::size_t size_bytes) { copy(to, from, size_bytes); };
        table_.wait = wait;
        table_.export_memory = [](void* memory) {
            CUipcMemHandle handle{};
            must(self()->ipc_get_(&handle, address(memory)), "cuIpcGetMemHandle");
            DeviceHandle wire{};
            std::memcpy(wire.data(), handle.reserved, wire.size());
            return wire;
        };
        table_.open_memory = [](const DeviceHandle& wire) {
            CUipcMemHandle handle{};
            std::memcpy(handle.reserved, wire.data(), wire.size());
            CUdeviceptr memory = 0;
            must(self()->ipc_open_(&memory, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS), "cuIpcOpenMemHandle");
            return pointer(memory);
        };
        table_.close_memory = [](void* memory) { self()->ipc_close_(address(memory)); };
    }

    [[nodiscard]] void* allocate(std::size_t size_bytes) const {
        CUdeviceptr memory = 0;
        return alloc_(&memory, size_bytes) == CUDA_SUCCESS ? pointer(memory) : nullptr;
    }
    [[nodiscard]] void* allocate_at_peer(std::size_t size_bytes) {
        if (!peer_) {
            peer_ = retained((ordinal_ + 1) % table_.devices);
            enable_peer_(peer_, 0);  // where it is refused, copies go through the host
        }
        must(set_current_(peer_), "cuCtxSetCurrent");
        void* const memory = allocate(size_bytes);
        must(set_current_(context_), "cuCtxSetCurrent");
        return memory;
    }

    static void copy(void* to, const void* from, std::size_t size_bytes) {
        if (size_bytes > 0)
            must(self()->copy_(address(to), address(from), size_bytes, self()->stream_), "cuMemcpyAsync");
    }
    static void wait() { must(self()->stream_wait_(self()->stream_), "cuStreamSynchronize"); }

    static void must(CUresult result, const char* call) {
        if (result == CUDA_SUCCESS) return;
        const char* name = nullptr;
        if (self() && self()->error_name_) self()->error_name_(result, &name);
        throw std::runtime_error(std::string(call) + ": " + (name ? name : "CUDA error " + std::to_string(result)));
    }
    static CUdeviceptr address(const void* memory) { return reinterpret_cast<CUdeviceptr>(memory); }
    static void* pointer(CUdeviceptr memory) {
        return reinterpret_cast<void*>(memory);  // NOLINT(performance-no-int-to-ptr): addresses there are numbers
    }

    static Cuda*& self() {
        static Cuda* opened = nullptr;
        return opened;
    }

    void* library_;
    Device table_;
    int ordinal_ = 0;
    CUcontext context_ = nullptr, peer_ = nullptr;
    CUstream stream_ = nullptr;
    CUresult (*init_)(unsigned) = nullptr;
    CUresult (*error_name_)(CUresult, const char**) = nullptr;
    CUresult (*count_)(int*) = nullptr;
    CUresult (*bus_id_)(char*, int, CUdevice) = nullptr;
    CUresult (*retain_)(CUcontext*, CUdevice) = nullptr;
    CUresult (*set_current_)(CUcontext) = nullptr;
    CUresult (*enable_peer_)(CUcontext, unsigned) = nullptr;
    CUresult (*alloc_)(CUdeviceptr*, std::size_t) = nullptr;
    CUresult (*free_)(CUdeviceptr) = nullptr;
    CUresult (*host_alloc_)(void**, std::size_t, unsigned) = nullptr;
    CUresult (*free_host_)(void*) = nullptr;
    CUresult (*managed_)(CUdeviceptr*, std::size_t, unsigned) = nullptr;
    CUresult (*copy_)(CUdeviceptr, CUdeviceptr, std::size_t, CUstream) = nullptr;
    CUresult (*stream_create_)(CUstream*, unsigned) = nullptr;
    CUresult (*stream_wait_)(CUstream) = nullptr;
    CUresult (*ipc_get_)(CUipcMemHandle*, CUdeviceptr) = nullptr;
    CUresult (*ipc_open_)(CUdeviceptr*, CUipcMemHandle, unsigned) = nullptr;
    CUresult (*ipc_close_)(CUdeviceptr) = nullptr;
};

}  // namespace rw
