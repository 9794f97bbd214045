"""The words of a log that are quoted where its known messages do not give the reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rankwise.logs.line import Line
from rankwise.logs.own_words import (
    LONGEST_WORDS,
    deepest,
    deepest_of_hdf5,
    exception_of,
    last_words,
    own_words,
    step_of_open_mpi,
)
from rankwise.logs.row import OWN, Row

SPEAKERS: Final = frozenset((OWN, "Fortran", "Python", "Julia", "C library", "HDF5"))
"""Who prints lines that have the program's own words in them, such as the name of a file."""
ENDINGS: Final = frozenset(
    (
        *("mpich-abort", "abort-signal", "job-ended", "bad-termination"),
        *("no-finalize", "slurm-task-exit", "torchrun", "charm-abort"),
    )
)
"""Rows of a program that ended by itself: an earlier error, or else its last line, tells more than nothing."""


@dataclass(frozen=True)
class Quote:
    """Words of a log, and how they are introduced. `weak`: they need not be a complaint."""

    words: str
    where: str
    weak: bool = False


def is_quoted(row: Row) -> bool:
    """Whether the words that belong to a message are told with it."""
    return row.vague or row.says in SPEAKERS or row.role in ("symptom", "consequence")


@dataclass(frozen=True)
class Surroundings:
    """What stands around a line of a log: lines that no row knows `before` and `after` it, the `block` of lines that
    it begins, and the `last` line of its paragraph."""

    before: Sequence[str]
    after: Sequence[str]
    block: Sequence[str]
    last: str


def quote_of(row: Row, line: Line, around: Surroundings) -> Quote | None:
    """What the log says of the reason of a message: the end of its trace or of its error stack, or what the program
    complains of in the lines around it."""
    if exception_of(around.last):
        return Quote(around.last, _NEAR)
    innermost, where = _INNERMOST.get(row.says, (None, "")) if row.name not in ENDINGS else (None, "")
    if innermost is not None and (stack := innermost(around.block)):
        return Quote(stack, where)
    speaks = row.says in SPEAKERS
    if (row.role != "cause" or speaks) and (words := own_words(around.before, around.after)):
        return Quote(words, _NEAR)
    if row.vague or speaks:
        return of_line(line)
    if row.name in ENDINGS and (words := last_words(around.before)):
        return Quote(words, "The last line before it is", weak=True)
    return None


def of_line(line: Line) -> Quote:
    """The line itself."""
    return Quote(" ".join(line.text.split())[:LONGEST_WORDS], "The line says")


def of_earlier(line: Line) -> Quote:
    """An error of the same file, which stands far before the message."""
    return Quote(" ".join(line.text.split())[:LONGEST_WORDS], f"An earlier error of the log, line {line.number}")


_STACK: Final = "The end of its error stack says"
_INNERMOST: Final[Mapping[str, tuple[Callable[[Sequence[str]], str], str]]] = {
    "MPICH": (deepest, _STACK),
    "HDF5": (deepest_of_hdf5, _STACK),
    "Open MPI": (step_of_open_mpi, "Its additional information says"),
}
"""How the innermost call of an error stack is read, by who prints it, and how it is introduced."""
_NEAR: Final = "Near it the log says"
