"""IMB-MPI1 as a program that is held: one row of its table at a time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.held import Held
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Endpoint, Mpi
from rankwise.core.units import parse_sizes

SIZES = parse_sizes("0:4MiB")
"""The 24 sizes of IMB's default table."""
BENCHMARKS = {"pingpong": "PingPong", "sendrecv": "Sendrecv"}
_COUNTED = {"pingpong": 1, "sendrecv": 2}  # bytes of Mbytes/sec, in message sizes


# Two before a trial of one call, two before a longer one, two before the warm-up, two before the timed loop, one after.
_BARRIERS_PER_ROW = 9
_ROW = re.compile(r"^\s+(\d+)\s+(\d+)((?:\s+\d+\.\d+)+)\s*$")


@dataclass(frozen=True)
class Row:
    """A row of IMB's table. `time_s` comes from Mbytes/sec (1e6 bytes), which has more digits than t[usec]: it is t of
    PingPong and t_max of Sendrecv. For 0 B it is t[usec] itself."""

    size_bytes: int
    repetitions: int
    time_s: float


class Imb(Held):
    """One benchmark of IMB with its default settings, its table of 24 sizes over and over, held before every row."""

    def __init__(self, mpi: Mpi, endpoints: Sequence[Endpoint], kernel: str, tables: int) -> None:
        self._kernel = kernel
        super().__init__(mpi, endpoints, Path(mpi.prefix, "bin", "IMB-MPI1"), [BENCHMARKS[kernel]] * tables)

    def row(self, size_bytes: int) -> Row:
        """Lets IMB measure its next row. Raises MeasurementFailed when that is not one row of this size."""
        self.advance(_BARRIERS_PER_ROW)
        while (line := self.line()) is not None:
            if match := _ROW.match(line):
                row = self._read(int(match[1]), int(match[2]), [float(number) for number in match[3].split()])
                if row.size_bytes != size_bytes:
                    break
                return row
        raise MeasurementFailed("imb", f"IMB-MPI1 printed no row of {size_bytes} B", "is it another release of IMB?")

    def _read(self, size_bytes: int, repetitions: int, columns: list[float]) -> Row:
        rate = columns[-1] * 1e6
        time_s = _COUNTED[self._kernel] * size_bytes / rate if rate else columns[0] * 1e-6
        return Row(size_bytes, repetitions, time_s)
