"""Functions and lines of the places that call MPI, from the symbols of the program's files."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from rankwise.core import process
from rankwise.core.deadline import Deadline
from rankwise.tracing.records import TracedRank, TraceSite

READERS = ("addr2line", "llvm-addr2line", "eu-addr2line")
_MOST_S = 30.0  # for all files of a trace; those of large programs take seconds each
_Place = tuple[str, str, int]
"""Function, file and line."""


def with_lines(ranks: Sequence[TracedRank]) -> tuple[TracedRank, ...]:
    """The ranks with the functions and lines of their sites, as far as files of this machine know them."""
    deadline = Deadline.after(_MOST_S)
    known = {
        (name, offset): place
        for name in {site.object for rank in ranks for site in rank.sites}
        for offset, place in places(
            Path(name),
            sorted({site.offset for rank in ranks for site in rank.sites if site.object == name}),
            most_s=deadline.left_s,
        ).items()
    }

    def named(site: TraceSite) -> TraceSite:
        function, file, line = known.get((site.object, site.offset), ("", "", 0))
        return replace(site, function=function, file=file, line=line)

    return tuple(replace(rank, sites=tuple(map(named, rank.sites))) for rank in ranks)


def reader() -> str | None:
    """The program that reads symbols; None where there is none."""
    return next(filter(None, map(shutil.which, READERS)), None)


def places(file: Path, offsets: Sequence[int], most_s: float = _MOST_S) -> dict[int, _Place]:
    """Function, file and line of each offset in a program or library, as far as it knows them within that time."""
    program = reader()
    if program is None or not file.is_file() or most_s <= 0.0:
        return {}
    # A call returns to what follows it, which may be of the next line.
    asked = "".join(f"{offset - 1:#x}\n" for offset in offsets)
    done = process.run([program, "-f", "-C", "-e", str(file)], timeout_s=most_s, input_text=asked)
    answers = done.stdout.splitlines()
    if not done.ok or len(answers) != 2 * len(offsets):
        return {}
    return {offset: _place(*answers[2 * at : 2 * at + 2]) for at, offset in enumerate(offsets)}


def _place(function: str, where: str) -> _Place:
    """Of an answer like `main` and `/src/heat.c:57 (discriminator 2)`; `??` is what is not known."""
    file, _, line = where.split(" (", maxsplit=1)[0].rpartition(":")
    return function.replace("??", ""), file.replace("??", ""), int(line) if line.isdecimal() else 0
