/* Cases of device buffers beside the random programs:
 * `device_cases window|support|kinds|many|crossed|threads|shared|rows|alone`. */
/* NOLINTBEGIN: what MPI calls write, and requests that other functions complete, are not seen. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGES = 10000, POOL = 64 << 20 };
static int (*init)(unsigned), (*retain)(void**, int), (*use)(void*), (*alloc)(uint64_t*, size_t),
    (*alloc_of_pool)(uint64_t*, size_t, void*), (*release)(uint64_t), (*up)(uint64_t, const void*, size_t),
    (*down)(void*, uint64_t, size_t);

static void find_device(void) {
    void *library = dlopen("libcuda.so.1", RTLD_NOW), *context = NULL;
    if (!library) abort();
    *(void**)&init = dlsym(library, "cuInit");
    *(void**)&retain = dlsym(library, "cuDevicePrimaryCtxRetain");
    *(void**)&use = dlsym(library, "cuCtxSetCurrent");
    *(void**)&alloc = dlsym(library, "cuMemAlloc_v2");
    *(void**)&alloc_of_pool = dlsym(library, "cuMemAllocAsync");
    *(void**)&release = dlsym(library, "cuMemFree_v2");
    *(void**)&up = dlsym(library, "cuMemcpyHtoD_v2");
    *(void**)&down = dlsym(library, "cuMemcpyDtoH_v2");
    if (init(0) || retain(&context, 0) || use(context)) abort();
}

enum { LARGE = 1 << 20, ROUNDS = 3 };
static int rank;

static void fill(char* memory, int seed) {
    static char bytes[LARGE];
    for (int at = 0; at < LARGE; ++at) bytes[at] = (char)(at * 7 + at / 4096 + seed);
    up((uint64_t)(uintptr_t)memory, bytes, LARGE);
}

static char* large_memory(int seed) {
    uint64_t address = 0;
    if (alloc(&address, LARGE)) abort();
    fill((char*)(uintptr_t)address, seed);
    return (char*)(uintptr_t)address;
}

static int is_from(const char* memory, int seed) {
    char* bytes = malloc(LARGE);
    int right = 1;
    down(bytes, (uint64_t)(uintptr_t)memory, LARGE);
    for (int at = 0; at < LARGE; ++at) right &= bytes[at] == (char)(at * 7 + at / 4096 + seed);
    free(bytes);
    return right;
}

/* A large receive is posted while both ranks wait for other messages, and for each other. */
static int crossed(void) {
    MPI_Request request;
    char *out = large_memory(rank), *in = large_memory(9), *last = large_memory(9);
    int word = rank, other = -1, right = 1;
    for (int round = 0; round < ROUNDS; ++round) {
        MPI_Irecv(in, LARGE, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, &request);
        MPI_Send(out, LARGE, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD);
        MPI_Sendrecv(&word, 1, MPI_INT, 1 - rank, 2, &other, 1, MPI_INT, 1 - rank, 2, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        right &= is_from(in, 1 - rank) && other == 1 - rank;
        MPI_Sendrecv(out, LARGE, MPI_BYTE, 1 - rank, 3, last, LARGE, MPI_BYTE, 1 - rank, 3, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        right &= is_from(last, 1 - rank);
    }
    return right;
}

typedef struct {
    int tag, right;
    char *out, *in;
    void* context;
} Thread;

static void* exchanged(void* of) {
    Thread* mine = of;
    MPI_Request requests[2];
    use(mine->context);
    for (int round = 0; round < ROUNDS; ++round) {
        MPI_Irecv(mine->in, LARGE, MPI_BYTE, 1 - rank, mine->tag, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(mine->out, LARGE, MPI_BYTE, 1 - rank, mine->tag, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    mine->right = is_from(mine->in, 10 * mine->tag + 1 - rank);
    return NULL;
}

static int threads(void) {
    Thread both[2];
    pthread_t handles[2];
    void* context = NULL;
    int right = 1;
    retain(&context, 0);
    for (int at = 0; at < 2; ++at) {
        both[at] = (Thread){at + 1, 0, large_memory(10 * (at + 1) + rank), large_memory(99), context};
        pthread_create(&handles[at], NULL, exchanged, &both[at]);
    }
    for (int at = 0; at < 2; ++at) {
        pthread_join(handles[at], NULL);
        right &= both[at].right;
    }
    return right;
}

/* Rank 0 sends, rank 1 receives: whether it got what was sent, counted over all messages. */
static int messages, right_ones;
static void message(char* memory, int seed) {
    ++messages;
    if (rank == 0) fill(memory, seed);
    if (rank == 0) MPI_Send(memory, LARGE, MPI_BYTE, 1, 4, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(memory, LARGE, MPI_BYTE, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    right_ones += is_from(memory, seed);
}

/* Memory that is freed and comes back; that no other process can open; host memory and datatypes with gaps at the
 * receiver; a buffer that is too short; a receiver that waits in the library while its message is offered. */
static void shared(void) {
    uint64_t pool = 0;
    MPI_Request request;
    for (int round = 0; round < 4; ++round) {
        char* memory = large_memory(99);
        message(memory, round);
        message(memory, 10 + round);
        release((uint64_t)(uintptr_t)memory);
    }
    if (alloc_of_pool(&pool, LARGE, NULL)) abort();
    for (int round = 0; round < 2; ++round) message((char*)(uintptr_t)pool, 20 + round);

    char *memory = large_memory(30), *host = malloc(2 * LARGE);
    MPI_Datatype gaps;
    MPI_Type_vector(LARGE / 64, 64, 128, MPI_BYTE, &gaps);
    MPI_Type_commit(&gaps);
    if (rank == 0) {
        MPI_Send(memory, LARGE, MPI_BYTE, 1, 5, MPI_COMM_WORLD);
        MPI_Send(memory, LARGE, MPI_BYTE, 1, 6, MPI_COMM_WORLD);
        MPI_Send(memory, LARGE, MPI_BYTE, 1, 7, MPI_COMM_WORLD);
    } else {
        MPI_Status status;
        int class = 0, bytes = 0;
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        MPI_Probe(0, 5, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        MPI_Recv(host, LARGE, MPI_BYTE, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int at = 0; at < LARGE; ++at) bytes -= host[at] == (char)(at * 7 + at / 4096 + 30);
        MPI_Recv(host, 1, gaps, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int at = 0; at < LARGE; ++at) bytes += host[at / 64 * 128 + at % 64] != (char)(at * 7 + at / 4096 + 30);
        MPI_Error_class(MPI_Recv(memory, LARGE / 2, MPI_BYTE, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE), &class);
        right_ones += bytes == 0 && class == MPI_ERR_TRUNCATE;
        ++messages;
    }
    fill(memory, 40 + rank);
    if (rank == 1) MPI_Irecv(memory, LARGE, MPI_BYTE, 0, 8, MPI_COMM_WORLD, &request);
    if (rank == 0) MPI_Send(memory, LARGE, MPI_BYTE, 1, 8, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) MPI_Wait(&request, MPI_STATUS_IGNORE);
    right_ones += is_from(memory, 40);
    ++messages;
    MPI_Type_free(&gaps);
    free(host);
}

/* Collectives of one rank are complete at once: MPICH and Intel MPI give them one and the same request. */
static int alone(char* memory) {
    enum { CALLS = 3 };
    MPI_Request requests[CALLS];
    int64_t in[CALLS], out = 0;
    int right = 1;
    down(in, (uint64_t)(uintptr_t)memory, sizeof in);
    for (int at = 0; at < CALLS; ++at)
        MPI_Iallreduce(memory + 8 * at, memory + 8 * (CALLS + at), 1, MPI_INT64_T, MPI_SUM, MPI_COMM_SELF,
                       &requests[at]);
    for (int at = 0; at < CALLS; ++at) {
        MPI_Wait(&requests[at], MPI_STATUS_IGNORE);
        down(&out, (uint64_t)(uintptr_t)(memory + 8 * (CALLS + at)), sizeof out);
        right &= out == in[at];
    }
    return right;
}

static long counted(const char* name) {
    size_t (*count)(void);
    *(void**)&count = dlsym(RTLD_DEFAULT, name);
    return count ? (long)count() : -1;
}

int main(int argc, char** argv) {
    int level;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    find_device();
    const char* name = argc > 1 ? argv[1] : "";
    static int64_t numbers[MESSAGES];
    uint64_t address = 0;
    if (alloc(&address, sizeof numbers)) abort();
    char* memory = (char*)(uintptr_t)address;
    for (int at = 0; at < MESSAGES; ++at) numbers[at] = rank == 0 ? at * 3 + 1 : -1;
    up(address, numbers, sizeof numbers);
    if (strcmp(name, "crossed") == 0) printf("crossed: %s\n", crossed() ? "right" : "wrong");
    if (strcmp(name, "threads") == 0)
        printf("threads: %s\n", level < MPI_THREAD_MULTIPLE || threads() ? "right" : "wrong");
    if (strcmp(name, "alone") == 0) printf("alone: %s\n", alone(memory) ? "right" : "wrong");
    if (strcmp(name, "shared") == 0) {
        shared();
        const long directly = counted("rankwise_device_buffers_shared"); /* a slow machine withdraws some */
        printf("rank %d: %d of %d right, %s copied directly\n", rank, right_ones, messages,
               directly > 0 ? "some" : "none");
    }
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
#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
    if (strcmp(name, "kinds") == 0) {
        MPI_Session session;
        MPI_Info infos[2];
        MPI_Comm_get_info(MPI_COMM_WORLD, &infos[0]);
        MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
        MPI_Session_get_info(session, &infos[1]);
        for (int at = 0; at < 2; ++at) {
            char kinds[256] = "";
            int room = sizeof kinds, found = 0;
            MPI_Info_get_string(infos[at], "mpi_memory_alloc_kinds", &room, kinds, &found);
            if (rank == 0) printf("%s\n", kinds); /* lines of two ranks may join */
            MPI_Info_free(&infos[at]);
        }
        MPI_Session_finalize(&session);
    }
#endif
    if (strcmp(name, "rows") == 0) { /* bytes without gaps, then every second of them, to the rank itself */
        MPI_Datatype gaps;
        MPI_Type_vector(1000, 1, 2, MPI_BYTE, &gaps);
        MPI_Type_commit(&gaps);
        for (int each = 0; each < 2; ++each) {
            MPI_Sendrecv(memory, each ? 1 : 1000, each ? gaps : MPI_BYTE, rank, 0, memory + 4000, each ? 1 : 1000,
                         each ? gaps : MPI_BYTE, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (rank == 0) printf("%ld kernels\n", counted("rankwise_device_buffers_kernels"));
        }
        MPI_Type_free(&gaps);
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
        const int within = counted("rankwise_device_buffers_pinned") <= POOL;
        printf("%d right, %s\n", right, within ? "within the pool" : "beyond the pool");
    }
    MPI_Finalize();
    return 0;
}
/* NOLINTEND */
