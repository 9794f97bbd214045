"""A log that other suites' programs wrote: cut into their runs, each read by its own rules."""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from dataclasses import replace as replaced
from itertools import pairwise
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from rankwise.core import files
from rankwise.core.bounded import LIMITS
from rankwise.core.errors import UsageError
from rankwise.core.units import few, format_bytes, plural
from rankwise.suites.records import SuiteReport, SuiteRow
from rankwise.suites.text import imb_text, osu_text, prefixes
from rankwise.suites.text.around import Around
from rankwise.suites.text.reading import Source

_HEADING = re.compile(f"{imb_text.RELEASE.pattern}|{osu_text.TITLE.pattern}")
_ANY = re.compile(f"{_HEADING.pattern}|{imb_text.BENCHMARK.pattern}")

_MEASURES = "`rankwise bench` measures the same calls here, and `runs import` reads what IMB and OMB print"
_ALCF = "`rankwise bench --suite alcf` measures it here; what IMB and OMB print is read"
_OTHERS: Final[tuple[tuple[str, str, str], ...]] = (
    (r"#[ \t]*nThread \d+ nGpus|#[ \t]+size[ \t]+count\b", "nccl-tests or rccl-tests", _MEASURES),
    (r"[ \t]*#bytes[ \t]+#iterations[ \t]", "perftest", _MEASURES),
    (r"\|[ \t]+Stage[ \t]+\|[ \t]+# iterations", "ucx_perftest", _MEASURES),
    (r"bytes[ \t]+(?:#sent[ \t]+#ack|iters[ \t]+total)[ \t]", "fabtests", _MEASURES),
    (r"[ \t]+Count[ \t]+Size[ \t]+Time, us", "ucc_perftest", _MEASURES),
    (r"[ \t]*\d+:[ \t]+\d+ bytes[ \t]+\d+ times -->", "NetPIPE", _MEASURES),
    (r"begin result \"MPI_", "SKaMPI", _MEASURES),
    (r"mpiGraph (?:Send|Recv|Start)\b", "mpiGraph", "`rankwise map` measures every pair of hosts"),
    (r"size \(bytes\),itera", "MPIBenchmarks.jl", _MEASURES),
    (r"Rank \d+: source, (?:mmps|aggregate) - |PPN: \d+[ \t]+size: \d+ ", "the ALCF suite", _ALCF),
)
"""How a table of another program begins a line, the program, and what to do instead."""
_PROCESS = re.compile(r"(?<=-)\d+(?=@)|(?<=\w)\[\d+\]|:\d+(?=\])")
"""What of a writer's name is the number of a process."""


def reports_of(file: Path, *, partial: bool) -> tuple[SuiteReport, ...]:
    """What a file holds of IMB's or OMB's output; `partial`: also one that was cut short.

    Raises UsageError for a file that cannot be read or holds none.
    """
    hint = "name a file with IMB's or OMB's output"
    content = files.load(file, "cannot-read", hint, most_bytes=LIMITS["log"])
    if not content.strip():
        raise UsageError("not-a-result", f"{file} is empty", "give what the benchmark printed, unedited")
    utf16 = content.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    if b"\0" in content and not utf16:
        raise UsageError(
            "not-a-result",
            f"{file} is not a text file",
            "give what the benchmark printed; unpack it first if it is packed",
        )
    text = content.decode("utf-16" if utf16 else "utf-8", errors="replace")
    if reports := read(Source(str(file), text), partial=partial):
        return reports
    others = list(_others(text))
    what = f"{file} holds no output of IMB or OMB" + (f": line {others[0][0]} is of {others[0][1]}" if others else "")
    raise UsageError("not-a-result", what, others[0][2] if others else "give what the benchmark printed, unedited")


def _others(text: str) -> Iterator[tuple[int, str, str]]:
    """Of each other program with a table in the text: the first line of it, its name, what to do instead."""
    for pattern, name, instead in _OTHERS:
        if match := re.search(f"^(?:{pattern})", text, re.MULTILINE):
            yield text.count("\n", 0, match.start()) + 1, name, instead


def not_imported(report: SuiteReport) -> Iterator[str]:
    """What a text lacks: benchmarks that were not run, tables of other programs, and the end of one that was cut
    off."""
    yield from report.notices
    for table in report.tables:
        if table.refused:
            yield f"not run: {table.benchmark} ({table.refused})"
    if report.cut:
        yield report.cut


def without_time(rows: Sequence[SuiteRow], benchmark: str) -> str:
    """The sentence about rows of which nothing can be stored."""
    names = [row.label if row.size_bytes is None else format_bytes(row.size_bytes) for row in rows]
    sizes = few(list(dict.fromkeys(filter(None, names))))
    which = f" ({sizes})" if sizes else ""
    return f"left out: {plural(len(rows), 'row')} of {benchmark} without a time above zero{which}"


def read(source: Source, *, partial: bool = False) -> tuple[SuiteReport, ...]:
    """A report for each run of IMB and of each program of OMB, in their order; none where there is no such text. One
    that was cut off may be without a table.

    Raises UsageError `truncated` (unless `partial`) and `bad-import` with the line, for any of them.
    """
    reports_at: list[tuple[int, SuiteReport]] = []
    for writer, numbers, text in prefixes.texts(source, _ANY):
        whole_text, who = replaced(source, text=text, numbers=numbers), _PROCESS.sub("", writer)
        reports, last = _read(whole_text, Around(writer=who), partial=partial)
        again = last and len(reports) > 1
        reports_at += _read(whole_text, Around(last, who), partial=partial)[0] if again else reports
    reports_at.sort(key=lambda pair: pair[0])
    if reports_at and not any(report.tables for _, report in reports_at):
        raise source.damaged(reports_at[0][0], "", "it looks like a benchmark's output and has no row of results")
    kept = [report for _, report in reports_at if report.tables or report.cut]
    notices = tuple(f"not read: the table of {name} (line {line})" for line, name, _ in _others(source.text))
    return (replace(kept[0], notices=notices), *kept[1:]) if kept else ()


def _read(source: Source, around: Around, *, partial: bool) -> tuple[list[tuple[int, SuiteReport]], tuple[str, ...]]:
    """Reports by the lines where they begin, and the words behind the last table."""
    runs = []
    for part, after in pairwise([*source.parts(_HEADING), None]):
        if part is None or (after and part.text.strip() == after.text.partition("\n")[0].strip()):
            continue  # osu_mbw_mr of OMB 7.1 prints its title twice
        if osu_text.is_osu(part.text):  # first: what follows may be of an IMB whose head is missing
            runs.append((part.first, osu_text.read(part, partial=partial, around=around)))
        elif imb_text.is_imb(part.text):
            runs.append((part.first, imb_text.read(part, partial=partial, around=around)))
        else:
            for _, line in part.lines():
                around.note(line)
    return runs, around.words_since
