/* Host memory that takes the place of device memory in a call: pinned as far as the pool's bound goes, which is
 * RANKWISE_DEVICE_POOL bytes (64 MiB), ordinary memory beyond. */
#ifndef RANKWISE_DEVICE_BUFFERS_POOL_H
#define RANKWISE_DEVICE_BUFFERS_POOL_H

#include <stdlib.h>

#include "driver.h"

enum { SMALLEST = 256, CLASSES = 17, CHUNK = 256 << 10, ORDINARY = -1, LINE = 64 }; /* 256 B to 16 MiB */

typedef struct {
    size_t bound, pinned;
    void* free[CLASSES]; /* lists through the first word of what is free */
} Pool;
extern Pool pool;

typedef struct {
    char* at;
    int class;
} Room;

/* Pinned memory of at least `bytes`, or none; within a context, for it is the driver's. */
Room take_pinned(size_t bytes);

Room take_ordinary(size_t bytes, const char* call);

/* Memory of at least `bytes`; within a context. */
Room take(size_t bytes, const char* call);

void put_back(Room room);

#endif
