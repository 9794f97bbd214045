"""Which cell of ours a row of another suite's text is, so that both can be compared."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from msgspec.structs import replace

from rankwise.core.errors import UsageError
from rankwise.core.records import Cell
from rankwise.core.version import numbers
from rankwise.measure.cells import cell
from rankwise.model.peers import IMB_WINDOW, OSU_WINDOW
from rankwise.placement.launch_words import ranks_of
from rankwise.suites import imb_flags, imb_tables, osu_buffers, osu_tables
from rankwise.suites.flags import switch, whole
from rankwise.suites.imb import ELEMENT_BYTES, ONLY_INT, operations_together
from rankwise.suites.imb_tables import Benchmark
from rankwise.suites.osu_tables import OsuProgram, plain_title
from rankwise.suites.records import SuiteReport, SuiteRow, SuiteTable
from rankwise.suites.text.around import COMMAND, WORDS
from rankwise.suites.text.reading import MOST_PROCESSES

_IMB = {
    "IMB-MPI1": imb_tables.MPI1,
    "IMB-NBC": imb_tables.NBC,
    "IMB-RMA": imb_tables.RMA,
    "IMB-P2P": imb_tables.P2P_PAIRS,
    "IMB": (*imb_tables.MPI1, *imb_tables.NBC, *imb_tables.RMA),  # a text without its head
}
_OSU = {program.title: program for program in osu_tables.PROGRAMS}
_OF_A_PAIR = re.compile(
    r"OSU \S{1,40}(?: \S{1,40}-based)?(?: Multi-?(?:threaded|process))?(?: Bi-Directional)?"
    r" (?:Latency|Bandwidth|Put|Get) Test"
)
"""Titles of tests between two processes that are no program of ours."""
_TOLD = re.compile(
    r"\b(?:(?:np|nprocs|ntasks|ranks|processes|number of (?:process|procs|tasks))\s{0,3}[=:]\s{0,3}(\d{1,9})"
    r"|(\d{1,9}) (?:ranks|processes|tasks))\b(?! ?(?:per|/|on each)\b)",
    re.IGNORECASE,
)
_PAIRS = re.compile(r"pairs: (\d+)")
_WINDOW = re.compile(r"window size: (\d+)")
_GRID = re.compile(r"\bDimensions size = (\d{1,6}(?: \d{1,6}){0,15})(?! ?\d)")
_SHAPE = re.compile(r"\b(?:cart:\d+:\d+|graph:\S+)")
"""What `-N` of OMB's neighbourhoods takes; ours is the ring of its default."""
_ASKED: Mapping[str, re.Pattern[str]] = {
    "window": re.compile(r"\s(?:-W ?|--window-size[ =])([1-9]\d{0,5})(?=\s|$)"),
    "buffers": re.compile(r"\s(?:-b ?|--buffer-num[ =])(multiple)(?=\s|$)"),
    "root": re.compile(r"\s(?:-k ?|--root-rank[ =])(rotate)(?=\s|$)"),
}
"""Flags of OMB's programs that no heading repeats."""
_SYNC = re.compile(r"# Synchronization: (\S+)")
_CREATION = re.compile(r"# Window creation: (\S+)")
_DATATYPE = re.compile(r"# Datatype: (\w+)")
_SYNCS = {words: name for name, words in osu_tables.SYNC_WORDS.items()}
_WINDOW_KINDS = {words: "" if name == "allocate" else name for name, words in osu_tables.WINDOW_WORDS.items()}
_TYPES = {"MPI_BYTE": "byte", "MPI_CHAR": "int8"}
_ATOMIC_BYTES = 8
"""Of OMB's atomics, whatever `-T` says; where a release lets them follow `-T`, they are smaller."""
_BEHIND_BARRIERS = 2017
"""Since when IMB's calls are behind barriers and its roots stay; before, `-sync` was off and `-root_shift` on."""
_BEHIND_BARRIERS_OSU = (5, 9)
"""Since when a barrier is between the calls of osu_multi_lat and the rounds of osu_mbw_mr: since they can validate."""
_EACH_RANK = 2019
"""Since when X of IMB's Reduce_scatter is what each rank keeps; before, it was divided among them."""


@dataclass(frozen=True)
class SuiteCall:
    """What a suite makes of one call of ours: `operations` that it counts as repetitions, `times` of those that it
    prints, `messages` of its rates."""

    operations: int = 1
    times: float = 1.0
    messages: float = 1.0


def imb_benchmark(report: SuiteReport, table: SuiteTable) -> Benchmark | None:
    """The row of our table that an IMB table is, None for a benchmark that we do not have."""
    rows = _IMB.get(report.program, ())
    if report.program == "IMB" and table.mode:  # IMB-EXT has names of IMB-RMA, and other columns
        rows = tuple(row for row in rows if row.columns == table.columns)
    name = table.benchmark.partition(" (")[0]  # a grid's name is followed by its sides
    return next((row for row in rows if (row.name, row.mode) == (name, table.mode)), None)


def cell_of(report: SuiteReport, table: SuiteTable, row: SuiteRow, side: str, ranks: int) -> Cell:
    """Our cell where we have the benchmark, else one under the suite's own name.

    Raises UsageError `no-ranks` where the text does not say of how many ranks it is, and `ranks` is 0.
    """
    return (
        _of_imb(report, table, row, side, ranks) if report.suite == "imb" else _of_osu(report, table, row, side, ranks)
    )


def call_of(report: SuiteReport, table: SuiteTable, cell: Cell) -> SuiteCall:
    """One call of the cell of a row, as the row counts it."""
    ranks = len(cell.groups[0])
    benchmark, program = imb_benchmark(report, table), _OSU.get(plain_title(table.benchmark)[0])
    if benchmark is None:
        return SuiteCall(messages=(program.counts if program else 1) * (ranks // 2) * cell.window)
    operations = cell.window if benchmark.together else 1
    return SuiteCall(operations, operations * benchmark.messages, benchmark.counts(ranks) * cell.window)


def buffers_unsaid(report: SuiteReport, table: SuiteTable) -> bool:
    """Whether messages are on a device, and the text does not say of which side."""
    title, accelerator = plain_title(table.benchmark)
    program = _OSU.get(title)
    return bool(accelerator and program and report.suite == "osu" and osu_buffers.unsaid(program, table))


def means_of_ranks(report: SuiteReport, table: SuiteTable) -> bool:
    """Whether the times are means of all ranks in place of those of the slowest, as of OMB's collectives without
    `-f`."""
    program = _OSU.get(plain_title(table.benchmark)[0])
    return report.suite == "osu" and bool(program and program.kind == "collective") and "t_max_s" not in table.columns


def _of_imb(report: SuiteReport, table: SuiteTable, row: SuiteRow, side: str, ranks: int) -> Cell:
    benchmark = imb_benchmark(report, table)
    ranks = (benchmark.ranks if benchmark else 0) or ranks
    if not table.groups and not ranks:
        raise UsageError("no-ranks", f"{table.benchmark}: the text does not say of how many processes", "add --ranks N")
    groups, size_bytes = table.groups or (tuple(range(ranks)),), row.size_bytes or 0
    if benchmark is None:
        mode = f":{table.mode}" if table.mode else ""
        return cell(side, f"{report.program}:{table.benchmark}{mode}", size_bytes, *groups)
    flags, old = _imb_flags(report), not _since(report, _BEHIND_BARRIERS)
    rate = benchmark.columns == imb_tables.RATE
    window = whole(flags.get("window_size", str(IMB_WINDOW)), "-window_size", 1)
    reduces = benchmark.reduces or "fetch_and_op" in benchmark.kernel
    return cell(
        side,
        benchmark.kernel,
        benchmark.cell_bytes(size_bytes, len(groups[0])) if _since(report, _EACH_RANK) else size_bytes,
        *groups,
        window=window if rate else operations_together(benchmark, row.repetitions or 1),
        windowed=rate or "_stream" in benchmark.kernel,
        datatype=_imb_datatype(report, benchmark),
        operation="sum" if reduces else "",
        root=-1 if benchmark.rooted and switch(flags.get("root_shift", "on" if old else "off"), "-root_shift") else 0,
        cold_cache=benchmark.sized and "off_cache" in flags,
        window_kind=benchmark.window_kind,
        one_place=benchmark.one_place,
        pace=benchmark.pace(sync=switch(flags.get("sync", "off" if old else "on"), "-sync")),
        buffers=imb_flags.MEMORY.get(flags.get("mem_alloc_type", "cpu").lower(), "") if benchmark.sized else "",
    )


def _imb_flags(report: SuiteReport) -> dict[str, str]:
    """The flags that IMB was called with, and what follows each."""
    words = report.facts.get("calling sequence", "").split()
    return {word.lstrip("-").lower(): value for word, value in pairwise(words) if word.startswith("-")}


def _imb_datatype(report: SuiteReport, benchmark: Benchmark) -> str:
    if benchmark.name in ONLY_INT:
        return "int"
    if benchmark.reduces or benchmark.element:
        return _datatype(report.facts.get("reductions", "MPI_FLOAT"))
    sent = benchmark.sized and not benchmark.window_kind
    return _datatype(report.facts.get("datatype", "MPI_BYTE")) if sent else "byte"


def _datatype(name: str) -> str:
    """Our name of a type of MPI."""
    return _TYPES.get(name.upper(), name.upper().removeprefix("MPI_").lower())


def _since(report: SuiteReport, year: int) -> bool:
    """Whether IMB is of that year or later: releases to 4.1 have no year, and what does not say is taken for new."""
    known = numbers(report.version.partition(" ")[0])
    return not known or known[0] >= year


def _of_osu(report: SuiteReport, table: SuiteTable, row: SuiteRow, side: str, ranks: int) -> Cell:
    title, accelerator = plain_title(table.benchmark)
    program, head = _OSU.get(title), "\n".join(table.head)
    pairs = _PAIRS.search(head)
    sides = _grid(program, table)
    known = math.prod(sides) if sides else 2 * int(pairs[1]) if pairs else 0
    known = known or (program.ranks if program else 0) or sum(map(len, table.groups))
    ranks = known or _started(table) or (2 if _OF_A_PAIR.fullmatch(title) else 0) or ranks
    if not ranks:
        raise UsageError("no-ranks", f"{table.benchmark}: OMB's text does not say of how many ranks", "add --ranks N")
    if ranks > MOST_PROCESSES:
        what = f"{table.benchmark}: {ranks} is not a number of ranks to {MOST_PROCESSES}"
        raise UsageError("bad-import", what, "is the launch line or the heading above it right?")
    if program and (shape := _other_shape(program, table, sides)):
        return cell(side, f"OMB:{table.benchmark}:{shape}", row.size_bytes or 0, tuple(range(ranks)))
    if program is None:
        return cell(side, f"OMB:{table.benchmark}", row.size_bytes or 0, tuple(range(ranks)))
    asked = _asked(program, table)
    windowed = program.kind in ("rate", "pairs", "one-sided rate")
    window, creation = _WINDOW.search(head), _CREATION.search(head)
    datatype = _osu_datatype(program, head, row.size_bytes)
    made = cell(
        side,
        _osu_kernel(program, head),
        program.cell_bytes(row.size_bytes or 0, ranks, ELEMENT_BYTES.get(datatype, 1)),
        tuple(range(ranks)),
        window=int(window[1] if window else asked.get("window", OSU_WINDOW)),
        windowed=windowed,
        datatype=datatype,
        operation="sum" if program.reduces else "",
        window_kind=_WINDOW_KINDS.get(creation[1], creation[1]) if creation else "",
        one_place=program.one_place and "buffers" not in asked,
        root=-1 if program.rooted and "root" in asked else 0,
        buffers=osu_buffers.printed(accelerator, program.kind, table),
        pace="" if program.even and () < numbers(report.version) < _BEHIND_BARRIERS_OSU else program.pace,
    )
    return replace(made, mean_of_ranks=means_of_ranks(report, table))


def _grid(program: OsuProgram | None, table: SuiteTable) -> list[int]:
    """How many ranks each dimension of a neighbourhood has; empty where the text does not say it."""
    said = _GRID.search(" ".join((table.around.get(WORDS, ""), *table.head))) if program and program.on_ring else None
    return [int(word) for word in said[1].split()] if said else []


def _other_shape(program: OsuProgram, table: SuiteTable, sides: Sequence[int]) -> str:
    """The name of a neighbourhood that is no ring; empty for one."""
    asked = _SHAPE.search(table.around.get(COMMAND, "")) if program.on_ring else None
    if asked and asked[0] != "cart:1:1":
        return asked[0]
    return "x".join(map(str, sides)) if len(sides) > 1 else ""


def _asked(program: OsuProgram, table: SuiteTable) -> dict[str, str]:
    """What the launch line above a table asks of OMB's program; nothing where it starts another one."""
    words = table.around.get(COMMAND, "").split()
    names = [word.rpartition("/")[2].strip("'\"").removesuffix(".exe") for word in words]
    flags = " ".join(["", *words[names.index(program.name) + 1 :]]) if program.name in names else ""
    return {name: match[1] for name, pattern in _ASKED.items() if (match := pattern.search(flags))}


def _started(table: SuiteTable) -> int:
    """Ranks by the launch line above the table, or else by its titles; 0 where neither says it clearly."""
    words = table.around.get(COMMAND, "").split()
    ranks = 0 if "jsrun" in words else ranks_of(words)  # jsrun counts sets of several ranks
    told = {int(first or second) for first, second in _TOLD.findall(table.around.get(WORDS, ""))}
    told |= {ranks} if ranks else set()
    return told.pop() if len(told) == 1 else 0


def _osu_kernel(program: OsuProgram, head: str) -> str:
    """Our kernel, of a one-sided test the one with that synchronisation; else a name of its own."""
    sync = _SYNC.search(head)
    if not sync or not program.kind.startswith("one-sided"):
        return program.kernel
    name = _SYNCS.get(sync[1], sync[1].replace("/", "-"))
    if program.kind == "one-sided latency":
        return osu_tables.synchronised(program.kernel, name)
    return program.kernel if name == program.sync else f"{program.kernel}_{name}"


def _osu_datatype(program: OsuProgram, head: str, size_bytes: int | None) -> str:
    """What is combined or sent. Old releases do not say it: collectives combine MPI_FLOAT, one-sided tests MPI_CHAR."""
    match, one_sided = _DATATYPE.search(head), program.kind.startswith("one-sided")
    if program.datatype and size_bytes == _ATOMIC_BYTES:
        return program.datatype
    if program.reduces or program.datatype:
        number = _datatype(match[1] if match else "MPI_CHAR" if one_sided else "MPI_FLOAT")
        return "int" if number == "float" and not program.reduces else number  # what is swapped is an integer
    sent = _datatype(match[1]) if match and not one_sided else "byte"
    return "byte" if sent == "int8" else sent
