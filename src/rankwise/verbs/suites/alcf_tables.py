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
    "pingpong": 150_000,
    "aggregate": 256,
    "aggregate_unidirectional": 256,
    "bisection": 100,
    "collectives": 15_000,
    "halo": 256,
}
"""Repetitions of each benchmark, in the order in which they are listed."""

NOTES = {
    "mmps": "each process's best window is taken and their sum printed, which need not have occurred at once; "
    "`at once` is the best of the node's sums",
    "aggregate_unidirectional": "here every message is answered by one byte, so that the rate is what has arrived and "
    "not what a sender could hand over",
    "collectives": "Bcast is timed call by call here, from a common start: back to back it pipelines",
}
"""How a number of ours differs from the published one of its name."""


@dataclass(frozen=True)
class Operation:
    """One collective of the acceptance test: as it is printed, our kernel, bytes."""

    title: str
    kernel: str
    size_bytes: int


OPERATIONS = (
    Operation("Barrier                ", "barrier", 0),
    Operation("Broadcast    2 doubles,", "bcast", 16),
    Operation("Broadcast 1024 doubles,", "bcast", 8192),
    Operation("Allreduce    1 double ,", "allreduce", 8),
    Operation("Allreduce  256 double ,", "allreduce", 2048),
)
HALO_VARIANTS = ("sendrecv", "isend_recv", "isend_irecv", "all")
