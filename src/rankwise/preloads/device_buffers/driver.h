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

enum { CONTEXTS = 64 };

static struct {
    CUresult (*PointerGetAttribute)(void*, int, CUdeviceptr);
    CUresult (*PointerGetAttributes)(unsigned, int*, void**, CUdeviceptr);
    CUresult (*CtxPushCurrent_v2)(CUcontext);
    CUresult (*CtxPopCurrent_v2)(CUcontext*);
    CUresult (*DevicePrimaryCtxRetain)(CUcontext*, CUdevice);
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
} driver;

static int driver_shares; /* 1: memory of other processes can be copied */
static int driver_runs;   /* 1: kernels can be started */
static int driver_loaded; /* 1: `driver` is filled in */
static int switched_off;
static struct link_map* newest; /* the object that was loaded last when we looked for the driver */
static pthread_mutex_t state = PTHREAD_MUTEX_INITIALIZER;

static int find_driver(void) {
    static const char* const names[] = {
        "cuPointerGetAttribute",
        "cuPointerGetAttributes",
        "cuCtxPushCurrent_v2",
        "cuCtxPopCurrent_v2",
        "cuDevicePrimaryCtxRetain",
        "cuStreamCreate",
        "cuStreamSynchronize",
        "cuMemHostAlloc",
        "cuMemcpyHtoDAsync_v2",
        "cuMemcpyDtoHAsync_v2",
        "cuMemcpy2DAsync_v2",
        "cuEventCreate",
        "cuEventRecord",
        "cuEventQuery",
        "cuMemcpyDtoDAsync_v2",
        "cuLaunchHostFunc",
        "cuIpcGetMemHandle",
        "cuIpcOpenMemHandle_v2",
        "cuIpcCloseMemHandle",
        "cuModuleLoadData",
        "cuModuleGetFunction",
        "cuLaunchKernel",
    };
    enum { NAMES = sizeof names / sizeof *names, OF_KERNELS = 3, OF_SHARING = 5 };
    if (switched_off) return 0;
    pthread_mutex_lock(&state);
    struct link_map* last = newest ? newest : _r_debug.r_map;
    while (last->l_next) last = last->l_next;
    if (last->l_name[0]) (void)dlopen(last->l_name, RTLD_LAZY | RTLD_NOLOAD); /* it stays, so that it can be read */
    void* library = driver_loaded ? NULL : dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    int found = library != NULL;
    if (found) driver_shares = driver_runs = 1;
    for (size_t at = 0; found && at < NAMES; ++at) {
        void* call = dlsym(library, names[at]);
        if (!call && at >= NAMES - OF_KERNELS) driver_runs = 0;
        else if (!call) driver_shares = 0;
        if (!call && at < NAMES - OF_KERNELS - OF_SHARING) {
            fprintf(stderr, "rankwise device buffers: libcuda.so.1 has no %s; device pointers are not taken\n",
                    names[at]);
            found = 0;
        }
        ((void**)&driver)[at] = call;
    }
    __atomic_store_n(&newest, last, __ATOMIC_RELAXED);
    if (found) __atomic_store_n(&driver_loaded, 1, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&state);
    return __atomic_load_n(&driver_loaded, __ATOMIC_ACQUIRE);
}

/* Whether there can be device memory in this process. Without a driver that is two loads: objects are listed in the
 * order in which they were loaded, so the driver, when it comes, follows the one that was last. */
static inline int device_possible(void) {
    if (__atomic_load_n(&driver_loaded, __ATOMIC_ACQUIRE)) return 1;
    const struct link_map* last = __atomic_load_n(&newest, __ATOMIC_RELAXED);
    if (__builtin_expect(last && !last->l_next, 1)) return 0;
    return find_driver();
}

static CUdeviceptr device_address(const void* pointer) { return (CUdeviceptr)(uintptr_t)pointer; }

typedef struct { /* where memory of a device is */
    const void* pointer;
    CUcontext context; /* none: of a pool, or mapped by hand */
    int device;
} Memory;

static __thread Memory last_asked; /* of the calling thread's last question to the driver */

/* Whether a pointer names memory of a device that the host cannot touch. Managed memory is the host's as well. */
static int is_device(const void* pointer) {
    static const int asked[] = {CU_POINTER_ATTRIBUTE_IS_MANAGED, CU_POINTER_ATTRIBUTE_CONTEXT,
                                CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
    unsigned kind = 0, managed = 0;
    Memory memory = {.pointer = pointer, .device = -1};
    void* answers[] = {&managed, &memory.context, &memory.device};
    if (driver.PointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, device_address(pointer)) != CUDA_SUCCESS)
        return 0;
    if (kind != CU_MEMORYTYPE_DEVICE) return 0;
    if (driver.PointerGetAttributes(sizeof answers / sizeof *answers, (int*)(uintptr_t)asked, answers,
                                    device_address(pointer)) != CUDA_SUCCESS)
        return 1;
    last_asked = memory;
    return !managed;
}

/* Whether all of [from, to) lies in one allocation of a device. */
static int in_one_allocation(const char* from, const char* to) {
    CUdeviceptr start = 0;
    size_t size = 0;
    const CUdeviceptr first = device_address(from);
    return driver.PointerGetAttribute(&start, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, first) == CUDA_SUCCESS &&
           driver.PointerGetAttribute(&size, CU_POINTER_ATTRIBUTE_RANGE_SIZE, first) == CUDA_SUCCESS &&
           device_address(to) - start <= size;
}

/* Waits until the launcher has taken what this rank wrote: MPI_Abort may lose what still lies in the pipe. */
static void drain_errors(void) {
    const struct timespec pause = {0, 1000000};
    struct stat status;
    int left = 0;
    fflush(stderr);
    if (fstat(STDERR_FILENO, &status) != 0 || !S_ISFIFO(status.st_mode)) return;
    for (int tried = 0; tried < 5000 && ioctl(STDERR_FILENO, FIONREAD, &left) == 0 && left > 0; ++tried)
        nanosleep(&pause, NULL);
}

static _Noreturn void give_up(const char* call, const char* what, int code) {
    static int (*abort_job)(MPI_Comm, int);
    if (!abort_job) *(void**)&abort_job = next_of("PMPI_Abort");
    fprintf(stderr, "rankwise device buffers: %s in %s (code %d); the job ends\n", what, call, code);
    drain_errors();
    abort_job(MPI_COMM_WORLD, 1);
    abort();
}

static void must(CUresult result, const char* call, const char* what) {
    if (result != CUDA_SUCCESS) give_up(call, what, result);
}

enum { MARKS = 256 };

typedef struct {
    CUcontext context;
    CUstream stream, up; /* `up`: to the device, beside what is copied the other way */
    CUevent free[MARKS]; /* events that mark the end of a copy */
    int marks;
    CUfunction copy_rows; /* the kernel of rows.h, once `kernel_known` */
    int kernel_known;
} Lane;

/* The stream of ours on which memory at a pointer is copied. Memory without a context (of a pool, or mapped by hand)
 * is copied in its device's primary context. */
static Lane* lane_of(const void* pointer, const char* call) {
    static Lane lanes[CONTEXTS];
    static CUcontext primary[CONTEXTS];
    const Memory* memory = &last_asked;
    if (memory->pointer != pointer && (!is_device(pointer) || memory->pointer != pointer))
        give_up(call, "the driver does not tell the device of a pointer", 0);
    CUcontext context = memory->context;
    const int device = memory->device;
    pthread_mutex_lock(&state);
    if (!context) {
        if (device < 0 || device >= CONTEXTS) give_up(call, "there are more devices than expected", device);
        if (!primary[device])
            must(driver.DevicePrimaryCtxRetain(&primary[device], device), call, "a device has no primary context");
        context = primary[device];
    }
    Lane* lane = lanes;
    while (lane < lanes + CONTEXTS && lane->context && lane->context != context) ++lane;
    if (lane == lanes + CONTEXTS) give_up(call, "memory lies in more contexts than expected", CONTEXTS);
    if (!lane->context) {
        must(driver.CtxPushCurrent_v2(context), call, "the context of a pointer cannot be entered");
        must(driver.StreamCreate(&lane->stream, CU_STREAM_NON_BLOCKING), call, "no stream could be made");
        must(driver.StreamCreate(&lane->up, CU_STREAM_NON_BLOCKING), call, "no stream could be made");
        driver.CtxPopCurrent_v2(&(CUcontext){NULL});
        lane->context = context;
    }
    pthread_mutex_unlock(&state);
    return lane;
}

static void enter(const Lane* lane, const char* call) {
    must(driver.CtxPushCurrent_v2(lane->context), call, "the context of a pointer cannot be entered");
}
static void leave(void) { driver.CtxPopCurrent_v2(&(CUcontext){NULL}); }

/* Waits for copies on a lane. */
static void settle(const Lane* lane, const char* call) {
    enter(lane, call);
    must(driver.StreamSynchronize(lane->stream), call, "a copy between host and device failed");
    leave();
}

/* An event at the end of what was given to a stream so far; within the lane's context. */
static CUevent mark_of(Lane* lane, CUstream stream, const char* call) {
    CUevent mark = NULL;
    pthread_mutex_lock(&state);
    if (lane->marks) mark = lane->free[--lane->marks];
    pthread_mutex_unlock(&state);
    if (!mark) must(driver.EventCreate(&mark, CU_EVENT_DISABLE_TIMING), call, "no event could be made");
    must(driver.EventRecord(mark, stream), call, "an event was not recorded");
    return mark;
}

/* Whether it is reached; then the event is free again. */
static int reached(Lane* lane, CUevent mark, const char* call) {
    const CUresult result = driver.EventQuery(mark);
    if (result == CUDA_ERROR_NOT_READY) return 0;
    must(result, call, "a copy between host and device failed");
    pthread_mutex_lock(&state);
    if (lane->marks < MARKS) lane->free[lane->marks++] = mark;
    pthread_mutex_unlock(&state);
    return 1;
}

/* Starts to copy `rows` rows of `width` bytes, `pitch` bytes apart on both sides; within the lane's context. */
static void copy_rows(const Lane* lane, int to_device, char* device, char* host, size_t width, size_t rows,
                      size_t pitch, const char* call) {
    static const char failed[] = "a copy between host and device failed";
    if (rows > 1 && pitch == width) {
        width *= rows;
        rows = 1;
    }
    if (rows > 1 && pitch <= INT32_MAX) {
        CUDA_MEMCPY2D rectangle = {.WidthInBytes = width, .Height = rows, .srcPitch = pitch, .dstPitch = pitch};
        rectangle.srcMemoryType = to_device ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
        rectangle.dstMemoryType = to_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
        if (to_device) rectangle.srcHost = host;
        else rectangle.srcDevice = device_address(device);
        if (to_device) rectangle.dstDevice = device_address(device);
        else rectangle.dstHost = host;
        must(driver.Memcpy2DAsync_v2(&rectangle, lane->stream), call, failed);
        return;
    }
    for (size_t row = 0; row < rows; ++row, device += pitch, host += pitch)
        must(to_device ? driver.MemcpyHtoDAsync_v2(device_address(device), host, width, lane->stream)
                       : driver.MemcpyDtoHAsync_v2(host, device_address(device), width, lane->stream),
             call, failed);
}

#endif
