/* Preload: what a rank sends, to whom and how long its calls take, counted in a file that is mapped into memory.
 *
 * In the folder RANKWISE_TRACE each rank has a file HOST.PID.trace. Its space is taken before anything is counted, so a
 * disk that is full later harms neither the program nor the file, and what was counted is there when the rank is killed.
 * A row is a call, communicator, peer, direction and size class; memory grows with none of them. Wrappers are in the
 * generated calls.h; each counts only when it is the outermost one of its thread, for Fortran of some libraries calls C,
 * and collectives of some call others. Built against the mpi.h of the library that it is for, linked to none.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#include "../mpi_library.h"
#include "have.h"
#include "layout.h"

enum { BLOCKING, PENDING };
enum { OUT, IN, COLLECTIVE };
enum { REQUESTS = 8192, AT_A_TIME = 1024, KNOWN_COMMS = 1024 };
enum { PEER_ALL = -1, PEER_NOBODY = -2, PEER_UNKNOWN = -3 };

static File* counted;    /* NULL: nothing is counted */
static int counting = 1; /* MPI_Pcontrol */
static int threaded;     /* several threads may call at once */
static int by_counter;   /* time stamp counter, else the clock */
static unsigned stamps;
static char spin;
static __thread int depth __attribute__((tls_model("initial-exec")));

/* -- handles of Fortran ---------------------------------------------------------------------------------------- */

#ifdef MPI_Comm_f2c
#define COMM_F(comm) MPI_Comm_f2c(*(int*)(comm))
#define TYPE_F(type) MPI_Type_f2c(*(int*)(type))
#define REQUEST_F(request) MPI_Request_f2c(request)
#else
static MPI_Comm comm_f(int comm) {
    static MPI_Comm (*own)(int);
    if (!own) *(void**)&own = next_of("PMPI_Comm_f2c");
    return own(comm);
}
static MPI_Datatype type_f(int type) {
    static MPI_Datatype (*own)(int);
    if (!own) *(void**)&own = next_of("PMPI_Type_f2c");
    return own(type);
}
static MPI_Request request_f(int request) {
    static MPI_Request (*own)(int);
    if (!own) *(void**)&own = next_of("PMPI_Request_f2c");
    return own(request);
}
#define COMM_F(comm) comm_f(*(int*)(comm))
#define TYPE_F(type) type_f(*(int*)(type))
#define REQUEST_F(request) request_f(request)
#endif

/* -- time ------------------------------------------------------------------------------------------------------ */

static uint64_t clock_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000U + (uint64_t)time.tv_nsec;
}

static inline uint64_t now(void) {
#if defined(__x86_64__)
    if (by_counter) return __rdtsc();
#endif
    return clock_ns();
}

/* The counter is taken where the kernel itself keeps time by it: then it is constant and alike on all cores. */
static void choose_clock(void) {
    char source[16] = "";
    FILE* kernel = fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "re");
    if (!kernel) return;
    if (fgets(source, sizeof source, kernel)) by_counter = strncmp(source, "tsc", 3) == 0;
    fclose(kernel);
#if !defined(__x86_64__)
    by_counter = 0;
#endif
}

static inline void lock(void) {
    if (!threaded) return;
    while (__atomic_test_and_set(&spin, __ATOMIC_ACQUIRE))
        while (__atomic_load_n(&spin, __ATOMIC_RELAXED)) {}
}

static inline void unlock(void) {
    if (threaded) __atomic_clear(&spin, __ATOMIC_RELEASE);
}

static inline int enter(void) { return depth++ == 0 && counted && counting; }
static inline void inside(int call) { counted->inside = call; }

static inline void leave(uint64_t at) {
    counted->inside = -1;
    if (!(stamps++ & 255)) {
        counted->last_ns = clock_ns();
        counted->last_ticks = now();
    } else counted->seen_ticks = at;
    --depth;
}

/* -- what is asked of the library ------------------------------------------------------------------------------ */

static int64_t size_of(MPI_Datatype type) {
    OWN(Type_size, (MPI_Datatype, int*));
    int size = 0;
    own(type, &size);
    return size > 0 ? size : 0;
}

static inline int64_t bytes_of(int64_t count, MPI_Datatype type) { return count ? count * size_of(type) : 0; }

/* A rank's own side may be in place at the root, with a null type, which is fatal to ask for its size. Between two
 * groups the root is a rank of the other one, or negative: then there may be no pair. */
static int64_t rooted(int root, MPI_Comm comm, int64_t at_root, MPI_Datatype type_at_root, int64_t elsewhere,
                      MPI_Datatype type_elsewhere) {
    if (root < 0) return 0;
    if (root == rank_in(comm) && !joins_groups(comm)) return bytes_of(at_root, type_at_root);
    return bytes_of(elsewhere, type_elsewhere);
}

#define ROOTED_V(name, Count)                                                                                \
    static int64_t name(int root, MPI_Comm comm, const Count counts[], MPI_Datatype type, int64_t own,       \
                        MPI_Datatype own_type) {                                                             \
        if (root < 0) return 0;                                                                              \
        const int rank = rank_in(comm);                                                                      \
        return root == rank && !joins_groups(comm) ? bytes_of(counts[rank], type) : bytes_of(own, own_type); \
    }
#define ADD_UP(name, Count)                                                                                      \
    static int64_t name(const Count counts[], MPI_Comm comm) {                                                   \
        int64_t sum = 0;                                                                                         \
        for (int rank = joins_groups(comm) ? others_of(comm) : ranks_of(comm); rank-- > 0;) sum += counts[rank]; \
        return sum;                                                                                              \
    }
#define ADD_UP_W(name, Count, Type, size)                                                   \
    static int64_t name(const Count counts[], const Type types[], MPI_Comm comm) {          \
        int64_t sum = 0;                                                                    \
        for (int rank = joins_groups(comm) ? others_of(comm) : ranks_of(comm); rank-- > 0;) \
            if (counts[rank]) sum += counts[rank] * size_of(size);                          \
        return sum;                                                                         \
    }
ROOTED_V(rooted_v_int, int)
ROOTED_V(rooted_v_large, MPI_Count)
ADD_UP(sum_int, int)
ADD_UP(sum_large, MPI_Count)
ADD_UP_W(sum_w_int, int, MPI_Datatype, types[rank])
ADD_UP_W(sum_w_large, MPI_Count, MPI_Datatype, types[rank])
ADD_UP_W(sum_w_f, int, int, TYPE_F(&types[rank]))

#define NEIGHBOURS_V(name, Count)                                                       \
    static int64_t name(MPI_Comm comm, const Count counts[], MPI_Datatype type) {       \
        int64_t sum = 0;                                                                \
        for (int number = neighbours_of(comm, 1); number-- > 0;) sum += counts[number]; \
        return sum * size_of(type);                                                     \
    }
NEIGHBOURS_V(neighbours_v_int, int)
NEIGHBOURS_V(neighbours_v_large, MPI_Count)

#define BY_COUNT(counts, small, large) _Generic((counts), const int*: small, const MPI_Count*: large)
#define SUM(counts, comm) BY_COUNT(counts, sum_int, sum_large)(counts, comm)
#define SUM_W(counts, types, comm) BY_COUNT(counts, sum_w_int, sum_w_large)(counts, types, comm)
#define SUM_W_F(counts, types, comm) sum_w_f(counts, types, comm)
#define rooted_v(root, comm, counts, ...) \
    BY_COUNT(counts, rooted_v_int, rooted_v_large)(root, comm, counts, __VA_ARGS__)
#define neighbours_v(comm, counts, type) BY_COUNT(counts, neighbours_v_int, neighbours_v_large)(comm, counts, type)

/* -- communicators: which ranks of the world they join --------------------------------------------------------- */

typedef struct {
    uintptr_t handle;
    int used, slot, ranks;
    int* world_ranks;
} Comm;
static Comm comms[KNOWN_COMMS];
static Comm no_comm = {0, 1, NO_COMM, 0, NULL};

static int world_ranks(MPI_Comm comm, int ranks, int inter, int* into) {
    OWN(Group_translate_ranks, (MPI_Group, int, const int*, MPI_Group, int*));
    static int (*group_of)(MPI_Comm, MPI_Group*), (*other_group_of)(MPI_Comm, MPI_Group*), (*free_group)(MPI_Group*);
    if (!group_of) {
        *(void**)&free_group = next_of("PMPI_Group_free");
        *(void**)&other_group_of = next_of("PMPI_Comm_remote_group");
        *(void**)&group_of = next_of("PMPI_Comm_group");
    }
    int* order = malloc(sizeof(int) * (size_t)ranks);
    MPI_Group group, world;
    if (!order) return 0;
    for (int rank = 0; rank < ranks; ++rank) order[rank] = rank;
    (inter ? other_group_of : group_of)(comm, &group);
    group_of(MPI_COMM_WORLD, &world);
    own(group, ranks, order, world, into);
    free_group(&group);
    free_group(&world);
    free(order);
    return 1;
}

/* Communicators of the same ranks in the same order are one row of the file, so that making and freeing them in a loop
 * fills nothing. */
static int slot_of(const int* ranks, int count, int inter) {
    uint64_t hash = 14695981039346656037U + (unsigned)inter;
    for (int rank = 0; rank < count; ++rank) hash = (hash ^ (uint32_t)ranks[rank]) * 1099511628211U;
    for (uint32_t slot = 0; slot < counted->comm_count; ++slot)
        if (counted->comms[slot].hash == hash && counted->comms[slot].ranks == (uint32_t)count) return (int)slot;
    if (counted->comm_count == COMMS) return NO_COMM;
    CommRow* row = &counted->comms[counted->comm_count];
    *row = (CommRow){hash, (uint32_t)count, (uint32_t)inter, {0}};
    for (int rank = 0; rank < count && rank < COMM_RANKS; ++rank) row->first[rank] = ranks[rank];
    return (int)counted->comm_count++;
}

enum { LIVES = 1, LEFT };
static Comm* comm_looked_up(MPI_Comm comm, int look) {
    if (counted->world <= 0) return &no_comm; /* sessions alone: there is no world to number ranks in */
    const uintptr_t handle = (uintptr_t)comm;
    unsigned at = (unsigned)((handle >> 4 ^ handle) * 2654435761U) % KNOWN_COMMS;
    Comm* left = NULL;
    for (int tries = 0; tries < KNOWN_COMMS / 2; ++tries, at = (at + 1) % KNOWN_COMMS) {
        Comm* row = &comms[at];
        if (row->used == LIVES && row->handle == handle) return row;
        if (row->used == LEFT && !left) left = row;
        if (row->used) continue;
        if (!look) return &no_comm;
        if (left) row = left;
        const int inter = joins_groups(comm), ranks = inter ? others_of(comm) : ranks_of(comm);
        int* world = malloc(sizeof(int) * (size_t)(ranks > 0 ? ranks : 1));
        if (!world || !world_ranks(comm, ranks, inter, world)) {
            free(world);
            return &no_comm;
        }
        *row = (Comm){handle, LIVES, slot_of(world, ranks, inter), ranks, world};
        return row;
    }
    return &no_comm;
}

static Comm* comm_row(MPI_Comm comm) { return comm_looked_up(comm, 1); }
/* The same without asking the library, for a communicator that may be gone. */
static Comm* comm_if_known(MPI_Comm comm) { return comm_looked_up(comm, 0); }

/* Handles are used again, so a communicator that goes must be forgotten. Its place is left marked, so that what was put
 * behind it is still found. */
static void forget_comm_handle(uintptr_t handle) {
    lock();
    for (int at = 0; at < KNOWN_COMMS; ++at)
        if (comms[at].used == LIVES && comms[at].handle == handle) {
            free(comms[at].world_ranks);
            comms[at] = (Comm){0, LEFT, 0, 0, NULL};
        }
    unlock();
}
#define forget_comm(comm) forget_comm_handle((uintptr_t)FREED(comm))
#define FREED(comm) _Generic((comm), MPI_Comm*: freed_c, default: freed_any)((const void*)(uintptr_t)(comm))
static inline MPI_Comm freed_c(const void* comm) { return *(const MPI_Comm*)comm; }
static inline MPI_Comm freed_any(const void* comm) { return (MPI_Comm)(uintptr_t)comm; }

static int peer_of(const Comm* comm, int rank) {
    if (rank == MPI_PROC_NULL) return PEER_NOBODY;
    if (rank < 0 || rank >= comm->ranks) return PEER_UNKNOWN;
    const int peer = comm->world_ranks[rank];
    return peer == MPI_UNDEFINED ? PEER_UNKNOWN : peer;
}

/* -- rows ------------------------------------------------------------------------------------------------------ */

static inline int class_of(int64_t bytes) { return bytes > 0 ? 64 - __builtin_clzll((uint64_t)bytes) : 0; }

static void total(int call, uint64_t took, int calls) {
    counted->totals[call].calls += (unsigned)calls;
    counted->totals[call].ticks += took;
}

static void note(int call, int direction, int comm, int peer, int64_t bytes, uint64_t took) {
    const uint64_t key = 1ULL << 63 | (uint64_t)(uint32_t)peer << 31 | (uint64_t)call << 21 | (uint64_t)comm << 10 |
                         (uint64_t)class_of(bytes) << 2 | (uint64_t)direction;
    uint64_t at = key * 0x9E3779B97F4A7C15U >> 40;
    for (int tries = 0; tries < 64; ++tries, ++at) {
        Row* row = &counted->rows[at % ROWS];
        if (row->key == key || row->key == 0) {
            row->messages += 1;
            row->bytes += (uint64_t)bytes;
            row->ticks += took;
            row->key = key;
            return;
        }
    }
    counted->rows_lost += 1;
    counted->bytes_lost += (uint64_t)bytes;
}

/* Exact sizes, as kernels of a benchmark take them. */
static void note_size(int call, int64_t bytes, int together) {
    uint64_t at = ((uint64_t)bytes * 0x9E3779B97F4A7C15U ^ (uint64_t)call << 20 ^ (uint64_t)together << 32) >> 16;
    for (int tries = 0; tries < 64; ++tries, ++at) {
        SizeRow* row = &counted->sizes[at % SIZES];
        if (row->count == 0 ||
            (row->call == (uint32_t)call && row->bytes == (uint64_t)bytes && row->together == (uint32_t)together)) {
            row->call = (uint32_t)call;
            row->together = (uint32_t)together;
            row->bytes = (uint64_t)bytes;
            row->count += 1;
            return;
        }
    }
    counted->sizes_lost += 1;
}

static struct {
    int call;
    int64_t bytes;
} sizes_at_once[AT_A_TIME];
static int at_once;

static void settle(void) {
    for (int index = 0; index < at_once; ++index)
        note_size(sizes_at_once[index].call, sizes_at_once[index].bytes, at_once);
    at_once = 0;
}

static void other(int call, uint64_t took) {
    lock();
    total(call, took, 1);
    unlock();
}

static void sent_to(int call, uint64_t took, int slot, int peer, int64_t bytes, int how) {
    note(call, OUT, slot, peer, bytes, took);
    if (peer == PEER_NOBODY) return;
    if (how == BLOCKING) {
        note_size(call, bytes, 1);
        return;
    }
    if (at_once == AT_A_TIME) settle();
    sizes_at_once[at_once].call = call;
    sizes_at_once[at_once++].bytes = bytes;
}

static void sent(int call, uint64_t took, MPI_Comm comm, int to, int64_t bytes, int how) {
    lock();
    total(call, took, 1);
    const Comm* own = comm_row(comm);
    sent_to(call, took, own->slot, peer_of(own, to), bytes, how);
    unlock();
}

static int64_t bytes_in(const MPI_Status* status) {
    OWN(Get_elements_x, (const MPI_Status*, MPI_Datatype, MPI_Count*));
    MPI_Count bytes = 0;
    own(status, MPI_BYTE, &bytes);
    return bytes > 0 ? (int64_t)bytes : 0;
}

/* `status` NULL: Fortran gave none. */
static void got(int call, uint64_t took, const Comm* comm, int from, int64_t posted_bytes, const MPI_Status* status) {
    if (status && from != MPI_PROC_NULL) {
        from = status->MPI_SOURCE;
        posted_bytes = bytes_in(status);
    }
    note(call, IN, comm->slot, peer_of(comm, from), posted_bytes, took);
}

static void received(int call, uint64_t took, MPI_Comm comm, int from, const MPI_Status* status) {
    lock();
    if (took) total(call, took, 1);
    got(call, took, comm == MPI_COMM_NULL ? &no_comm : comm_row(comm), from, 0, status);
    unlock();
}

static void collective(int call, uint64_t took, MPI_Comm comm, int64_t bytes) {
    const int ranks = ranks_of(comm);
    lock();
    total(call, took, 1);
    note(call, COLLECTIVE, comm_row(comm)->slot, PEER_ALL, bytes, took);
    if (ranks > 1) note_size(call, bytes, ranks);
    unlock();
}

/* -- requests: receives until they are complete, and what is sent again and again ------------------------------ */

enum { RECEIVES = 1, SENDS_AGAIN, RECEIVES_AGAIN, COLLECTS_AGAIN };
typedef struct {
    uintptr_t handle;
    int kind, call, slot, peer_rank, peer, live, together; /* peer: of the world, as far as it was known then */
    int64_t bytes;
    MPI_Comm comm;
} Request;
static Request requests[REQUESTS];
static int tracked;

static unsigned place_of(uintptr_t handle) { return (unsigned)((handle >> 3 ^ handle) * 2654435761U) % REQUESTS; }

static Request* request_row(uintptr_t handle) {
    if (!tracked) return NULL;
    for (unsigned at = place_of(handle), tries = 0; tries < REQUESTS && requests[at].kind;
         ++tries, at = (at + 1) % REQUESTS)
        if (requests[at].handle == handle) return &requests[at];
    return NULL;
}

static int keep(Request row) {
    Request* old = request_row(row.handle);
    if (old) {
        *old = row;
        return 1;
    }
    if (tracked > REQUESTS / 2) {
        counted->requests_lost += 1;
        return 0;
    }
    unsigned at = place_of(row.handle);
    while (requests[at].kind) at = (at + 1) % REQUESTS;
    requests[at] = row;
    ++tracked;
    return 1;
}

/* What follows in the table moves up, so that looking may end at the first free place. */
static void drop(Request* row) {
    unsigned hole = (unsigned)(row - requests);
    for (unsigned at = (hole + 1) % REQUESTS; requests[at].kind; at = (at + 1) % REQUESTS) {
        const unsigned home = place_of(requests[at].handle);
        if ((at - home) % REQUESTS >= (at - hole) % REQUESTS) {
            requests[hole] = requests[at];
            hole = at;
        }
    }
    requests[hole].kind = 0;
    --tracked;
}

static void post(int call, uint64_t took, MPI_Request request, MPI_Comm comm, int from, int64_t bytes) {
    lock();
    if (took) total(call, took, 1);
    if (from != MPI_PROC_NULL) {
        const Comm* own = comm_row(comm);
        const Request row = {(uintptr_t)request, RECEIVES, call, own->slot, from,
                             peer_of(own, from), 1,        0,    bytes,     comm};
        if (!keep(row)) note(call, IN, own->slot, row.peer, bytes, 0);
    }
    unlock();
}
#define posted(call, took, request, ...) post(call, took, *(request), __VA_ARGS__)
#define posted_f(call, took, request, ...) post(call, took, REQUEST_F(*(request)), __VA_ARGS__)

static void prepare(int call, uint64_t took, MPI_Request request, MPI_Comm comm, int peer, int64_t bytes, int kind) {
    lock();
    const Comm* own = comm_row(comm);
    total(call, took, 1);
    const int together = kind == COLLECTS_AGAIN ? ranks_of(comm) : 0;
    keep((Request){(uintptr_t)request, kind, call, own->slot, peer, peer_of(own, peer), 0, together, bytes, comm});
    unlock();
}
#define AGAIN(sends) ((sends) ? SENDS_AGAIN : RECEIVES_AGAIN)
#define prepared(call, took, request, comm, peer, bytes, sends) \
    prepare(call, took, *(request), comm, peer, bytes, AGAIN(sends))
#define prepared_f(call, took, request, comm, peer, bytes, sends) \
    prepare(call, took, REQUEST_F(*(request)), comm, peer, bytes, AGAIN(sends))
#define prepared_collective(call, took, request, comm, bytes) \
    prepare(call, took, *(request), comm, 0, bytes, COLLECTS_AGAIN)
#define prepared_collective_f(call, took, request, comm, bytes) \
    prepare(call, took, REQUEST_F(*(request)), comm, 0, bytes, COLLECTS_AGAIN)

static void start(MPI_Request request) {
    Request* row = request_row((uintptr_t)request);
    if (!row) return;
    row->live = 1;
    if (row->kind == SENDS_AGAIN) sent_to(row->call, 0, row->slot, row->peer, row->bytes, PENDING);
    if (row->kind == COLLECTS_AGAIN) {
        note(row->call, COLLECTIVE, row->slot, PEER_ALL, row->bytes, 0);
        if (row->together > 1) note_size(row->call, row->bytes, row->together);
    }
}

/* A communicator may be freed while its receives are under way. */
static void got_later(const Request* row, const MPI_Status* status) {
    int peer = row->peer;
    int64_t bytes = row->bytes;
    if (status && row->peer_rank != MPI_PROC_NULL) {
        if (status->MPI_SOURCE != row->peer_rank) peer = peer_of(comm_if_known(row->comm), status->MPI_SOURCE);
        bytes = bytes_in(status);
    }
    note(row->call, IN, row->slot, peer, bytes, 0);
}

static void started(int call, uint64_t took, int count, const MPI_Request* begun) {
    lock();
    total(call, took, 1);
    for (int index = 0; index < count; ++index) start(begun[index]);
    unlock();
}

static void started_f(int call, uint64_t took, int count, const int* begun) {
    lock();
    total(call, took, 1);
    for (int index = 0; index < count; ++index) start(REQUEST_F(begun[index]));
    unlock();
}

static void let_go(MPI_Request request) {
    lock();
    Request* row = request_row((uintptr_t)request);
    if (row) drop(row);
    unlock();
}
#define forget_request(request) let_go(*(request))
#define forget_request_f(request) let_go(REQUEST_F(*(request)))

/* Requests as they were before a call that may end them, and room for statuses that the program did not want. */
typedef struct {
    int count;
    MPI_Request* requests;
    MPI_Status* statuses;
    MPI_Request few[16];
    MPI_Status few_statuses[16];
} Held;

static int held_room(Held* held, int count) {
    held->count = tracked && count > 0 ? count : 0;
    held->requests = held->few;
    held->statuses = NULL;
    if (held->count > 16) {
        held->requests = malloc(sizeof(MPI_Request) * (size_t)count);
        if (!held->requests) held->count = 0;
    }
    return held->count;
}

static void hold(Held* held, int count, const MPI_Request* given) {
    for (int index = held_room(held, count); index-- > 0;) held->requests[index] = given[index];
}

static void hold_f(Held* held, int count, const int* given) {
    for (int index = held_room(held, count); index-- > 0;) held->requests[index] = REQUEST_F(given[index]);
}

static MPI_Status* room_for(Held* held, MPI_Status* given) {
    if (!held->count || (given != MPI_STATUS_IGNORE && given != MPI_STATUSES_IGNORE)) return given;
    held->statuses = held->count > 16 ? malloc(sizeof(MPI_Status) * (size_t)held->count) : held->few_statuses;
    return held->statuses ? held->statuses : given;
}

static void finish(int call, uint64_t took, Held* held, int done, const int* indices, const MPI_Status* statuses,
                   int fortran) {
    if (statuses == MPI_STATUS_IGNORE || statuses == MPI_STATUSES_IGNORE) statuses = NULL;
    lock();
    total(call, took, 1);
    settle();
    for (int number = 0; held->count && number < done; ++number) {
        const int index = indices ? indices[number] - (fortran && indices ? 1 : 0) : number;
        if (index < 0 || index >= held->count) continue;
        Request* row = request_row((uintptr_t)held->requests[index]);
        if (!row) continue;
        if (row->kind == RECEIVES || (row->kind == RECEIVES_AGAIN && row->live))
            got_later(row, statuses ? &statuses[number] : NULL);
        row->live = 0;
        if (row->kind == RECEIVES) drop(row);
    }
    unlock();
    if (held->statuses && held->statuses != held->few_statuses) free(held->statuses);
    if (held->requests != held->few) free(held->requests);
}

/* Fortran's MPI_STATUS_IGNORE is a place in memory of the library's own, under a name that compilers spell each in
 * their way. NULL for it. */
static const MPI_Status* status_f(const void* status) {
    static const char* const at[] = {
        "mpi_fortran_status_ignore_",     "mpi_fortran_status_ignore",        "mpi_fortran_status_ignore__",
        "mpi_fortran_statuses_ignore_",   "mpi_fortran_statuses_ignore",      "mpi_fortran_statuses_ignore__",
        "MPIR_F08_MPI_STATUS_IGNORE_OBJ", "MPIR_F08_MPI_STATUSES_IGNORE_OBJ", "MPI_FORTRAN_STATUS_IGNORE",
        "MPI_FORTRAN_STATUSES_IGNORE",
    };
    enum { NAMES = sizeof at / sizeof *at };
    static const void* nothing[NAMES + 2];
    static int known;
    if (!known) {
        for (int index = 0; index < NAMES; ++index) nothing[index] = dlsym(RTLD_DEFAULT, at[index]);
        void** one = data_of("MPI_F_STATUS_IGNORE");
        void** many = data_of("MPI_F_STATUSES_IGNORE");
        nothing[NAMES] = one ? *one : NULL;
        nothing[NAMES + 1] = many ? *many : NULL;
        known = 1;
    }
    for (int index = 0; index < NAMES + 2; ++index)
        if (status == nothing[index]) return NULL;
    return status;
}

/* -- begin and end --------------------------------------------------------------------------------------------- */

static void in_child(void) { counted = NULL; /* of a fork: the file stays the parent's */ }

#include "calls.h"

static void complain(const char* what, const char* path) {
    fprintf(stderr, "rankwise trace: this rank is not traced: %s %s: %s\n", what, path, strerror(errno));
}

static void begin(int several, int has_world) {
    char path[4096], host[256] = "host";
    const char* folder = getenv("RANKWISE_TRACE");
    if (!folder || counted) return;
    ++depth;
    gethostname(host, sizeof host - 1);
    if (snprintf(path, sizeof path, "%s/%s.%ld.trace", folder, host, (long)getpid()) >= (int)sizeof path) {
        --depth;
        return;
    }
    const int opened = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (opened < 0) {
        complain("cannot make", path);
        --depth;
        return;
    }
    errno = posix_fallocate(opened, 0, sizeof(File));
    File* mapped = errno ? MAP_FAILED : mmap(NULL, sizeof(File), PROT_READ | PROT_WRITE, MAP_SHARED, opened, 0);
    if (mapped == MAP_FAILED) {
        complain("no room for", path);
        unlink(path);
    } else {
        threaded = several;
        mapped->version = TRACE_VERSION;
        mapped->pid = (int32_t)getpid();
        mapped->rank = has_world ? rank_in(MPI_COMM_WORLD) : -1;
        mapped->world = has_world ? ranks_of(MPI_COMM_WORLD) : 0;
        mapped->inside = -1;
        mapped->call_count = CALLS;
        mapped->by_counter = (uint32_t)by_counter;
        snprintf(mapped->host, sizeof mapped->host, "%s", host);
        for (int call = 0; call < CALLS; ++call) snprintf(mapped->names[call], CALL_NAME, "%s", call_names[call]);
        mapped->begin_ns = clock_ns();
        mapped->begin_ticks = now();
        mapped->last_ns = mapped->begin_ns;
        mapped->last_ticks = mapped->seen_ticks = mapped->begin_ticks;
        memcpy(mapped->magic, TRACE_MAGIC, sizeof mapped->magic);
        pthread_atfork(NULL, NULL, in_child);
        counted = mapped;
    }
    close(opened);
    --depth;
}

static void end(void) {
    if (!counted) return;
    lock();
    settle();
    counted->last_ns = clock_ns();
    counted->last_ticks = counted->seen_ticks = now();
    counted->ended = 1;
    counted->inside = -1;
    counted = NULL;
    unlock();
}

static uint64_t loaded_ns, loaded_ticks;
__attribute__((constructor)) static void loaded(void) {
    choose_clock();
    loaded_ns = clock_ns();
    loaded_ticks = now();
}

static void begun(int several, int has_world) {
    begin(several, has_world);
    if (!counted) return;
    counted->loaded_ns = loaded_ns;
    counted->loaded_ticks = loaded_ticks;
}

int MPI_Init(int* argc, char*** argv) {
    static int (*next)(int*, char***);
    if (!next) *(void**)&next = next_of("MPI_Init");
    ++depth;
    const int result = next(argc, argv);
    --depth;
    if (result == MPI_SUCCESS && depth == 0) begun(0, 1);
    return result;
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
    static int (*next)(int*, char***, int, int*);
    if (!next) *(void**)&next = next_of("MPI_Init_thread");
    ++depth;
    const int result = next(argc, argv, required, provided);
    --depth;
    if (result == MPI_SUCCESS && depth == 0) begun(provided && *provided == MPI_THREAD_MULTIPLE, 1);
    return result;
}

int MPI_Finalize(void) {
    static int (*next)(void);
    if (!next) *(void**)&next = next_of("MPI_Finalize");
    if (depth == 0) end();
    ++depth;
    const int result = next();
    --depth;
    return result;
}

#ifdef HAVE_MPI_Session_init
int MPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session) {
    static int (*next)(MPI_Info, MPI_Errhandler, MPI_Session*);
    if (!next) *(void**)&next = next_of("MPI_Session_init");
    ++depth;
    const int result = next(info, errhandler, session);
    --depth;
    if (result == MPI_SUCCESS && depth == 0) begun(1, 0);
    return result;
}
#endif

int MPI_Pcontrol(const int level, ...) {
    static int (*next)(int, ...);
    if (!next) *(void**)&next = next_of("MPI_Pcontrol");
    counting = level != 0;
    return next(level);
}

#ifdef HAVE_F_mpi_init_
#define FORTRAN_START(symbol)                         \
    void symbol(int* error) {                         \
        static void (*next)(int*);                    \
        if (!next) *(void**)&next = next_of(#symbol); \
        ++depth;                                      \
        next(error);                                  \
        --depth;                                      \
        if (depth == 0) begun(0, 1);                  \
    }
#define FORTRAN_START_THREAD(symbol)                                \
    void symbol(int* required, int* provided, int* error) {         \
        static void (*next)(int*, int*, int*);                      \
        if (!next) *(void**)&next = next_of(#symbol);               \
        ++depth;                                                    \
        next(required, provided, error);                            \
        --depth;                                                    \
        if (depth == 0) begun(*provided == MPI_THREAD_MULTIPLE, 1); \
    }
#define FORTRAN_END(symbol)                           \
    void symbol(int* error) {                         \
        static void (*next)(int*);                    \
        if (!next) *(void**)&next = next_of(#symbol); \
        if (depth == 0) end();                        \
        ++depth;                                      \
        next(error);                                  \
        --depth;                                      \
    }
#define FORTRAN_LEVEL(symbol)                         \
    void symbol(const int* level) {                   \
        static void (*next)(const int*);              \
        if (!next) *(void**)&next = next_of(#symbol); \
        counting = *level != 0;                       \
        next(level);                                  \
    }
FORTRAN_START(mpi_init_)
FORTRAN_START_THREAD(mpi_init_thread_)
FORTRAN_END(mpi_finalize_)
FORTRAN_LEVEL(mpi_pcontrol_)
void mpi_init(int*) __attribute__((alias("mpi_init_")));
void mpi_init__(int*) __attribute__((alias("mpi_init_")));
void MPI_INIT(int*) __attribute__((alias("mpi_init_")));
void mpi_init_thread(int*, int*, int*) __attribute__((alias("mpi_init_thread_")));
void mpi_init_thread__(int*, int*, int*) __attribute__((alias("mpi_init_thread_")));
void MPI_INIT_THREAD(int*, int*, int*) __attribute__((alias("mpi_init_thread_")));
void mpi_finalize(int*) __attribute__((alias("mpi_finalize_")));
void mpi_finalize__(int*) __attribute__((alias("mpi_finalize_")));
void MPI_FINALIZE(int*) __attribute__((alias("mpi_finalize_")));
#endif
#ifdef HAVE_F_mpi_init_f08_
#ifndef HAVE_F_mpi_init_
#error "a library with mpi_f08 and without mpif.h"
#endif
FORTRAN_START(mpi_init_f08_)
FORTRAN_START_THREAD(mpi_init_thread_f08_)
FORTRAN_END(mpi_finalize_f08_)
FORTRAN_LEVEL(mpi_pcontrol_f08_)
#endif
