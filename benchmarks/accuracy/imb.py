"""Benchmarks of IMB as one program that is held: one row of its tables at a time, however many barriers that has."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.accuracy.held import Held
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Endpoint, Mpi
from rankwise.core.units import parse_sizes

SIZES = parse_sizes("0:4MiB")
"""The 24 sizes of IMB's default table."""

_ROW = re.compile(r"^\s+(?:(\d+)\s+)?(\d+)((?:\s+\d+\.\d+)+(?:\s+\d+)?)\s*$")  # messages per second are whole
_TITLE = re.compile(r"^# Benchmarking (\S+)")
_VOLUME_BYTES = 40 << 20
_RUNS_OF_A_ROW = 4  # of one call, of all as a trial, a tenth of them to warm up, and those that are reported


@dataclass(frozen=True)
class ImbBenchmark:
    """One of IMB's benchmarks. `sized`: it has a row for each message size. `most`: how often it is called where volume
    is no bound. `barriers`: how many each run of it has, beside those behind its calls (`behind_calls`)."""

    program: str
    name: str
    sized: bool = True
    most: int = 1000
    barriers: int = 2
    behind_calls: bool = True
    step_s: float = 1e-8  # of the times that it prints
    messages: int = 1  # whose bytes its Mbytes/sec (of 1e6) counts

    def repetitions(self, size_bytes: int) -> int:
        """How often IMB calls it at this size, with its default settings."""
        return max(1, min(self.most, _VOLUME_BYTES // max(1, size_bytes)))

    def barriers_of_row(self, size_bytes: int) -> int:
        """How many barriers a row has, the last one behind all runs (IMB 2021.11, `-iter_policy dynamic`)."""
        count = self.repetitions(size_bytes)
        calls = 1 + count + count // 10 + count if self.behind_calls else 0
        return _RUNS_OF_A_ROW * self.barriers + calls + 1

    def time_s(self, row: TableRow) -> float:
        """t of PingPong, or t_max, out of Mbytes/sec, which has more digits than t[usec]; for 0 B the first t[usec]."""
        rate = row.columns[-1] * 1e6
        return self.messages * row.size_bytes / rate if rate else row.columns[0] * 1e-6


PINGPONG = ImbBenchmark("IMB-MPI1", "PingPong", behind_calls=False)
SENDRECV = ImbBenchmark("IMB-MPI1", "Sendrecv", behind_calls=False, messages=2)


@dataclass(frozen=True)
class TableRow:
    """A row as IMB prints it: times in microseconds and rates in Mbytes/sec, in the order of its columns."""

    size_bytes: int
    repetitions: int
    columns: tuple[float, ...]


class Imb(Held):
    """Some benchmarks of one program with IMB's own settings, one after another, each at all sizes."""

    def __init__(
        self, mpi: Mpi, endpoints: Sequence[Endpoint], benchmarks: Sequence[ImbBenchmark], sizes: Sequence[int]
    ) -> None:
        self._title = ""
        names = [benchmark.name for benchmark in benchmarks]
        program = benchmarks[0].program
        arguments = ["-time", "1000"]  # it counts the time that it is held, too
        if program == "IMB-RMA":
            arguments += ["-aggregate_mode", "non_aggregate"]
        with tempfile.NamedTemporaryFile("w", suffix=".sizes") as file:
            file.write("".join(f"{size}\n" for size in sizes))
            file.flush()
            arguments += ["-msglen", file.name]
            super().__init__(mpi, endpoints, Path(mpi.prefix, "bin", program), [*names, *arguments])

    def row(self, benchmark: ImbBenchmark, size_bytes: int) -> TableRow:
        """Lets IMB measure its next row. Raises MeasurementFailed when that is not one of this benchmark and size."""
        barriers = benchmark.barriers_of_row(size_bytes)
        going = self.advance(barriers)
        found = self.next_row(5.0)
        sized = benchmark.sized and found is not None and found.size_bytes != size_bytes
        calls = found is not None and found.repetitions != benchmark.repetitions(size_bytes)
        if found is None or sized or calls or self._title != benchmark.name:
            raise MeasurementFailed(
                "imb",
                f"{benchmark.name} of {size_bytes} B: {self._title} printed {found} behind {barriers} barriers, "
                f"going on: {going}",
                "is it another release of IMB?",
            )
        return found

    def next_row(self, limit_s: float) -> TableRow | None:
        """The next row that was printed; None when there is none within the limit."""
        while (line := self.line(limit_s)) is not None:
            if title := _TITLE.match(line):
                self._title = title[1]
            if match := _ROW.match(line):
                columns = tuple(float(number) for number in match[3].split())
                return TableRow(int(match[1] or 0), int(match[2]), columns)
        return None
