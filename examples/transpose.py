"""A matrix transposed over groups of ranks, as a parallel FFT does it, with mpi4py. Prints the time of one step.

mpirun -n 10 python examples/transpose.py [BYTES] [STEPS] [RANKS OF A ROW]
"""

import sys

from mpi4py import MPI


def main() -> None:
    """Ranks of one row exchange with each other: an all-to-all of `bytes` to each. A row has two ranks far apart, or as
    many as are asked for."""
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 18
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    world = MPI.COMM_WORLD
    rows = max(1, world.size // (int(sys.argv[3]) if len(sys.argv) > 3 else 2))
    row = world.Split(world.rank % rows, world.rank)
    out, into = bytearray([world.rank % 251]) * (size * row.size), bytearray(size * row.size)
    begin = 0.0
    for step in range(-1, steps):  # the first one opens connections and is not timed
        if step == 0:
            world.Barrier()
            begin = MPI.Wtime()
        row.Alltoall([out, size, MPI.BYTE], [into, size, MPI.BYTE])
    slowest = world.reduce((MPI.Wtime() - begin) / steps, MPI.MAX)
    total = world.reduce(sum(into[::4096]))
    if world.rank == 0:
        print(f"sum {total}")
        print(f"step {slowest:.6f} s")


if __name__ == "__main__":
    main()
