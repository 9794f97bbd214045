/* A face of a grid of 64 x 64 x 64 doubles in device memory, from rank 0 to rank 1: `device_datatypes LAYOUT STEPS`. Its
 * 4096 doubles lie 512 bytes apart, but for `scattered`, where each lies anywhere in its 512 bytes. `rows` and
 * `waited`: a copy for each double, then one message, as programs do without datatypes; `waited` waits for each copy.
 * Prints the fastest of all steps, for other programs on the machine only make one slower. */
#include <mpi.h>
#include <string.h>

#include "../../examples/device_memory.h"

enum { EDGE = 64, ITEMS = EDGE * EDGE, BYTES = ITEMS * EDGE * 8 };

static int rank, places[ITEMS];
static device_pointer memory;
static double* host;
static void* stream;

static MPI_Datatype datatype(const char* layout) {
    const int sizes[] = {EDGE, EDGE, EDGE}, face[] = {EDGE, EDGE, 1}, corner[] = {0, 0, 0};
    MPI_Datatype type;
    if (strcmp(layout, "vector") == 0) MPI_Type_vector(ITEMS, 1, EDGE, MPI_DOUBLE, &type);
    else if (strcmp(layout, "subarray") == 0)
        MPI_Type_create_subarray(3, sizes, face, corner, MPI_ORDER_C, MPI_DOUBLE, &type);
    else MPI_Type_create_indexed_block(ITEMS, 1, places, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    return type;
}

static void by_rows(double* packed, int waits) {
    for (int at = 0; rank == 0 && at < ITEMS; ++at) {
        check(to_host_later(packed + at, memory + (size_t)places[at] * 8, 8, stream), "cuMemcpyDtoHAsync");
        if (waits) check(stream_wait(stream), "cuStreamSynchronize");
    }
    if (rank == 0) check(stream_wait(stream), "cuStreamSynchronize");
    if (rank == 0) MPI_Send(packed, ITEMS, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    else MPI_Recv(packed, ITEMS, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int at = 0; rank == 1 && at < ITEMS; ++at) {
        check(to_device_later(memory + (size_t)places[at] * 8, packed + at, 8, stream), "cuMemcpyHtoDAsync");
        if (waits) check(stream_wait(stream), "cuStreamSynchronize");
    }
    if (rank == 1) check(stream_wait(stream), "cuStreamSynchronize");
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const char* layout = argc > 1 ? argv[1] : "vector";
    const int steps = argc > 2 ? atoi(argv[2]) : 20, waits = strcmp(layout, "waited") == 0,
              rows = waits || strcmp(layout, "rows") == 0;
    for (int at = 0; at < ITEMS; ++at) {
        const unsigned anywhere = (unsigned)at * 2654435761U >> 26; /* below 64 */
        places[at] = at * EDGE + (strcmp(layout, "scattered") == 0 ? (int)anywhere : 0);
    }
    open_device();
    check(stream_create(&stream, 1), "cuStreamCreate");
    memory = device_memory(BYTES);
    host = pinned_memory(BYTES);
    double *packed = pinned_memory(ITEMS * sizeof(double)), best = 1e9;
    MPI_Datatype type = datatype(layout);
    void* device = (void*)(uintptr_t)memory;
    int wrong = 0;
    for (int step = -1; step < steps; ++step) { /* the first one is not timed */
        for (int at = 0; at < ITEMS * EDGE; ++at) host[at] = rank == 0 ? at + step * 7 : -1;
        check(memory_to_device(memory, host, BYTES), "cuMemcpyHtoD");
        MPI_Barrier(MPI_COMM_WORLD);
        const double begin = MPI_Wtime();
        if (rows) by_rows(packed, waits);
        else if (rank == 0) MPI_Send(device, 1, type, 1, 0, MPI_COMM_WORLD);
        else MPI_Recv(device, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        const double took = MPI_Wtime() - begin;
        if (step >= 0 && took < best) best = took;
        check(memory_to_host(host, memory, BYTES), "cuMemcpyDtoH");
        for (int at = 0, next = 0; rank == 1 && at < ITEMS * EDGE; ++at) {
            const int sent = next < ITEMS && places[next] == at;
            wrong += host[at] != (sent ? at + step * 7 : -1);
            next += sent;
        }
    }
    if (rank == 1) printf("%s: in %.1f us, %d wrong\n", layout, best * 1e6, wrong);
    MPI_Type_free(&type);
    MPI_Finalize();
    return wrong != 0;
}
