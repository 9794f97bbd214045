/* Device memory for the examples, by the CUDA driver that is found when they run: no CUDA is needed to build them. */
#ifndef DEVICE_MEMORY_H
#define DEVICE_MEMORY_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef unsigned long long device_pointer;

static int (*memory_alloc)(device_pointer *, size_t), (*memory_to_device)(device_pointer, const void *, size_t),
    (*memory_to_host)(void *, device_pointer, size_t), (*to_device_later)(device_pointer, const void *, size_t, void *),
    (*to_host_later)(void *, device_pointer, size_t, void *), (*stream_create)(void **, unsigned),
    (*stream_wait)(void *), (*host_alloc)(void **, size_t, unsigned);

static void check(int result, const char *what) {
    if (result == 0) return;
    fprintf(stderr, "%s failed: driver error %d\n", what, result);
    exit(1);
}

static void *driver_call(void *driver, const char *name) {
    void *call = dlsym(driver, name);
    if (!call) check(-1, name);
    return call;
}

/* Opens the driver and makes the first device current. */
static void open_device(void) {
    void *driver = dlopen("libcuda.so.1", RTLD_NOW), *context;
    int (*init)(unsigned), (*retain)(void **, int), (*use)(void *);
    if (!driver) {
        fprintf(stderr, "no GPU driver: %s\n", dlerror());
        exit(1);
    }
    *(void **)&init = driver_call(driver, "cuInit");
    *(void **)&retain = driver_call(driver, "cuDevicePrimaryCtxRetain");
    *(void **)&use = driver_call(driver, "cuCtxSetCurrent");
    *(void **)&memory_alloc = driver_call(driver, "cuMemAlloc_v2");
    *(void **)&memory_to_device = driver_call(driver, "cuMemcpyHtoD_v2");
    *(void **)&memory_to_host = driver_call(driver, "cuMemcpyDtoH_v2");
    *(void **)&to_device_later = driver_call(driver, "cuMemcpyHtoDAsync_v2");
    *(void **)&to_host_later = driver_call(driver, "cuMemcpyDtoHAsync_v2");
    *(void **)&stream_create = driver_call(driver, "cuStreamCreate");
    *(void **)&stream_wait = driver_call(driver, "cuStreamSynchronize");
    *(void **)&host_alloc = driver_call(driver, "cuMemHostAlloc");
    check(init(0), "cuInit");
    check(retain(&context, 0), "cuDevicePrimaryCtxRetain");
    check(use(context), "cuCtxSetCurrent");
}

static device_pointer device_memory(size_t bytes) {
    device_pointer memory;
    check(memory_alloc(&memory, bytes), "cuMemAlloc");
    return memory;
}

static void *pinned_memory(size_t bytes) {
    void *memory;
    check(host_alloc(&memory, bytes, 0), "cuMemHostAlloc");
    return memory;
}

#endif
