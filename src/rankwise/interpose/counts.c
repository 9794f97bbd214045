/* Preload: counts what a rank sends, by call and size, and writes it down when the program ends.
 *
 * A file HOST.PID in the folder RANKWISE_COUNTS, with a row `CALL BYTES COUNT` each: blocking sends as `send`, those of
 * one wait as `isend` with how many there were as a fourth number, collectives by their name with bytes as rankwise's
 * kernels of that name count them. Handles are passed through untouched as one machine word, so one build serves the
 * integer handles of MPICH and the pointers of Open MPI. Persistent requests and large counts are not counted.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void* Handle;
typedef struct {
    const char* call;
    long bytes, together, count;
} Row;

enum { ROWS = 4096, PENDING = 1024 };
static Row rows[ROWS];
static int row_count;
static long pending[PENDING];
static int pending_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The library may lie out of sight of a preload: Python opens it for itself alone. */
static int look_into(struct dl_phdr_info* object, size_t size, void* found) {
    (void)size;
    const char* name = strrchr(object->dlpi_name, '/');
    if (!name || strncmp(name, "/libmpi", 7) != 0) return 0;
    void* library = dlopen(object->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
    *(void**)found = library ? dlsym(library, "PMPI_Init") : NULL;
    if (!*(void**)found) return 0;
    *(void**)found = library;
    return 1;
}

static void* real(const char* name) {
    static void* library;
    void* found = library ? dlsym(library, name) : dlsym(RTLD_NEXT, name);
    if (!found && !library && dl_iterate_phdr(look_into, (void*)&library)) found = dlsym(library, name);
    if (!found) {
        fprintf(stderr, "rankwise counts: no MPI library has %s\n", name);
        abort();
    }
    return found;
}

// NOLINTBEGIN(bugprone-macro-parentheses): parameters of a function stand in parentheses of their own
#define REAL(name, parameters)   \
    static int(*own) parameters; \
    if (!own) *(void**)&own = real("PMPI_" #name)
// NOLINTEND(bugprone-macro-parentheses)

static int size_of(Handle type) {
    REAL(Type_size, (Handle, int*));
    int size = 0;
    own(type, &size);
    return size > 0 ? size : 0;
}

static int ranks_of(Handle communicator) {
    REAL(Comm_size, (Handle, int*));
    int ranks = 1;
    own(communicator, &ranks);
    return ranks;
}

static long bytes_of(int count, Handle type) { return (long)count * size_of(type); }

static long sum(const int counts[], Handle communicator) {
    long found = 0;
    for (int rank = ranks_of(communicator); rank-- > 0;) found += counts[rank];
    return found;
}

static void note(const char* call, long bytes, long together) {
    unsigned long at = ((unsigned long)bytes * 2654435761UL + (uintptr_t)call / 8 + (unsigned long)together) % ROWS;
    while (rows[at].call && (rows[at].call != call || rows[at].bytes != bytes || rows[at].together != together))
        at = (at + 1) % ROWS;
    if (!rows[at].call && row_count < ROWS - 1) { /* one place stays free, so that looking ends */
        rows[at] = (Row){call, bytes, together, 0};
        ++row_count;
    }
    rows[at].count += rows[at].call != NULL;
}

static void sent(const char* call, long bytes) {
    pthread_mutex_lock(&lock);
    note(call, bytes, 1);
    pthread_mutex_unlock(&lock);
}

static void sent_by_all(const char* call, long bytes, Handle communicator) {
    if (ranks_of(communicator) > 1) sent(call, bytes);
}

static void settle(void) {
    for (int index = 0; index < pending_count; ++index) note("isend", pending[index], pending_count);
    pending_count = 0;
}

static void posted(long bytes) {
    pthread_mutex_lock(&lock);
    if (pending_count == PENDING) settle();
    pending[pending_count++] = bytes;
    pthread_mutex_unlock(&lock);
}

static void waited(void) {
    pthread_mutex_lock(&lock);
    settle();
    pthread_mutex_unlock(&lock);
}

#define CALL(name, parameters, arguments, counted) \
    int MPI_##name parameters {                    \
        REAL(name, parameters);                    \
        counted;                                   \
        return own arguments;                      \
    }

#define SEND(name, counted)                                                              \
    CALL(name, (const void* data, int count, Handle type, int to, int tag, Handle comm), \
         (data, count, type, to, tag, comm), counted)
SEND(Send, sent("send", bytes_of(count, type)))
SEND(Ssend, sent("send", bytes_of(count, type)))
SEND(Rsend, sent("send", bytes_of(count, type)))
SEND(Bsend, sent("send", bytes_of(count, type)))

#define ISEND(name)                                                                                    \
    CALL(name, (const void* data, int count, Handle type, int to, int tag, Handle comm, Handle* done), \
         (data, count, type, to, tag, comm, done), posted(bytes_of(count, type)))
ISEND(Isend)
ISEND(Issend)
ISEND(Irsend)

CALL(Sendrecv,
     (const void* data, int count, Handle type, int to, int tag, void* room, int most, Handle into, int from, int other,
      Handle comm, void* status),
     (data, count, type, to, tag, room, most, into, from, other, comm, status), sent("sendrecv", bytes_of(count, type)))
CALL(Sendrecv_replace,
     (void* data, int count, Handle type, int to, int tag, int from, int other, Handle comm, void* status),
     (data, count, type, to, tag, from, other, comm, status), sent("sendrecv_replace", bytes_of(count, type)))

CALL(Wait, (Handle * request, void* status), (request, status), waited())
CALL(Waitall, (int count, Handle requests[], void* statuses), (count, requests, statuses), waited())
CALL(Waitany, (int count, Handle requests[], int* index, void* status), (count, requests, index, status), waited())
CALL(Waitsome, (int count, Handle requests[], int* done, int indices[], void* statuses),
     (count, requests, done, indices, statuses), waited())
CALL(Test, (Handle * request, int* flag, void* status), (request, flag, status), waited())
CALL(Testall, (int count, Handle requests[], int* flag, void* statuses), (count, requests, flag, statuses), waited())
CALL(Testany, (int count, Handle requests[], int* index, int* flag, void* status),
     (count, requests, index, flag, status), waited())

/* Each collective and its nonblocking form, whose last argument is a request. */
#define PLAIN(...) __VA_ARGS__
#define COLLECTIVE(name, iname, small, parameters, arguments, bytes)                   \
    CALL(name, (PLAIN parameters), (PLAIN arguments), sent_by_all(small, bytes, comm)) \
    CALL(iname, (PLAIN parameters, Handle * done), (PLAIN arguments, done), sent_by_all("i" small, bytes, comm))

COLLECTIVE(Barrier, Ibarrier, "barrier", (Handle comm), (comm), 0)
COLLECTIVE(Bcast, Ibcast, "bcast", (void* data, int count, Handle type, int root, Handle comm),
           (data, count, type, root, comm), bytes_of(count, type))
COLLECTIVE(Allreduce, Iallreduce, "allreduce",
           (const void* data, void* room, int count, Handle type, Handle op, Handle comm),
           (data, room, count, type, op, comm), bytes_of(count, type))
COLLECTIVE(Reduce, Ireduce, "reduce",
           (const void* data, void* room, int count, Handle type, Handle op, int root, Handle comm),
           (data, room, count, type, op, root, comm), bytes_of(count, type))
COLLECTIVE(Scan, Iscan, "scan", (const void* data, void* room, int count, Handle type, Handle op, Handle comm),
           (data, room, count, type, op, comm), bytes_of(count, type))
COLLECTIVE(Exscan, Iexscan, "exscan", (const void* data, void* room, int count, Handle type, Handle op, Handle comm),
           (data, room, count, type, op, comm), bytes_of(count, type))
COLLECTIVE(Reduce_scatter, Ireduce_scatter, "reduce_scatter",
           (const void* data, void* room, const int counts[], Handle type, Handle op, Handle comm),
           (data, room, counts, type, op, comm), sum(counts, comm) * size_of(type))
COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block, "reduce_scatter_block",
           (const void* data, void* room, int count, Handle type, Handle op, Handle comm),
           (data, room, count, type, op, comm), bytes_of(count, type))
COLLECTIVE(Allgather, Iallgather, "allgather",
           (const void* data, int count, Handle type, void* room, int each, Handle into, Handle comm),
           (data, count, type, room, each, into, comm), bytes_of(each, into))
COLLECTIVE(Alltoall, Ialltoall, "alltoall",
           (const void* data, int count, Handle type, void* room, int each, Handle into, Handle comm),
           (data, count, type, room, each, into, comm), bytes_of(each, into))
COLLECTIVE(Allgatherv, Iallgatherv, "allgatherv",
           (const void* data, int count, Handle type, void* room, const int counts[], const int places[], Handle into,
            Handle comm),
           (data, count, type, room, counts, places, into, comm), sum(counts, comm) * size_of(into) / ranks_of(comm))
COLLECTIVE(Alltoallv, Ialltoallv, "alltoallv",
           (const void* data, const int own_counts[], const int own_places[], Handle type, void* room,
            const int counts[], const int places[], Handle into, Handle comm),
           (data, own_counts, own_places, type, room, counts, places, into, comm),
           sum(counts, comm) * size_of(into) / ranks_of(comm))
/* Of rooted ones the side that every rank has; the root may have no buffer there. */
COLLECTIVE(Gather, Igather, "gather",
           (const void* data, int count, Handle type, void* room, int each, Handle into, int root, Handle comm),
           (data, count, type, room, each, into, root, comm), bytes_of(count, type))
COLLECTIVE(Scatter, Iscatter, "scatter",
           (const void* data, int count, Handle type, void* room, int each, Handle into, int root, Handle comm),
           (data, count, type, room, each, into, root, comm), bytes_of(each, into))

__attribute__((destructor)) static void write_down(void) {
    char path[4096], host[256] = "host";
    const char* folder = getenv("RANKWISE_COUNTS");
    if (!folder || row_count == 0) return;
    gethostname(host, sizeof host - 1);
    if (snprintf(path, sizeof path, "%s/%s.%ld", folder, host, (long)getpid()) >= (int)sizeof path) return;
    FILE* file = fopen(path, "we");
    if (!file) return;
    for (int index = 0; index < ROWS; ++index)
        if (rows[index].call)
            fprintf(file, "%s %ld %ld %ld\n", rows[index].call, rows[index].bytes, rows[index].count,
                    rows[index].together);
    fclose(file);
}
