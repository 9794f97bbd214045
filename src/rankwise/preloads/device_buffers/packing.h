/* Items of a datatype to bytes and back, by the library, with large counts where it has them. */
#ifndef RANKWISE_DEVICE_BUFFERS_PACKING_H
#define RANKWISE_DEVICE_BUFFERS_PACKING_H

#include <stdint.h>

#include "../mpi/library.h"
#include "have.h"

#ifdef HAVE_MPI_Pack_c
#define PACKED_COUNT MPI_Count
static const int64_t most_packed = INT64_MAX;
#define PACKING(name) "PMPI_" name "_c"
#define PACK_DEVICE MPI_Pack_c /* our own, which takes device memory */
#else
#define PACKED_COUNT int
static const int64_t most_packed = INT32_MAX;
#define PACKING(name) "PMPI_" name
#define PACK_DEVICE MPI_Pack
#endif

/* `bytes` of items, at most `most_packed`. What this returns is MPI's. */
static inline int pack_items(const void* from, int64_t count, MPI_Datatype type, void* to, int64_t bytes) {
    static int (*kept)(const void*, PACKED_COUNT, MPI_Datatype, void*, PACKED_COUNT, PACKED_COUNT*, MPI_Comm);
    PACKED_COUNT position = 0;
    return KEPT(kept, next_of(PACKING("Pack")))(from, (PACKED_COUNT)count, type, to, (PACKED_COUNT)bytes, &position,
                                                MPI_COMM_SELF);
}

static inline int unpack_items(const void* from, int64_t bytes, void* to, int64_t count, MPI_Datatype type) {
    static int (*kept)(const void*, PACKED_COUNT, PACKED_COUNT*, void*, PACKED_COUNT, MPI_Datatype, MPI_Comm);
    PACKED_COUNT position = 0;
    return KEPT(kept, next_of(PACKING("Unpack")))(from, (PACKED_COUNT)bytes, &position, to, (PACKED_COUNT)count, type,
                                                  MPI_COMM_SELF);
}

#endif
