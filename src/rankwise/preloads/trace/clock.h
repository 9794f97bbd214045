/* The time of calls, and what is known of the rank that counts: its file, whether it counts now. */
#ifndef RANKWISE_TRACE_CLOCK_H
#define RANKWISE_TRACE_CLOCK_H

#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "layout.h"

/* Of what one thread writes and others read without the lock. On x86-64 and arm64 these cost what plain ones do. */
#define LOOK(variable) __atomic_load_n(&(variable), __ATOMIC_RELAXED)

#define PUT(variable, value) __atomic_store_n(&(variable), value, __ATOMIC_RELAXED)

/* Hundreds of wrappers call these, so that a compiler would rather call one copy: a tenth of what a trace costs. */
#define AT_ONCE __attribute__((always_inline)) static inline

/* Of a thread's calls within each other the FRAME of the outermost one, NULL outside of all, and what was there. */
typedef struct {
    void** frame;
    void* returns_to;
} Outermost;

#pragma GCC visibility push(hidden) /* read without a table of addresses */

/* Where who watches the rank sees in which call it is; a place of no use while nobody does. */
extern int32_t inside_unseen, *inside_shown;

extern File* counted;    /* NULL only before anything is counted: calls may be under way when all ends */
extern int active;       /* whether calls that begin now are counted */
extern int counting; /* MPI_Pcontrol */
extern uint64_t paused_at;
extern int threaded;     /* several threads may call at once */
extern int by_counter;   /* time stamp counter, else the clock */
extern unsigned stamps;
extern char spin;
extern __thread Outermost outermost __attribute__((tls_model("initial-exec")));

#pragma GCC visibility pop

uint64_t clock_ns(void);

AT_ONCE uint64_t now(void) {
#ifdef __x86_64__
    if (by_counter) return __builtin_ia32_rdtsc(); /* its header takes a third of a second to compile */
#endif
    return clock_ns();
}

/* The counter is taken where the kernel itself keeps time by it: then it is constant and alike on all cores. */
void choose_clock(void);

/* The same for ranks whose monotonic clocks are one: of a kernel and a time namespace. */
uint64_t clock_name(void);

static inline void lock(void) {
    if (!LOOK(threaded)) return;
    while (__atomic_test_and_set(&spin, __ATOMIC_ACQUIRE))
        for (int turns = 0; __atomic_load_n(&spin, __ATOMIC_RELAXED); ++turns)
            if (turns > 64) sched_yield(); /* who holds it may be waiting for this processor */
}

static inline void unlock(void) {
    if (LOOK(threaded)) __atomic_clear(&spin, __ATOMIC_RELEASE);
}

/* MPI_Pcontrol. What is not counted is neither inside of MPI nor outside. */
void pause_or_go_on(int go_on);

AT_ONCE int is_counted(void) { return __atomic_load_n(&active, __ATOMIC_ACQUIRE); }

/* Where a call keeps the address that it returns to, on x86-64 and arm64. */
#define FRAME ((void**)__builtin_frame_address(0) + 1)

/* Whether a call is the outermost one of its thread. A handler of the program may throw an exception or jump out of a
 * call, which then never ends: its frame is gone, or another's. */
AT_ONCE int enters(void** frame) {
    if (outermost.frame && frame < outermost.frame && *outermost.frame == outermost.returns_to) return 0;
    outermost = (Outermost){frame, *frame};
    return 1;
}

AT_ONCE void leaves_from(void** frame) {
    if (frame == outermost.frame) outermost.frame = NULL;
}

#define leaves() leaves_from(FRAME)

#define enter() (is_counted() && LOOK(counting) && enters(FRAME))

#define left(ended)                 \
    ({                              \
        const int ended_ = (ended); \
        leaves();                   \
        ended_;                     \
    })

/* Of calls that end what began earlier: also while MPI_Pcontrol(0) holds, and time stands still for them then. */
#define enter_to_end() (is_counted() && enters(FRAME))

AT_ONCE uint64_t now_or_pause(void) { return LOOK(counting) ? now() : LOOK(paused_at); }

AT_ONCE void inside(int call) {
    PUT(counted->inside, call);
    PUT(*inside_shown, call);
}

/* Notes the time on the kernel's clock beside that of the counter. */
void note_time(void);

static inline void leave(uint64_t at) {
    inside(-1);
    const unsigned stamp = LOOK(stamps);
    PUT(stamps, stamp + 1);
    if (!(stamp & 255) && LOOK(counting)) note_time();
    else PUT(counted->seen_ticks, at);
    outermost.frame = NULL;
}

#endif
