/* The last half minute of a rank, in a small file in the memory of its node, for who watches it while it runs.
 *
 * In the folder RANKWISE_WATCH each rank has a file HOST.PID.window, as long as it lives. Seconds are those of the
 * monotonic clock, so ranks of a node share them. Of messages and collectives the last ones are kept whose keys are
 * wanted: every other key goes when the ring turns in less than its time, so that ranks keep the same ones. Its layout is
 * in layout.py.
 */
#ifndef RANKWISE_TRACE_WINDOW_H
#define RANKWISE_TRACE_WINDOW_H

#include "clock.h"

extern Window* window; /* NULL: nobody watches */
extern Second* second_now;
extern __thread Recent* row_of_call __attribute__((tls_model("initial-exec"))); /* kept by the call that is counted */
extern uint64_t second_ends; /* in ticks */

/* The caller holds the lock, here and below. Of a call over several seconds each gets its part. */
void next_second(uint64_t took, uint64_t ended);

static inline void window_call(uint64_t took, uint64_t ended) {
    if (!window) return;
    if (ended >= second_ends) next_second(took, ended);
    else second_now->inside += took;
    second_now->calls += 1;
}

static inline void window_bytes(int64_t bytes) {
    if (window) second_now->bytes += (uint64_t)bytes;
}

/* Only while somebody watches. */
void window_event(uint64_t key, int kind, int call, int64_t bytes, uint64_t began, uint64_t ended);

/* Of the call that is counted, which is not under the lock any more. */
static inline void window_site(const void* address) {
    if (!row_of_call) return;
    row_of_call->address = (uint64_t)(uintptr_t)address;
    row_of_call = NULL;
}

/* Who asked for a window but gets none is watched by its stack. */
void open_window(const File* file, const char* host);

/* Which rank it is of. */
void tell_window(const File* file);

void forget_window(void);

/* On other nodes nobody but the ranks removes what they made. */
void close_window(void);

#endif
