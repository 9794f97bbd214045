#include "driver.h"

enum { CONTEXTS = 64 };

Driver driver;
int driver_shares;
int driver_runs;
int driver_loaded;
int switched_off;
struct link_map* newest;
pthread_mutex_t state = PTHREAD_MUTEX_INITIALIZER;

int find_driver(void) {
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

typedef struct { /* where memory of a device is */
    const void* pointer;
    CUcontext context; /* none: of a pool, or mapped by hand */
    int device;
} Memory;

static __thread Memory last_asked; /* of the calling thread's last question to the driver */

int is_device(const void* pointer) {
    static const int asked[] = {CU_POINTER_ATTRIBUTE_IS_MANAGED, CU_POINTER_ATTRIBUTE_CONTEXT,
                                CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
    unsigned kind = 0, managed = 0;
    Memory memory = {.pointer = pointer, .device = -1};
    void* answers[] = {&managed, (void*)&memory.context, &memory.device};
    if (driver.PointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, device_address(pointer)) != CUDA_SUCCESS)
        return 0;
    if (kind != CU_MEMORYTYPE_DEVICE) return 0;
    if (driver.PointerGetAttributes(sizeof answers / sizeof *answers, (int*)(uintptr_t)asked, answers,
                                    device_address(pointer)) != CUDA_SUCCESS)
        return 1;
    last_asked = memory;
    return !managed;
}

int in_one_allocation(const char* from, const char* to) {
    CUdeviceptr start = 0;
    size_t size = 0;
    const CUdeviceptr first = device_address(from);
    return driver.PointerGetAttribute(&start, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, first) == CUDA_SUCCESS &&
           driver.PointerGetAttribute(&size, CU_POINTER_ATTRIBUTE_RANGE_SIZE, first) == CUDA_SUCCESS &&
           device_address(to) - start <= size;
}

void drain_errors(void) {
    const struct timespec pause = {0, 1000000};
    struct stat status;
    int left = 0;
    fflush(stderr);
    if (fstat(STDERR_FILENO, &status) != 0 || !S_ISFIFO(status.st_mode)) return;
    for (int tried = 0; tried < 5000 && ioctl(STDERR_FILENO, FIONREAD, &left) == 0 && left > 0; ++tried)
        nanosleep(&pause, NULL);
}

_Noreturn void give_up(const char* call, const char* what, int code) {
    static int (*abort_job)(MPI_Comm, int);
    if (!abort_job) *(void**)&abort_job = next_of("PMPI_Abort");
    fprintf(stderr, "rankwise device buffers: %s in %s (code %d); the job ends\n", what, call, code);
    drain_errors();
    abort_job(MPI_COMM_WORLD, 1);
    abort();
}

void must(CUresult result, const char* call, const char* what) {
    if (result != CUDA_SUCCESS) give_up(call, what, result);
}

Lane* lane_of(const void* pointer, const char* call) {
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

void enter(const Lane* lane, const char* call) {
    must(driver.CtxPushCurrent_v2(lane->context), call, "the context of a pointer cannot be entered");
}

void leave(void) { driver.CtxPopCurrent_v2(&(CUcontext){NULL}); }

void settle(const Lane* lane, const char* call) {
    enter(lane, call);
    must(driver.StreamSynchronize(lane->stream), call, "a copy between host and device failed");
    leave();
}

CUevent mark_of(Lane* lane, CUstream stream, const char* call) {
    CUevent mark = NULL;
    pthread_mutex_lock(&state);
    if (lane->marks) mark = lane->free[--lane->marks];
    pthread_mutex_unlock(&state);
    if (!mark) must(driver.EventCreate(&mark, CU_EVENT_DISABLE_TIMING), call, "no event could be made");
    must(driver.EventRecord(mark, stream), call, "an event was not recorded");
    return mark;
}

int reached(Lane* lane, CUevent mark, const char* call) {
    const CUresult result = driver.EventQuery(mark);
    if (result == CUDA_ERROR_NOT_READY) return 0;
    must(result, call, "a copy between host and device failed");
    pthread_mutex_lock(&state);
    if (lane->marks < MARKS) lane->free[lane->marks++] = mark;
    pthread_mutex_unlock(&state);
    return 1;
}

void copy_rows(const Lane* lane, int to_device, char* device, char* host, size_t width, size_t rows, size_t pitch,
               const char* call) {
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
