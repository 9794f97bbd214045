"""What a launch line asks of its launcher, and what that makes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rankwise.core.files import read
from rankwise.mpis.layout.topology import CpuLevels, Cpus


class RefusedLine(Exception):
    """The launcher would not start the job; in words that say what to do."""


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
    topology of a host by name. `here`: this host's name. `root`: the user is."""

    parts: tuple[Part, ...]
    environ: Mapping[str, str]
    version: str
    here: str
    topology: Callable[[str], CpuLevels]
    root: bool = False

    @property
    def whole(self) -> Part:
        """The options of all parts together."""
        return Part(tuple(option for part in self.parts for option in part.options))

    def setting(self, *variables: str) -> tuple[str, str]:
        """The value of the first of these variables that is set, and its name; both empty where none is."""
        return next(((self.environ[name], name) for name in variables if self.environ.get(name)), ("", ""))


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


Slots = dict[str, int | None]
"""Slots of hosts, in order; None where the line does not tell."""


def host_words(value: str, into: Slots, *, unnamed: int | None) -> None:
    """Adds the hosts of `a,b:2,a`. A host without a number has `unnamed` slots each time that it is named."""
    for word in filter(None, value.split(",")):
        name, _, count = word.partition(":")
        if count.isdecimal():
            into[name] = (into.get(name) or 0) + int(count)
        elif count == "*" or unnamed is None:
            into[name] = into.get(name)
        else:
            into[name] = (into.get(name) or 0) + unnamed


def host_file(path: str, into: Slots) -> None:
    """Adds the hosts of a file: `a slots=2`, `a:2` or `a`. Raises UsageError for one that cannot be read."""
    for line in read(Path(path), "no-hosts", "is the path of the host file right?").splitlines():
        words = line.partition("#")[0].split()
        if not words:
            continue
        name, _, count = words[0].partition(":")
        named = dict(word.partition("=")[::2] for word in words[1:])
        count = count or named.get("slots", "")
        into[name] = (into.get(name) or 0) + int(count) if count.isdecimal() else into.get(name)
