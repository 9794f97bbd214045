/* Preload: lets a program pass pointers to device memory to an MPI that knows nothing of devices.
 *
 * A call on device memory is made on host memory of the same layout (stage.h), by the library itself, with the envelope
 * that the caller gave: matching, order, statuses, errors and reductions stay the library's. The driver is asked what a
 * pointer names, and only where the process has loaded it (driver.h). Wrappers of all calls with a buffer or a request
 * are in the generated calls.h, under MPI_ and PMPI_ names, for Fortran of some libraries calls the latter. A large
 * message is announced and goes in pieces (announce.h, watch.h). Built against the mpi.h of the library that it is for, linked to none. RANKWISE_DEVICE_BUFFERS=0 switches it off.
 */

#include "node.h"
#include "pool.h"
#include "row_kernel.h"
#include "watch.h"

/* What programs ask before they pass a device pointer. */
EXPORTED int MPIX_Query_cuda_support(void) { return !switched_off; }
#ifdef MPIX_GPU_SUPPORT_CUDA
EXPORTED int MPIX_GPU_query_support(int kind, int* answer) {
    *answer = kind == MPIX_GPU_SUPPORT_CUDA && !switched_off;
    return MPI_SUCCESS;
}
#endif

/* How much pinned memory this rank has taken. */
EXPORTED size_t rankwise_device_buffers_pinned(void) { return pool.pinned; }

/* How many messages this rank has copied from the memory of others. */
EXPORTED size_t rankwise_device_buffers_shared(void) { return __atomic_load_n(&accepted, __ATOMIC_RELAXED); }

/* How often a kernel has copied rows at this rank. */
EXPORTED size_t rankwise_device_buffers_kernels(void) { return __atomic_load_n(&kernels_started, __ATOMIC_RELAXED); }

static size_t setting(const char* name, size_t usual, size_t least) {
    const char* given = getenv(name);
    if (!given) return usual;
    char* end = NULL;
    const size_t number = strtoull(given, &end, 10);
    if (given[0] >= '0' && given[0] <= '9' && !*end) return number < least ? least : number;
    fprintf(stderr, "rankwise device buffers: %s=%s is not a whole number; %zu is used\n", name, given, usual);
    return usual;
}

static const struct {
    const char* name;
    size_t *bytes, least;
} sizes[] = {{"RANKWISE_DEVICE_POOL", &pool.bound, 0},
             {"RANKWISE_DEVICE_THRESHOLD", &job.threshold, HEAD},
             {"RANKWISE_DEVICE_PIECE", &job.piece, 4096}};

/* The bytes that this rank uses for a setting, by the name of its variable; -1: there is none. */
EXPORTED int64_t rankwise_device_buffers_setting(const char* name) {
    for (size_t at = 0; at < sizeof sizes / sizeof *sizes; ++at)
        if (strcmp(name, sizes[at].name) == 0) return (int64_t)*sizes[at].bytes;
    return -1;
}

__attribute__((destructor)) static void unloaded(void) { tell_if_passed_by("device buffers"); }

__attribute__((constructor)) static void loaded(void) {
    const char* mode = getenv("RANKWISE_DEVICE_BUFFERS");
    switched_off = mode && (strcmp(mode, "0") == 0 || strcmp(mode, "off") == 0);
    if (mode && *mode && !switched_off && strcmp(mode, "auto") != 0 && strcmp(mode, "staged") != 0)
        fprintf(stderr, "rankwise device buffers: unknown RANKWISE_DEVICE_BUFFERS '%s'; use auto, staged or 0\n", mode);
    for (size_t at = 0; at < sizeof sizes / sizeof *sizes; ++at)
        *sizes[at].bytes = setting(sizes[at].name, *sizes[at].bytes, sizes[at].least);
    job.shares = setting("RANKWISE_DEVICE_IPC", 1, 0) != 0;
    job.agree_s = (double)setting("RANKWISE_DEVICE_AGREE", (size_t)job.agree_s, 1);
}
