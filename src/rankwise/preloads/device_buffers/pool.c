#include "pool.h"

Pool pool = {.bound = 64U << 20};

static void cut(char* chunk, size_t bytes, int class) {
    const size_t piece = (size_t)SMALLEST << class;
    for (size_t at = 0; at + piece <= bytes; at += piece) {
        *(void**)(void*)(chunk + at) = pool.free[class];
        pool.free[class] = chunk + at;
    }
}

Room take_pinned(size_t bytes) {
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

Room take_ordinary(size_t bytes, const char* call) {
    Room room = {aligned_alloc(LINE, (bytes + LINE - 1) / LINE * LINE), ORDINARY};
    if (!room.at) give_up(call, "there is no host memory left for a message", 0);
    return room;
}

Room take(size_t bytes, const char* call) {
    const Room room = take_pinned(bytes);
    return room.at ? room : take_ordinary(bytes, call);
}

void put_back(Room room) {
    if (room.class == ORDINARY) {
        free(room.at);
        return;
    }
    pthread_mutex_lock(&state);
    *(void**)(void*)room.at = pool.free[room.class];
    pool.free[room.class] = room.at;
    pthread_mutex_unlock(&state);
}
