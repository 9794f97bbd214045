#include "handles.h"

const MPI_Status* status_f(const void* status) {
    static const char* const at[] = {
        "mpi_fortran_status_ignore_",     "mpi_fortran_status_ignore",        "mpi_fortran_status_ignore__",
        "mpi_fortran_statuses_ignore_",   "mpi_fortran_statuses_ignore",      "mpi_fortran_statuses_ignore__",
        "MPIR_F08_MPI_STATUS_IGNORE_OBJ", "MPIR_F08_MPI_STATUSES_IGNORE_OBJ", "MPI_FORTRAN_STATUS_IGNORE",
        "MPI_FORTRAN_STATUSES_IGNORE",
    };
    enum { NAMES = sizeof at / sizeof *at };
    static const void* nothing[NAMES + 2];
    static int known;
    if (!__atomic_load_n(&known, __ATOMIC_ACQUIRE)) { /* threads that look at once find the same */
        void** one = data_of("MPI_F_STATUS_IGNORE");
        void** many = data_of("MPI_F_STATUSES_IGNORE");
        for (int index = 0; index < NAMES; ++index)
            __atomic_store_n(&nothing[index], dlsym(RTLD_DEFAULT, at[index]), __ATOMIC_RELAXED);
        __atomic_store_n(&nothing[NAMES], one ? *one : NULL, __ATOMIC_RELAXED);
        __atomic_store_n(&nothing[NAMES + 1], many ? *many : NULL, __ATOMIC_RELAXED);
        __atomic_store_n(&known, 1, __ATOMIC_RELEASE);
    }
    for (int index = 0; index < NAMES + 2; ++index)
        if (status == __atomic_load_n(&nothing[index], __ATOMIC_RELAXED)) return NULL;
    return status;
}
