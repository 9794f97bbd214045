/* Threads of a rank: which of them calls, for how long they are there, and how much of that they are inside of MPI. A
 * number is given again when its thread has ended, so numbers are as many as threads at a time. */
#ifndef RANKWISE_TRACE_THREADS_H
#define RANKWISE_TRACE_THREADS_H

#include "clock.h"

extern __thread int thread_number __attribute__((tls_model("initial-exec")));

void watch_threads(void);

/* Where there are more threads than numbers, the last ones share one. */
Thread* numbered_thread(void);

/* The caller holds the lock. */
static inline Thread* own_thread(void) {
    return thread_number < 0 ? numbered_thread() : &counted->threads[thread_number];
}

#endif
