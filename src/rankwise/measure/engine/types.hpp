// What an element is: the numbers that reductions work on, and the layouts in which bytes are sent.
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <mpi.h>

#include "clock.hpp"

namespace rw {

// A problem with what was asked: the cell cannot run, the engine goes on.
struct CellRefused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Type {
    std::string name;
    MPI_Datatype mpi = MPI_DATATYPE_NULL;
    std::size_t size_bytes = 0;
};

// Layouts: 8 bytes of data, then 8 that are left alone. `vector` is one element of MPI_Type_vector for all X bytes, as
// the column of a matrix; `resized` is an element for each 8 bytes, as a member of an array of structures.
constexpr std::size_t piece_bytes = 8;
constexpr std::size_t apart_bytes = 16;
inline bool lies_apart(const std::string& name) { return name == "vector" || name == "resized"; }

// Offset in such a layout of what would be at `offset` otherwise.
constexpr std::size_t apart(std::size_t offset) { return offset / piece_bytes * apart_bytes + offset % piece_bytes; }
inline void spread(std::uint8_t* to, const std::uint8_t* from, std::size_t size_bytes) {
    for (std::size_t i = 0; i < size_bytes; i += piece_bytes)
        std::memcpy(to + apart(i), from + i, std::min(piece_bytes, size_bytes - i));
}
inline void collect(std::uint8_t* to, const std::uint8_t* from, std::size_t size_bytes) {
    for (std::size_t i = 0; i < size_bytes; i += piece_bytes)
        std::memcpy(to + i, from + apart(i), std::min(piece_bytes, size_bytes - i));
}

// Calls `action` with a zero of the type called so and its MPI name; the one list of element types.
template <class Action>
auto with_number(const std::string& name, Action action) {
    if (name == "int8") return action(std::int8_t{}, MPI_INT8_T);
    if (name == "uint8") return action(std::uint8_t{}, MPI_UINT8_T);
    if (name == "int16") return action(std::int16_t{}, MPI_INT16_T);
    if (name == "uint16") return action(std::uint16_t{}, MPI_UINT16_T);
    if (name == "int") return action(std::int32_t{}, MPI_INT32_T);
    if (name == "uint32") return action(std::uint32_t{}, MPI_UINT32_T);
    if (name == "int64") return action(std::int64_t{}, MPI_INT64_T);
    if (name == "uint64") return action(std::uint64_t{}, MPI_UINT64_T);
    if (name == "float") return action(float{}, MPI_FLOAT);
    if (name == "double") return action(double{}, MPI_DOUBLE);
    if (name == "complex") return action(std::complex<float>{}, MPI_C_FLOAT_COMPLEX);
    if (name == "double_complex") return action(std::complex<double>{}, MPI_C_DOUBLE_COMPLEX);
    throw CellRefused("unknown datatype '" + name + "'");
}

inline Type number_type(const std::string& name) {
    return with_number(name, [&](auto zero, MPI_Datatype mpi) { return Type{name, mpi, sizeof zero}; });
}

// Operation of a reduction. Which types it takes: MPI 5.0, section 6.9.2.
struct Operation {
    std::string name;
    MPI_Op mpi = MPI_OP_NULL;
};

inline Operation operation_of(const std::string& name) {
    if (name == "sum") return {name, MPI_SUM};
    if (name == "prod") return {name, MPI_PROD};
    if (name == "max") return {name, MPI_MAX};
    if (name == "min") return {name, MPI_MIN};
    if (name == "land") return {name, MPI_LAND};
    if (name == "lor") return {name, MPI_LOR};
    if (name == "lxor") return {name, MPI_LXOR};
    if (name == "band") return {name, MPI_BAND};
    if (name == "bor") return {name, MPI_BOR};
    if (name == "bxor") return {name, MPI_BXOR};
    throw CellRefused("unknown operation '" + name + "'");
}

template <class Number>
constexpr bool is_complex = std::is_same_v<Number, std::complex<float>> || std::is_same_v<Number, std::complex<double>>;

// What `operation` makes of two numbers; refused where MPI does not define it for them.
template <class Number>
Number combined(const std::string& operation, Number a, Number b) {
    if (operation == "sum") return static_cast<Number>(a + b);
    if (operation == "prod") return static_cast<Number>(a * b);
    if constexpr (!is_complex<Number>) {
        if (operation == "max") return std::max(a, b);
        if (operation == "min") return std::min(a, b);
    }
    if constexpr (std::is_integral_v<Number>) {
        const bool left = a != 0, right = b != 0;
        if (operation == "land") return static_cast<Number>(left && right);
        if (operation == "lor") return static_cast<Number>(left || right);
        if (operation == "lxor") return static_cast<Number>(left != right);
        if (operation == "band") return static_cast<Number>(a & b);
        if (operation == "bor") return static_cast<Number>(a | b);
        if (operation == "bxor") return static_cast<Number>(a ^ b);
    }
    throw CellRefused("MPI does not define '" + operation + "' for this datatype");
}
inline void check_defined(const std::string& operation, const std::string& type) {
    with_number(type, [&](auto zero, MPI_Datatype) { (void)combined(operation, zero, zero); });
}

}  // namespace rw
