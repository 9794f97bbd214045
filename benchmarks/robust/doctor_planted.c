/* Preload: messages of 1 to 2 KiB (PLANTED=step) or MPI_Allreduce (PLANTED=allreduce) take 5 ms longer, as by a protocol
 * or an algorithm that does not fit. Handles are passed on as they come: a word of the machine in every ABI. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void* word;

static int planted(const char* what) {
    const char* asked = getenv("PLANTED");
    return asked && strcmp(asked, what) == 0;
}

int MPI_Send(const void* buffer, int count, word type, int to, int tag, word comm) {
    static int (*real)(const void*, int, word, int, int, word);
    if (!real) *(void**)&real = dlsym(RTLD_NEXT, "PMPI_Send");
    if (!real) *(void**)&real = dlsym(RTLD_DEFAULT, "PMPI_Send");
    if (planted("step") && count >= 1024 && count <= 2048) usleep(5000);
    return real(buffer, count, type, to, tag, comm);
}

int MPI_Allreduce(const void* from, void* into, int count, word type, word op, word comm) {
    static int (*real)(const void*, void*, int, word, word, word);
    if (!real) *(void**)&real = dlsym(RTLD_NEXT, "PMPI_Allreduce");
    if (!real) *(void**)&real = dlsym(RTLD_DEFAULT, "PMPI_Allreduce");
    if (planted("allreduce")) usleep(5000);
    return real(from, into, count, type, op, comm);
}
