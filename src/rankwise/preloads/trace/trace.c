/* Preload: what a rank sends, to whom and how long its calls take, counted in a file that is mapped into memory.
 *
 * In the folder RANKWISE_TRACE each rank has a file HOST.PID.trace. Its space is taken before anything is counted, so a
 * disk that is full later harms neither the program nor the file, and what was counted is there when the rank is killed.
 * A row is a call, communicator, peer, direction and size class; memory grows with none of them, but with communicators
 * that are there at a time. Wrappers are in calls.h, which wrappers.py writes; each counts only when it is the outermost
 * one of its thread, for Fortran of some libraries calls C, and collectives of some call others. Built against the mpi.h
 * of the library that it is for, linked to none.
 */
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "calls.h"
#include "have.h"
#include "messages.h"
#include "requests.h"
#include "sizes.h"
#include "window.h"

static int was_begun;

/* Of a fork: the files stay the parent's. The child may begin a session of its own. */
static void in_child(void) {
    active = was_begun = 0;
    unlock(); /* what another thread held, for the child has none but its own */
    forget_window();
    forget_all_comms();
    forget_all_messages();
    forget_all_requests();
    forget_all_series();
    forget_sizes_at_once();
    thread_number = -1;
}

static void complain(const char* what, const char* path) {
    fprintf(stderr, "rankwise trace: this rank is not traced: %s %s: %s\n", what, path, strerror(errno));
}

static int open_file(char* path, size_t room, const char* folder, const char* host) {
    if (snprintf(path, room, "%s/%s.%ld.trace", folder, host, (long)getpid()) < (int)room)
        return open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    errno = ENAMETOOLONG;
    return -1;
}

static uint64_t loaded_ns, loaded_ticks;
__attribute__((constructor)) static void loaded(void) {
    choose_clock();
    loaded_ns = clock_ns();
    loaded_ticks = now();
}

__attribute__((destructor)) static void unloaded(void) {
    if (getenv("RANKWISE_TRACE")) tell_if_passed_by("trace");
}

/* Not what MPI_Init_thread was asked for: variables of MPIs let MPI_Init provide more (OMPI_MPI_THREAD_LEVEL). */
static int threads_of_world(void) {
    OWN(Query_thread, (int*));
    int provided = MPI_THREAD_SINGLE;
    own(&provided);
    return provided == MPI_THREAD_MULTIPLE;
}

static int32_t socket_of(int cpu) {
    char path[96];
    int32_t number = -1;
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/physical_package_id", cpu);
    FILE* file = fopen(path, "re");
    if (!file) return -1;
    if (fscanf(file, "%d", &number) != 1) number = -1;
    fclose(file);
    return number;
}

/* Where the CPUs of this rank are, by the first and the last of them. */
static int32_t socket_here(void) {
    cpu_set_t allowed;
    int first = -1, last = -1;
    if (sched_getaffinity(0, sizeof allowed, &allowed)) return -1;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (!CPU_ISSET((size_t)cpu, &allowed)) continue;
        if (first < 0) first = cpu;
        last = cpu;
    }
    const int32_t socket = first < 0 ? -1 : socket_of(first);
    return socket == socket_of(last) ? socket : -1;
}

static void join_world(File* file) {
    file->rank = rank_in(MPI_COMM_WORLD);
    file->world = ranks_of(MPI_COMM_WORLD);
    learn_what_is_done_at_once();
}

/* A session may have several threads, whatever the world has, and begin before it. */
static void begin(int has_world) {
    mpi_was_called = 1;
    if (has_world && is_counted() && counted->world <= 0) {
        lock();
        join_world(counted);
        tell_window(counted);
        unlock();
    }
    char path[4096], host[256] = "host";
    const char *folder = getenv("RANKWISE_TRACE"), *own = getenv("RANKWISE_TRACE_OWN");
    if (!has_world && is_counted()) PUT(threaded, 1);
    if (!folder || was_begun) return;
    was_begun = 1; /* a session after MPI_Finalize comes too late: the file of this rank is complete */
    const char* other = library_of_other_abi();
    if (other) {
        fprintf(stderr,
                "rankwise trace: this rank is not traced: it uses %s, the trace library is for another ABI: "
                "name the program itself on the launch line, no script that starts it\n",
                other);
        return;
    }
    gethostname(host, sizeof host - 1);
    int opened = open_file(path, sizeof path, folder, host);
    if (opened < 0 && errno == ENOENT && own && (mkdir(own, 0700) == 0 || errno == EEXIST))
        opened = open_file(path, sizeof path, own, host); /* of a node that does not see the folder of results */
    if (opened < 0) {
        complain("cannot make", path);
        return;
    }
    errno = posix_fallocate(opened, 0, sizeof(File));
    File* mapped = errno ? MAP_FAILED : mmap(NULL, sizeof(File), PROT_READ | PROT_WRITE, MAP_SHARED, opened, 0);
    if (mapped == MAP_FAILED) {
        complain("no room for", path);
        unlink(path);
    } else {
        PUT(threaded, !has_world || threads_of_world());
        mapped->version = TRACE_VERSION;
        mapped->pid = (int32_t)getpid();
        mapped->rank = -1;
        if (has_world) join_world(mapped);
        mapped->inside = -1;
        mapped->socket = socket_here();
        mapped->call_count = CALLS;
        mapped->by_counter = (uint32_t)by_counter;
        by_site = getenv("RANKWISE_TRACE_SITES") != NULL;
        snprintf(mapped->host, sizeof mapped->host, "%.63s", host);
        for (int call = 0; call < CALLS; ++call) snprintf(mapped->names[call], CALL_NAME, "%s", call_names[call]);
        mapped->clock = clock_name();
        mapped->loaded_ns = loaded_ns;
        mapped->loaded_ticks = loaded_ticks;
        mapped->begin_ns = clock_ns();
        mapped->begin_ticks = now();
        mapped->last_ns = mapped->begin_ns;
        mapped->last_ticks = mapped->seen_ticks = mapped->begin_ticks;
        memcpy(mapped->magic, TRACE_MAGIC, sizeof mapped->magic);
        pthread_atfork(NULL, NULL, in_child);
        watch_threads();
        PUT(paused_at, mapped->begin_ticks); /* where MPI_Pcontrol came before MPI_Init */
        open_window(mapped, host);
        counted = mapped;
        __atomic_store_n(&active, 1, __ATOMIC_RELEASE);
        lock();
        own_thread();
        unlock();
    }
    close(opened);
}

/* Sessions may begin in several threads at once. */
static void begun(int has_world) {
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&one_at_a_time);
    begin(has_world);
    pthread_mutex_unlock(&one_at_a_time);
}

static void end(void) {
    if (!is_counted()) return;
    File* nowhere = mmap(NULL, sizeof(File), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pause_or_go_on(1);
    lock();
    settle();
    counted->last_ns = clock_ns();
    counted->last_ticks = now();
    PUT(counted->seen_ticks, counted->last_ticks);
    counted->ended = 1;
    inside(-1);
    close_window();
    PUT(active, 0);
    if (nowhere != MAP_FAILED) PUT(counted, nowhere); /* for calls that other threads are inside of */
    unlock();
}

EXPORTED int MPI_Init(int* argc, char*** argv) {
    static int (*kept)(int*, char***);
    int (*const next)(int*, char***) = KEPT(kept, next_of("MPI_Init"));
    const int is_outermost = enters(FRAME), result = next(argc, argv);
    if (result == MPI_SUCCESS && is_outermost) begun(1);
    return left(result);
}

EXPORTED int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
    static int (*kept)(int*, char***, int, int*);
    int (*const next)(int*, char***, int, int*) = KEPT(kept, next_of("MPI_Init_thread"));
    const int is_outermost = enters(FRAME), result = next(argc, argv, required, provided);
    if (result == MPI_SUCCESS && is_outermost) begun(1);
    return left(result);
}

EXPORTED int MPI_Finalize(void) {
    static int (*kept)(void);
    int (*const next)(void) = KEPT(kept, next_of("MPI_Finalize"));
    if (enters(FRAME)) end();
    return left(next());
}

#ifdef HAVE_MPI_Session_init
EXPORTED int MPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session) {
    static int (*kept)(MPI_Info, MPI_Errhandler, MPI_Session*);
    int (*const next)(MPI_Info, MPI_Errhandler, MPI_Session*) = KEPT(kept, next_of("MPI_Session_init"));
    const int is_outermost = enters(FRAME), result = next(info, errhandler, session);
    if (result == MPI_SUCCESS && is_outermost) begun(0);
    return left(result);
}
#endif

/* What follows the level is for a profiling library of the program, of types that it alone knows: words and numbers of
 * floating point have registers of their own, which are passed on. */
EXPORTED int MPI_Pcontrol(const int level, ...) {
    enum { WORDS = 5, NUMBERS = 8 };
    static int (*kept)(int, ...);
    int (*const next)(int, ...) = KEPT(kept, next_of("MPI_Pcontrol"));
    void* word[WORDS];
    double number[NUMBERS];
    va_list rest;
    va_start(rest, level);
    for (int at = 0; at < WORDS; ++at) word[at] = va_arg(rest, void*);
    for (int at = 0; at < NUMBERS; ++at) number[at] = va_arg(rest, double);
    va_end(rest);
    pause_or_go_on(level != 0);
    return next(level, word[0], word[1], word[2], word[3], word[4], number[0], number[1], number[2], number[3],
                number[4], number[5], number[6], number[7]);
}

#ifdef HAVE_F_mpi_init_
#define FORTRAN_START(symbol)                                    \
    EXPORTED void symbol(int* error) {                           \
        static void (*kept)(int*);                               \
        void (*const next)(int*) = KEPT(kept, next_of(#symbol)); \
        const int is_outermost = enters(FRAME);                  \
        next(error);                                             \
        if (is_outermost) begun(1);                              \
        leaves();                                                \
    }
#define FORTRAN_START_THREAD(symbol)                                         \
    EXPORTED void symbol(int* required, int* provided, int* error) {         \
        static void (*kept)(int*, int*, int*);                               \
        void (*const next)(int*, int*, int*) = KEPT(kept, next_of(#symbol)); \
        const int is_outermost = enters(FRAME);                              \
        next(required, provided, error);                                     \
        if (is_outermost) begun(1);                                          \
        leaves();                                                            \
    }
#define FORTRAN_END(symbol)                                      \
    EXPORTED void symbol(int* error) {                           \
        static void (*kept)(int*);                               \
        void (*const next)(int*) = KEPT(kept, next_of(#symbol)); \
        if (enters(FRAME)) end();                                \
        next(error);                                             \
        leaves();                                                \
    }
#define FORTRAN_LEVEL(symbol)                                          \
    EXPORTED void symbol(const int* level) {                           \
        static void (*kept)(const int*);                               \
        void (*const next)(const int*) = KEPT(kept, next_of(#symbol)); \
        pause_or_go_on(*level != 0);                                   \
        next(level);                                                   \
    }
FORTRAN_START(mpi_init_)
FORTRAN_START_THREAD(mpi_init_thread_)
FORTRAN_END(mpi_finalize_)
FORTRAN_LEVEL(mpi_pcontrol_)
EXPORTED void mpi_init(int*) __attribute__((alias("mpi_init_")));
EXPORTED void mpi_init__(int*) __attribute__((alias("mpi_init_")));
EXPORTED void MPI_INIT(int*) __attribute__((alias("mpi_init_")));
EXPORTED void mpi_init_thread(int*, int*, int*) __attribute__((alias("mpi_init_thread_")));
EXPORTED void mpi_init_thread__(int*, int*, int*) __attribute__((alias("mpi_init_thread_")));
EXPORTED void MPI_INIT_THREAD(int*, int*, int*) __attribute__((alias("mpi_init_thread_")));
EXPORTED void mpi_pcontrol(const int*) __attribute__((alias("mpi_pcontrol_")));
EXPORTED void mpi_pcontrol__(const int*) __attribute__((alias("mpi_pcontrol_")));
EXPORTED void MPI_PCONTROL(const int*) __attribute__((alias("mpi_pcontrol_")));
EXPORTED void mpi_finalize(int*) __attribute__((alias("mpi_finalize_")));
EXPORTED void mpi_finalize__(int*) __attribute__((alias("mpi_finalize_")));
EXPORTED void MPI_FINALIZE(int*) __attribute__((alias("mpi_finalize_")));
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
