#include "driver.h"

enum { CONTEXTS = 64, ORDERED = 1024, MOST_STACK = 8 << 20, INLINE = 32 << 10, ASK_AGAIN = 64 };

Driver driver;
int driver_shares;
int driver_runs;
int driver_loaded;
int switched_off;
struct link_map* newest;
pthread_mutex_t state = PTHREAD_MUTEX_INITIALIZER;

int find_driver(void) {
    static const char* const names[] = {
        "cuPointerGetAttributes",
        "cuPointerSetAttribute",
        "cuCtxPushCurrent_v2",
        "cuCtxPopCurrent_v2",
        "cuDevicePrimaryCtxRetain",
        "cuDeviceGetAttribute",
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
    uint64_t id; /* of the allocation; the driver never gives one twice in a process */
    int device;
} Memory;

static __thread Memory last_asked; /* of the calling thread's last question to the driver */

/* Most small messages lie on the heap or on the stack, where no device's memory can be: to ask the driver takes as long
 * as to send them. The heap is what brk() has given since this library was loaded; sbrk(0) would tell its end, but UCX
 * makes a system call of that. */
static const char* heap;
/* glibc's; a C library that has them not asks the driver for each pointer. */
extern const char *__curbrk __attribute__((weak)), /* NOLINT(bugprone-reserved-identifier) */
    *__libc_stack_end __attribute__((weak)); /* NOLINT(bugprone-reserved-identifier) */

__attribute__((constructor)) static void find_heap(void) {
    if (&__curbrk) heap = __curbrk;
}

static inline int surely_host(const char* pointer) {
    const char* here = __builtin_frame_address(0);
    if (!&__curbrk || !&__libc_stack_end) return 0;
    if (pointer >= heap && pointer < __curbrk) return 1;
    return pointer >= here && pointer < __libc_stack_end && here < __libc_stack_end &&
           (size_t)(__libc_stack_end - here) < MOST_STACK;
}

/* The plural asks all at once, and takes a fifth of the time of the singular where the driver does not know a pointer. */
int is_device(const void* pointer) {
    static const int asked[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED,
                                CU_POINTER_ATTRIBUTE_CONTEXT, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                CU_POINTER_ATTRIBUTE_BUFFER_ID};
    unsigned kind = 0, managed = 0;
    Memory memory = {.pointer = pointer, .device = -1};
    void* answers[] = {&kind, &managed, (void*)&memory.context, &memory.device, &memory.id};
    if (surely_host(pointer)) return 0;
    if (driver.PointerGetAttributes(sizeof answers / sizeof *answers, (int*)(uintptr_t)asked, answers,
                                    device_address(pointer)) != CUDA_SUCCESS)
        return 0;
    if (kind != CU_MEMORYTYPE_DEVICE || managed) return 0;
    last_asked = memory;
    return 1;
}

int in_one_allocation(const char* from, const char* to) {
    static const int asked[] = {CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, CU_POINTER_ATTRIBUTE_RANGE_SIZE};
    CUdeviceptr start = 0;
    size_t size = 0;
    void* answers[] = {&start, &size};
    return driver.PointerGetAttributes(sizeof answers / sizeof *answers, (int*)(uintptr_t)asked, answers,
                                       device_address(from)) == CUDA_SUCCESS &&
           start && device_address(to) - start <= size;
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

/* The program's copies to this memory are over. The driver is told once for each allocation that all further calls which
 * should wait for their bytes are to do so (SYNC_MEMOPS); it does not take that of memory that was mapped by hand. */
static void order(const Lane* lane, const Memory* memory, const char* call) {
    static uint64_t ordered[ORDERED]; /* allocations that were told so, by their id */
    uint64_t* place = &ordered[memory->id % ORDERED];
    const unsigned yes = 1;
    if (memory->id && __atomic_load_n(place, __ATOMIC_RELAXED) == memory->id) return;
    enter(lane, call);
    const CUresult told = driver.PointerSetAttribute(&yes, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS,
                                                     device_address(memory->pointer));
    driver.StreamSynchronize(NULL); /* if it fails, so does the copy that follows */
    leave();
    if (told == CUDA_SUCCESS) __atomic_store_n(place, memory->id, __ATOMIC_RELAXED);
}

int (*device_is_shared)(uint32_t);

/* A number that other processes have for the same device as well. */
static uint32_t number_of(int device) {
    int domain = 0, bus = 0, slot = 0;
    driver.DeviceGetAttribute(&domain, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID, device);
    driver.DeviceGetAttribute(&bus, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID, device);
    driver.DeviceGetAttribute(&slot, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID, device);
    return ((uint32_t)domain << 16 | (uint32_t)bus << 8 | (uint32_t)slot) + 1;
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
        lane->number = number_of(device);
    }
    if (!lane->shared && device_is_shared && lane->asked++ % ASK_AGAIN == 0)
        lane->shared = device_is_shared(lane->number);
    pthread_mutex_unlock(&state);
    order(lane, memory, call);
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

static const char failed[] = "a copy between host and device failed";

static void copy_rectangle(CUstream stream, int to_device, char* device, char* host, size_t width, size_t rows,
                           size_t pitch, const char* call) {
    CUDA_MEMCPY2D rectangle = {.WidthInBytes = width, .Height = rows, .srcPitch = pitch, .dstPitch = pitch};
    rectangle.srcMemoryType = to_device ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    rectangle.dstMemoryType = to_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
    if (to_device) rectangle.srcHost = host;
    else rectangle.srcDevice = device_address(device);
    if (to_device) rectangle.dstDevice = device_address(device);
    else rectangle.dstHost = host;
    must(driver.Memcpy2DAsync_v2(&rectangle, stream), call, failed);
}

/* The driver gives few bytes to the device as a command of its compute engine, which processes that share a device have
 * in turn: 270 us on an H200 instead of 9. Two rows go by a copy engine, which is no one's in particular. */
void copy_to_device(const Lane* lane, CUstream stream, char* device, const char* host, size_t bytes, const char* call) {
    char* from = (char*)(uintptr_t)host;
    if (!lane->shared || bytes < 2 || bytes >= INLINE) {
        must(driver.MemcpyHtoDAsync_v2(device_address(device), host, bytes, stream), call, failed);
        return;
    }
    copy_rectangle(stream, 1, device, from, bytes / 2, 2, bytes / 2, call);
    if (bytes % 2) copy_rectangle(stream, 1, device + bytes - 2, from + bytes - 2, 1, 2, 1, call);
}

void copy_rows(const Lane* lane, int to_device, char* device, char* host, size_t width, size_t rows, size_t pitch,
               const char* call) {
    if (rows > 1 && pitch == width) {
        width *= rows;
        rows = 1;
    }
    if (rows > 1 && pitch <= INT32_MAX) {
        copy_rectangle(lane->stream, to_device, device, host, width, rows, pitch, call);
        return;
    }
    for (size_t row = 0; row < rows; ++row, device += pitch, host += pitch) {
        if (to_device) copy_to_device(lane, lane->stream, device, host, width, call);
        else must(driver.MemcpyDtoHAsync_v2(host, device_address(device), width, lane->stream), call, failed);
    }
}
