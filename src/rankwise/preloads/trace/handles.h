/* Handles and statuses of Fortran as C has them. */
#ifndef RANKWISE_TRACE_HANDLES_H
#define RANKWISE_TRACE_HANDLES_H

#include "../mpi_library.h"

#ifdef MPI_Comm_f2c
#define COMM_F(comm) MPI_Comm_f2c(*(int*)(comm))
#define TYPE_F(type) MPI_Type_f2c(*(int*)(type))
#define REQUEST_F(request) MPI_Request_f2c(request)
#else
static MPI_Comm comm_f(int comm) {
    static MPI_Comm (*own)(int);
    if (!own) *(void**)&own = next_of("PMPI_Comm_f2c");
    return own(comm);
}
static MPI_Datatype type_f(int type) {
    static MPI_Datatype (*own)(int);
    if (!own) *(void**)&own = next_of("PMPI_Type_f2c");
    return own(type);
}
static MPI_Request request_f(int request) {
    static MPI_Request (*own)(int);
    if (!own) *(void**)&own = next_of("PMPI_Request_f2c");
    return own(request);
}
#define COMM_F(comm) comm_f(*(int*)(comm))
#define TYPE_F(type) type_f(*(int*)(type))
#define REQUEST_F(request) request_f(request)
#endif

/* Fortran's MPI_STATUS_IGNORE is a place in memory of the library's own, under a name that compilers spell each in
 * their way. NULL for it. */
static const MPI_Status* status_f(const void* status) {
    static const char* const at[] = {
        "mpi_fortran_status_ignore_",     "mpi_fortran_status_ignore",        "mpi_fortran_status_ignore__",
        "mpi_fortran_statuses_ignore_",   "mpi_fortran_statuses_ignore",      "mpi_fortran_statuses_ignore__",
        "MPIR_F08_MPI_STATUS_IGNORE_OBJ", "MPIR_F08_MPI_STATUSES_IGNORE_OBJ", "MPI_FORTRAN_STATUS_IGNORE",
        "MPI_FORTRAN_STATUSES_IGNORE",
    };
    enum { NAMES = sizeof at / sizeof *at };
    static const void* nothing[NAMES + 2];
    static int known;
    if (!known) {
        for (int index = 0; index < NAMES; ++index) nothing[index] = dlsym(RTLD_DEFAULT, at[index]);
        void** one = data_of("MPI_F_STATUS_IGNORE");
        void** many = data_of("MPI_F_STATUSES_IGNORE");
        nothing[NAMES] = one ? *one : NULL;
        nothing[NAMES + 1] = many ? *many : NULL;
        known = 1;
    }
    for (int index = 0; index < NAMES + 2; ++index)
        if (status == nothing[index]) return NULL;
    return status;
}

#endif
