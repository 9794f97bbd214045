"""osu_*: command lines as sheets, columns by OMB's own formulas."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from rankwise.core.errors import UsageError
from rankwise.core.records import Cell
from rankwise.measure.cells import cell
from rankwise.model.overlap import osu_share
from rankwise.model.peers import OSU_WINDOW, osu_multi_rate_bytes_per_s
from rankwise.suites import osu_buffers, osu_flags, osu_tables
from rankwise.suites.flags import Parsed, switch, whole
from rankwise.suites.osu_tables import SYNC_WORDS, VERSION, WINDOW_WORDS, OsuProgram, synchronised
from rankwise.suites.records import SuiteTable
from rankwise.suites.sheet import LineTimes, Planned, Sheet, SheetLine, SuiteJob

_TYPES = {"mpi_char": ("byte", 1), "mpi_int": ("int", 4), "mpi_float": ("float", 4)}
_TAILS = "50,90,99"
_OVERALL = "# Overall = Coll. Init + Compute + MPI_Test + MPI_Wait"
_MEMORY_BYTES = 1 << 29
_LEAST_MEMORY_BYTES = 1 << 20


@dataclass(frozen=True)
class Osu:
    """One `osu_*` program."""

    program: OsuProgram
    memory: Literal["private", "mpi"] = "private"

    def answer(self, words: Sequence[str]) -> str | None:
        """The text of `-h` and `-v`."""
        asked = osu_flags.parse(words, self.program.name).values
        if "help" in asked:
            return "\n".join([f"Usage: {self.program.name} [options]", "Options:", *osu_flags.USAGE])
        return f"# {self.program.title} v{VERSION}" if "version" in asked else None

    def plan(self, words: Sequence[str], job: SuiteJob) -> Planned:
        """The one table of the program."""
        parsed = osu_flags.parse(words, self.program.name)
        program = self._with_sync(parsed)
        self._check(program, parsed, job)
        ranks = self._ranks(program, parsed, job)
        sheets = tuple(self._sheet(program, typed, ranks, parsed, job) for typed in _types(parsed))
        return Planned("osu", self.program.name, VERSION, sheets, {}, tuple(parsed.notices))

    def _sheet(self, program: OsuProgram, typed: str, ranks: tuple[int, ...], parsed: Parsed, job: SuiteJob) -> Sheet:
        window = _window(parsed)
        buffers = osu_buffers.kinds(program, job.kernels[program.kernel], parsed, len(ranks))
        table = SuiteTable(
            benchmark=program.name,
            columns=_columns(program, parsed),
            groups=(ranks,),
            idle=job.ranks - len(ranks),
            head=self._head(program, typed, parsed, window, ranks, buffers=buffers),
        )
        lines = tuple(
            self._line(program, size, table, parsed, job, typed=typed, buffers=buffers)
            for size in self._sizes(program, typed, parsed)
        )
        return Sheet(table, lines, lambda line, timed: _values(program, table, window, line, timed))

    def _with_sync(self, parsed: Parsed) -> OsuProgram:
        program = self.program
        if not program.sync:
            for flag in ("sync-option", "win-options"):
                if flag in parsed.values:
                    raise UsageError("unknown-flag", f"{program.name} has no flag --{flag}", f"see {program.name} -h")
            return program
        sync = parsed.values.get("sync-option", program.sync).lower()
        if sync not in SYNC_WORDS:
            known = ", ".join(SYNC_WORDS)
            raise UsageError("bad-value", f"-s {sync}: is not measured here", f"use {known}")
        if program.kind == "one-sided rate":
            if sync != "flush":
                raise UsageError("bad-value", f"{program.name} -s {sync}: is not measured here", "use flush")
            return program
        return dataclasses.replace(program, sync=sync, kernel=synchronised(program.kernel, sync))

    def _check(self, program: OsuProgram, parsed: Parsed, job: SuiteJob) -> None:
        for flag, why in (
            (
                "ddt",
                "OMB's strides and their Transmit Size have no counterpart here; `rankwise bench NAME --type vector`",
            ),
            ("vary-window", "a table over windows is not made here; one window is -W N"),
        ):
            if flag in parsed.values:
                raise UsageError("not-here", f"{program.name} --{flag}: {why}", "leave it out")
        if "nhbr" in parsed.values and not program.on_ring:
            parsed.note(f"--nhbr: {program.name} has no neighbours")
        elif parsed.values.get("nhbr", "cart:1:1").lower() != "cart:1:1":
            why = (
                f"{program.name} -N {parsed.values['nhbr']}: neighbours are the two of a ring here, as by OMB's default"
            )
            raise UsageError("not-here", why, "leave it out, or write -N cart:1:1")
        for flag, kinds, why in _ONLY_OF:
            if flag in parsed.values and program.kind not in kinds:
                parsed.note(f"--{flag}: {program.name} {why}")
        kernel = job.kernels.get(program.kernel)
        if kernel is None or kernel.lacks:
            needs = kernel.lacks if kernel else f"a kernel {program.kernel}"
            raise UsageError("lacking", f"{program.name} needs {needs}", "another MPI may have it: `rankwise mpi list`")
        least = max(program.ranks, 2, kernel.min_ranks)
        if job.ranks < least:
            wanted = f"{program.name} needs {least} ranks, there are {job.ranks}"
            raise UsageError("too-few-ranks", wanted, "start more")

    def _ranks(self, program: OsuProgram, parsed: Parsed, job: SuiteJob) -> tuple[int, ...]:
        count = program.ranks or job.ranks
        if program.even:
            pairs = whole(parsed.values.get("num-pairs", str(job.ranks // 2)), "-p", 1)
            if 2 * pairs > job.ranks:
                raise UsageError("too-few-ranks", f"-p {pairs}: needs {2 * pairs} ranks, there are {job.ranks}")
            count = 2 * pairs
        if count < job.ranks:
            parsed.note(f"{job.ranks - count} of {job.ranks} ranks take no part")
        return tuple(range(count))

    def _sizes(self, program: OsuProgram, typed: str, parsed: Parsed) -> tuple[int | None, ...]:
        _, element = _TYPES[typed]
        if not program.sized:
            if "message-size" in parsed.values:
                parsed.note(f"-m: {program.name} has no message sizes")
            if program.kind == "one-sided latency":
                return (element,)
            if "type" in parsed.values:
                parsed.note(f"-T: {program.name} sends no elements")
            return (None,)
        sizes = osu_flags.sizes(parsed, element, program.most_bytes)
        # Without an element there is no row, but of one-sided tests.
        whole_ones = tuple(size for size in sizes if size % element == 0 and (size or program.sync))
        if not whole_ones:
            raise UsageError(
                "bad-value", f"-T {typed}: no size is of whole elements", f"ask for {element} bytes or more"
            )
        return whole_ones

    def _line(
        self,
        program: OsuProgram,
        size: int | None,
        table: SuiteTable,
        parsed: Parsed,
        job: SuiteJob,
        *,
        typed: str,
        buffers: str,
    ) -> SheetLine:
        kernel, ranks, window = job.kernels[program.kernel], table.groups[0], _window(parsed)
        datatype, element_bytes = _TYPES[typed]
        # MPI knows no sum of characters (MPI_CHAR); libraries sum them as the integers of 8 bits that these are.
        number = datatype if datatype != "byte" else "int8"
        if program.swaps and number == "float":
            parsed.note(f"-T: {program.name} swaps integers, as MPI has it: in place of mpi_float an int")
            number = "int"
        sent = datatype if kernel.typed and size is not None else "byte"
        in_place = "in-place" in parsed.values
        measured: Cell = cell(
            job.side,
            program.kernel,
            program.cell_bytes(size or 0, len(ranks), element_bytes),
            ranks,
            window=window if kernel.windowed else 1,
            windowed=bool(kernel.windowed),
            datatype=number if kernel.reduces or program.swaps else sent,
            operation="sum" if kernel.reduces else "",
            root=_root(program, parsed, len(ranks), bool(kernel.rotates)),
            window_kind=_window_kind(parsed) if kernel.window_kinds else "",
            in_place=in_place and bool(kernel.in_place),
            one_place=program.one_place and not _own_buffers(parsed) and "M" not in buffers,
            pace=program.pace,
            buffers=buffers,
        )
        full_overlap = "full" in parsed.values and program.kind == "overlap"
        plain = program.kernel.removesuffix("_overlap")
        beside = (
            replace(measured, kernel=plain, id=measured.id.replace(program.kernel, plain)) if full_overlap else None
        )
        if beside and not program.sized:  # of barriers those beside no computation follow each other at once
            beside = replace(beside, pace="batch", id=beside.id.replace("behind-barriers", "back-to-back"))
        if in_place and not measured.in_place:
            parsed.note(f"-l: {program.name} is measured with two buffers")
        if datatype != "byte" and not kernel.reduces and not kernel.typed and program.sized:
            parsed.note(f"-T: {program.name} moves the same bytes as bytes")
        small, large = program.loops
        default = small if (size or 0) <= osu_tables.LARGE_BYTES else large
        calls = whole(parsed.values.get("iterations", str(default)), "-i", 1)
        singly = "tail-lat" in parsed.values and program.kind in _TAILED
        problem = _too_large(program, size or 0, len(ranks), parsed)
        return SheetLine(measured, calls, size, problem=problem, beside=beside, singly=singly)

    def _head(
        self, program: OsuProgram, typed: str, parsed: Parsed, window: int, ranks: tuple[int, ...], *, buffers: str
    ) -> tuple[str, ...]:
        """Title and the lines up to the columns' names."""
        typed = f"# Datatype: {typed.upper()}."
        title, memory = f"# {osu_buffers.title(program, buffers, parsed)}", osu_buffers.heading(program, buffers)
        if program.kind in ("one-sided latency", "one-sided rate"):
            made = WINDOW_WORDS[_window_kind(parsed) or "allocate"]
            return (title, f"# Window creation: {made}", f"# Synchronization: {SYNC_WORDS[program.sync]}", typed)
        if program.kind == "pairs":
            return (title, f"# [ pairs: {len(ranks) // 2} ] [ window size: {window} ]", typed, *memory)
        if program.kind == "overlap":
            return (f"\n{title}", _OVERALL, "", *((typed,) if program.sized else ()))
        return (f"\n{title}", *((typed,) if program.sized else ()), *memory)


_TAILED = ("latency", "collective")
_ONLY_OF: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("tail-lat", _TAILED, "has no percentiles here; `rankwise runs export --samples` gives every sample"),
    ("window-size", ("rate", "pairs", "one-sided rate"), "sends one message at a time, there is no window"),
    ("in-place", ("collective", "overlap"), "has no MPI_IN_PLACE"),
    ("mem-limit", ("collective", "overlap"), "has no limit of memory"),
    ("root-rank", ("collective", "overlap"), "has no root"),
    ("buffer-num", ("rate", "pairs"), "sends one message at a time"),
    ("num-pairs", ("pairs", "latency"), "is of all ranks or of two"),
    ("print-rate", ("pairs",), "prints no rate of messages"),
)
"""Flags of some programs only, and what is said of them to the others."""


def _types(parsed: Parsed) -> tuple[str, ...]:
    """The types of `-T`, a table each."""
    types: list[str] = []
    for text in parsed.values.get("type", "mpi_char").lower().split(","):
        if text not in (*_TYPES, "all"):
            raise UsageError("bad-type", f"-T {text}: not here", f"use {', '.join(_TYPES)} or all")
        types += _TYPES if text == "all" else (text,)
    return tuple(dict.fromkeys(types))


def _root(program: OsuProgram, parsed: Parsed, ranks: int, rotates: bool) -> int:
    """From `-k rotate`, `-k fixed:RANK`; -1 turns from call to call."""
    text = parsed.values.get("root-rank", "").lower()
    if not text or program.kind not in ("collective", "overlap"):
        return 0
    if not program.rooted:
        parsed.note(f"-k {text}: {program.name} has no root")
        return 0
    if text == "rotate":
        if not rotates:
            parsed.note(f"-k rotate: {program.name} has one root, which its requests are made for")
        return -1 if rotates else 0
    fixed = text.removeprefix("fixed:")
    if not fixed.isdecimal():
        raise UsageError("bad-value", f"-k {text}: names no rank", "write rotate or fixed:RANK")
    root = whole(fixed, "-k")
    if root >= ranks:
        raise UsageError("bad-value", f"-k {text}: there are {ranks} ranks", "write rotate or fixed:RANK")
    return root


def _too_large(program: OsuProgram, size: int, ranks: int, parsed: Parsed) -> str:
    """Why `-M` leaves a row out; only collectives have that limit, and it is 1 MiB at least."""
    if program.kind not in ("collective", "overlap"):
        return ""
    asked = whole(parsed.values.get("mem-limit", str(_MEMORY_BYTES)), "-M", 1)
    if asked < _LEAST_MEMORY_BYTES:
        parsed.note(f"-M {asked}: is too low for OMB, which takes {_LEAST_MEMORY_BYTES} then")
    limit = max(asked, _LEAST_MEMORY_BYTES)
    needed = size * (ranks if program.copies else 1)
    return f"needs {needed} bytes, more than -M {limit}" if needed > limit else ""


def _own_buffers(parsed: Parsed) -> bool:
    """From `-b`: whether each message of a window has a buffer of its own."""
    text = parsed.values.get("buffer-num", "single").lower()
    if text not in ("single", "multiple"):
        raise UsageError("bad-value", f"-b {text}: buffers are single or multiple", "write -b multiple")
    return text == "multiple"


def _window_kind(parsed: Parsed) -> str:
    """From `-w`; "" is OMB's default and ours, MPI_Win_allocate."""
    text = parsed.values.get("win-options", "allocate").lower()
    if text not in WINDOW_WORDS:
        raise UsageError("bad-value", f"-w {text}: no window is made so", f"use {', '.join(WINDOW_WORDS)}")
    return "" if text == "allocate" else text


def _percentiles(parsed: Parsed) -> tuple[int, ...]:
    """From `-z`, `-z50,95`."""
    percentiles = tuple(whole(part, "-z") for part in (parsed.values.get("percentiles") or _TAILS).split(","))
    if max(percentiles) > 100:
        raise UsageError("bad-value", f"-z {max(percentiles)}: a percentile is 100 at most", "write e.g. -z50,90,99")
    return percentiles


def _percentile_s(calls_s: tuple[float, ...], percent: int) -> float:
    """As OMB takes it from sorted calls: number round(percent of all), counted from 1."""
    ordered = sorted(calls_s)
    return ordered[max(0, round(len(ordered) * percent / 100) - 1)]


def _window(parsed: Parsed) -> int:
    return whole(parsed.values.get("window-size", str(OSU_WINDOW)), "-W", 1)


def _columns(program: OsuProgram, parsed: Parsed) -> tuple[str, ...]:
    full = "full" in parsed.values
    checked: tuple[str, ...] = ("valid",) if "validation" in parsed.values else ()
    if "tail-lat" in parsed.values and program.kind in _TAILED:
        checked += tuple(f"p{percent}_s" for percent in _percentiles(parsed))
    if program.kind in ("rate", "one-sided rate"):
        return ("rate_bytes_per_s", *checked)
    if program.kind == "pairs":
        wanted = switch(parsed.values.get("print-rate", "1"), "-R")
        return ("pairs_rate_bytes_per_s", *(("messages_per_s",) if wanted else ()), *checked)
    if program.kind == "overlap":
        inside = ("t_init_s", "t_test_s", "t_wait_s") if full else ()
        ends = ("t_pure_min_s", "t_pure_max_s") if full else ()
        return ("t_overall_s", "t_compute_s", *inside, "t_pure_s", *ends, "overlap", *checked)
    if program.kind == "one-sided latency":
        return ("t_s", *checked)
    if program.kind == "latency":
        return ("t_avg_s", *checked)
    return ("t_avg_s", *(("t_min_s", "t_max_s", "iterations") if full else ()), *checked)


def _values(
    program: OsuProgram, table: SuiteTable, window: int, line: SheetLine, timed: LineTimes
) -> tuple[float, ...]:
    """OMB's columns from the mean time of each rank.

    osu_latency, osu_bw and the one-sided tests print rank 0's clock; osu_multi_lat and osu_mbw_mr the mean over the
    senders; collectives the mean over all ranks. Pure, Min and Max Comm. of `-f` are mean, least and largest over ranks
    of each rank's mean of the call alone.
    """
    times, size = timed.times_s, line.size_bytes or 0
    senders = times[: max(1, len(times) // 2)]
    mean_s = sum(times) / len(times)
    rate = size * window * program.counts / times[0]
    of_pairs = osu_multi_rate_bytes_per_s(size, senders, window=window) if program.kind == "pairs" else 0.0
    messages = len(senders) ** 2 * window / sum(senders)
    alone = {"latency": sum(senders) / len(senders), "collective": mean_s}.get(program.kind, times[0])
    pures_s = timed.alone[0] if timed.alone else (timed.pure_s,)
    pure_s = sum(pures_s) / len(pures_s)
    made = {
        "t_s": times[0],
        "t_avg_s": alone,
        "t_min_s": min(times),
        "t_max_s": max(times),
        "iterations": float(timed.repetitions),
        "rate_bytes_per_s": rate,
        "pairs_rate_bytes_per_s": of_pairs,
        "messages_per_s": messages,
        "t_overall_s": mean_s,
        "t_compute_s": timed.compute_s,
        "t_init_s": timed.begin_s,
        "t_test_s": 0.0,
        "t_wait_s": timed.wait_s,
        "t_pure_s": pure_s,
        "t_pure_min_s": min(pures_s),
        "t_pure_max_s": max(pures_s),
        "overlap": osu_share(pure_s, timed.compute_s, mean_s) if pure_s else 0.0,
        "valid": 1.0,  # a wrong byte is an error here, and has no row
    }
    tails = [column for column in table.columns if column.startswith("p") and column[1:-2].isdecimal()]
    made |= {column: _percentile_s(timed.calls_s, int(column[1:-2])) for column in tails}
    return tuple(made[column] for column in table.columns)


FACES = {program.name: Osu(program) for program in osu_tables.PROGRAMS}
