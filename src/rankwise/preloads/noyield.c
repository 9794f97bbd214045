/* Preload: sched_yield() returns at once.
 *
 * MPICH since 4.2 yields the processor in every turn of its progress loop, a system call of about 0.6 us that no setting
 * turns off. That is right when ranks share a CPU and wrong when each has its own. Ranks of this node that outnumber its
 * CPUs, as far as the launcher's variables tell, keep the yield; RANKWISE_YIELD=1 gives it back anyway, =0 never.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "rank_variables.h"

static int yields;

/* Ranks of the node, the launcher's own variable first: an allocation may hold more tasks than it started. */
static const char* const counts[] = {LOCAL_SIZE_OR_TASK_VARIABLES};

/* The largest number of `4` or `2(x3),1`: Slurm tells of all nodes together. */
static long largest(const char* text) {
    long most = 0;
    while (text) {
        char* end = NULL;
        const long number = strtol(text, &end, 10);
        if (number > most) most = number;
        text = strchr(end, ',');
        if (text) ++text;
    }
    return most;
}

static FILE* of_process(pid_t process, const char* name) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)process, name);
    return fopen(path, "re");
}

static int has_variable(pid_t process, const char* name) {
    const size_t length = strlen(name);
    FILE* file = of_process(process, "environ");
    char* entry = NULL;
    size_t room = 0;
    int found = 0;
    while (file && !found && getdelim(&entry, &room, '\0', file) > 0)
        found = strncmp(entry, name, length) == 0 && entry[length] == '=';
    free(entry);
    if (file) fclose(file);
    return found;
}

static pid_t parent_of(pid_t process) {
    char line[256] = "";
    FILE* file = of_process(process, "stat");
    if (!file) return 0;
    const size_t length = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    line[length] = '\0';
    const char* name_ends = strrchr(line, ')'); /* `41 (a name) S 40 ...` */
    return name_ends && strlen(name_ends) > 4 ? (pid_t)strtol(name_ends + 4, NULL, 10) : 0;
}

static long cpus_of(pid_t process) {
    cpu_set_t cpus[8]; /* of 1024 CPUs each */
    return sched_getaffinity(process, sizeof cpus, cpus) == 0 ? CPU_COUNT_S(sizeof cpus, cpus) : 0;
}

/* A rank that was bound sees its own CPUs alone. Those of the node are the CPUs of whoever started the ranks: the first
 * process above that does not have the variable, whatever shells lie between. */
static int is_crowded(void) {
    unsigned index = 0;
    while (index < sizeof counts / sizeof *counts && !getenv(counts[index])) ++index;
    if (index == sizeof counts / sizeof *counts) return 0;
    const char* name = counts[index];
    pid_t starter = getppid();
    while (starter > 0 && has_variable(starter, name)) starter = parent_of(starter);
    long cpus = cpus_of(0);
    const long of_starter = starter > 0 ? cpus_of(starter) : 0;
    if (of_starter > cpus) cpus = of_starter;
    const long given = strncmp(name, "SLURM_", 6) == 0 ? largest(getenv("SLURM_CPUS_ON_NODE")) : 0;
    if (given > 0 && given < cpus) cpus = given; /* Slurm's daemon may use more than the job */
    return cpus > 0 && largest(getenv(name)) > cpus;
}

__attribute__((constructor)) static void decide(void) {
    const char* text = getenv("RANKWISE_YIELD");
    yields = text ? *text == '1' : is_crowded();
}

int sched_yield(void) { return yields ? (int)syscall(SYS_sched_yield) : 0; }
