/* Three ways to send GPU memory from rank 0 to rank 1, and what each takes:
 *
 *     copy      copy to the host, send, copy to the device: works with every MPI
 *     pipeline  the same in blocks, so that copies and messages overlap
 *     aware     pass the device pointer: needs a GPU-aware MPI, or `rankwise run --device-buffers`
 *
 *     mpicc -O2 examples/device_send.c -o device_send -ldl
 *     rankwise run --device-buffers -- mpirun -n 2 ./device_send aware 4194304 20
 */
#include <mpi.h>
#include <string.h>

#include "device_memory.h"

static int rank;
static char *host;
static device_pointer memory;

static void message(void *buffer, size_t bytes) {
    if (rank == 0) MPI_Send(buffer, (int)bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(buffer, (int)bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void copy(size_t bytes) {
    if (rank == 0) check(memory_to_host(host, memory, bytes), "cuMemcpyDtoH");
    message(host, bytes);
    if (rank == 1) check(memory_to_device(memory, host, bytes), "cuMemcpyHtoD");
}

static void aware(size_t bytes) { message((void *)(uintptr_t)memory, bytes); }

/* Each block has a stream of its own, so that one can be waited for while others are copied. */
static void pipeline(size_t bytes) {
    enum { STREAMS = 4 };
    static void *streams[STREAMS];
    const size_t block = bytes / 8 > 65536 ? bytes / 8 : 65536, blocks = (bytes + block - 1) / block;
    MPI_Request requests[64];
    for (int each = 0; each < STREAMS && !streams[each]; ++each) check(stream_create(&streams[each], 1), "cuStreamCreate");
    for (size_t at = 0; at < blocks; ++at) {
        const size_t start = at * block, part = start + block < bytes ? block : bytes - start;
        if (rank == 0) check(to_host_later(host + start, memory + start, part, streams[at % STREAMS]), "cuMemcpyDtoHAsync");
        if (rank == 1) MPI_Irecv(host + start, (int)part, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &requests[at]);
    }
    for (size_t at = 0; at < blocks; ++at) {
        const size_t start = at * block, part = start + block < bytes ? block : bytes - start;
        if (rank == 0) {
            check(stream_wait(streams[at % STREAMS]), "cuStreamSynchronize");
            MPI_Isend(host + start, (int)part, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &requests[at]);
        } else {
            MPI_Wait(&requests[at], MPI_STATUS_IGNORE);
            check(to_device_later(memory + start, host + start, part, streams[at % STREAMS]), "cuMemcpyHtoDAsync");
        }
    }
    if (rank == 0) MPI_Waitall((int)blocks, requests, MPI_STATUSES_IGNORE);
    for (int each = 0; each < STREAMS; ++each) check(stream_wait(streams[each]), "cuStreamSynchronize");
}

static char expected(size_t at, int step) { return (char)(at * 7 + at / 4096 + (size_t)(step + 1)); }

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const char *way = argc > 1 ? argv[1] : "aware";
    const size_t bytes = argc > 2 ? strtoull(argv[2], NULL, 10) : 4 << 20;
    const int steps = argc > 3 ? atoi(argv[3]) : 20;
    void (*transfer)(size_t) = strcmp(way, "copy") == 0 ? copy : strcmp(way, "pipeline") == 0 ? pipeline : aware;
    if (ranks != 2 || bytes < 1 || bytes > 1 << 30 || steps < 1) {
        if (rank == 0) fprintf(stderr, "device_send: give 2 ranks, copy, pipeline or aware, 1 to 2^30 bytes, steps\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    open_device();
    memory = device_memory(bytes);
    host = pinned_memory(bytes);
    double took = 0;
    size_t wrong = 0;
    for (int step = -1; step < steps; ++step) { /* the first one is not timed */
        for (size_t at = 0; at < bytes; ++at) host[at] = rank == 0 ? expected(at, step) : 0;
        check(memory_to_device(memory, host, bytes), "cuMemcpyHtoD");
        MPI_Barrier(MPI_COMM_WORLD);
        const double begin = MPI_Wtime();
        transfer(bytes);
        if (step >= 0) took += MPI_Wtime() - begin;
        check(memory_to_host(host, memory, bytes), "cuMemcpyDtoH");
        for (size_t at = 0; at < bytes; ++at) wrong += host[at] != expected(at, step);
    }
    if (rank == 1) printf("%s: %zu bytes in %.1f us, %zu wrong\n", way, bytes, took / steps * 1e6, wrong);
    MPI_Finalize();
    return wrong != 0;
}
