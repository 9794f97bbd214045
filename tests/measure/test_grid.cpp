// Grids of ranks are laid out as IMB-P2P prints them.
#include "expect.hpp"
#include "grid.hpp"

int main() {
    using Plane = std::array<int, 2>;
    using Block = std::array<int, 3>;
    expect(rw::plane_of(4) == Plane{2, 2}, "4 ranks are 2 x 2");
    expect(rw::plane_of(8) == Plane{2, 4}, "8 ranks are 2 x 4");
    expect(rw::plane_of(10) == Plane{2, 5}, "10 ranks are 2 x 5");
    expect(rw::plane_of(12) == Plane{4, 3}, "12 ranks are 4 x 3");
    expect(rw::plane_of(32) == Plane{4, 8}, "32 ranks are 4 x 8");
    expect(rw::plane_of(7) == Plane{1, 7}, "a prime number of ranks is a row");
    expect(rw::block_of(8) == Block{2, 2, 2}, "8 ranks are 2 x 2 x 2");
    expect(rw::block_of(12) == Block{2, 3, 2}, "12 ranks are 2 x 3 x 2");
    expect(rw::block_of(32) == Block{2, 4, 4}, "32 ranks are 2 x 4 x 4");
    expect(rw::block_of(72) == Block{3, 4, 6}, "72 ranks are 3 x 4 x 6");
    expect(rw::block_of(10) == Block{1, 2, 5}, "10 ranks are one plane");
    return failures == 0 ? 0 : 1;
}
