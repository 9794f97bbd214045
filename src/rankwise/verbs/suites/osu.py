"""osu_*: command lines as sheets, columns by OMB's own formulas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rankwise.core.errors import UsageError
from rankwise.core.records import Cell, SuiteTable
from rankwise.measure.cells import cell
from rankwise.model.overlap import osu_share
from rankwise.model.peers import OSU_WINDOW, osu_multi_rate_bytes_per_s
from rankwise.verbs.suites import osu_flags, osu_tables
from rankwise.verbs.suites.flags import Parsed, whole
from rankwise.verbs.suites.osu_tables import SYNC_WORDS, VERSION, WINDOW_WORDS, Program
from rankwise.verbs.suites.sheet import Job, Line, Planned, Sheet, Timed

_TYPES = {"mpi_char": ("byte", 1), "mpi_int": ("int", 4), "mpi_float": ("float", 4)}
_OVERALL = "# Overall = Coll. Init + Compute + MPI_Test + MPI_Wait"
_MEMORY_BYTES = 1 << 29


@dataclass(frozen=True)
class Osu:
    """One `osu_*` program."""

    program: Program
    memory: Literal["private", "mpi"] = "private"

    def answer(self, words: Sequence[str]) -> str | None:
        """The text of `-h` and `-v`."""
        asked = osu_flags.parse(words, self.program.name).values
        if "help" in asked:
            return "\n".join([f"Usage: {self.program.name} [options]", "Options:", *osu_flags.USAGE])
        return f"# {self.program.title} v{VERSION}" if "version" in asked else None

    def plan(self, words: Sequence[str], job: Job) -> Planned:
        """The one table of the program."""
        parsed = osu_flags.parse(words, self.program.name)
        one = self._with_sync(parsed)
        self._check(one, parsed, job)
        window = _window(parsed)
        ranks = self._ranks(one, parsed, job)
        head = self._head(one, parsed, window, ranks)
        table = SuiteTable(
            benchmark=one.name,
            columns=_columns(one, parsed),
            groups=(ranks,),
            idle=job.ranks - len(ranks),
            head=head,
        )
        lines = tuple(self._line(one, size, table, parsed, job) for size in self._sizes(one, parsed))
        sheet = Sheet(table, lines, lambda line, timed: _values(one, table, window, line, timed))
        return Planned("osu", self.program.name, VERSION, (sheet,), {}, tuple(parsed.notices), limit_s=60.0)

    def _with_sync(self, parsed: Parsed) -> Program:
        from dataclasses import replace

        one = self.program
        if not one.sync:
            for flag in ("sync-option", "win-options"):
                if flag in parsed.values:
                    raise UsageError("unknown-flag", f"{one.name} has no flag --{flag}", f"see {one.name} -h")
            return one
        sync = parsed.values.get("sync-option", one.sync)
        if sync not in SYNC_WORDS:
            known = ", ".join(SYNC_WORDS)
            raise UsageError("bad-value", f"-s {sync}: is not measured here", f"use {known}")
        if one.kind == "one-sided rate":
            if sync != "flush":
                raise UsageError("bad-value", f"{one.name} -s {sync}: is not measured here", "use flush")
            return one
        return replace(one, sync=sync, kernel=f"{one.kernel}_{sync}")

    def _check(self, one: Program, parsed: Parsed, job: Job) -> None:
        for flag, why in (
            ("accelerator", "buffers on a device are not measured here"),
            ("ddt", "derived datatypes are not measured in this form"),
            ("vary-window", "a sweep over windows is `rankwise bench uniband --window N`"),
        ):
            if flag in parsed.values:
                raise UsageError("not-here", f"{one.name} --{flag}: {why}", "leave it out")
        kernel = job.kernels.get(one.kernel)
        if kernel is None or kernel.lacks:
            needs = kernel.lacks if kernel else f"a kernel {one.kernel}"
            raise UsageError("lacking", f"{one.name} needs {needs}", "another MPI may have it: `rankwise mpi list`")
        least = max(one.ranks, 2)
        if job.ranks < least:
            wanted = f"{one.name} needs {least} ranks, there are {job.ranks}"
            raise UsageError("too-few-ranks", wanted, "start more")

    def _ranks(self, one: Program, parsed: Parsed, job: Job) -> tuple[int, ...]:
        count = one.ranks or job.ranks
        if one.even:
            pairs = whole(parsed.values.get("num-pairs", str(job.ranks // 2)), "-p", 1)
            if 2 * pairs > job.ranks:
                raise UsageError("too-few-ranks", f"-p {pairs}: needs {2 * pairs} ranks, there are {job.ranks}")
            count = 2 * pairs
        if count < job.ranks:
            parsed.note(f"{job.ranks - count} of {job.ranks} ranks take no part")
        return tuple(range(count))

    def _sizes(self, one: Program, parsed: Parsed) -> tuple[int | None, ...]:
        if one.kind in ("one-sided latency",) and not one.sized:
            return (8,)
        if not one.sized:
            return (None,)
        _, element = self._type(parsed)
        return osu_flags.sizes(parsed, max(one.least_bytes, element if element > 1 else 0), one.most_bytes)

    def _type(self, parsed: Parsed) -> tuple[str, int]:
        text = parsed.values.get("type", "mpi_char").lower()
        if text not in _TYPES:
            raise UsageError("bad-type", f"-T {text}: not here", f"use {', '.join(_TYPES)}")
        return _TYPES[text]

    def _line(self, one: Program, size: int | None, table: SuiteTable, parsed: Parsed, job: Job) -> Line:
        kernel, ranks, window = job.kernels[one.kernel], table.groups[0], _window(parsed)
        datatype, _ = self._type(parsed)
        # A reduction of characters is none that MPI knows as a sum: its bytes are summed as integers.
        reduced = datatype if datatype != "byte" else "int"
        in_place = "in-place" in parsed.values
        found: Cell = cell(
            job.side,
            one.kernel,
            size or 0,
            ranks,
            window=window if kernel.windowed else 1,
            windowed=bool(kernel.windowed),
            datatype=reduced if kernel.reduces else "byte",
            operation="sum" if kernel.reduces else "",
            in_place=in_place and bool(kernel.in_place),
        )
        if in_place and not found.in_place:
            parsed.note(f"-l: {one.name} is measured with two buffers")
        if datatype != "byte" and not kernel.reduces:
            parsed.note(f"-T: {one.name} sends the same bytes as bytes")
        limit = whole(parsed.values.get("mem-limit", str(_MEMORY_BYTES)), "-M", 1)
        small, large = one.loops
        default = small if (size or 0) <= osu_tables.LARGE_BYTES else large
        calls = whole(parsed.values.get("iterations", str(default)), "-i", 1)
        needed = (size or 0) * (len(ranks) if one.kind in ("collective", "overlap") else 1)
        problem = f"needs {needed} bytes, more than -M {limit}" if needed > limit else ""
        return Line(
            found, calls, size, rotates=parsed.values.get("root-rank") == "rotate" and one.rooted, problem=problem
        )

    def _head(self, one: Program, parsed: Parsed, window: int, ranks: tuple[int, ...]) -> tuple[str, ...]:
        """Title and the lines up to the columns' names."""
        typed = f"# Datatype: {parsed.values.get('type', 'mpi_char').upper()}."
        title = f"# {one.title}"
        if one.kind in ("one-sided latency", "one-sided rate"):
            made = WINDOW_WORDS.get(parsed.values.get("win-options", "allocate"), "")
            return (title, f"# Window creation: {made}", f"# Synchronization: {SYNC_WORDS[one.sync]}", typed)
        if one.kind == "pairs":
            return (title, f"# [ pairs: {len(ranks) // 2} ] [ window size: {window} ]", typed)
        if one.kind == "overlap":
            return (f"\n{title}", _OVERALL, "", *((typed,) if one.sized else ()))
        return (f"\n{title}", *((typed,) if one.sized else ()))


def _window(parsed: Parsed) -> int:
    return whole(parsed.values.get("window-size", str(OSU_WINDOW)), "-W", 1)


def _columns(one: Program, parsed: Parsed) -> tuple[str, ...]:
    full = "full" in parsed.values
    checked = ("valid",) if "validation" in parsed.values else ()
    if one.kind in ("rate", "one-sided rate"):
        return ("rate_bytes_per_s", *checked)
    if one.kind == "pairs":
        wanted = parsed.values.get("print-rate", "1") != "0"
        return ("pairs_rate_bytes_per_s", *(("messages_per_s",) if wanted else ()), *checked)
    if one.kind == "overlap":
        parts = ("t_pure_min_s", "t_pure_max_s") if full else ()
        return ("t_overall_s", "t_compute_s", "t_pure_s", *parts, "overlap", *checked)
    if one.kind == "one-sided latency":
        return ("t_s",)
    if one.kind == "latency":
        return ("t_avg_s", *checked)
    return ("t_avg_s", *(("t_min_s", "t_max_s", "iterations") if full else ()), *checked)


def _values(one: Program, table: SuiteTable, window: int, line: Line, timed: Timed) -> tuple[float, ...]:
    """OMB's columns from the mean time of each rank.

    osu_latency, osu_bw and the one-sided tests print rank 0's clock; osu_multi_lat and osu_mbw_mr the mean over the
    senders; collectives the mean over all ranks.
    """
    times, size = timed.times_s, line.size_bytes or 0
    senders = times[: max(1, len(times) // 2)]
    mean_s = sum(times) / len(times)
    rate = size * window * one.counts / times[0]
    of_pairs = osu_multi_rate_bytes_per_s(size, senders, window=window) if one.kind == "pairs" else 0.0
    messages = len(senders) ** 2 * window / sum(senders)
    alone = {"latency": sum(senders) / len(senders), "collective": mean_s}.get(one.kind, times[0])
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
        "t_pure_s": timed.pure_s,
        "t_pure_min_s": timed.pure_s,
        "t_pure_max_s": timed.pure_s,
        "overlap": osu_share(timed.pure_s, timed.compute_s, mean_s) if timed.pure_s else 0.0,
        "valid": 1.0,  # a wrong byte is an error here, and has no row
    }
    return tuple(made[column] for column in table.columns)


FACES = {one.name: Osu(one) for one in osu_tables.PROGRAMS}
