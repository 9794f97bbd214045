// Sides of grids of ranks, the slowest first, as IMB-P2P's stencils lay them out. Libraries differ in MPI_Dims_create.
#pragma once

#include <array>

namespace rw {

inline std::array<int, 2> plane_of(int ranks) {
    int rows = 1;
    while (rows * rows < ranks) ++rows;
    while (ranks % rows != 0) --rows;
    return {rows, ranks / rows};
}

// No side of a plane is shorter than there are planes, but the last.
inline std::array<int, 3> block_of(int ranks) {
    int side = 1;
    while (side * side * side < ranks) ++side;
    if (side * side * side == ranks) return {side, side, side};
    for (int planes = side - 1; planes > 1; --planes) {
        if (ranks % planes != 0) continue;
        const auto [rows, columns] = plane_of(ranks / planes);
        if (rows >= planes) return {planes, rows, columns};
    }
    const auto [rows, columns] = plane_of(ranks);
    return {1, rows, columns};
}

}  // namespace rw
