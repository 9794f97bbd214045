// What a kernel works on: its communicator, its parameters, its buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <mpi.h>

#include "clock.hpp"
#include "device.hpp"
#include "memory.hpp"
#include "team.hpp"
#include "types.hpp"

namespace rw {

inline int checked_count(std::size_t count) {
    if (count > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        throw CellRefused("a message of " + std::to_string(count) + " elements does not fit an MPI count (2^31 - 1)");
    return static_cast<int>(count);
}

// What MPI calls are given: X bytes as `units` of the datatype `unit`, which take up `stride` bytes of memory. For
// reductions a unit is an element of the operation's type, and X is rounded up to whole ones.
struct CallArguments {
    MPI_Datatype unit = MPI_BYTE;
    int units = 0;
    std::size_t all_units = 0;  // the same where it does not fit an int: what buffers and checks go by
    std::size_t stride = 0;
    std::uint8_t* out = nullptr;  // `send` and `landing` themselves, or copies in which data lies apart
    std::uint8_t* in = nullptr;
    void* from = nullptr;  // arguments of collectives: `out` and `in`, or MPI_IN_PLACE
    void* into = nullptr;
};

// What a kernel's prepare() leaves for its calls, and finish() frees.
struct Prepared {
    std::vector<int> counts;  // elements (reductions) or bytes for each rank or neighbour
    std::vector<int> offsets;
    std::vector<int> int_offsets;  // in bytes
    std::vector<MPI_Aint> byte_offsets;
    std::vector<MPI_Datatype> types;
    std::vector<int> peers;  // neighbours, or one partner for each step
    MPI_Comm topology = MPI_COMM_NULL;
    MPI_Win win = MPI_WIN_NULL;
    std::uint8_t* window_memory = nullptr;  // this rank's own part of it
    std::vector<MPI_Aint> bases;            // displacement at which each rank's part begins
    MPI_Group other = MPI_GROUP_NULL;
    std::vector<MPI_Comm> thread_comms;
    std::unique_ptr<Team> team;
};

// A call beside which its rank computes.
struct OverlappedCall {
    double compute_share = 1.0;  // computation, in times of the call alone
    double pure_s = 0.0;         // one call without computation, mean of the slowest rank
    double compute_s = 0.0;      // what the computation takes alone
    double begin_s = 0.0;        // inside the calls of a batch: time to begin, and to wait after the computation
    double wait_s = 0.0;
    std::int64_t compute_steps = 0;
};

struct Work {
    MPI_Comm comm = MPI_COMM_NULL;
    int rank = 0;
    int ranks = 1;
    std::size_t size_bytes = 0;  // X of the peers' tables: bytes of one message or one rank's contribution
    int root = 0;
    bool any_root = false;  // it changes from call to call
    int window = 1;
    bool one_place = false;  // all messages of a window use the same buffer, as the peers' do, not each its own
    int threads = 1;
    std::string window_kind = "allocate";
    Type type;
    Operation operation;
    unsigned seed = 0;  // the same on all ranks, another one at each visit

    explicit Work(const Allocator& memory)
        : send(memory), receive(memory), send_apart(memory), receive_apart(memory), attached(memory) {}

    Buffer send;
    Buffer receive;
    Buffer send_apart;  // for layouts in which data does not lie together
    Buffer receive_apart;
    std::map<char, Buffer> sent_from;    // by kind, what calls are given where that is not the host's plain memory
    std::map<char, Buffer> received_in;  // `send` and `receive` are then what the host fills and checks
    void* opened = nullptr;              // memory of another rank's device
    Buffer attached;  // memory of windows that do not bring their own
    std::vector<MPI_Request> requests;

    std::uint8_t* landing = nullptr;  // where data is checked: the receive buffer, or a window's memory

    CallArguments call;
    Prepared prepared;
    OverlappedCall overlap;
    const Clock* clock = nullptr;

    // Whether this rank needs the memory of a root.
    [[nodiscard]] bool may_be_root() const { return any_root || rank == root; }
    // Whether a window is on memory of ours, not on memory that it brings.
    [[nodiscard]] bool brings_memory() const { return window_kind == "create" || window_kind == "dynamic"; }
    [[nodiscard]] std::size_t ranks_size() const { return static_cast<std::size_t>(ranks); }
    [[nodiscard]] std::size_t window_size() const { return static_cast<std::size_t>(window); }
    // Where message `slot` of a window lies, and how many such places there are.
    [[nodiscard]] std::size_t place(std::size_t slot) const { return one_place ? 0 : slot; }
    [[nodiscard]] std::size_t places() const { return one_place ? 1 : window_size(); }
    [[nodiscard]] std::span<std::uint8_t> sent(std::size_t size) const { return {send.data(), size}; }
    [[nodiscard]] std::span<std::uint8_t> received(std::size_t offset, std::size_t size) const {
        return {landing + offset, size};
    }
};

}  // namespace rw
