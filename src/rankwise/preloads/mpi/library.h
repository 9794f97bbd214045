/* The MPI library behind a preload that stands in front of its calls. The preload is linked to none. */
#ifndef RANKWISE_MPI_LIBRARY_H
#define RANKWISE_MPI_LIBRARY_H

#include <dlfcn.h>
#include <link.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Functions that programs are to find: all others stay within the preload. */
#define EXPORTED __attribute__((visibility("default")))

#ifdef MPI_ABI
_Static_assert((size_t)MPI_COMM_WORLD == 0x101, "this mpi.h has no standard ABI");
#endif

/* What is found at the first call, and kept in a static pointer. Threads that look at once find the same. */
#define KEPT(kept, find)                                                      \
    ({                                                                        \
        __typeof__(kept) known_ = __atomic_load_n(&(kept), __ATOMIC_RELAXED); \
        if (!known_) {                                                        \
            *(void**)&known_ = (find);                                        \
            __atomic_store_n(&(kept), known_, __ATOMIC_RELAXED);              \
        }                                                                     \
        known_;                                                               \
    })

void* next_of(const char* name);

/* The MPI library that the program uses, where handles of this preload mean something else in it; NULL where they do not.
 * It happens where a script starts the program: what the program is linked to was not seen then. */
const char* library_of_other_abi(void);

/* Ends the rank there: what it calls would read handles that mean something else. */
void refuse_other_abi(const char* what);

/* Calls of MPI that do not come by a preload: of a program with an MPI_Init of its own, and of functions that it took
 * from a library which it opened. Told when MPI has ended and no call came by. */
extern int mpi_was_called;

void tell_if_passed_by(const char* what);

/* The program's copy of the library's data is the one in use, where its linker made one. */
void* data_of(const char* name);

#define OWN(name, parameters)         \
    static int(*kept_own) parameters; \
    int(*const own) parameters = KEPT(kept_own, next_of("PMPI_" #name))

#ifdef OPEN_MPI /* its handles are addresses of the library's own data, which must not be needed to load this */
#define OWN_DATA(function, name)          \
    static inline void* function(void) {  \
        static void* kept;                \
        return KEPT(kept, data_of(name)); \
    }
OWN_DATA(own_comm_world, "ompi_mpi_comm_world")
OWN_DATA(own_comm_null, "ompi_mpi_comm_null")
OWN_DATA(own_comm_self, "ompi_mpi_comm_self")
OWN_DATA(own_byte, "ompi_mpi_byte")
OWN_DATA(own_no_op, "ompi_mpi_op_no_op")
OWN_DATA(own_no_type, "ompi_mpi_datatype_null")
OWN_DATA(own_no_request, "ompi_request_null")
OWN_DATA(own_int, "ompi_mpi_int")
OWN_DATA(own_errors_return, "ompi_mpi_errors_return")
#undef MPI_COMM_WORLD
#undef MPI_COMM_NULL
#undef MPI_COMM_SELF
#undef MPI_BYTE
#undef MPI_NO_OP
#undef MPI_DATATYPE_NULL
#undef MPI_REQUEST_NULL
#undef MPI_INT
#undef MPI_ERRORS_RETURN
#define MPI_COMM_WORLD ((MPI_Comm)own_comm_world())
#define MPI_COMM_NULL ((MPI_Comm)own_comm_null())
#define MPI_COMM_SELF ((MPI_Comm)own_comm_self())
#define MPI_BYTE ((MPI_Datatype)own_byte())
#define MPI_NO_OP ((MPI_Op)own_no_op())
#define MPI_DATATYPE_NULL ((MPI_Datatype)own_no_type())
#define MPI_REQUEST_NULL ((MPI_Request)own_no_request())
#define MPI_INT ((MPI_Datatype)own_int())
#define MPI_ERRORS_RETURN ((MPI_Errhandler)own_errors_return())
#endif

/* Bytes of data in an item, 0 of no datatype: to ask the library for its size is an error. */
int64_t size_of(MPI_Datatype type);

int combiner_of(MPI_Datatype type);
int ranks_of(MPI_Comm comm);
int rank_in(MPI_Comm comm);
int joins_groups(MPI_Comm comm);
int others_of(MPI_Comm comm);

/* The ranks that a rank exchanges data with: between two groups those of the other one. */
int peers_of(MPI_Comm comm);

/* How many ranks a rank sends to (`to`), or receives from, in the topology of a communicator. */
int neighbours_of(MPI_Comm comm, int to);

#endif
