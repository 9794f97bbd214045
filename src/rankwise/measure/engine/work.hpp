// What a kernel works on: its communicator, its parameters, its buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <mpi.h>

#include "memory.hpp"

namespace rw {

// A problem with what was asked: the cell cannot run, the engine goes on.
struct CellRefused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline int checked_count(std::size_t count) {
    if (count > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        throw CellRefused("a message of " + std::to_string(count) + " elements does not fit an MPI count (2^31 - 1)");
    return static_cast<int>(count);
}

// Element type of a reduction.
struct Type {
    std::string name;
    MPI_Datatype mpi = MPI_DATATYPE_NULL;
    std::size_t size_bytes = 0;
};

inline Type type_of(const std::string& name) {
    if (name == "byte") return {name, MPI_BYTE, 1};
    if (name == "int") return {name, MPI_INT32_T, 4};
    if (name == "float") return {name, MPI_FLOAT, 4};
    if (name == "double") return {name, MPI_DOUBLE, 8};
    throw CellRefused("unknown datatype '" + name + "' (byte, int, float, double)");
}

struct Work {
    MPI_Comm comm = MPI_COMM_NULL;
    int rank = 0;
    int ranks = 1;
    std::size_t size_bytes = 0;  // X of the peers' tables: bytes of one message or one rank's contribution
    int root = 0;
    int window = 1;
    Type type;

    explicit Work(const Allocator& memory) : send(memory), receive(memory) {}

    Buffer send;
    Buffer receive;
    std::vector<MPI_Request> requests;

    std::vector<int> counts;  // elements that each rank keeps (reduce_scatter)
    int count = 0;  // elements of `type` in size_bytes, at least one for reductions of a non-zero size

    [[nodiscard]] std::size_t ranks_size() const { return static_cast<std::size_t>(ranks); }
    [[nodiscard]] std::size_t window_size() const { return static_cast<std::size_t>(window); }
    [[nodiscard]] std::span<std::uint8_t> sent(std::size_t size) const { return {send.data(), size}; }
    [[nodiscard]] std::span<std::uint8_t> received(std::size_t offset, std::size_t size) const {
        return {receive.data() + offset, size};
    }
};

}  // namespace rw
