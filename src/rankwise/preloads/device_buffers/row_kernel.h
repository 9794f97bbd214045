/* Rows that a kernel copies between a device and pinned memory, which both can touch: one launch where the driver would
 * need a copy for each row, or moves narrow rows one by one. */
#ifndef RANKWISE_DEVICE_BUFFERS_ROW_KERNEL_H
#define RANKWISE_DEVICE_BUFFERS_ROW_KERNEL_H

#include "../software_device/kernels.h"
#include "rows.h"
#include "rows_ptx.h"
#include "shapes.h"

extern size_t kernels_started;

/* Whether items of a datatype are rows of one rectangle. */
static inline int one_rectangle(const Block* block, int64_t extent) {
    return block->rows == 1 && extent >= (int64_t)block->width;
}

/* Starts to copy items of a datatype, the first block of which is at `device` and at `host`, pinned memory; within the
 * lane's context. 0: copies by the driver do as well, or it runs no kernel. */
int kernel_copies(Lane* lane, int to_device, char* device, char* host, const Shape* shape, int64_t items,
                  const char* call);

#endif
