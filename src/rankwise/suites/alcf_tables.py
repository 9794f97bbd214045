"""The ALCF MPI benchmarks as rows: what each measures, with which kernel, and the traps that its numbers set.

Read from the sources and sample outputs of github.com/argonne-lcf/alcf-mpi-benchmarks; bisection and halo exchange are
described there and in print (2012) only.
"""

from __future__ import annotations

from dataclasses import dataclass

WINDOWS = range(1, 8)  # the published loop ends before its eighth window
PINGPONG_BYTES = (0, 4096, 65536)
BANDWIDTH_BYTES = 512 << 10  # as published; the repository's later variant has 256 KiB
HALO_BYTES = 1024
LOOPS = {
    "mmps": 256,
    "mmps_any_source": 256,
    "pingpong": 150_000,
    "aggregate": 256,
    "aggregate_unidirectional": 256,
    "bisection": 100,
    "collectives": 15_000,
    "collectives_types": 15_000,
    "halo": 256,
    "overlap": 256,
}
"""Repetitions of each benchmark, in the order in which they are listed."""

NOTES = {
    "mmps": "each process's best window is taken and their sum printed, which need not have occurred at once; "
    "`at once` is the best of the node's sums",
    "mmps_any_source": "as mmps, received from MPI_ANY_SOURCE",
    "aggregate_unidirectional": "here every message is answered by one byte, so that the rate is what has arrived and "
    "not what a sender could hand over",
    "collectives": "Bcast is timed call by call here, from a common start: back to back it pipelines; the 2 % of "
    "acceptance test 1 know nothing of how much two runs differ: `rankwise compare` does",
    "overlap": "the published efficiency, (begin - wait) / pure, is near 0 when all is hidden and -1 when nothing is; "
    "`hidden` is 1 - (overall - compute) / pure",
}
"""How a number of ours differs from the published one of its name."""


@dataclass(frozen=True)
class Operation:
    """One collective of the acceptance test: as it is printed, our kernel, bytes."""

    title: str
    kernel: str
    size_bytes: int
    datatype: str = "double"


OPERATIONS = (
    Operation("Barrier                ", "barrier", 0),
    Operation("Broadcast    2 doubles,", "bcast", 16),
    Operation("Broadcast 1024 doubles,", "bcast", 8192),
    Operation("Allreduce    1 double ,", "allreduce", 8),
    Operation("Allreduce  256 double ,", "allreduce", 2048),
)
TYPED_OPERATIONS = tuple(
    Operation(f"Broadcast {doubles:4d} {name:>8},", "bcast", 8 * doubles, datatype)
    for datatype, name in (("double", "doubles"), ("vector", "vector"), ("resized", "struct"))
    for doubles in (2, 1024)
)
"""An array, a column of a matrix (MPI_Type_vector), a member of structures (MPI_Type_create_resized)."""
COMPUTE_SHARES = (0.25, 0.5, 1.0, 2.0, 4.0)
OVERLAP_BYTES = 65536
COPY = "Copy of MPI_COMM_WORLD"
HALO_VARIANTS = ("sendrecv", "isend_recv", "isend_irecv", "all")
