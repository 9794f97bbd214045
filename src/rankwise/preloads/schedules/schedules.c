/* Preload: collectives follow the schedules of the files in RANKWISE_SCHEDULES, where one fits; all else is left to the
 * library.
 *
 * Whether a call is taken depends only on what MPI makes equal on all ranks: the communicator, bytes, operation and
 * root. Both MPI_X and PMPI_X are offered, for the Fortran bindings of Open MPI call the latter. With
 * RANKWISE_SCHEDULES_SAY rank 0 tells at the end which calls were taken. Built against the mpi.h of the library that it
 * is for, linked to none.
 */
#include "have.h"
#include "take.h"

#define BODY(name, arguments, ...)                                                     \
    const Asked asked = {__VA_ARGS__};                                                 \
    int error = MPI_SUCCESS;                                                           \
    if (take(&asked, &error)) return error;                                            \
    if (!next) *(void**)&next = next_of(name);                                         \
    const int before = inside++; /* a library whose MPI_X calls PMPI_X is not asked */ \
    error = next arguments;                                                            \
    inside = before;                                                                   \
    return error;
/* Programs alone call MPI_X. What they were inside of before is over then: their error handlers may leave a call by an
 * exception or a jump. */
#define CALL(Name, parameters, arguments, ...)      \
    EXPORTED int MPI_##Name parameters {            \
        static int(*next) parameters;               \
        inside = 0;                                 \
        BODY("MPI_" #Name, arguments, __VA_ARGS__)  \
    }                                               \
    EXPORTED int PMPI_##Name parameters {           \
        static int(*next) parameters;               \
        BODY("PMPI_" #Name, arguments, __VA_ARGS__) \
    }

#define BCAST_CALL(Name, Count)                                                         \
    CALL(Name, (void* buffer, Count count, MPI_Datatype type, int root, MPI_Comm comm), \
         (buffer, count, type, root, comm), BCAST, root, buffer, count, type, buffer, count, type, (MPI_Op)0, comm)
#define REDUCE_CALL(Name, Count)                                                                                      \
    CALL(Name, (const void* send, void* receive, Count count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm), \
         (send, receive, count, type, op, root, comm), REDUCE, root, send, count, type, receive, count, type, op,     \
         comm)
#define ALL_CALL(Name, COLLECTIVE, Count)                                                                   \
    CALL(Name, (const void* send, void* receive, Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm), \
         (send, receive, count, type, op, comm), COLLECTIVE, -1, send, count, type, receive, count, type, op, comm)
#define ROOTED_CALL(Name, COLLECTIVE, Count)                                                                      \
    CALL(Name,                                                                                                    \
         (const void* send, Count send_count, MPI_Datatype send_type, void* receive, Count receive_count,         \
          MPI_Datatype receive_type, int root, MPI_Comm comm),                                                    \
         (send, send_count, send_type, receive, receive_count, receive_type, root, comm), COLLECTIVE, root, send, \
         send_count, send_type, receive, receive_count, receive_type, (MPI_Op)0, comm)
#define EXCHANGE_CALL(Name, COLLECTIVE, Count)                                                                        \
    CALL(Name,                                                                                                        \
         (const void* send, Count send_count, MPI_Datatype send_type, void* receive, Count receive_count,             \
          MPI_Datatype receive_type, MPI_Comm comm),                                                                  \
         (send, send_count, send_type, receive, receive_count, receive_type, comm), COLLECTIVE, -1, send, send_count, \
         send_type, receive, receive_count, receive_type, (MPI_Op)0, comm)

/* What every rank gets; -1 where they get unlike counts, which stays with the library. */
#define EQUAL(name, Count)                                                        \
    static int64_t name(const Count counts[], MPI_Comm comm) {                    \
        OWN(Comm_size, (MPI_Comm, int*));                                         \
        int ranks = 0;                                                            \
        if (comm == MPI_COMM_NULL || own(comm, &ranks) != MPI_SUCCESS) return -1; \
        while (--ranks > 0)                                                       \
            if (counts[ranks] != counts[0]) return -1;                            \
        return counts[0];                                                         \
    }
#define SCATTERED_CALL(Name, equal, Count)                                                                           \
    CALL(Name, (const void* send, void* receive, const Count counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm), \
         (send, receive, counts, type, op, comm), REDUCE_SCATTER, -1, send, equal(counts, comm), type, receive,      \
         equal(counts, comm), type, op, comm)

EQUAL(equal_int, int)
BCAST_CALL(Bcast, int)
SCATTERED_CALL(Reduce_scatter, equal_int, int)
REDUCE_CALL(Reduce, int)
ALL_CALL(Allreduce, ALLREDUCE, int)
ALL_CALL(Reduce_scatter_block, REDUCE_SCATTER, int)
ROOTED_CALL(Gather, GATHER, int)
ROOTED_CALL(Scatter, SCATTER, int)
EXCHANGE_CALL(Allgather, ALLGATHER, int)
EXCHANGE_CALL(Alltoall, ALLTOALL, int)
#ifdef HAVE_MPI_Bcast_c
EQUAL(equal_large, MPI_Count)
BCAST_CALL(Bcast_c, MPI_Count)
SCATTERED_CALL(Reduce_scatter_c, equal_large, MPI_Count)
REDUCE_CALL(Reduce_c, MPI_Count)
ALL_CALL(Allreduce_c, ALLREDUCE, MPI_Count)
ALL_CALL(Reduce_scatter_block_c, REDUCE_SCATTER, MPI_Count)
ROOTED_CALL(Gather_c, GATHER, MPI_Count)
ROOTED_CALL(Scatter_c, SCATTER, MPI_Count)
EXCHANGE_CALL(Allgather_c, ALLGATHER, MPI_Count)
EXCHANGE_CALL(Alltoall_c, ALLTOALL, MPI_Count)
#endif

/* A line of rank 0, and one for each collective that schedules were made for. */
static void say(void) {
    if (rank_in(MPI_COMM_WORLD) != 0) return;
    for (int at = 0; at < COLLECTIVES; ++at)
        if (has[at])
            fprintf(stderr, "rankwise schedules: %s: %lld calls taken, %lld left to the library\n",
                    collective_names[at], (long long)calls_taken[at], (long long)calls_left[at]);
}

#define FINALIZE(name)                                            \
    EXPORTED int name(void) {                                     \
        static int (*next)(void);                                 \
        if (!next) *(void**)&next = next_of(#name);               \
        mpi_was_called = 1;                                       \
        if (!inside++ && getenv("RANKWISE_SCHEDULES_SAY")) say(); \
        const int error = next();                                 \
        --inside;                                                 \
        return error;                                             \
    }
__attribute__((destructor)) static void unloaded(void) { tell_if_passed_by("schedules"); }

FINALIZE(MPI_Finalize)
FINALIZE(PMPI_Finalize)
