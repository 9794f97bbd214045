/* Preload: a wrapper that does nothing but call the next one. With TIMED it also reads the trace's clock before and
 * after, as any trace that times calls must: what a trace costs is counted over it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>

#ifdef TIMED
#include "clock.h"

static volatile uint64_t inside_ticks;

__attribute__((constructor)) static void begin(void) { choose_clock(); }

#define CALLED(next_call)                    \
    do {                                     \
        const uint64_t begin_ticks = now();  \
        const int answer = next_call;        \
        inside_ticks += now() - begin_ticks; \
        return answer;                       \
    } while (0)
#else
#define CALLED(next_call) return next_call
#endif

int MPI_Comm_rank(MPI_Comm comm, int* rank) {
    static int (*next)(MPI_Comm, int*);
    if (!next) *(void**)&next = dlsym(RTLD_NEXT, "MPI_Comm_rank");
    CALLED(next(comm, rank));
}

int MPI_Send(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
    static int (*next)(const void*, int, MPI_Datatype, int, int, MPI_Comm);
    if (!next) *(void**)&next = dlsym(RTLD_NEXT, "MPI_Send");
    CALLED(next(buffer, count, type, to, tag, comm));
}

int MPI_Sendrecv(const void* out, int sent, MPI_Datatype of, int to, int tag, void* in, int room, MPI_Datatype type,
                 int from, int wanted, MPI_Comm comm, MPI_Status* status) {
    static int (*next)(const void*, int, MPI_Datatype, int, int, void*, int, MPI_Datatype, int, int, MPI_Comm,
                       MPI_Status*);
    if (!next) *(void**)&next = dlsym(RTLD_NEXT, "MPI_Sendrecv");
    CALLED(next(out, sent, of, to, tag, in, room, type, from, wanted, comm, status));
}
