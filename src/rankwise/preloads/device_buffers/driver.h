/* The CUDA driver of this process, once the process itself has loaded it: what memory a pointer names, and copies on a
 * stream of our own in the context of that memory. */
#ifndef RANKWISE_DEVICE_BUFFERS_DRIVER_H
#define RANKWISE_DEVICE_BUFFERS_DRIVER_H

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../../measure/engine/cuda_driver.h"
#include "../mpi/library.h"

typedef struct {
    CUresult (*PointerGetAttributes)(unsigned, int*, void**, CUdeviceptr);
    CUresult (*PointerSetAttribute)(const void*, int, CUdeviceptr);
    CUresult (*CtxPushCurrent_v2)(CUcontext);
    CUresult (*CtxPopCurrent_v2)(CUcontext*);
    CUresult (*DevicePrimaryCtxRetain)(CUcontext*, CUdevice);
    CUresult (*DeviceGetAttribute)(int*, int, CUdevice);
    CUresult (*StreamCreate)(CUstream*, unsigned);
    CUresult (*StreamSynchronize)(CUstream);
    CUresult (*MemHostAlloc)(void**, size_t, unsigned);
    CUresult (*MemcpyHtoDAsync_v2)(CUdeviceptr, const void*, size_t, CUstream);
    CUresult (*MemcpyDtoHAsync_v2)(void*, CUdeviceptr, size_t, CUstream);
    CUresult (*Memcpy2DAsync_v2)(const CUDA_MEMCPY2D*, CUstream);
    CUresult (*EventCreate)(CUevent*, unsigned);
    CUresult (*EventRecord)(CUevent, CUstream);
    CUresult (*EventQuery)(CUevent);
    /* What memory of other processes is copied with; drivers before CUDA 10 lack a part of it. */
    CUresult (*MemcpyDtoDAsync_v2)(CUdeviceptr, CUdeviceptr, size_t, CUstream);
    CUresult (*LaunchHostFunc)(CUstream, CUhostFn, void*);
    CUresult (*IpcGetMemHandle)(CUipcMemHandle*, CUdeviceptr);
    CUresult (*IpcOpenMemHandle_v2)(CUdeviceptr*, CUipcMemHandle, unsigned);
    CUresult (*IpcCloseMemHandle)(CUdeviceptr);
    /* What a kernel is started with. */
    CUresult (*ModuleLoadData)(CUmodule*, const void*);
    CUresult (*ModuleGetFunction)(CUfunction*, CUmodule, const char*);
    CUresult (*LaunchKernel)(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream,
                             void**, void**);
} Driver;
extern Driver driver;

extern int driver_shares; /* 1: memory of other processes can be copied */
extern int driver_runs;   /* 1: kernels can be started */
extern int driver_loaded; /* 1: `driver` is filled in */
extern int switched_off;
extern struct link_map* newest; /* the object that was loaded last when we looked for the driver */
extern pthread_mutex_t state;

int find_driver(void);

/* Whether there can be device memory in this process. Without a driver that is two loads: objects are listed in the
 * order in which they were loaded, so the driver, when it comes, follows the one that was last. */
static inline int device_possible(void) {
    if (__atomic_load_n(&driver_loaded, __ATOMIC_ACQUIRE)) return 1;
    const struct link_map* last = __atomic_load_n(&newest, __ATOMIC_RELAXED);
    if (__builtin_expect(last && !last->l_next, 1)) return 0;
    return find_driver();
}

static inline CUdeviceptr device_address(const void* pointer) { return (CUdeviceptr)(uintptr_t)pointer; }

/* Whether a pointer names memory of a device that the host cannot touch. Managed memory is the host's as well. */
int is_device(const void* pointer);

/* Whether all of [from, to) lies in one allocation of a device. */
int in_one_allocation(const char* from, const char* to);

/* Waits until the launcher has taken what this rank wrote: MPI_Abort may lose what still lies in the pipe. */
void drain_errors(void);

_Noreturn void give_up(const char* call, const char* what, int code);
void must(CUresult result, const char* call, const char* what);

enum { MARKS = 256 };

typedef struct {
    CUcontext context;
    CUstream stream, up; /* `up`: to the device, beside what is copied the other way */
    CUfunction copy_rows; /* the kernel of rows.h, once `kernel_known` */
    uint32_t number; /* of the device, the same in all processes */
    unsigned asked;
    int shared; /* 1: another rank of this node uses the device as well */
    CUevent free[MARKS]; /* events that mark the end of a copy */
    int marks;
    int kernel_known;
} Lane;

/* The stream of ours on which memory at a pointer is copied. Memory without a context (of a pool, or mapped by hand)
 * is copied in its device's primary context. What the program's own calls began to write there is there when this
 * returns: cuMemcpyHtoD returns before the bytes of pageable memory have arrived, and a stream of ours would not wait. */
Lane* lane_of(const void* pointer, const char* call);

/* Whether another rank of this node copies with that device too, for all that is known by now; none before ranks have
 * met (node.h). */
extern int (*device_is_shared)(uint32_t device);

void enter(const Lane* lane, const char* call);
void leave(void);

/* Waits for copies on a lane. */
void settle(const Lane* lane, const char* call);

/* An event at the end of what was given to a stream so far; within the lane's context. */
CUevent mark_of(Lane* lane, CUstream stream, const char* call);

/* Whether it is reached; then the event is free again. */
int reached(Lane* lane, CUevent mark, const char* call);

/* Starts to copy bytes to the device on one of a lane's streams; within the lane's context. */
void copy_to_device(const Lane* lane, CUstream stream, char* device, const char* host, size_t bytes, const char* call);

/* Starts to copy `rows` rows of `width` bytes, `pitch` bytes apart on both sides; within the lane's context. */
void copy_rows(const Lane* lane, int to_device, char* device, char* host, size_t width, size_t rows, size_t pitch,
               const char* call);

#endif
