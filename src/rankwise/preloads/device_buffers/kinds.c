/* What programs of MPI 4.1 ask before they pass a device pointer: the kinds of memory that a communicator or a session
 * takes (MPI 4.1, 11.4.3). */
#include "driver.h"

#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)

#define KINDS "mpi_memory_alloc_kinds"

/* Adds the kinds of CUDA to those that the library itself names. */
static int with_kinds(int ended, const MPI_Info* info) {
    OWN(Info_set, (MPI_Info, const char*, const char*));
    static int (*get)(MPI_Info, const char*, int*, char*, int*);
    if (!get) *(void**)&get = next_of("PMPI_Info_get_string");
    char told[MPI_MAX_INFO_VAL + 64] = "mpi,system";
    static const char more[] = ",cuda:host,cuda:device,cuda:managed";
    int room = MPI_MAX_INFO_VAL, found = 0;
    if (ended != MPI_SUCCESS || switched_off) return ended;
    get(*info, KINDS, &room, told, &found);
    if (strstr(told, "cuda")) return ended;
    memcpy(told + strlen(told), more, sizeof more);
    return own(*info, KINDS, told);
}

EXPORTED int MPI_Comm_get_info(MPI_Comm comm, MPI_Info* info) {
    OWN(Comm_get_info, (MPI_Comm, MPI_Info*));
    return with_kinds(own(comm, info), info);
}

EXPORTED int MPI_Session_get_info(MPI_Session session, MPI_Info* info) {
    OWN(Session_get_info, (MPI_Session, MPI_Info*));
    return with_kinds(own(session, info), info);
}
#endif
