/* What the programs of device_programs.c have in common: drawn numbers, buffers on host or device, datatypes, digests. */
/* NOLINTBEGIN: what MPI calls write, and requests that other functions complete, are not seen. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8 };
static int rank, ranks, mixed, step;
static uint64_t digest, common, private; /* `private` alone decides where memory lies */
static const char* name;

static int (*alloc)(uint64_t*, size_t), (*release)(uint64_t), (*up)(uint64_t, const void*, size_t),
    (*down)(void*, uint64_t, size_t);

static unsigned next(uint64_t* of, unsigned below) {
    *of = *of * 6364136223846793005U + 1442695040888963407U;
    return (unsigned)((*of >> 33) % below);
}
static unsigned any(unsigned below) { return next(&common, below); }

static void note(const void* data, size_t size) {
    for (size_t at = 0; at < size; ++at) digest = (digest ^ ((const unsigned char*)data)[at]) * 1099511628211U;
}
static void note_number(int number) { note(&number, sizeof number); }
static void note_status(const MPI_Status* status, MPI_Datatype type) {
    int count = 0;
    MPI_Get_count(status, type, &count);
    note_number(status->MPI_SOURCE), note_number(status->MPI_TAG), note_number(count);
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

/* A datatype of doubles, of each kind that programs use. */
static MPI_Datatype any_type(void) {
    MPI_Datatype type, inner;
    const int blocks[] = {1, 3, 2}, places[] = {9, 0, 5}, sizes[] = {4, 6}, part[] = {2, 3}, from[] = {1, 2};
    const MPI_Aint bytes[] = {0, 40, 72};
    const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_CHAR};
    switch (any(9)) {
        case 0: MPI_Type_contiguous(3, MPI_DOUBLE, &type); break;
        case 1: MPI_Type_vector(4, 2, 5, MPI_DOUBLE, &type); break;
        case 2: MPI_Type_create_hvector(3, 1, 24, MPI_DOUBLE, &type); break;
        case 3: MPI_Type_create_subarray(2, sizes, part, from, MPI_ORDER_C, MPI_DOUBLE, &type); break;
        case 4: MPI_Type_create_indexed_block(3, 2, places, MPI_DOUBLE, &type); break;
        case 5: MPI_Type_indexed(3, blocks, places, MPI_DOUBLE, &type); break;
        case 6: MPI_Type_create_struct(3, blocks, bytes, types, &type); break;
        case 7:
            MPI_Type_vector(2, 1, 3, MPI_DOUBLE, &inner);
            MPI_Type_create_resized(inner, 0, 56, &type);
            MPI_Type_free(&inner);
            MPI_Type_vector(3, 1, 2, inner = type, &type);
            MPI_Type_free(&inner);
            break;
        default: MPI_Type_dup(MPI_DOUBLE, &type); break;
    }
    MPI_Type_commit(&type);
    return type;
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
