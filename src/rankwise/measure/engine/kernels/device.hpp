// Copies from and to devices without MPI: what a path can carry, which messages on device buffers are held against. On
// several ranks all copy at the same time.
#pragma once

#include "point_to_point.hpp"

namespace rw::kernels {

inline void device_copy(Work& w, int calls) {
    const Device& table = *device();
    const void* const source = w.opened ? w.opened : w.call.out;
    for (int i = 0; i < calls; ++i) {
        table.copy(w.call.in, source, w.size_bytes);
        table.wait();
    }
}

inline Sizes both_sides(const Work& w) { return {w.size_bytes, w.size_bytes}; }
inline Wrong from_own(const Work& w, unsigned salt) { return check_block(w, 0, w.rank, salt); }

// Each rank opens what the other one sends from.
inline void open_theirs(Work& w) {
    if (w.size_bytes == 0) return;
    const DeviceHandle mine = device()->export_memory(w.call.out);
    DeviceHandle theirs{};
    const int other = partner_of(w), size = static_cast<int>(mine.size());
    MPI_Sendrecv(mine.data(), size, MPI_BYTE, other, tag, theirs.data(), size, MPI_BYTE, other, tag, w.comm,
                 MPI_STATUS_IGNORE);
    w.opened = device()->open_memory(theirs);
}
inline void close_theirs(Work& w) {
    MPI_Barrier(w.comm);
    if (w.opened) device()->close_memory(w.opened);
    w.opened = nullptr;
}

constexpr Kernel device_row(std::string_view name, char from, char to, std::string_view definition) {
    Kernel row{.name = name,
               .typed = false,
               .from_kind = from,
               .to_kind = to,
               .rate = "X",
               .bytes = bytes_times<1>,
               .definition = definition,
               .sizes = both_sides,
               .fill = fill_own,
               .check = from_own,
               .run = device_copy,
               .lacks = lacks_device};
    return row;
}
constexpr Kernel to_next_device(Kernel row) {
    row.lacks = lacks_peer;
    return row;
}
constexpr Kernel from_other_rank(Kernel row) {
    row.min_ranks = 2;
    row.even_ranks = true;
    row.check = from_partner;
    row.prepare = open_theirs;
    row.finish = close_theirs;
    return row;
}

// clang-format off: a row of the table reads as a row
inline constexpr Kernel device_copies[] = {
    device_row("copy_h2d", pinned_kind, device_kind, "every rank copies X bytes from pinned host memory to its device and waits"),
    device_row("copy_d2h", device_kind, pinned_kind, "every rank copies X bytes from its device to pinned host memory and waits"),
    device_row("copy_h2d_pageable", host_kind, device_kind, "as copy_h2d, from memory of malloc"),
    device_row("copy_d2h_pageable", device_kind, host_kind, "as copy_d2h, to memory of malloc"),
    device_row("copy_d2d", device_kind, device_kind, "every rank copies X bytes within its device and waits; X bytes are counted, not 2X"),
    to_next_device(device_row("copy_peer", device_kind, peer_kind, "every rank copies X bytes from its device to the next one and waits")),
    from_other_rank(device_row("copy_ipc", device_kind, device_kind, "ranks i and i + n/2 copy X bytes from each other's device memory, opened by its handle")),
};
// clang-format on

}  // namespace rw::kernels
