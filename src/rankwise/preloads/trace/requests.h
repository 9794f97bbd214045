/* Requests: receives until they are complete, and what is sent again and again. */
#ifndef RANKWISE_TRACE_REQUESTS_H
#define RANKWISE_TRACE_REQUESTS_H

#include "handles.h"
#include "rows.h"

enum { RECEIVES = 1, SENDS, COLLECTS, SENDS_AGAIN, RECEIVES_AGAIN, COLLECTS_AGAIN };

typedef struct {
    uintptr_t handle;
    int kind, call, slot, peer_rank, peer, tag, live, together; /* peer: of the world, as known then */
    int64_t bytes;
    uint64_t posted;
    MPI_Comm comm;
    uint64_t since, inside, paused; /* when it was under way, and what its thread and `paused_ticks` had then */
    const Thread* thread;           /* that began it */
} Request;

extern int tracked; /* requests in the table; written under the lock */

/* The row of a request, or NULL; the caller holds the lock, here and below. */
Request* request_row(uintptr_t handle);

/* Adds a row or replaces that of the same request; 0: the table is full, which is counted. */
int keep(Request row);

void drop(Request* row);

void post(int call, uint64_t took, MPI_Request request, MPI_Comm comm, int from, int tag, int64_t bytes);

/* Two that are not complete have two requests. */
void learn_what_is_done_at_once(void);

/* A send or a collective that is under way. */
void go_on(int kind, MPI_Request request);

#define sends_on(request) go_on(SENDS, *(request))
#define sends_on_f(request) go_on(SENDS, REQUEST_F(*(request)))
#define collects_on(request) go_on(COLLECTS, *(request))
#define collects_on_f(request) go_on(COLLECTS, REQUEST_F(*(request)))
#define posted(call, took, request, ...) post(call, took, *(request), __VA_ARGS__)
#define posted_f(call, took, request, ...) post(call, took, REQUEST_F(*(request)), __VA_ARGS__)

void prepare(int call, uint64_t took, MPI_Request request, MPI_Comm comm, int peer, int tag, int64_t bytes, int kind);

#define AGAIN(sends) ((sends) ? SENDS_AGAIN : RECEIVES_AGAIN)
#define prepared(call, took, request, comm, peer, tag, bytes, sends) \
    prepare(call, took, *(request), comm, peer, tag, bytes, AGAIN(sends))
#define prepared_f(call, took, request, comm, peer, tag, bytes, sends) \
    prepare(call, took, REQUEST_F(*(request)), comm, peer, tag, bytes, AGAIN(sends))
#define prepared_collective(call, took, request, comm, bytes) \
    prepare(call, took, *(request), comm, 0, 0, bytes, COLLECTS_AGAIN)
#define prepared_collective_f(call, took, request, comm, bytes) \
    prepare(call, took, REQUEST_F(*(request)), comm, 0, 0, bytes, COLLECTS_AGAIN)

void started(int call, uint64_t took, int count, const MPI_Request* begun);
void started_f(int call, uint64_t took, int count, const int* begun);
void let_go(MPI_Request request);
void forget_all_requests(void);

#define forget_request(request) let_go(*(request))
#define forget_request_f(request) let_go(REQUEST_F(*(request)))

#endif
