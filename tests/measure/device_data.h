/* What the programs of device_programs.c have in common: drawn numbers, buffers on host or device, datatypes, digests. */
/* NOLINTBEGIN: what MPI calls write, and requests that other functions complete, are not seen. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "type_table.h"

/* Of two programs each uses its part: the rest is marked. */

enum { MOST = 8 };
static int rank, ranks, mixed, step;
static uint64_t digest, common, private; /* `private` alone decides where memory lies */
__attribute__((unused)) static const char* name;
static const Way* drawn; /* how the datatype was made */

static int (*alloc)(uint64_t*, size_t), (*release)(uint64_t), (*up)(uint64_t, const void*, size_t),
    (*down)(void*, uint64_t, size_t);

static void find_device(void) {
    void* library = dlopen("libcuda.so.1", RTLD_NOW);
    int (*init)(unsigned), (*retain)(void**, int), (*use)(void*);
    void* context = NULL;
    if (!library) abort();
    *(void**)&init = dlsym(library, "cuInit");
    *(void**)&retain = dlsym(library, "cuDevicePrimaryCtxRetain");
    *(void**)&use = dlsym(library, "cuCtxSetCurrent");
    *(void**)&alloc = dlsym(library, "cuMemAlloc_v2");
    *(void**)&release = dlsym(library, "cuMemFree_v2");
    *(void**)&up = dlsym(library, "cuMemcpyHtoD_v2");
    *(void**)&down = dlsym(library, "cuMemcpyDtoH_v2");
    if (init(0) || retain(&context, 0) || use(context)) abort();
}

static unsigned next(uint64_t* of, unsigned below) {
    *of = *of * 6364136223846793005U + 1442695040888963407U;
    return (unsigned)((*of >> 33) % below);
}
static unsigned any(unsigned below) { return next(&common, below); }

static void note(const void* data, size_t size) {
    for (size_t at = 0; at < size; ++at) digest = (digest ^ ((const unsigned char*)data)[at]) * 1099511628211U;
}
static void note_number(int number) { note(&number, sizeof number); }
__attribute__((unused)) static void note_status(const MPI_Status* status, MPI_Datatype type) {
    int count = 0;
    MPI_Get_count(status, type, &count);
    note_number(status->MPI_SOURCE), note_number(status->MPI_TAG), note_number(count);
}

__attribute__((unused)) static void note_status_size(const MPI_Status* status, MPI_Datatype type) {
    int count = 0;
    MPI_Get_count(status, type, &count);
    note_number(count);
}

typedef struct {
    char* at; /* where the program's pointer points to */
    char* image;
    size_t size;
    int device;
} Buffer;

static void set(Buffer* buffer, const void* data) {
    if (buffer->device) up((uint64_t)(uintptr_t)buffer->at, data, buffer->size);
    else memcpy(buffer->at, data, buffer->size);
}

/* Numbers as doubles, small enough that sums are exact in any order. */
static void fill(Buffer* buffer, int salt) {
    double* numbers = (double*)(void*)buffer->image;
    for (size_t at = 0; at < buffer->size / 8; ++at)
        numbers[at] = (double)((at * 7 + (size_t)(rank * 131 + step * 17 + salt * 1009)) % 1021);
    set(buffer, buffer->image);
}

static Buffer buffer(size_t size, int salt) {
    Buffer made = {.size = (size + 64) / 8 * 8};
    made.device = mixed && next(&private, 4) != 0;
    made.image = malloc(made.size);
    if (made.device) {
        uint64_t address = 0;
        if (alloc(&address, made.size)) abort();
        made.at = (char*)(uintptr_t)address;
    } else made.at = malloc(made.size);
    fill(&made, salt);
    return made;
}

static void seen(Buffer* one) {
    if (one->device) down(one->image, (uint64_t)(uintptr_t)one->at, one->size);
    else memcpy(one->image, one->at, one->size);
    note(one->image, one->size);
}
static void end(Buffer* one) {
    seen(one);
    if (one->device) release((uint64_t)(uintptr_t)one->at);
    else free(one->at);
    free(one->image);
}

/* A datatype of any kind; one that is not the program's as a copy that is. */
__attribute__((unused)) static MPI_Datatype any_type(void) {
    const Way* way = &ways[any(WAYS)];
    drawn = way;
    MPI_Datatype type = type_by(way), copy = type;
    if (way->of == OF_MPI) MPI_Type_dup(type, &copy);
    return copy;
}
static size_t room(MPI_Datatype type, int count) {
    MPI_Aint low, extent, true_low, true_extent;
    MPI_Type_get_extent(type, &low, &extent);
    MPI_Type_get_true_extent(type, &true_low, &true_extent);
    return (size_t)(extent * count + true_low + true_extent);
}
static int right(void) { return (rank + 1) % ranks; }
static int left(void) { return (rank + ranks - 1) % ranks; }
/* NOLINTEND */
