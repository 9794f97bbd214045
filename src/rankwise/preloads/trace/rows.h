/* What is counted of messages and collectives, in the rows of the file. */
#ifndef RANKWISE_TRACE_ROWS_H
#define RANKWISE_TRACE_ROWS_H

#include "communicators.h"
#include "matching.h"
#include "sites.h"

enum { BLOCKING, PENDING };

void total(int call, uint64_t took);

/* To and from MPI_PROC_NULL nothing goes: such calls are among the totals. */
void note(int call, int direction, int comm, int peer, int64_t bytes, uint64_t took);

/* Exact sizes, as kernels of a benchmark take them. */
void note_size(int call, int64_t bytes, int together);

void settle(void);
void forget_sizes_at_once(void);
void other(int call, uint64_t took);
void sent_to(int call, uint64_t took, int slot, int peer, int64_t bytes, int how);
void sent(int call, uint64_t took, MPI_Comm comm, int to, int tag, int64_t bytes, int how);

/* Bytes that go to the target of a one-sided call, and that come back from it. Nothing is not a message of no bytes. */
enum { NOTHING = -1 };

static inline int64_t unless_no_op(MPI_Op op, int64_t bytes) { return op == MPI_NO_OP ? NOTHING : bytes; }

void one_sided(int call, uint64_t took, MPI_Win win, int target, int64_t to_target, int64_t back);

/* Whether a receive that returned this error took its message: one that is too long for its room is cut, and gone. */
int has_come(int error);

/* How many requests a call ended that ends one: none where what it was given is wrong; any other error is the request's. */
int of_one(int error, int done);

int64_t bytes_in(const MPI_Status* status);
void received(int call, uint64_t took, MPI_Comm comm, int from, int tag, const MPI_Status* status);

/* MPI_Sendrecv: its bytes and its time are those of what it sends. */
void sent_and_received(int call, uint64_t took, MPI_Comm comm, int to, int tag, int64_t bytes, int from, int from_tag,
                       const MPI_Status* status);

void collective(int call, uint64_t took, MPI_Comm comm, int64_t bytes);

#endif
