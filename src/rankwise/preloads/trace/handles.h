/* Handles and statuses of Fortran as C has them. */
#ifndef RANKWISE_TRACE_HANDLES_H
#define RANKWISE_TRACE_HANDLES_H

#include "../mpi/library.h"

#ifdef MPI_Comm_f2c
#define comm_f MPI_Comm_f2c
#define type_f MPI_Type_f2c
#define op_f MPI_Op_f2c
#define win_f MPI_Win_f2c
#define REQUEST_F(request) MPI_Request_f2c(request)
#else
#define FROM_FORTRAN(name, Type, symbol)                \
    static inline Type name(int handle) {               \
        static Type (*kept)(int);                       \
        return KEPT(kept, next_of("P" symbol))(handle); \
    }
FROM_FORTRAN(comm_f, MPI_Comm, "MPI_Comm_f2c")
FROM_FORTRAN(type_f, MPI_Datatype, "MPI_Type_f2c")
FROM_FORTRAN(op_f, MPI_Op, "MPI_Op_f2c")
FROM_FORTRAN(win_f, MPI_Win, "MPI_Win_f2c")
FROM_FORTRAN(request_f, MPI_Request, "MPI_Request_f2c")
#define REQUEST_F(request) request_f(request)
#endif

#define COMM_F(comm) comm_f(*(int*)(comm))
#define TYPE_F(type) type_f(*(int*)(type))
#define OP_F(op) op_f(*(int*)(op))
#define WIN_F(win) win_f(*(int*)(win))

/* Fortran's MPI_STATUS_IGNORE is a place in memory of the library's own, under a name that compilers spell each in
 * their way. NULL for it. */
const MPI_Status* status_f(const void* status);

#endif
