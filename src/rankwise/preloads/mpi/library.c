#include "library.h"

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

static void* symbol_of(const char* name) {
    static void* kept;
    void* symbol = dlsym(RTLD_NEXT, name);
    if (symbol) return symbol;
    void* library = KEPT(kept, opened_library());
    return library ? dlsym(library, name) : NULL;
}

void* next_of(const char* name) {
    void* symbol = symbol_of(name);
    if (!symbol) {
        fprintf(stderr, "rankwise: no MPI library has %s\n", name);
        abort();
    }
    return symbol;
}

const char* library_of_other_abi(void) {
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

void refuse_other_abi(const char* what) {
    const char* other = library_of_other_abi();
    if (!other) return;
    fprintf(stderr,
            "rankwise %s: this rank uses %s, the preloaded library is for another ABI: "
            "name the program itself on the launch line, no script that starts it\n",
            what, other);
    abort();
}

int mpi_was_called;

void tell_if_passed_by(const char* what) {
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

void* data_of(const char* name) {
    void* data = dlsym(RTLD_DEFAULT, name);
    return data ? data : symbol_of(name);
}

int64_t size_of(MPI_Datatype type) {
    OWN(Type_size_x, (MPI_Datatype, MPI_Count*));
    MPI_Count size = 0;
    return type != MPI_DATATYPE_NULL && own(type, &size) == MPI_SUCCESS && size > 0 ? (int64_t)size : 0;
}

/* How a datatype was made: MPI_COMBINER_NAMED, or by a call. A datatype that has large counts is told by the form for
 * them alone: to ask for it by the other one is an error, which ends the job. */
static int combiner_in_int(MPI_Datatype type) {
    OWN(Type_get_envelope, (MPI_Datatype, int*, int*, int*, int*));
    int integers, addresses, types, combiner;
    return own(type, &integers, &addresses, &types, &combiner) == MPI_SUCCESS ? combiner : MPI_UNDEFINED;
}

static int combiner_in_count(MPI_Datatype type) {
    OWN(Type_get_envelope_c, (MPI_Datatype, MPI_Count*, MPI_Count*, MPI_Count*, MPI_Count*, int*));
    MPI_Count integers, addresses, counts, types;
    int combiner;
    return own(type, &integers, &addresses, &counts, &types, &combiner) == MPI_SUCCESS ? combiner : MPI_UNDEFINED;
}

int combiner_of(MPI_Datatype type) {
    static int (*kept)(MPI_Datatype);
    return KEPT(kept, (void*)(symbol_of("PMPI_Type_get_envelope_c") ? combiner_in_count : combiner_in_int))(type);
}

/* What is asked for no communicator would be an error of its own, which handlers of the program are told. */
int ranks_of(MPI_Comm comm) {
    OWN(Comm_size, (MPI_Comm, int*));
    int ranks = 1;
    if (comm != MPI_COMM_NULL) own(comm, &ranks);
    return ranks;
}

int rank_in(MPI_Comm comm) {
    OWN(Comm_rank, (MPI_Comm, int*));
    int rank = -1;
    if (comm != MPI_COMM_NULL) own(comm, &rank);
    return rank;
}

int joins_groups(MPI_Comm comm) {
    OWN(Comm_test_inter, (MPI_Comm, int*));
    int joins = 0;
    if (comm != MPI_COMM_NULL) own(comm, &joins);
    return joins;
}

int others_of(MPI_Comm comm) {
    OWN(Comm_remote_size, (MPI_Comm, int*));
    int ranks = 0;
    if (comm != MPI_COMM_NULL) own(comm, &ranks);
    return ranks;
}

int peers_of(MPI_Comm comm) { return joins_groups(comm) ? others_of(comm) : ranks_of(comm); }

int neighbours_of(MPI_Comm comm, int to) {
    int kind = MPI_UNDEFINED, number = 0, in = 0, weighted = 0;
    {
        OWN(Topo_test, (MPI_Comm, int*));
        if (comm != MPI_COMM_NULL) own(comm, &kind);
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
