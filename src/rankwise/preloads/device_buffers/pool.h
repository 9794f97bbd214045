/* Host memory that takes the place of device memory in a call: pinned as far as the pool's bound goes, which is
 * RANKWISE_DEVICE_POOL bytes (64 MiB), ordinary memory beyond. */
#ifndef RANKWISE_DEVICE_BUFFERS_POOL_H
#define RANKWISE_DEVICE_BUFFERS_POOL_H

#include <stdlib.h>

#include "driver.h"

enum { SMALLEST = 256, CLASSES = 17, CHUNK = 256 << 10, ORDINARY = -1, LINE = 64 }; /* 256 B to 16 MiB */

static struct {
    size_t bound, pinned;
    void* free[CLASSES]; /* lists through the first word of what is free */
} pool = {.bound = 64U << 20};

typedef struct {
    char* at;
    int class;
} Room;

static void cut(char* chunk, size_t bytes, int class) {
    const size_t piece = (size_t)SMALLEST << class;
    for (size_t at = 0; at + piece <= bytes; at += piece) {
        *(void**)(void*)(chunk + at) = pool.free[class];
        pool.free[class] = chunk + at;
    }
}

/* Pinned memory of at least `bytes`, or none; within a context, for it is the driver's. */
static Room take_pinned(size_t bytes) {
    int class = 0;
    while (class < CLASSES && ((size_t)SMALLEST << class) < bytes) ++class;
    Room room = {NULL, ORDINARY};
    if (class < CLASSES) {
        const size_t piece = (size_t)SMALLEST << class, chunk = piece > CHUNK ? piece : CHUNK;
        void* fresh = NULL;
        pthread_mutex_lock(&state);
        if (!pool.free[class] && pool.pinned + chunk <= pool.bound &&
            driver.MemHostAlloc(&fresh, chunk, CU_MEMHOSTALLOC_PORTABLE) == CUDA_SUCCESS) {
            pool.pinned += chunk;
            cut(fresh, chunk, class);
        }
        if (pool.free[class]) {
            room = (Room){pool.free[class], class};
            pool.free[class] = *(void**)pool.free[class];
        }
        pthread_mutex_unlock(&state);
    }
    return room;
}

static Room take_ordinary(size_t bytes, const char* call) {
    Room room = {aligned_alloc(LINE, (bytes + LINE - 1) / LINE * LINE), ORDINARY};
    if (!room.at) give_up(call, "there is no host memory left for a message", 0);
    return room;
}

/* Memory of at least `bytes`; within a context. */
static Room take(size_t bytes, const char* call) {
    const Room room = take_pinned(bytes);
    return room.at ? room : take_ordinary(bytes, call);
}

static void put_back(Room room) {
    if (room.class == ORDINARY) {
        free(room.at);
        return;
    }
    pthread_mutex_lock(&state);
    *(void**)(void*)room.at = pool.free[room.class];
    pool.free[room.class] = room.at;
    pthread_mutex_unlock(&state);
}

#endif
