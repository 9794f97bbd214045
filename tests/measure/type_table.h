/* Every way of MPI 4.1 to get a datatype, each once: what calls make, with large counts too, and what is predefined. */
/* NOLINTBEGIN: what MPI calls write is not seen. */
#include <mpi.h>

enum { OF_MPI, OF_PROGRAM }; /* who frees it */
typedef struct {
    const char* name;
    int of;
    void (*make)(MPI_Datatype* type);
} Way;

static const int table_blocks[] = {1, 3, 2}, table_places[] = {9, 0, 5}, table_sizes[] = {4, 6}, table_part[] = {2, 3},
                 table_corner[] = {1, 2};
static const MPI_Aint table_bytes[] = {0, 40, 72};
static const MPI_Datatype* mixed_types(void) {
    static MPI_Datatype types[3];
    types[0] = MPI_INT, types[1] = MPI_DOUBLE, types[2] = MPI_CHAR;
    return types;
}

#define WAY(name, ...) \
    static void make_##name(MPI_Datatype* type) { __VA_ARGS__; }
#define PREDEFINED(name, constant) WAY(name, *type = constant)
WAY(contiguous, MPI_Type_contiguous(3, MPI_DOUBLE, type))
WAY(vector, MPI_Type_vector(4, 2, 5, MPI_DOUBLE, type))
WAY(hvector, MPI_Type_create_hvector(3, 1, 24, MPI_DOUBLE, type))
WAY(indexed, MPI_Type_indexed(3, table_blocks, table_places, MPI_DOUBLE, type))
WAY(hindexed, MPI_Type_create_hindexed(3, table_blocks, table_bytes, MPI_DOUBLE, type))
WAY(indexed_block, MPI_Type_create_indexed_block(3, 2, table_places, MPI_DOUBLE, type))
WAY(hindexed_block, MPI_Type_create_hindexed_block(3, 2, table_bytes, MPI_DOUBLE, type))
WAY(struct, MPI_Type_create_struct(3, table_blocks, table_bytes, mixed_types(), type))
WAY(subarray, MPI_Type_create_subarray(2, table_sizes, table_part, table_corner, MPI_ORDER_C, MPI_DOUBLE, type))
WAY(dup, MPI_Type_dup(MPI_DOUBLE, type))

/* The last block stands where a third one of the first two's length would, and is longer. */
static const int table_longer[] = {1, 1, 2}, table_even[] = {0, 3, 6};
WAY(longer, MPI_Type_indexed(3, table_longer, table_even, MPI_DOUBLE, type))

static const int table_grid[] = {1, 2}, table_spread[] = {MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_CYCLIC},
                 table_how[] = {MPI_DISTRIBUTE_DFLT_DARG, 1};
WAY(darray,
    MPI_Type_create_darray(2, 1, 2, table_sizes, table_spread, table_how, table_grid, MPI_ORDER_C, MPI_DOUBLE, type))

static void resized_by(MPI_Datatype* type, int (*resize)(MPI_Datatype, MPI_Datatype*)) {
    MPI_Datatype inner, wide;
    MPI_Type_vector(2, 1, 3, MPI_DOUBLE, &inner);
    resize(inner, &wide);
    MPI_Type_vector(3, 1, 2, wide, type);
    MPI_Type_free(&inner), MPI_Type_free(&wide);
}
static int resize(MPI_Datatype inner, MPI_Datatype* wide) { return MPI_Type_create_resized(inner, 0, 56, wide); }
WAY(resized, resized_by(type, resize))

#if MPI_VERSION >= 4
static const MPI_Count many_blocks[] = {1, 3, 2}, many_places[] = {9, 0, 5}, many_sizes[] = {4, 6},
                       many_part[] = {2, 3}, many_corner[] = {1, 2}, many_bytes[] = {0, 40, 72};
WAY(contiguous_c, MPI_Type_contiguous_c(3, MPI_DOUBLE, type))
WAY(vector_c, MPI_Type_vector_c(4, 2, 5, MPI_DOUBLE, type))
WAY(hvector_c, MPI_Type_create_hvector_c(3, 1, 24, MPI_DOUBLE, type))
WAY(indexed_c, MPI_Type_indexed_c(3, many_blocks, many_places, MPI_DOUBLE, type))
WAY(hindexed_c, MPI_Type_create_hindexed_c(3, many_blocks, many_bytes, MPI_DOUBLE, type))
WAY(indexed_block_c, MPI_Type_create_indexed_block_c(3, 2, many_places, MPI_DOUBLE, type))
WAY(hindexed_block_c, MPI_Type_create_hindexed_block_c(3, 2, many_bytes, MPI_DOUBLE, type))
WAY(struct_c, MPI_Type_create_struct_c(3, many_blocks, many_bytes, mixed_types(), type))
WAY(subarray_c, MPI_Type_create_subarray_c(2, many_sizes, many_part, many_corner, MPI_ORDER_C, MPI_DOUBLE, type))
WAY(darray_c,
    MPI_Type_create_darray_c(2, 1, 2, many_sizes, table_spread, table_how, table_grid, MPI_ORDER_C, MPI_DOUBLE, type))
static int resize_c(MPI_Datatype inner, MPI_Datatype* wide) { return MPI_Type_create_resized_c(inner, 0, 56, wide); }
WAY(resized_c, resized_by(type, resize_c))
WAY(dup_of_c, MPI_Datatype inner; MPI_Type_vector_c(4, 2, 5, MPI_DOUBLE, &inner); MPI_Type_dup(inner, type);
    MPI_Type_free(&inner))
#endif

PREDEFINED(named, MPI_DOUBLE)
PREDEFINED(float_int, MPI_FLOAT_INT)
PREDEFINED(double_int, MPI_DOUBLE_INT)
PREDEFINED(long_int, MPI_LONG_INT)
PREDEFINED(two_int, MPI_2INT)
PREDEFINED(short_int, MPI_SHORT_INT)
PREDEFINED(long_double_int, MPI_LONG_DOUBLE_INT)
WAY(match_size, MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 8, type))
#ifndef WITHOUT_FORTRAN
WAY(f90_real, MPI_Type_create_f90_real(15, 300, type))
WAY(f90_complex, MPI_Type_create_f90_complex(15, 300, type))
WAY(f90_integer, MPI_Type_create_f90_integer(9, type))
#endif
#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
#define HAS_VALUE_INDEX
#endif
#ifdef HAS_VALUE_INDEX
/* Pairs that have no name; a library without the pair answers that there is none. */
static void pair_of(MPI_Datatype value, MPI_Datatype index, MPI_Datatype* type) {
    MPI_Type_get_value_index(value, index, type);
    if (*type == MPI_DATATYPE_NULL) *type = MPI_DOUBLE_INT;
}
WAY(value_index, pair_of(MPI_DOUBLE, MPI_INT, type))
WAY(value_index_without_name, pair_of(MPI_INT, MPI_INT64_T, type))
#endif

#define IS_OF(name, of) {#name, of, make_##name}
static const Way ways[] = {
    IS_OF(contiguous, OF_PROGRAM),
    IS_OF(vector, OF_PROGRAM),
    IS_OF(hvector, OF_PROGRAM),
    IS_OF(indexed, OF_PROGRAM),
    IS_OF(hindexed, OF_PROGRAM),
    IS_OF(indexed_block, OF_PROGRAM),
    IS_OF(hindexed_block, OF_PROGRAM),
    IS_OF(struct, OF_PROGRAM),
    IS_OF(subarray, OF_PROGRAM),
    IS_OF(darray, OF_PROGRAM),
    IS_OF(resized, OF_PROGRAM),
    IS_OF(dup, OF_PROGRAM),
    IS_OF(longer, OF_PROGRAM),
#if MPI_VERSION >= 4
    IS_OF(contiguous_c, OF_PROGRAM),
    IS_OF(vector_c, OF_PROGRAM),
    IS_OF(hvector_c, OF_PROGRAM),
    IS_OF(indexed_c, OF_PROGRAM),
    IS_OF(hindexed_c, OF_PROGRAM),
    IS_OF(indexed_block_c, OF_PROGRAM),
    IS_OF(hindexed_block_c, OF_PROGRAM),
    IS_OF(struct_c, OF_PROGRAM),
    IS_OF(subarray_c, OF_PROGRAM),
    IS_OF(darray_c, OF_PROGRAM),
    IS_OF(resized_c, OF_PROGRAM),
    IS_OF(dup_of_c, OF_PROGRAM),
#endif
    IS_OF(named, OF_MPI),
    IS_OF(float_int, OF_MPI),
    IS_OF(double_int, OF_MPI),
    IS_OF(long_int, OF_MPI),
    IS_OF(two_int, OF_MPI),
    IS_OF(short_int, OF_MPI),
    IS_OF(long_double_int, OF_MPI),
    IS_OF(match_size, OF_MPI),
#ifndef WITHOUT_FORTRAN
    IS_OF(f90_real, OF_MPI),
    IS_OF(f90_complex, OF_MPI),
    IS_OF(f90_integer, OF_MPI),
#endif
#ifdef HAS_VALUE_INDEX
    IS_OF(value_index, OF_MPI),
    IS_OF(value_index_without_name, OF_MPI),
#endif
};
enum { WAYS = sizeof ways / sizeof *ways };

/* Intel MPI's files end the job, or never end, for pairs of a number and its place. */
static int files_take(const Way* way) {
#ifdef I_MPI_NUMVERSION
    return way->of == OF_PROGRAM || way->make == make_named || way->make == make_match_size;
#else
    (void)way;
    return 1;
#endif
}

static MPI_Datatype type_by(const Way* way) {
    MPI_Datatype type;
    way->make(&type);
    if (way->of == OF_PROGRAM) MPI_Type_commit(&type);
    return type;
}
/* NOLINTEND */
