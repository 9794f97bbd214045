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

#ifdef MPI_ABI
_Static_assert((size_t)MPI_COMM_WORLD == 0x101, "this mpi.h has no standard ABI");
#endif

/* The library may lie out of sight of a preload: Python opens it for itself alone. */
static int look_into(struct dl_phdr_info* object, size_t size, void* library) {
    (void)size;
    const char* name = strrchr(object->dlpi_name, '/');
    if (!name || strncmp(name, "/libmpi", 7) != 0) return 0;
    void* opened = dlopen(object->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
    if (!opened || !dlsym(opened, "PMPI_Init")) return 0;
    *(void**)library = opened;
    return 1;
}

static void* opened_library(void) {
    void* library = NULL;
    dl_iterate_phdr(look_into, (void*)&library);
    return library;
}

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

static void* symbol_of(const char* name) {
    static void* kept;
    void* symbol = dlsym(RTLD_NEXT, name);
    if (symbol) return symbol;
    void* library = KEPT(kept, opened_library());
    return library ? dlsym(library, name) : NULL;
}

static void* next_of(const char* name) {
    void* symbol = symbol_of(name);
    if (!symbol) {
        fprintf(stderr, "rankwise: no MPI library has %s\n", name);
        abort();
    }
    return symbol;
}

/* The MPI library that the program uses, where handles of this preload mean something else in it; NULL where they do not.
 * It happens where a script starts the program: what the program is linked to was not seen then. */
static inline const char* library_of_other_abi(void) {
    Dl_info library;
    void* init = symbol_of("PMPI_Init");
    if (!init || !dladdr(init, &library) || !library.dli_fname) return NULL;
    const char* name = strrchr(library.dli_fname, '/');
    name = name ? name + 1 : library.dli_fname;
#ifdef MPI_ABI
    return strncmp(name, "libmpi.so", 9) == 0 ? name : NULL;
#else
    return strncmp(name, "libmpi_abi.so", 13) == 0 ? name : NULL;
#endif
}

/* Ends the rank there: what it calls would read handles that mean something else. */
static inline void refuse_other_abi(const char* what) {
    const char* other = library_of_other_abi();
    if (!other) return;
    fprintf(stderr,
            "rankwise %s: this rank uses %s, the preloaded library is for another ABI: "
            "name the program itself on the launch line, no script that starts it\n",
            what, other);
    abort();
}

/* Calls of MPI that do not come by a preload: of a program with an MPI_Init of its own, and of functions that it took
 * from a library which it opened. Told when MPI has ended and no call came by. */
static int mpi_was_called;
static inline void tell_if_passed_by(const char* what) {
    static int (*ended)(int*);
    Dl_info of_init;
    int over = 0;
    *(void**)&ended = symbol_of("PMPI_Finalized");
    if (mpi_was_called || !ended || ended(&over) || !over) return;
    void* init = dlsym(RTLD_DEFAULT, "MPI_Init");
    const int own = init && dladdr(init, &of_init) && of_init.dli_fname && !strstr(of_init.dli_fname, ".so");
    fprintf(stderr, "rankwise %s: this rank calls MPI past it: %s\n", what,
            own ? "the program has MPI_Init itself, which is called in place of a preloaded one; put its MPI functions "
                  "into a shared library that it is linked to"
                : "the program takes MPI's functions from a library that it opened (dlopen); link it to MPI, or take "
                  "them from the whole process (ctypes.CDLL(None), dlsym(RTLD_DEFAULT, ...))");
}

/* The program's copy of the library's data is the one in use, where its linker made one. */
static inline void* data_of(const char* name) {
    void* data = dlsym(RTLD_DEFAULT, name);
    return data ? data : symbol_of(name);
}

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
#undef MPI_COMM_WORLD
#undef MPI_COMM_NULL
#undef MPI_COMM_SELF
#undef MPI_BYTE
#undef MPI_NO_OP
#undef MPI_DATATYPE_NULL
#define MPI_COMM_WORLD ((MPI_Comm)own_comm_world())
#define MPI_COMM_NULL ((MPI_Comm)own_comm_null())
#define MPI_COMM_SELF ((MPI_Comm)own_comm_self())
#define MPI_BYTE ((MPI_Datatype)own_byte())
#define MPI_NO_OP ((MPI_Op)own_no_op())
#define MPI_DATATYPE_NULL ((MPI_Datatype)own_no_type())
#endif

/* Bytes of data in an item, 0 of no datatype: to ask the library for its size is an error. */
static inline int64_t size_of(MPI_Datatype type) {
    OWN(Type_size_x, (MPI_Datatype, MPI_Count*));
    MPI_Count size = 0;
    return type != MPI_DATATYPE_NULL && own(type, &size) == MPI_SUCCESS && size > 0 ? (int64_t)size : 0;
}

/* How a datatype was made: MPI_COMBINER_NAMED, or by a call. A datatype that has large counts is told by the form for
 * them alone: to ask for it by the other one is an error, which ends the job. */
static inline int combiner_in_int(MPI_Datatype type) {
    OWN(Type_get_envelope, (MPI_Datatype, int*, int*, int*, int*));
    int integers, addresses, types, combiner;
    return own(type, &integers, &addresses, &types, &combiner) == MPI_SUCCESS ? combiner : MPI_UNDEFINED;
}
static inline int combiner_in_count(MPI_Datatype type) {
    OWN(Type_get_envelope_c, (MPI_Datatype, MPI_Count*, MPI_Count*, MPI_Count*, MPI_Count*, int*));
    MPI_Count integers, addresses, counts, types;
    int combiner;
    return own(type, &integers, &addresses, &counts, &types, &combiner) == MPI_SUCCESS ? combiner : MPI_UNDEFINED;
}
static inline int combiner_of(MPI_Datatype type) {
    static int (*kept)(MPI_Datatype);
    return KEPT(kept, (void*)(symbol_of("PMPI_Type_get_envelope_c") ? combiner_in_count : combiner_in_int))(type);
}

static inline int ranks_of(MPI_Comm comm) {
    OWN(Comm_size, (MPI_Comm, int*));
    int ranks = 1;
    own(comm, &ranks);
    return ranks;
}

static inline int rank_in(MPI_Comm comm) {
    OWN(Comm_rank, (MPI_Comm, int*));
    int rank = -1;
    own(comm, &rank);
    return rank;
}

static inline int joins_groups(MPI_Comm comm) {
    OWN(Comm_test_inter, (MPI_Comm, int*));
    int joins = 0;
    own(comm, &joins);
    return joins;
}

static inline int others_of(MPI_Comm comm) {
    OWN(Comm_remote_size, (MPI_Comm, int*));
    int ranks = 0;
    own(comm, &ranks);
    return ranks;
}

/* How many ranks a rank sends to (`to`), or receives from, in the topology of a communicator. */
static inline int neighbours_of(MPI_Comm comm, int to) {
    int kind = MPI_UNDEFINED, number = 0, in = 0, weighted = 0;
    {
        OWN(Topo_test, (MPI_Comm, int*));
        own(comm, &kind);
    }
    if (kind == MPI_CART) {
        OWN(Cartdim_get, (MPI_Comm, int*));
        own(comm, &number);
        return 2 * number;
    }
    if (kind == MPI_DIST_GRAPH) {
        OWN(Dist_graph_neighbors_count, (MPI_Comm, int*, int*, int*));
        own(comm, &in, &number, &weighted);
        return to ? number : in;
    }
    if (kind != MPI_GRAPH) return 0;
    OWN(Graph_neighbors_count, (MPI_Comm, int, int*));
    own(comm, rank_in(comm), &number);
    return number;
}

#endif
