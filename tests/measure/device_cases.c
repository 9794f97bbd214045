/* Cases of device buffers beside the random programs: `device_cases window|support|many`. */
/* NOLINTBEGIN: what MPI calls write, and requests that other functions complete, are not seen. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGES = 10000, POOL = 64 << 20 };
static int (*init)(unsigned), (*retain)(void**, int), (*use)(void*), (*alloc)(uint64_t*, size_t),
    (*up)(uint64_t, const void*, size_t), (*down)(void*, uint64_t, size_t);

static void find_device(void) {
    void *library = dlopen("libcuda.so.1", RTLD_NOW), *context = NULL;
    if (!library) abort();
    *(void**)&init = dlsym(library, "cuInit");
    *(void**)&retain = dlsym(library, "cuDevicePrimaryCtxRetain");
    *(void**)&use = dlsym(library, "cuCtxSetCurrent");
    *(void**)&alloc = dlsym(library, "cuMemAlloc_v2");
    *(void**)&up = dlsym(library, "cuMemcpyHtoD_v2");
    *(void**)&down = dlsym(library, "cuMemcpyDtoH_v2");
    if (init(0) || retain(&context, 0) || use(context)) abort();
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    find_device();
    const char* name = argc > 1 ? argv[1] : "";
    static int64_t numbers[MESSAGES];
    uint64_t address = 0;
    if (alloc(&address, sizeof numbers)) abort();
    char* memory = (char*)(uintptr_t)address;
    for (int at = 0; at < MESSAGES; ++at) numbers[at] = rank == 0 ? at * 3 + 1 : -1;
    up(address, numbers, sizeof numbers);
    if (strcmp(name, "window") == 0) {
        MPI_Win window;
        MPI_Win_create(memory, 4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
        puts("made");
    }
    if (strcmp(name, "support") == 0) {
        int (*asked)(void);
        *(void**)&asked = dlsym(RTLD_DEFAULT, "MPIX_Query_cuda_support");
        printf("support %d\n", asked ? asked() : -1);
    }
    if (strcmp(name, "many") == 0) { /* all of them at once, in as much pinned memory as the pool may have */
        static MPI_Request requests[MESSAGES];
        for (int at = 0; at < MESSAGES; ++at)
            if (rank == 0) MPI_Isend(memory + 8 * at, 8, MPI_BYTE, 1, at, MPI_COMM_WORLD, &requests[at]);
            else MPI_Irecv(memory + 8 * at, 8, MPI_BYTE, 0, at, MPI_COMM_WORLD, &requests[at]);
        MPI_Waitall(MESSAGES, requests, MPI_STATUSES_IGNORE);
        down(numbers, address, sizeof numbers);
        int right = 0;
        for (int at = 0; at < MESSAGES; ++at) right += numbers[at] == at * 3 + 1;
        size_t (*pinned)(void);
        *(void**)&pinned = dlsym(RTLD_DEFAULT, "rankwise_device_buffers_pinned");
        printf("%d right, %s\n", right, pinned() <= POOL ? "within the pool" : "beyond the pool");
    }
    MPI_Finalize();
    return 0;
}
/* NOLINTEND */
