/* Calls that took part in a message or a collective, so that a reader can match them: who waited for whom.
 *
 * The n-th message of a communicator, sender, receiver and tag has the same key in both ranks, and the n-th collective
 * of a communicator in all of its ranks. Which calls are kept is decided by their keys: so ranks keep the same ones
 * without a word to each other. When the table is full, every other key goes.
 */
#ifndef RANKWISE_TRACE_MATCHING_H
#define RANKWISE_TRACE_MATCHING_H

#include "threads.h"

extern __thread uint64_t call_began __attribute__((tls_model("initial-exec")));
extern __thread uint64_t call_ended __attribute__((tls_model("initial-exec")));
extern uint32_t call_receives; /* that the call completes of which events are kept now */

static inline void timed(uint64_t since, uint64_t took) {
    call_began = since;
    call_ended = since + took;
}

/* The caller holds the lock. `peer` is a rank of the world, -1 for a collective. */
void keep_event(int kind, int call, int comm, int peer, int tag, int64_t bytes, uint64_t posted);

void forget_all_series(void);

#endif
