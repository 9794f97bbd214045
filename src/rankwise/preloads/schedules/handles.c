#include "handles.h"

enum { OTHER_TYPE, INTEGER, REAL, COMPLEX };

enum { OTHER_OP, SUM_OP, ORDER_OP, BITS_OP };

typedef struct {
    MPI_Datatype type;
    int class;
} TypeRow;

typedef struct {
    MPI_Op op;
    int class;
} OpRow;

#define TYPE(class, constant, name) {HANDLE(MPI_Datatype, constant, name), class}

#define OP(class, constant, name) {HANDLE(MPI_Op, constant, name), class}

/* What a type is in a reduction. Types that are not here, and pairs of a number and its place, stay with the library. */
static int class_of_type(MPI_Datatype type) {
    static TypeRow rows[64];
    static int known;
    if (!__atomic_load_n(&known, __ATOMIC_ACQUIRE)) {
        const TypeRow all[] = {
            TYPE(INTEGER, MPI_SIGNED_CHAR, mpi_signed_char),
            TYPE(INTEGER, MPI_UNSIGNED_CHAR, mpi_unsigned_char),
            TYPE(INTEGER, MPI_SHORT, mpi_short),
            TYPE(INTEGER, MPI_UNSIGNED_SHORT, mpi_unsigned_short),
            TYPE(INTEGER, MPI_INT, mpi_int),
            TYPE(INTEGER, MPI_UNSIGNED, mpi_unsigned),
            TYPE(INTEGER, MPI_LONG, mpi_long),
            TYPE(INTEGER, MPI_UNSIGNED_LONG, mpi_unsigned_long),
            TYPE(INTEGER, MPI_LONG_LONG, mpi_long_long_int),
            TYPE(INTEGER, MPI_UNSIGNED_LONG_LONG, mpi_unsigned_long_long),
            TYPE(INTEGER, MPI_INT8_T, mpi_int8_t),
            TYPE(INTEGER, MPI_INT16_T, mpi_int16_t),
            TYPE(INTEGER, MPI_INT32_T, mpi_int32_t),
            TYPE(INTEGER, MPI_INT64_T, mpi_int64_t),
            TYPE(INTEGER, MPI_UINT8_T, mpi_uint8_t),
            TYPE(INTEGER, MPI_UINT16_T, mpi_uint16_t),
            TYPE(INTEGER, MPI_UINT32_T, mpi_uint32_t),
            TYPE(INTEGER, MPI_UINT64_T, mpi_uint64_t),
            TYPE(INTEGER, MPI_AINT, mpi_aint),
            TYPE(INTEGER, MPI_OFFSET, mpi_offset),
            TYPE(INTEGER, MPI_COUNT, mpi_count),
            TYPE(INTEGER, MPI_INTEGER, mpi_integer),
            TYPE(REAL, MPI_FLOAT, mpi_float),
            TYPE(REAL, MPI_DOUBLE, mpi_double),
            TYPE(REAL, MPI_LONG_DOUBLE, mpi_long_double),
            TYPE(REAL, MPI_REAL, mpi_real),
            TYPE(REAL, MPI_DOUBLE_PRECISION, mpi_dblprec),
            TYPE(COMPLEX, MPI_C_FLOAT_COMPLEX, mpi_c_float_complex),
            TYPE(COMPLEX, MPI_C_DOUBLE_COMPLEX, mpi_c_double_complex),
            TYPE(COMPLEX, MPI_COMPLEX, mpi_cplex),
            TYPE(COMPLEX, MPI_DOUBLE_COMPLEX, mpi_dblcplex),
        };
        memcpy(rows, all, sizeof all);
        __atomic_store_n(&known, (int)(sizeof all / sizeof *all), __ATOMIC_RELEASE);
    }
    for (int at = 0; at < known; ++at)
        if (rows[at].type == type) return rows[at].class;
    return OTHER_TYPE;
}

static int class_of_op(MPI_Op op) {
    static OpRow rows[16];
    static int known;
    if (!__atomic_load_n(&known, __ATOMIC_ACQUIRE)) {
        const OpRow all[] = {
            OP(SUM_OP, MPI_SUM, mpi_op_sum),    OP(SUM_OP, MPI_PROD, mpi_op_prod),  OP(ORDER_OP, MPI_MIN, mpi_op_min),
            OP(ORDER_OP, MPI_MAX, mpi_op_max),  OP(BITS_OP, MPI_BAND, mpi_op_band), OP(BITS_OP, MPI_BOR, mpi_op_bor),
            OP(BITS_OP, MPI_BXOR, mpi_op_bxor), OP(BITS_OP, MPI_LAND, mpi_op_land), OP(BITS_OP, MPI_LOR, mpi_op_lor),
            OP(BITS_OP, MPI_LXOR, mpi_op_lxor),
        };
        memcpy(rows, all, sizeof all);
        __atomic_store_n(&known, (int)(sizeof all / sizeof *all), __ATOMIC_RELEASE);
    }
    for (int at = 0; at < known; ++at)
        if (rows[at].op == op) return rows[at].class;
    return OTHER_OP;
}

int rounding_of(MPI_Datatype type, MPI_Op op) {
    const int of_op = class_of_op(op), of_type = of_op == OTHER_OP ? OTHER_TYPE : class_of_type(type);
    if (of_type == INTEGER) return EXACT;
    if (of_type == REAL && of_op == ORDER_OP) return EXACT;
    if (of_type == REAL && of_op == SUM_OP) return ROUNDED;
    if (of_type == COMPLEX && of_op == SUM_OP)
        return op == HANDLE(MPI_Op, MPI_SUM, mpi_op_sum) ? ROUNDED : ROUNDED_BY_COMPILER;
    return NOT_TAKEN;
}
