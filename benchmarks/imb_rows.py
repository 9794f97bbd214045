"""Any benchmark of IMB as a program that is held: one row of its table at a time, however many barriers that has."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.held import Held
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Endpoint, Mpi

_ROW = re.compile(r"^\s+(?:(\d+)\s+)?(\d+)((?:\s+\d+\.\d+)+(?:\s+\d+)?)\s*$")  # messages per second are whole
_VOLUME_BYTES = 40 << 20
_MOST_REPETITIONS, _REPETITIONS_OF_RMA = 1000, 100


@dataclass(frozen=True)
class ImbBenchmark:
    """One of IMB's benchmarks. `sized`: it runs over message sizes. `barriers`: how many there are from one row to the
    next, and how many more for each repetition (IMB 2021.11: two, and two in every tenth, which warms up)."""

    program: str
    name: str
    sized: bool = True
    barriers: tuple[int, float] = (7, 2.1)

    def repetitions(self, size_bytes: int) -> int:
        """How often IMB calls it at this size, with its default settings."""
        most = _REPETITIONS_OF_RMA if self.program == "IMB-RMA" else _MOST_REPETITIONS
        return max(1, min(most, _VOLUME_BYTES // max(1, size_bytes)))

    def barriers_of_row(self, size_bytes: int) -> int:
        """How many barriers a row has."""
        constant, each = self.barriers
        return constant + round(each * self.repetitions(size_bytes))


@dataclass(frozen=True)
class TableRow:
    """A row as IMB prints it: times in microseconds and rates in Mbytes/sec, in the order of its columns."""

    size_bytes: int
    repetitions: int
    columns: tuple[float, ...]


class ImbRows(Held):
    """So many rows of one size."""

    def __init__(
        self,
        mpi: Mpi,
        endpoints: Sequence[Endpoint],
        benchmark: ImbBenchmark,
        size_bytes: int,
        rows: int,
    ) -> None:
        self._benchmark = benchmark
        self._size_bytes = size_bytes
        arguments = ["-iter_policy", "off", "-time", "1000"]
        count = benchmark.repetitions(size_bytes)
        arguments += ["-iter", f"{count},{_VOLUME_BYTES >> 20},{count}"]
        if benchmark.program == "IMB-RMA":
            arguments += ["-aggregate_mode", "non_aggregate"]
        with tempfile.NamedTemporaryFile("w", suffix=".sizes") as file:
            if benchmark.sized:
                file.write(f"{size_bytes}\n" * rows)
                file.flush()
                arguments += ["-msglen", file.name]
            names = [benchmark.name] * (1 if benchmark.sized else rows)
            super().__init__(mpi, endpoints, Path(mpi.prefix, "bin", benchmark.program), [*names, *arguments])

    def row(self) -> TableRow:
        """Lets IMB measure its next row. Raises MeasurementFailed when that is not one row of its size."""
        barriers = self._benchmark.barriers_of_row(self._size_bytes)
        going = self.advance(barriers)
        found = self.next_row(5.0)
        if found is None or (found.size_bytes and found.size_bytes != self._size_bytes and self._benchmark.sized):
            raise MeasurementFailed(
                "imb",
                f"{self._benchmark.name} printed {found} behind {barriers} barriers, going on: {going}",
                "is it another release of IMB?",
            )
        return found

    def next_row(self, limit_s: float) -> TableRow | None:
        """The next row that was printed; None when there is none within the limit."""
        while (line := self.line(limit_s)) is not None:
            if match := _ROW.match(line):
                columns = tuple(float(number) for number in match[3].split())
                return TableRow(int(match[1] or 0), int(match[2]), columns)
        return None
