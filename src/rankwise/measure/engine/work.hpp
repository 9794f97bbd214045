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

#include "clock.hpp"
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

// Operation of a reduction.
struct Operation {
    std::string name;
    MPI_Op mpi = MPI_OP_NULL;
};

inline Operation operation_of(const std::string& name) {
    if (name == "sum") return {name, MPI_SUM};
    if (name == "max") return {name, MPI_MAX};
    if (name == "min") return {name, MPI_MIN};
    if (name == "prod") return {name, MPI_PROD};
    throw CellRefused("unknown operation '" + name + "' (sum, max, min, prod)");
}

struct Work {
    MPI_Comm comm = MPI_COMM_NULL;
    int rank = 0;
    int ranks = 1;
    std::size_t size_bytes = 0;  // X of the peers' tables: bytes of one message or one rank's contribution
    int root = 0;
    int window = 1;
    Type type;
    Operation operation;
    unsigned seed = 0;  // the same on all ranks, another one at each visit

    explicit Work(const Allocator& memory) : send(memory), receive(memory) {}

    Buffer send;
    Buffer receive;
    std::vector<MPI_Request> requests;

    int count = 0;  // elements of `type` in size_bytes, at least one for reductions of a non-zero size
    std::uint8_t* landing = nullptr;  // where data arrives: the receive buffer, or a window's memory

    // What a kernel's prepare() leaves for its calls.
    std::vector<int> counts;  // elements (reductions) or bytes for each rank or neighbour
    std::vector<int> offsets;
    std::vector<MPI_Aint> byte_offsets;
    std::vector<MPI_Datatype> types;
    std::vector<int> peers;  // neighbours, or one partner for each step
    MPI_Comm topology = MPI_COMM_NULL;
    MPI_Win win = MPI_WIN_NULL;
    std::uint8_t* window_memory = nullptr;  // this rank's own part of it
    MPI_Group other = MPI_GROUP_NULL;
    const Clock* clock = nullptr;
    double pure_s = 0.0;     // one call without computation, mean of the slowest rank
    double compute_s = 0.0;  // what the computation inside an overlapped call takes alone
    std::int64_t compute_steps = 0;

    [[nodiscard]] std::size_t ranks_size() const { return static_cast<std::size_t>(ranks); }
    [[nodiscard]] std::size_t window_size() const { return static_cast<std::size_t>(window); }
    [[nodiscard]] std::span<std::uint8_t> sent(std::size_t size) const { return {send.data(), size}; }
    [[nodiscard]] std::span<std::uint8_t> received(std::size_t offset, std::size_t size) const {
        return {landing + offset, size};
    }
};

}  // namespace rw
