#include "progress.h"

#include <sched.h>

#include "flying.h"
#include "watch.h"

enum { YIELD = 64 };

void progress(int turn) {
    sweep();
    advance_watches();
    if (turn % YIELD == YIELD - 1) sched_yield();
}
