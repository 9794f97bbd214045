/* The time of calls, and what is known of the rank that counts: its file, whether it counts now. */
#ifndef RANKWISE_TRACE_CLOCK_H
#define RANKWISE_TRACE_CLOCK_H

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#include "layout.h"

/* Of what one thread writes and others read without the lock. On x86-64 and arm64 these cost what plain ones do. */
#define LOOK(variable) __atomic_load_n(&(variable), __ATOMIC_RELAXED)
#define PUT(variable, value) __atomic_store_n(&(variable), value, __ATOMIC_RELAXED)

enum { BLOCKING, PENDING };
enum { REQUESTS = 8192, AT_A_TIME = 1024, KNOWN_COMMS = 1024 };
enum { PEER_ALL = -1, PEER_NOBODY = -2, PEER_UNKNOWN = -3 };

/* Where who watches the rank sees in which call it is; a place of no use while nobody does. */
static int32_t inside_unseen, *inside_shown = &inside_unseen;

static File* counted;    /* NULL: nothing is counted */
static int counting = 1; /* MPI_Pcontrol */
static uint64_t paused_at;
static int threaded;     /* several threads may call at once */
static int by_counter;   /* time stamp counter, else the clock */
static unsigned stamps;
static char spin;
static __thread int depth __attribute__((tls_model("initial-exec")));

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

/* The same for ranks whose monotonic clocks are one: of a kernel and a time namespace. */
static uint64_t clock_name(void) {
    char text[128] = "";
    FILE* kernel = fopen("/proc/sys/kernel/random/boot_id", "re");
    if (kernel) {
        if (!fgets(text, 64, kernel)) *text = 0;
        fclose(kernel);
    }
    const size_t length = strlen(text);
    const ssize_t more = readlink("/proc/self/ns/time", text + length, sizeof text - length - 1);
    if (more > 0) text[length + (size_t)more] = 0;
    uint64_t hash = 14695981039346656037U;
    for (const char* at = text; *at; ++at) hash = (hash ^ (unsigned char)*at) * 1099511628211U;
    return hash;
}

static inline void lock(void) {
    if (!LOOK(threaded)) return;
    while (__atomic_test_and_set(&spin, __ATOMIC_ACQUIRE))
        while (__atomic_load_n(&spin, __ATOMIC_RELAXED)) {}
}

static inline void unlock(void) {
    if (LOOK(threaded)) __atomic_clear(&spin, __ATOMIC_RELEASE);
}

/* MPI_Pcontrol. What is not counted is neither inside of MPI nor outside. */
static void pause_or_go_on(int go_on) {
    lock();
    if (go_on != counting && counted) {
        const uint64_t at = now();
        PUT(counted->seen_ticks, at);
        if (go_on) counted->paused_ticks += at - paused_at;
        else PUT(paused_at, at);
    }
    PUT(counting, go_on);
    unlock();
}

static inline int is_counted(void) { return __atomic_load_n(&counted, __ATOMIC_ACQUIRE) != NULL; }
static inline int enter(void) { return depth++ == 0 && is_counted() && LOOK(counting); }
static inline int left(int ended) {
    --depth;
    return ended;
}
/* Of calls that end what began earlier: also while MPI_Pcontrol(0) holds, and time stands still for them then. */
static inline int enter_to_end(void) { return depth++ == 0 && is_counted(); }
static inline uint64_t now_or_pause(void) { return LOOK(counting) ? now() : LOOK(paused_at); }
static inline void inside(int call) {
    PUT(counted->inside, call);
    PUT(*inside_shown, call);
}

static inline void leave(uint64_t at) {
    inside(-1);
    const unsigned stamp = LOOK(stamps);
    PUT(stamps, stamp + 1);
    if (!(stamp & 255) && LOOK(counting)) {
        lock();
        counted->last_ns = clock_ns();
        counted->last_ticks = now();
        unlock();
    } else PUT(counted->seen_ticks, at);
    --depth;
}

#endif
