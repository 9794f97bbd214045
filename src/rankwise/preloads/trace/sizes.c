#include "sizes.h"

__thread uint64_t gapped_bytes __attribute__((tls_model("initial-exec")));
unsigned types_freed;

enum { TYPE_BITS = 4 };

/* Types that a thread met. A predefined one is never freed; of others the size is asked each time. */
typedef struct {
    MPI_Datatype type;
    int64_t size;
    unsigned freed;
    int predefined, inside, between; /* gaps within a type, and between it and the next one */
} KnownType;

static __thread KnownType known_types[1 << TYPE_BITS] __attribute__((tls_model("initial-exec")));

static void extent_of(MPI_Datatype type, MPI_Aint* low, MPI_Aint* extent) {
    OWN(Type_get_extent, (MPI_Datatype, MPI_Aint*, MPI_Aint*));
    own(type, low, extent);
}

static void true_extent_of(MPI_Datatype type, MPI_Aint* low, MPI_Aint* extent) {
    OWN(Type_get_true_extent, (MPI_Datatype, MPI_Aint*, MPI_Aint*));
    own(type, low, extent);
}

/* Out of line, for most types are predefined. */
__attribute__((noinline)) static void ask(KnownType* row, MPI_Datatype type) {
    const int64_t size = size_of(type);
    const unsigned freed = __atomic_load_n(&types_freed, __ATOMIC_RELAXED);
    if (type == row->type && size == row->size && freed == row->freed) return;
    *row = (KnownType){.type = type, .size = size, .freed = freed};
    if (!size) return;
    MPI_Aint low, extent = 0;
    extent_of(type, &low, &extent);
    row->between = extent != size;
    true_extent_of(type, &low, &extent);
    row->inside = extent != size;
    row->predefined = combiner_of(type) == MPI_COMBINER_NAMED;
}

static const KnownType* type_row(MPI_Datatype type) {
    KnownType* row = &known_types[(uint32_t)(uintptr_t)type * 2654435761U >> (32 - TYPE_BITS)];
    if (row->type != type || !row->predefined) ask(row, type);
    return row;
}

int64_t bytes_of(int64_t count, MPI_Datatype type) { return count ? count * type_row(type)->size : 0; }

int64_t bytes_to(int peer, int64_t count, MPI_Datatype type) {
    if (!count) return 0;
    const KnownType* row = type_row(type);
    const int has_gaps = row->inside || (count > 1 && row->between);
    if (has_gaps && peer != MPI_PROC_NULL) gapped_bytes += (uint64_t)(count * row->size);
    return count * row->size;
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
#define ADD_UP(name, Count, number)                               \
    int64_t name(const Count counts[], MPI_Comm comm) {           \
        int64_t sum = 0;                                          \
        for (int rank = number; rank-- > 0;) sum += counts[rank]; \
        return sum;                                               \
    }
#define ADD_UP_W(name, Count, Type, size)                                   \
    int64_t name(const Count counts[], const Type types[], MPI_Comm comm) { \
        int64_t sum = 0;                                                    \
        for (int rank = peers_of(comm); rank-- > 0;)                        \
            if (counts[rank]) sum += counts[rank] * size_of(size);          \
        return sum;                                                         \
    }
ROOTED_V(rooted_v_int, int)
ROOTED_V(rooted_v_large, MPI_Count)
ADD_UP(sum_int, int, peers_of(comm))
ADD_UP(sum_large, MPI_Count, peers_of(comm))
ADD_UP(sum_own_int, int, ranks_of(comm))
ADD_UP(sum_own_large, MPI_Count, ranks_of(comm))
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
