/* Bytes of calls, as the library tells the size of their types. */
#ifndef RANKWISE_TRACE_SIZES_H
#define RANKWISE_TRACE_SIZES_H

#include "handles.h"

/* Of the call that is counted: bytes that it sends in types with gaps, which a library copies together. */
extern __thread uint64_t gapped_bytes __attribute__((tls_model("initial-exec")));
extern unsigned types_freed; /* a handle may mean another type from then on */

int64_t bytes_of(int64_t count, MPI_Datatype type);
int64_t bytes_to(int peer, int64_t count, MPI_Datatype type);

static inline void forget_types(void) { __atomic_add_fetch(&types_freed, 1, __ATOMIC_RELAXED); }

/* A rank's own side may be in place at the root, with a null type, which is fatal to ask for its size. Between two
 * groups the root is a rank of the other one, or negative: then there may be no pair. */
int64_t rooted(int root, MPI_Comm comm, int64_t at_root, MPI_Datatype type_at_root, int64_t elsewhere,
               MPI_Datatype type_elsewhere);

/* What follows is there for counts of both widths. */
int64_t rooted_v_int(int root, MPI_Comm comm, const int counts[], MPI_Datatype type, int64_t own,
                     MPI_Datatype own_type);
int64_t rooted_v_large(int root, MPI_Comm comm, const MPI_Count counts[], MPI_Datatype type, int64_t own,
                       MPI_Datatype own_type);
int64_t sum_int(const int counts[], MPI_Comm comm);
int64_t sum_large(const MPI_Count counts[], MPI_Comm comm);
int64_t sum_own_int(const int counts[], MPI_Comm comm);
int64_t sum_own_large(const MPI_Count counts[], MPI_Comm comm);
int64_t sum_w_int(const int counts[], const MPI_Datatype types[], MPI_Comm comm);
int64_t sum_w_large(const MPI_Count counts[], const MPI_Datatype types[], MPI_Comm comm);
int64_t sum_w_f_int(const int counts[], const int types[], MPI_Comm comm);
int64_t sum_w_f_large(const MPI_Count counts[], const int types[], MPI_Comm comm);
int64_t neighbours_v_int(MPI_Comm comm, const int counts[], MPI_Datatype type);
int64_t neighbours_v_large(MPI_Comm comm, const MPI_Count counts[], MPI_Datatype type);

#define BY_COUNT(counts, small, large) _Generic((counts), const int*: small, const MPI_Count*: large)
#define SUM(counts, comm) BY_COUNT(counts, sum_int, sum_large)(counts, comm)

/* Of one count for each rank of this one's own group, not of the other one. */
#define SUM_OWN(counts, comm) BY_COUNT(counts, sum_own_int, sum_own_large)(counts, comm)
#define SUM_W(counts, types, comm) BY_COUNT(counts, sum_w_int, sum_w_large)(counts, types, comm)
#define SUM_W_F(counts, types, comm) BY_COUNT(counts, sum_w_f_int, sum_w_f_large)(counts, types, comm)
#define rooted_v(root, comm, counts, ...) \
    BY_COUNT(counts, rooted_v_int, rooted_v_large)(root, comm, counts, __VA_ARGS__)
#define neighbours_v(comm, counts, type) BY_COUNT(counts, neighbours_v_int, neighbours_v_large)(comm, counts, type)

#endif
