// Windows of every kind: memory that the library allocates, memory that a rank already has, memory attached later, memory
// that the ranks of a node share. Its owner touches it first.
#pragma once

#include <cstring>

#include "common.hpp"

namespace rw::kernels {

// Where rank r's part begins, as a displacement: 0, or its address in a dynamic window.
inline void know_bases(Work& w, MPI_Aint mine) {
    w.prepared.bases.assign(w.ranks_size(), 0);
    MPI_Allgather(&mine, 1, MPI_AINT, w.prepared.bases.data(), 1, MPI_AINT, w.comm);
}

inline void open_window(Work& w, std::size_t size) {
    void* memory = nullptr;
    MPI_Aint base = 0;
    const auto bytes = static_cast<MPI_Aint>(size);
    if (w.brings_memory()) memory = w.attached.data();
    if (w.window_kind == "create") {
        MPI_Win_create(memory, bytes, 1, MPI_INFO_NULL, w.comm, &w.prepared.win);
    } else if (w.window_kind == "dynamic") {
        MPI_Win_create_dynamic(MPI_INFO_NULL, w.comm, &w.prepared.win);
        MPI_Win_attach(w.prepared.win, memory, std::max<MPI_Aint>(bytes, 1));
        MPI_Get_address(memory, &base);
    } else if (w.window_kind == "shared") {
        MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, w.comm, static_cast<void*>(&memory), &w.prepared.win);
    } else {
        MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, w.comm, static_cast<void*>(&memory), &w.prepared.win);
    }
    if (size > 0) std::memset(memory, 0, size);
    w.prepared.window_memory = static_cast<std::uint8_t*>(memory);
    know_bases(w, base);
}
inline void close_window(Work& w) {
    w.landing = w.receive.data();
    w.prepared.window_memory = nullptr;
    if (w.window_kind == "dynamic") {
        MPI_Barrier(w.comm);  // nobody's operation is under way on what is taken away
        MPI_Win_detach(w.prepared.win, w.attached.data());
    }
    MPI_Win_free(&w.prepared.win);
}

// Behind calls that were complete at their origin only.
inline void complete_all(Work& w) { MPI_Win_flush_all(w.prepared.win); }
inline void nothing_left(Work&) {}

}  // namespace rw::kernels
