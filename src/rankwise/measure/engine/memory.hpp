// Where message buffers come from. The one seam for other kinds of memory (device, huge pages): an Allocator gives and
// takes back, everything else only sees a pointer and a size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <mpi.h>

namespace rw {

struct Allocator {
    void* (*allocate)(std::size_t size_bytes) = nullptr;  // nullptr when there is not enough
    void (*release)(void* memory, std::size_t size_bytes) = nullptr;
    // How the host reaches memory that it may not touch itself: both begin a copy, which wait() waits for. Without them
    // it is the host's own.
    void (*copy_in)(void* memory, const void* host, std::size_t size_bytes) = nullptr;
    void (*copy_out)(void* host, const void* memory, std::size_t size_bytes) = nullptr;
    void (*wait)() = nullptr;
};

// What the machine says is available without swapping; SIZE_MAX where it does not say.
inline std::size_t available_bytes() {
    std::ifstream meminfo("/proc/meminfo");
    std::string name, unit;
    std::size_t value_kib = 0;
    while (meminfo >> name >> value_kib) {
        if (name == "MemAvailable:") return value_kib * 1024;
        std::getline(meminfo, unit);
    }
    return SIZE_MAX;
}

inline constexpr std::size_t page = 4096;

// What a program's own arrays are: pages of the C library, so that what is set for its malloc() holds here as well.
inline constexpr Allocator private_memory{
    .allocate = [](std::size_t size_bytes) -> void* { return std::aligned_alloc(page, size_bytes); },
    // NOLINTNEXTLINE(cppcoreguidelines-owning-memory,cppcoreguidelines-no-malloc): it is malloc that is asked for
    .release = [](void* memory, std::size_t) { std::free(memory); },
};

// What MPI_Alloc_mem gives: Intel MPI takes it from a segment that all ranks of a node share. IMB measures with it.
inline constexpr Allocator mpi_memory{
    .allocate = [](std::size_t size_bytes) -> void* {
        void* memory = nullptr;
        void* const where = static_cast<void*>(&memory);  // MPI declares it as void*, and means void**
        const int status = MPI_Alloc_mem(static_cast<MPI_Aint>(size_bytes), MPI_INFO_NULL, where);
        return status == MPI_SUCCESS ? memory : nullptr;
    },
    .release = [](void* memory, std::size_t) { MPI_Free_mem(memory); },
};

inline const Allocator& memory_named(std::string_view name) {
    if (name == "private") return private_memory;
    if (name == "mpi") return mpi_memory;
    throw std::runtime_error("unknown memory '" + std::string(name) + "' (private, mpi)");
}

// A buffer of whole pages that grows when asked. Its owner touches every page at once: what is taken is not available
// to others any more, and lies on the owner's memory node.
class Buffer {
public:
    explicit Buffer(const Allocator& allocator) : allocator_(&allocator) {}
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    Buffer(Buffer&& other) noexcept
        : allocator_(other.allocator_),
          data_(std::exchange(other.data_, nullptr)),
          size_(std::exchange(other.size_, 0)) {}
    Buffer& operator=(Buffer&&) = delete;
    ~Buffer() { release(); }

    // What it must take to hold so much, 0 when it does; what is too small is given back.
    [[nodiscard]] std::size_t lacking_bytes(std::size_t size_bytes) {
        if (size_bytes <= size_) return 0;
        release();
        return (size_bytes + page - 1) / page * page;
    }
    [[nodiscard]] bool reserve(std::size_t size_bytes) {
        const std::size_t lacking = lacking_bytes(size_bytes);
        if (lacking == 0) return true;
        data_ = allocator_->allocate(lacking);
        size_ = data_ ? lacking : 0;
        if (!allocator_->copy_in)
            for (std::size_t offset = 0; offset < size_; offset += page) data()[offset] = 0;
        return data_ != nullptr;
    }
    void release() {
        if (data_) allocator_->release(data_, size_);
        data_ = nullptr;
        size_ = 0;
    }
    // Makes its first bytes those at `host`, or the other way round, and returns when they are.
    void put(const void* host, std::size_t size_bytes) const {
        if (size_bytes == 0) return;
        if (!allocator_->copy_in) std::memcpy(data_, host, size_bytes);
        else allocator_->copy_in(data_, host, size_bytes), allocator_->wait();
    }
    void get(void* host, std::size_t size_bytes) const {
        if (size_bytes == 0) return;
        if (!allocator_->copy_out) std::memcpy(host, data_, size_bytes);
        else allocator_->copy_out(host, data_, size_bytes), allocator_->wait();
    }
    [[nodiscard]] std::uint8_t* data() const { return static_cast<std::uint8_t*>(data_); }

private:
    const Allocator* allocator_;
    void* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace rw
