#include "flying.h"

#include "have.h"

typedef struct Flying { /* host memory that the library is sending */
    struct Flying* next;
    MPI_Request request;
    Room room;
    Out* out;
} Flying;

static Flying* flying;
pthread_mutex_t moving = PTHREAD_MUTEX_INITIALIZER;

void fly(MPI_Request request, Room room, Out* out) {
    Flying* one = malloc(sizeof *one);
    if (!one) give_up("a send", "there is no memory left", 0);
    if (out) __atomic_add_fetch(&out->references, 1, __ATOMIC_RELAXED);
    pthread_mutex_lock(&moving);
    *one = (Flying){flying, request, room, out};
    flying = one;
    pthread_mutex_unlock(&moving);
}

void sweep(void) {
    OWN(Test, (MPI_Request*, int*, MPI_Status*));
    if (!__atomic_load_n(&flying, __ATOMIC_RELAXED) || pthread_mutex_trylock(&moving)) return;
    for (Flying** link = &flying; *link;) {
        Flying* one = *link;
        int sent = 0;
        own(&one->request, &sent, MPI_STATUS_IGNORE);
        if (!sent) {
            link = &one->next;
            continue;
        }
        *link = one->next;
        put_back(one->room);
        drop_out(one->out);
        free(one);
    }
    pthread_mutex_unlock(&moving);
}

int any_flying(void) { return __atomic_load_n(&flying, __ATOMIC_RELAXED) != NULL; }

int isend(const void* data, int64_t bytes, int to, int tag, MPI_Comm comm, MPI_Request* request) {
#ifdef HAVE_MPI_Isend_c
    OWN(Isend_c, (const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*));
    return own(data, bytes, MPI_BYTE, to, tag, comm, request);
#else
    OWN(Isend, (const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*));
    return own(data, (int)bytes, MPI_BYTE, to, tag, comm, request);
#endif
}

int library_irecv(void* buffer, int64_t count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                  MPI_Request* request) {
#ifdef HAVE_MPI_Irecv_c
    OWN(Irecv_c, (void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*));
    return own(buffer, count, type, source, tag, comm, request);
#else
    OWN(Irecv, (void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*));
    return own(buffer, (int)count, type, source, tag, comm, request);
#endif
}
