/* Preload: sched_yield() returns at once.
 *
 * MPICH since 4.2 yields the processor in every turn of its progress loop, a system call of about 0.6 us that no setting
 * turns off. That is right when ranks share a core and wrong when each has its own. rankwise loads this only when ranks
 * do not outnumber the CPUs they are bound to; RANKWISE_YIELD=1 gives the yield back.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int yields;

__attribute__((constructor)) static void read_switch(void) {
    const char* text = getenv("RANKWISE_YIELD");
    yields = text && *text == '1';
}

int sched_yield(void) { return yields ? (int)syscall(SYS_sched_yield) : 0; }
