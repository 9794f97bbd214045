"""The ALCF suite: `mmps`, `pingpong`, `aggregate`, `bisection`, `collectives`, `halo`, on nodes of equal ranks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rankwise.core.cell_parameters import CellParameters
from rankwise.core.errors import UsageError
from rankwise.core.units import parse_size
from rankwise.measure.cells import cell
from rankwise.suites.alcf_tables import (
    BANDWIDTH_BYTES,
    COMPUTE_SHARES,
    COPY,
    HALO_BYTES,
    HALO_VARIANTS,
    LOOPS,
    NOTES,
    OPERATIONS,
    OVERLAP_BYTES,
    PINGPONG_BYTES,
    TYPED_OPERATIONS,
    WINDOWS,
    Operation,
)
from rankwise.suites.flags import Flag, Parsed, parse, pick, whole
from rankwise.suites.records import SuiteRow, SuiteTable
from rankwise.suites.sheet import LineTimes, Planned, Sheet, SheetLine, SuiteJob

if TYPE_CHECKING:
    from typing_extensions import Unpack

FLAGS: Mapping[str, Flag] = {
    "ppn": Flag(),
    "iter": Flag(),
    "size": Flag(),
    "pair": Flag(),
    "list": Flag(takes=False),
    "help": Flag(takes=False),
    "h": Flag(takes=False),
}
_USAGE = """Usage: alcf [-ppn N] [-iter N] [-size BYTES] [-pair A,B] [benchmark ...]

  -ppn N       ranks of a node: so many consecutive ranks (default 1)
  -iter N      repetitions, in place of each benchmark's own
  -size BYTES  of aggregate, bisection (default 512 KiB) and halo (1 KiB)
  -pair A,B    ranks that play pingpong (default: rank 0 with one of its node, of the next node and of the last)"""


_Groups = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class _Asked:
    """A command line, understood: nodes of `ppn` consecutive ranks, node 0 being the source. `pair` None: not given."""

    job: SuiteJob
    ppn: int
    pair: tuple[int, int] | None
    size_bytes: int | None
    repetitions: int | None

    @property
    def nodes(self) -> int:
        return self.job.ranks // self.ppn

    @property
    def pairs(self) -> dict[str, tuple[int, int]]:
        """Who plays pingpong: the pair that was given, else the cases of the published program, as ranks lie on nodes.
        One case alone needs no name."""
        if self.pair is not None:
            return {"": self.pair}
        ends = {"intranode": (0, 1)} if self.ppn > 1 else {}
        ends["nearest"] = (0, self.ppn)
        if self.nodes > 2:
            ends["farthest"] = (0, (self.nodes - 1) * self.ppn)
        return ends if len(ends) > 1 else {"": ends["nearest"]}

    @property
    def layers(self) -> tuple[tuple[int, ...], ...]:
        """Layer k: the k-th rank of every node, the source's first."""
        return tuple(tuple(node * self.ppn + k for node in range(self.nodes)) for k in range(self.ppn))

    def line(
        self,
        benchmark: str,
        kernel: str,
        size: int,
        groups: _Groups,
        *,
        window: int = 1,
        label: str = "",
        **more: Unpack[CellParameters],
    ) -> SheetLine:
        """A row on these groups at once."""
        facts = self.job.kernels[kernel]
        form: CellParameters = {"datatype": "double", "operation": "sum"} if facts.reduces else {}
        form.update(more)
        measured = cell(
            self.job.side,
            kernel,
            size,
            *groups,
            window=window,
            windowed=bool(facts.windowed),
            **form,
        )
        return SheetLine(measured, self.repetitions or LOOPS[benchmark], size, label=label)


@dataclass(frozen=True)
class Alcf:
    """All benchmarks of the suite under one command line: the originals have no flags."""

    memory: Literal["private", "mpi"] = "private"

    def answer(self, words: Sequence[str]) -> str | None:
        """The text of `-help` and `-list`."""
        asked = {word.lstrip("-").lower() for word in words if word.startswith("-")}
        if asked & {"help", "h"}:
            return f"{_USAGE}\n\nBenchmarks: {', '.join(LOOPS)}"
        if "list" in asked:
            return "\n".join(LOOPS)
        pick(parse(words, FLAGS, "alcf").words, list(LOOPS), "alcf")
        return None

    def plan(self, words: Sequence[str], job: SuiteJob) -> Planned:
        """The benchmarks that are named, or all."""
        parsed = parse(words, FLAGS, "alcf")
        chosen = pick(parsed.words, list(LOOPS), "alcf") or list(LOOPS)
        asked = _asked(parsed, job)
        for name in chosen:
            if name in NOTES:
                parsed.note(f"{name}: {NOTES[name]}")
        sheets = tuple(sheet for name in chosen for sheet in _SHEETS[name](asked))
        return Planned("alcf", "alcf", "2012", sheets, {"ppn": str(asked.ppn)}, tuple(parsed.notices))


def _asked(parsed: Parsed, job: SuiteJob) -> _Asked:
    ppn = whole(parsed.values.get("ppn", "1"), "-ppn", 1)
    if job.ranks % ppn or job.ranks // ppn < 2:
        # A source without neighbours has a rate of 0.0, which the published program prints.
        raise UsageError(
            "too-few-ranks",
            f"{job.ranks} ranks with -ppn {ppn} are not two nodes or more, each of {ppn}",
            f"start {2 * ppn} ranks, {3 * ppn}, or more (--ranks), or ask for another -ppn",
        )
    given = parsed.values.get("pair")
    pair = tuple(whole(word, "-pair") for word in given.split(",")) if given else ()
    if given and (len(pair) != 2 or pair[0] == pair[1] or max(pair) >= job.ranks):
        raise UsageError("bad-value", f"-pair {given}: not a pair of ranks", "write e.g. 0,1")
    size = parsed.values.get("size")
    return _Asked(
        job=job,
        ppn=ppn,
        pair=(pair[0], pair[1]) if given else None,
        size_bytes=parse_size(size) if size else None,
        repetitions=whole(parsed.values["iter"], "-iter", 1) if "iter" in parsed.values else None,
    )


# -- benchmarks --------------------------------------------------------------------------------------------------------


def _message_rate(asked: _Asked) -> Iterator[Sheet]:
    yield _rate_of("mmps", "aggregate", asked)


def _message_rate_any_source(asked: _Asked) -> Iterator[Sheet]:
    yield _rate_of("mmps_any_source", "aggregate_any_source", asked)


def _rate_of(benchmark: str, kernel: str, asked: _Asked) -> Sheet:
    """Messages of the source node per second: 2 N w over each process's own time, N being its neighbours."""
    layers, neighbours = asked.layers, asked.nodes - 1
    lines = tuple(asked.line(benchmark, kernel, 0, layers, window=window, label=str(window)) for window in WINDOWS)

    def values(line: SheetLine, timed: LineTimes) -> tuple[float, ...]:
        return tuple(2.0 * neighbours * line.cell.window / times[0] for times in timed.groups)

    def conclude(rows: tuple[SuiteRow, ...]) -> tuple[str, ...]:
        whole_rows = [row for row in rows if row.values]
        if not whole_rows:
            return ()
        published = sum(max(column) for column in zip(*(row.values for row in whole_rows), strict=True))
        best = max(whole_rows, key=lambda row: sum(row.values))
        line = _line_of_nodes(asked, "mmps", published / 1e6)
        return (line, f"at once: {sum(best.values) / 1e6:.6f} mmps, window {best.label}")

    columns = tuple("messages_per_s" for _ in layers)
    return Sheet(SuiteTable(benchmark=benchmark, columns=columns, groups=layers), lines, values, conclude)


def _line_of_nodes(asked: _Asked, what: str, value: float, unit: str = "") -> str:
    """One source node: the least and the most of all source nodes are the same."""
    return f"ppn = {asked.ppn}: Aries {asked.nodes}: nodes 1: min/max {what}  {value:f} / {value:f}{unit}"


def _pingpong(asked: _Asked) -> Iterator[Sheet]:
    for name, pair in asked.pairs.items():
        table = SuiteTable(benchmark="pingpong", columns=("t_s",), groups=(pair,))
        lines = tuple(asked.line("pingpong", "pingpong", size, (pair,), label=name) for size in PINGPONG_BYTES)
        yield Sheet(table, lines, lambda _line, timed: (timed.groups[0][0],))


def _bandwidth(benchmark: str, kernel: str, counted: int) -> Callable[[_Asked], Iterator[Sheet]]:
    """Bytes of the source node per second, to all neighbours at once; `counted` 2: both directions."""

    def sheets(asked: _Asked) -> Iterator[Sheet]:
        layers, neighbours = asked.layers, asked.nodes - 1
        size = asked.size_bytes or BANDWIDTH_BYTES

        def values(_line: SheetLine, timed: LineTimes) -> tuple[float, ...]:
            return tuple(counted * size * neighbours / times[0] for times in timed.groups)

        def conclude(rows: tuple[SuiteRow, ...]) -> tuple[str, ...]:
            total = sum(value for row in rows for value in row.values)
            return (_line_of_nodes(asked, "aggregate", total / 1e9, " GB/s"),) if total else ()

        columns = tuple("rate_bytes_per_s" for _ in layers)
        line = asked.line(benchmark, kernel, size, layers)
        yield Sheet(SuiteTable(benchmark=benchmark, columns=columns, groups=layers), (line,), values, conclude)

    return sheets


def _bisections(asked: _Asked) -> Iterator[Sheet]:
    """Several ways to halve the nodes; a byte that crosses is counted once, and the least is the result."""
    size, nodes = asked.size_bytes or BANDWIDTH_BYTES, asked.nodes - asked.nodes % 2
    ways = {"lower with upper half": list(range(nodes)), "even with odd": [*range(0, nodes, 2), *range(1, nodes, 2)]}
    if nodes > 2:
        quarter = nodes // 4 or 1
        ways["outer with inner"] = [*range(quarter), *range(nodes - (nodes // 2 - quarter), nodes)]
        ways["outer with inner"] += [node for node in range(nodes) if node not in ways["outer with inner"]]
    distinct = {tuple(order): name for name, order in reversed(ways.items())}
    lines = tuple(
        asked.line("bisection", "bisection", size, (_ranks_of(asked, order),), label=name)
        for order, name in reversed(distinct.items())
    )

    def values(line: SheetLine, timed: LineTimes) -> tuple[float, ...]:
        ranks = len(line.cell.groups[0])
        return (size * ranks * ranks / 2 / max(timed.groups[0]),)

    def conclude(rows: tuple[SuiteRow, ...]) -> tuple[str, ...]:
        values = [(row.values[0], row.label) for row in rows if row.values]
        if not values:
            return ()
        least, name = min(values)
        return (f"bisection: {least / 1e9:.6f} GB/s ({name}; each byte that crosses counted once, both directions)",)

    table = SuiteTable(benchmark="bisection", columns=("rate_bytes_per_s",), groups=(lines[0].cell.groups[0],))
    yield Sheet(table, lines, values, conclude)


def _ranks_of(asked: _Asked, order: Sequence[int]) -> tuple[int, ...]:
    return tuple(node * asked.ppn + k for node in order for k in range(asked.ppn))


def _collectives(asked: _Asked) -> Iterator[Sheet]:
    yield from _operations("collectives", OPERATIONS, asked)


def _typed_collectives(asked: _Asked) -> Iterator[Sheet]:
    yield from _operations("collectives_types", TYPED_OPERATIONS, asked)


def _operations(benchmark: str, operations: Sequence[Operation], asked: _Asked) -> Iterator[Sheet]:
    """World, a copy of it, all but one rank, halves and quarters, whose parts run at the same time."""
    ranks = asked.job.ranks
    everyone = tuple(range(ranks))
    parts: list[tuple[str, _Groups]] = [("MPI_COMM_WORLD", (everyone,)), (COPY, (everyone,))]
    parts += [("WORLD-1", (everyone[:-1],))] if ranks > 2 else []
    parts += [(f"{count}Half", _split(everyone, count)) for count in (2, 4) if ranks >= 2 * count]
    for name, groups in parts:
        communicator = "duplicate" if name == COPY else ""
        lines = tuple(
            asked.line(
                benchmark,
                operation.kernel,
                operation.size_bytes,
                groups,
                label=operation.title,
                datatype="byte" if operation.kernel == "barrier" else operation.datatype,
                communicator=communicator,
            )
            for operation in operations
        )
        table = SuiteTable(
            benchmark=name, columns=("t_min_s", "t_max_s"), groups=groups, each_group=True, mode=benchmark
        )
        yield Sheet(table, lines, lambda _line, timed: (min(timed.times_s), max(timed.times_s)))


def _split(ranks: tuple[int, ...], count: int) -> tuple[tuple[int, ...], ...]:
    """Contiguous parts; the last takes what is left."""
    each = len(ranks) // count
    return tuple(ranks[part * each : (part + 1) * each if part < count - 1 else None] for part in range(count))


def _halo(asked: _Asked) -> Iterator[Sheet]:
    everyone = tuple(range(asked.job.ranks))
    size = asked.size_bytes or HALO_BYTES
    lines = tuple(
        asked.line("halo", f"halo_{variant}_{dimensions}d", size, (everyone,), label=f"{variant} {dimensions}d")
        for variant in HALO_VARIANTS
        for dimensions in range(1, 5)
    )
    table = SuiteTable(benchmark="halo", columns=("t_avg_s", "t_max_s"), groups=(everyone,))
    yield Sheet(table, lines, lambda _line, timed: (sum(timed.times_s) / len(timed.times_s), max(timed.times_s)))


def _overlap(asked: _Asked) -> Iterator[Sheet]:
    """Isend and Irecv around computation of several lengths, and both efficiencies: medians over visits, for one call
    that was interrupted would distort a mean."""
    everyone = tuple(range(asked.job.ranks - asked.job.ranks % 2))
    size = asked.size_bytes or OVERLAP_BYTES
    lines = tuple(
        asked.line(
            "overlap", "isend_irecv_overlap", size, (everyone,), label=f"compute {share:g} x pure", compute_share=share
        )
        for share in COMPUTE_SHARES
    )

    def values(_line: SheetLine, timed: LineTimes) -> tuple[float, ...]:
        overlap = timed.overlap
        if overlap is None:
            return (0.0, 0.0, timed.together_s, 0.0, 0.0)
        return (overlap.pure_s, overlap.compute_s, timed.together_s, overlap.share, overlap.alcf_published)

    columns = ("t_pure_s", "t_compute_s", "t_overall_s", "hidden", "published")
    yield Sheet(SuiteTable(benchmark="overlap", columns=columns, groups=(everyone,)), lines, values)


_SHEETS: Mapping[str, Callable[[_Asked], Iterator[Sheet]]] = {
    "mmps": _message_rate,
    "mmps_any_source": _message_rate_any_source,
    "pingpong": _pingpong,
    "aggregate": _bandwidth("aggregate", "aggregate", 2),
    "aggregate_unidirectional": _bandwidth("aggregate_unidirectional", "fan_out", 1),
    "bisection": _bisections,
    "collectives": _collectives,
    "collectives_types": _typed_collectives,
    "halo": _halo,
    "overlap": _overlap,
}
ALCF = Alcf()
