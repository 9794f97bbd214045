"""IMB-MPI1, IMB-NBC, IMB-RMA and IMB-P2P: command lines as sheets, columns by IMB's own formulas."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rankwise.core import files
from rankwise.core.errors import UsageError
from rankwise.core.units import plural
from rankwise.measure.cells import cell
from rankwise.model.overlap import imb_share
from rankwise.suites import imb_flags, imb_tables
from rankwise.suites.flags import Flag, Parsed, number, parse, pick, switch
from rankwise.suites.imb_flags import Iterations
from rankwise.suites.imb_tables import VERSION, Benchmark
from rankwise.suites.imb_wanted import Wanted, asked_for
from rankwise.suites.measuring import ROUNDS
from rankwise.suites.records import SuiteTable
from rankwise.suites.sheet import LineTimes, Planned, Sheet, SheetLine, SuiteJob

ELEMENT_BYTES = {"int8": 1, "int": 4, "float": 4, "double": 8}
_COLD = "# cold: buffers are taken out of every cache before each call"
ONLY_INT = ("Compare_and_swap",)
_ITERATIONS = Iterations()


@dataclass(frozen=True)
class Imb:
    """One of IMB's programs: its benchmarks and flags."""

    program: str
    benchmarks: tuple[Benchmark, ...]
    flags: Mapping[str, Flag]
    iterations: Iterations = _ITERATIONS
    zero_before_least: bool = True
    memory: Literal["private", "mpi"] = "mpi"  # IMB takes its buffers from MPI_Alloc_mem

    def answer(self, words: Sequence[str]) -> str | None:
        """The text of `-help` and `-list`."""
        asked = {word.lstrip("-").lower() for word in words if word.startswith("-")}
        if asked & {"help", "h"}:
            lines = [f"Usage: {self.program} [flags] [benchmark[,benchmark,...]]", ""]
            return "\n".join([*lines, *(flag.usage(name) for name, flag in self.flags.items())])
        if "list" in asked:
            defaults = {benchmark.name: benchmark.default for benchmark in self.benchmarks}
            names = [f"    {name}{'' if defaults[name] else ' (non-default)'}" for name in sorted(defaults)]
            return "\n".join([f"List of benchmarks:\n{self.program}:", *names])
        self._named(parse(words, self.flags, self.program))
        return None

    def plan(self, words: Sequence[str], job: SuiteJob) -> Planned:
        """Every benchmark on every number of processes that the flags ask for."""
        parsed = parse(words, self.flags, self.program)
        if "msgwr" in self.flags:
            _tell_of_touching(parsed)
        wanted = asked_for(parsed, job.ranks, self.iterations, zero_before_least=self.zero_before_least)
        chosen = self._chosen(parsed, job)
        for benchmark in chosen:
            if benchmark.imb_takes_odd and job.ranks % 2 != 0:
                parsed.note(
                    f"{benchmark.name}: takes an even number of ranks here, all are in pairs at once; IMB draws two"
                )
        sheets = tuple(sheet for benchmark in chosen for sheet in self._sheets(benchmark, wanted, parsed, job))
        if not any(sheet.lines for sheet in sheets):
            least = min(benchmark.ranks or 2 for benchmark in chosen)
            raise UsageError(
                "too-few-ranks",
                f"{', '.join(dict.fromkeys(each.name for each in chosen))}: not on {plural(job.ranks, 'rank')}",
                f"start at least {least}" if job.ranks < least else "start another number of them, e.g. 4 or 8",
            )
        return Planned(
            suite="imb",
            program=self.program,
            version=VERSION,
            sheets=sheets,
            facts=self._facts(words, wanted, chosen),
            notices=tuple(parsed.notices),
            limit_s=number(parsed.values.get("time", "10"), "-time") if "time" in self.flags else math.inf,
        )

    def _named(self, parsed: Parsed) -> list[Benchmark]:
        """The benchmarks that a command line names, or all that are measured where it names none."""
        names = list(dict.fromkeys(benchmark.name for benchmark in self.benchmarks))

        def named(text: str) -> list[str]:
            return pick([name for name in text.split(",") if name], names, self.program)

        words = [name for word in [*_input(parsed), *parsed.words] for name in named(word)]
        words = words or [benchmark.name for benchmark in self.benchmarks if benchmark.default]
        excluded = set(named(parsed.values.get("exclude", "")))
        wanted = [name for name in [*named(parsed.values.get("include", "")), *words] if name not in excluded]
        return [benchmark for name in dict.fromkeys(wanted) for benchmark in self.benchmarks if benchmark.name == name]

    def _chosen(self, parsed: Parsed, job: SuiteJob) -> list[Benchmark]:
        asked = self._named(parsed)
        mode = parsed.values.get("aggregate_mode", "multi").lower()
        if mode not in ("aggregate", "non_aggregate", "multi"):
            raise UsageError("bad-value", f"-aggregate_mode {mode}: unknown", "use aggregate, non_aggregate or multi")
        if mode != "multi":
            asked = [benchmark for benchmark in asked if benchmark.mode in ("", mode.upper().replace("_", "-"))]
        present = [
            benchmark
            for benchmark in asked
            if benchmark.kernel in job.kernels and not job.kernels[benchmark.kernel].lacks
        ]
        for benchmark in asked:
            if benchmark not in present:
                why = (
                    job.kernels[benchmark.kernel].lacks
                    if benchmark.kernel in job.kernels
                    else f"a kernel {benchmark.kernel}"
                )
                parsed.note(
                    f"{benchmark.name}{f' ({benchmark.mode})' if benchmark.mode else ''}: left out, it needs {why}"
                )
        if not present:
            raise UsageError("nothing-left", "; ".join(parsed.notices) or "no benchmark is left", "name another one")
        return present

    # -- tables ------------------------------------------------------------------------------------------------------

    def _sheets(self, benchmark: Benchmark, wanted: Wanted, parsed: Parsed, job: SuiteJob) -> Iterator[Sheet]:
        if not _runs(benchmark, job.ranks):
            yield _invalid(benchmark, job.ranks)
            return
        least = job.kernels[benchmark.kernel].min_ranks
        if wanted.buffers and not job.kernels[benchmark.kernel].mirrored:
            parsed.note(f"-mem_alloc_type: {benchmark.name} is measured on the host's memory")
        for processes in _series(benchmark, wanted, job.ranks):
            if processes < least:  # IMB lets a process put to and get from itself
                parsed.note(f"{benchmark.name}: is of {least} processes or more here, not of {processes}")
                yield _invalid(benchmark, processes)
            else:
                yield self._sheet(benchmark, processes, wanted, job)

    def _sheet(self, benchmark: Benchmark, processes: int, wanted: Wanted, job: SuiteJob) -> Sheet:
        order = [rank for row in wanted.order for rank in row] or list(range(job.ranks))
        ranks = _taken(benchmark, job.ranks)
        count = ranks // processes if wanted.multi is not None else 1
        groups = tuple(tuple(order[g * processes : (g + 1) * processes]) for g in range(count))
        columns = benchmark.columns
        if columns == imb_tables.TIME_RATE and wanted.multi == 0 and benchmark.ranks:
            columns = imb_tables.RANGE_RATE
        rows = _rows(wanted.order, processes) if wanted.order and count == 1 else ()
        if wanted.cold and benchmark.sized:
            rows = (*(rows or (f"# #processes = {processes} ",)), _COLD)
        shape = (
            f" ({' x '.join(map(str, imb_tables.grid(processes, benchmark.dimensions)))})"
            if benchmark.dimensions
            else ""
        )
        table = SuiteTable(
            benchmark=f"{benchmark.name}{shape}",
            columns=columns,
            groups=groups,
            idle=ranks - processes * count,
            mode=benchmark.mode,
            each_group=wanted.multi == 1,
            head=rows,
        )
        window = wanted.window if benchmark.columns == imb_tables.RATE else 1
        lines = tuple(self._line(benchmark, size, groups, wanted, job) for size in _sizes(benchmark, wanted))
        return Sheet(table, lines, lambda line, timed: _values(benchmark, table, window, line, timed))

    def _line(
        self,
        benchmark: Benchmark,
        size: int | None,
        groups: tuple[tuple[int, ...], ...],
        wanted: Wanted,
        job: SuiteJob,
    ) -> SheetLine:
        kernel, size_bytes, ranks = job.kernels[benchmark.kernel], size or 0, len(groups[0])
        repetitions = wanted.iterations.of(
            size_bytes,
            flushed=benchmark.mode == imb_tables.EACH,
            rooted=benchmark.rooted,
            ranks=ranks,
            largest=wanted.sizes.largest,
        )
        # One flush at the end of each visit's operations.
        together = operations_together(benchmark, repetitions)
        window = wanted.window if benchmark.columns == imb_tables.RATE else together
        datatype = "int" if benchmark.name in ONLY_INT else wanted.datatype
        sent = wanted.sent if kernel.typed and benchmark.sized else "byte"
        cold, pace = wanted.cold and benchmark.sized, benchmark.pace(sync=wanted.sync)
        measured = cell(
            job.side,
            benchmark.kernel,
            benchmark.cell_bytes(size_bytes, ranks),
            *groups,
            window=window if kernel.windowed else 1,
            windowed=bool(kernel.windowed),
            datatype=datatype if kernel.reduces or benchmark.element else sent,
            operation="sum" if kernel.reduces else "",
            root=-1 if wanted.rotates and kernel.rotates else 0,
            cold_cache=cold,
            window_kind=benchmark.window_kind,
            one_place=benchmark.one_place,
            pace="" if cold and pace == "batch" else pace,
            buffers=wanted.buffers if benchmark.sized and kernel.mirrored else "",
        )
        needed_gb = benchmark.buffers(ranks) * size_bytes / 2**30
        problem = _too_large(needed_gb) if needed_gb > wanted.memory_gb else ""
        calls = max(1, repetitions // together)
        return SheetLine(measured, calls, size, operations=together, problem=problem)

    def _facts(self, words: Sequence[str], wanted: Wanted, chosen: Sequence[Benchmark]) -> dict[str, str]:
        sizes = wanted.sizes
        return {
            "calling sequence": " ".join([self.program, *words]),
            "least bytes": "" if sizes.given else str(min(sizes.sizes_bytes)),
            "most bytes": "" if sizes.given else str(sizes.largest),
            "datatype": _mpi_name(wanted.sent),
            "reductions": _mpi_name(wanted.datatype),
            "benchmarks": ",".join(dict.fromkeys(benchmark.name for benchmark in chosen)),
        }


def _invalid(benchmark: Benchmark, processes: int) -> Sheet:
    return Sheet(SuiteTable(benchmark=benchmark.name, refused=f"invalid for {processes} processes"))


def _runs(benchmark: Benchmark, ranks: int) -> bool:
    if benchmark.dimensions and min(imb_tables.grid(ranks, benchmark.dimensions)) < 2:
        return False
    if benchmark.columns == imb_tables.P2P and benchmark.even and ranks % 2 != 0:
        return False
    return ranks >= max(benchmark.ranks, 2 if benchmark.even or benchmark.columns == imb_tables.P2P else 1)


def _series(benchmark: Benchmark, wanted: Wanted, ranks: int) -> list[int]:
    """Numbers of processes: npmin, twice that, and so on, and all."""
    if benchmark.ranks:
        return [benchmark.ranks]
    if benchmark.columns == imb_tables.P2P:
        return [ranks]
    ranks = _taken(benchmark, ranks)
    counts, processes = [], wanted.npmin + (wanted.npmin % 2 if benchmark.even else 0)
    while processes < ranks:
        counts.append(processes)
        processes *= 2
    return [*counts, ranks]


def _taken(benchmark: Benchmark, ranks: int) -> int:
    """The ranks that take part or wait for those that do: of an odd number one has no part in pairs."""
    return ranks - (ranks % 2 if benchmark.even else 0)


def _sizes(benchmark: Benchmark, wanted: Wanted) -> tuple[int | None, ...]:
    if not benchmark.sized:
        return (None,)
    if benchmark.element:
        return (ELEMENT_BYTES[wanted.datatype],)
    return wanted.sizes.of(ELEMENT_BYTES[wanted.datatype] if benchmark.reduces else ELEMENT_BYTES.get(wanted.sent, 1))


def _values(
    benchmark: Benchmark, table: SuiteTable, window: int, line: SheetLine, timed: LineTimes
) -> tuple[float, ...]:
    """IMB's columns from the mean time of each rank; `IMB_display_times` and, for IMB-P2P, `imb_p2p_*.c`."""
    times = [group[0] for group in timed.groups] if benchmark.origin else timed.times_s
    least_s, most_s, mean_s = min(times), max(times), sum(times) / len(times)
    columns = table.columns
    counted = benchmark.counts(len(table.groups[0])) * window
    messages_per_s = counted / most_s if most_s > 0.0 else 0.0
    rate = messages_per_s * (line.size_bytes or 0)
    made = {
        "t_s": most_s,
        "t_min_s": least_s,
        "t_max_s": most_s,
        "t_avg_s": mean_s,
        "rate_bytes_per_s": rate,
        "messages_per_s": messages_per_s,
    }
    if columns == imb_tables.P2P:
        made["t_s"] = mean_s / benchmark.messages
    if columns in (imb_tables.OVERLAP, imb_tables.PASSIVE):
        made |= {"t_ovrl_s": most_s, "t_pure_s": timed.pure_s, "t_cpu_s": timed.compute_s}
    if columns == imb_tables.OVERLAP:
        made["overlap"] = imb_share(timed.pure_s, timed.compute_s, most_s) if timed.pure_s else 0.0
    return tuple(made[column] for column in columns)


def operations_together(benchmark: Benchmark, repetitions: int) -> int:
    """How many of IMB's repetitions are one call of ours."""
    return max(1, repetitions // ROUNDS) if benchmark.together else 1


def _mpi_name(datatype: str) -> str:
    return "MPI_CHAR" if datatype == "int8" else f"MPI_{datatype.upper()}"


def _too_large(needed_gb: float) -> str:
    return f'out-of-mem.; needed X={needed_gb + 0.001:8.3f} GB; use flag "-mem X" or MAX_MEM_USAGE>=X'


def _rows(order: tuple[tuple[int, ...], ...], processes: int) -> tuple[str, ...]:
    """The rank order of a heading, row by row."""
    lines, left = [f"# #processes = {processes}; rank order (rowwise): "], processes
    for row in order:
        if left > 0:
            lines += ["# " + "".join(f"{rank:5d}" for rank in row[:left]), "# "]
            left -= len(row)
    return tuple(lines)


def _tell_of_touching(parsed: Parsed) -> None:
    on = " ".join(f"-{flag} on" for flag in ("msgwr", "msgrd") if switch(parsed.values.get(flag, "on"), f"-{flag}"))
    if on:
        parsed.note(
            f"{on}: IMB-P2P's times hold a write to every cache line before a message is sent (-msgwr) and a read "
            "of it after it came (-msgrd); here buffers are filled before and checked after, outside the times"
        )


def _input(parsed: Parsed) -> list[str]:
    """Names of benchmarks from `-input FILE`, a name a line."""
    if "input" not in parsed.values:
        return []
    file = Path(parsed.values["input"])
    lines = files.read(file, "cannot-read", "-input names a file with one benchmark a line").splitlines()
    return [word for line in lines for word in line.split("#")[0].split()[:1]]


MPI1 = Imb("IMB-MPI1", imb_tables.MPI1, imb_flags.MPI1_FLAGS)
NBC = Imb("IMB-NBC", imb_tables.NBC, imb_flags.NBC_FLAGS)
RMA = Imb("IMB-RMA", imb_tables.RMA, imb_flags.RMA_FLAGS)
P2P = Imb(
    "IMB-P2P",
    imb_tables.P2P_PAIRS,
    imb_flags.P2P_FLAGS,
    Iterations(most=100_000, volume_bytes=800 << 20, policy="volume"),
    zero_before_least=False,
)
