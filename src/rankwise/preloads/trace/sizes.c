#include "sizes.h"

__thread uint64_t gapped_bytes __attribute__((tls_model("initial-exec")));
unsigned types_freed;

/* The type that was asked for last: most programs send the same one again and again. */
static __thread struct {
    MPI_Datatype type;
    int64_t size;
    unsigned freed;
    int inside, between;
} last __attribute__((tls_model("initial-exec")));

static void extent_of(MPI_Datatype type, MPI_Aint* low, MPI_Aint* extent) {
    OWN(Type_get_extent, (MPI_Datatype, MPI_Aint*, MPI_Aint*));
    own(type, low, extent);
}

static void true_extent_of(MPI_Datatype type, MPI_Aint* low, MPI_Aint* extent) {
    OWN(Type_get_true_extent, (MPI_Datatype, MPI_Aint*, MPI_Aint*));
    own(type, low, extent);
}

int has_gaps(int64_t count, MPI_Datatype type, int64_t size) {
    const unsigned freed = __atomic_load_n(&types_freed, __ATOMIC_RELAXED);
    if (type != last.type || size != last.size || freed != last.freed) {
        MPI_Aint low, extent = 0;
        extent_of(type, &low, &extent);
        last.between = extent != size;
        true_extent_of(type, &low, &extent);
        last.inside = extent != size;
        last.type = type;
        last.size = size;
        last.freed = freed;
    }
    return last.inside || (count > 1 && last.between);
}

int64_t rooted(int root, MPI_Comm comm, int64_t at_root, MPI_Datatype type_at_root, int64_t elsewhere,
               MPI_Datatype type_elsewhere) {
    if (root < 0) return 0;
    if (root == rank_in(comm) && !joins_groups(comm)) return bytes_of(at_root, type_at_root);
    return bytes_of(elsewhere, type_elsewhere);
}

#define ROOTED_V(name, Count)                                                                                \
    int64_t name(int root, MPI_Comm comm, const Count counts[], MPI_Datatype type, int64_t own,              \
                 MPI_Datatype own_type) {                                                                    \
        if (root < 0) return 0;                                                                              \
        const int rank = rank_in(comm);                                                                      \
        return root == rank && !joins_groups(comm) ? bytes_of(counts[rank], type) : bytes_of(own, own_type); \
    }
#define ADD_UP(name, Count)                                                                                      \
    int64_t name(const Count counts[], MPI_Comm comm) {                                                          \
        int64_t sum = 0;                                                                                         \
        for (int rank = joins_groups(comm) ? others_of(comm) : ranks_of(comm); rank-- > 0;) sum += counts[rank]; \
        return sum;                                                                                              \
    }
#define ADD_UP_W(name, Count, Type, size)                                                   \
    int64_t name(const Count counts[], const Type types[], MPI_Comm comm) {                 \
        int64_t sum = 0;                                                                    \
        for (int rank = joins_groups(comm) ? others_of(comm) : ranks_of(comm); rank-- > 0;) \
            if (counts[rank]) sum += counts[rank] * size_of(size);                          \
        return sum;                                                                         \
    }
ROOTED_V(rooted_v_int, int)
ROOTED_V(rooted_v_large, MPI_Count)
ADD_UP(sum_int, int)
ADD_UP(sum_large, MPI_Count)
ADD_UP_W(sum_w_int, int, MPI_Datatype, types[rank])
ADD_UP_W(sum_w_large, MPI_Count, MPI_Datatype, types[rank])
ADD_UP_W(sum_w_f_int, int, int, TYPE_F(&types[rank]))
ADD_UP_W(sum_w_f_large, MPI_Count, int, TYPE_F(&types[rank]))

#define NEIGHBOURS_V(name, Count)                                                       \
    int64_t name(MPI_Comm comm, const Count counts[], MPI_Datatype type) {              \
        int64_t sum = 0;                                                                \
        for (int number = neighbours_of(comm, 1); number-- > 0;) sum += counts[number]; \
        return sum * size_of(type);                                                     \
    }
NEIGHBOURS_V(neighbours_v_int, int)
NEIGHBOURS_V(neighbours_v_large, MPI_Count)
