/* Preload: every rank sleeps at MPI_Barrier until the tool lets it pass.
 *
 * A foreign program that is held like this lives beside a launch of the engine on the same cores and takes no processor
 * time from it: the two are alternated every few milliseconds, and what disturbs one disturbs the other. A rank says
 * "h" when it is held and reads how many barriers it may pass, as a line of digits. Handles are passed through
 * untouched as one machine word, so one build serves the integer handles of MPICH and the pointers of Open MPI. Both
 * MPI_Barrier and PMPI_Barrier are offered, for mpi_f08 of MPICH and all Fortran of Open MPI call the latter.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int tool = -1;
static long may_pass;

static void give_up(const char* why) {
    fputs("rankwise gate: ", stderr);
    fputs(why, stderr);
    fputs("\n", stderr);
    _exit(85);
}

static void reach_the_tool(void) {
    const char* path = getenv("RANKWISE_GATE");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (!path || strlen(path) >= sizeof address.sun_path) give_up("RANKWISE_GATE names no socket");
    for (size_t i = 0; path[i]; ++i) address.sun_path[i] = path[i];
    tool = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (tool < 0 || connect(tool, (struct sockaddr*)&address, sizeof address) != 0) give_up("cannot reach the tool");
}

static long read_number(void) {
    long number = 0;
    char digit = 0;
    while (read(tool, &digit, 1) == 1) {
        if (digit == '\n') return number;
        number = 10 * number + (digit - '0');
    }
    give_up("the tool is gone");
    return 0;
}

int PMPI_Barrier(void* comm) {
    static int (*next)(void*); /* looked up late: programs between the launcher and the rank have no MPI */
    if (!next) *(void**)&next = dlsym(RTLD_NEXT, "PMPI_Barrier");
    if (!next) give_up("no MPI to call");
    if (tool < 0) reach_the_tool();
    while (may_pass == 0) {
        if (write(tool, "h", 1) != 1) give_up("the tool is gone");
        may_pass = read_number();
    }
    --may_pass;
    return next(comm);
}

int MPI_Barrier(void* comm) __attribute__((alias("PMPI_Barrier")));
