"""What a launch line asks of its launcher, and what that makes of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from rankwise.core.files import read
from rankwise.mpis.layout.topology import CpuLevels, Cpus

_COUNT = re.compile(r"(?:slots|cpus?|count)=(\d{1,9})")  # the words of Open MPI's host files


class RefusedLine(Exception):
    """The launcher would not start the job; in words that say what to do."""


class NotLaidOut(RefusedLine):
    """The launcher may well start the job; where it puts ranks is not known."""


@dataclass(frozen=True)
class Part:
    """One program of the line: the options before it, by their names without dashes, and its own ranks."""

    options: tuple[tuple[str, str], ...]

    def last(self, *names: str) -> str | None:
        """The value of the last of these options; empty for one without a value, None where none is there."""
        return next((value for name, value in reversed(self.options) if name in names), None)

    def has(self, *names: str) -> bool:
        return self.last(*names) is not None

    @property
    def ranks(self) -> int | None:
        value = self.last("n", "np", "c", "ntasks")
        return int(value) if value is not None and value.isdecimal() else None


@dataclass(frozen=True)
class Request:
    """A launch line as its launcher reads it: `parts` for each program, the variables, the launcher's version, and the
    topology of a host by name. `here`: this host's name. `root`: the user is. `saved`: what files set in place of
    variables, with the words that say so."""

    parts: tuple[Part, ...]
    environ: Mapping[str, str]
    version: str
    here: str
    topology: Callable[[str], CpuLevels]
    root: bool = False
    saved: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def whole(self) -> Part:
        """The options of all parts together."""
        return Part(tuple(option for part in self.parts for option in part.options))

    def setting(self, *variables: str) -> tuple[str, str]:
        """The value of the first of these variables that is set, and its name; both empty where none is. A variable
        goes before what a file sets."""
        values = ((self.environ.get(name) or self.saved.get(name, ("", ""))[0], name) for name in variables)
        return next((told for told in values if told[0]), ("", ""))

    def said(self, variable: str) -> str:
        """The words that set a variable, or what stands for it in a file."""
        value = self.environ.get(variable)
        return f"{variable}={value}" if value or variable not in self.saved else self.saved[variable][1]


@dataclass(frozen=True)
class Seat:
    """Where a rank runs. `cpus` None: it is bound to nothing. `part`: which program of the line it runs."""

    host: str
    cpus: Cpus | None
    part: int = 0


@dataclass(frozen=True)
class Layout:
    """The seats in the order of ranks; in words how they are mapped and bound, and who decided that. `notes`: what
    surprises people."""

    seats: tuple[Seat, ...]
    mapping: str
    binding: str
    why_mapping: str
    why_binding: str
    notes: tuple[str, ...] = field(default=())


@dataclass(frozen=True, kw_only=True)
class LineRules:
    """What one launcher makes of a line, without a start."""

    lays_out: Callable[[Request], Layout]
    passes: Callable[[Request], str]  # in words: which variables reach the ranks, from the line
    # The same job as lines, the plainest first, to be tried until one lays it out alike: from seats and programs.
    as_lines: Callable[[Sequence[Seat], Sequence[list[str]]], Iterator[list[str]]]
    # What its files set in place of variables: from version, prefix and environment; `Request.saved`.
    saved: Callable[[str, Path | None, Mapping[str, str]], dict[str, tuple[str, str]]] = lambda *_of: {}


Row = tuple[str, int | None]
"""A host with its slots; None where the line does not tell."""


def host_words(value: str, *, unnamed: int | None) -> Iterator[Row]:
    """The hosts of `a,b:2,a`, each as often as it is named. One without a number has `unnamed` slots."""
    for word in filter(None, value.split(",")):
        name, _, count = word.partition(":")
        yield name, int(count) if count.isdecimal() else None if count == "*" else unnamed


def host_file(path: str) -> Iterator[Row]:
    """The hosts of a file, each as often as it is named: `a slots=2`, `a:2` or `a`. Raises UsageError for one that
    cannot be read."""
    for line in read(Path(path), "no-hosts", "is the path of the host file right?").splitlines():
        words = "=".join(part.strip() for part in line.partition("#")[0].split("=")).split()
        if words:
            name = words[0].rpartition("@")[2]  # behind the user's
            name, _, count = name.partition(":") if name.count(":") == 1 else (name, "", "")  # others are of IPv6
            named = (match[1] for word in words[1:] if (match := _COUNT.fullmatch(word)))
            count = count or next(named, "")
            yield name, int(count) if count.isdecimal() else None


def joined(rows: Iterable[Row], *, neighbours: bool = False) -> list[Row]:
    """Each host once, with the sum of its slots, in which one that is named again without a number is one slot each
    time. `neighbours`: a host that comes again after another stays a row of its own."""
    listed = list(rows)
    times = Counter(name for name, _ in listed)
    if not neighbours:
        order = {name: at for at, name in enumerate(times)}
        listed.sort(key=lambda row: order[row[0]])
    counted = ((name, 1 if count is None and times[name] > 1 else count) for name, count in listed)
    alike = ((name, [count for _, count in same]) for name, same in groupby(counted, key=itemgetter(0)))
    return [(name, None if None in counts else sum(filter(None, counts))) for name, counts in alike]
