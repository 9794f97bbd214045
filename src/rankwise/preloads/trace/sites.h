/* Where a program calls MPI: return addresses, and the objects that they lie in. A reader finds the lines of these. */
#ifndef RANKWISE_TRACE_SITES_H
#define RANKWISE_TRACE_SITES_H

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>

#include "clock.h"
#include "window.h"

#define CALLER __builtin_return_address(0)

extern int by_site; /* whether this was asked for */
extern __thread uint64_t site_bytes __attribute__((tls_model("initial-exec"))); /* noted since the last call */

void note_site(int call, uint64_t took, const void* address);

static inline void at_site(int call, uint64_t took, const void* address) {
    window_site(address);
    if (by_site) note_site(call, took, address);
}

#endif
