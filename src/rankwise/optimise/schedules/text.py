"""The file of schedules: lines of words that a person can read and the interpreter in C takes without a library."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from rankwise.core.errors import UsageError
from rankwise.optimise.schedules.check import UnsoundSchedule, check
from rankwise.optimise.schedules.steps import Part, Schedule, Step
from rankwise.optimise.schedules.table import Reductions

VERSION = 1
_NUMBER = re.compile(r"-?[0-9]{1,17}")
_REGIONS = ("in", "out", "tmp")
_WORDS = {"send": "send", "receive": "recv", "copy": "copy", "reduce": "op"}
_KINDS = {word: kind for kind, word in _WORDS.items()}
_HINT = "docs/schedules.md describes the format; `rankwise schedule` writes files that are proven"


@dataclass(frozen=True)
class Ranged:
    """A schedule, and the bytes of a block for which it is used, both ends included."""

    schedule: Schedule
    from_bytes: int
    to_bytes: int


@dataclass(frozen=True)
class File:
    """Schedules for ranks on these hosts in this order. Of several that fit a call the first is used. Calls for
    which a rank needs more than `scratch_bytes` besides the program's memory stay with the library."""

    hosts: tuple[str, ...]
    reductions: Reductions
    scratch_bytes: int
    schedules: tuple[Ranged, ...]


def name_of(text: str) -> str:
    """The file's name: the SHA-256 of what it holds."""
    return f"{hashlib.sha256(text.encode()).hexdigest()}.schedules"


def to_text(file: File) -> str:
    """The file; `from_text` gives it back."""
    lines = [
        f"rankwise-schedules {VERSION}",
        f"hosts {' '.join(file.hosts)}",
        f"reductions {file.reductions}",
        f"scratch {file.scratch_bytes}",
    ]
    for ranged in file.schedules:
        schedule = ranged.schedule
        lines.append(
            f"schedule {schedule.name} {schedule.collective} root {schedule.root} pieces {schedule.pieces} "
            f"tmp {schedule.scratch} "
            f"order {schedule.order} bytes {ranged.from_bytes} {ranged.to_bytes}"
        )
        for rank, steps in enumerate(schedule.ranks):
            lines.append(f"rank {rank} steps {len(steps)}")
            lines += map(_step_words, steps)
    return "\n".join([*lines, "end", ""])


def _step_words(step: Step) -> str:
    words = [_WORDS[step.kind]]
    if step.peer >= 0:
        words += [str(step.peer), str(step.tag)]
    for part in filter(None, (step.source, step.target)):
        words += [part.region, str(part.first)]
    words.append(str(max(part.count for part in (step.source, step.target) if part)))
    return " ".join([*words, *(["after", *map(str, step.after)] if step.after else [])])


def from_text(text: str, source: str = "the schedules") -> File:
    """As the file says, every schedule proven. Raises UsageError with the line for what is not of the format, and with
    the schedule for what cannot be proven."""
    lines = _Lines(text, source)
    lines.head("rankwise-schedules", str(VERSION))
    hosts = tuple(lines.head("hosts"))
    reductions = " ".join(lines.head("reductions"))
    if reductions not in ("fixed", "library", "any"):
        raise lines.wrong(f"reductions '{reductions}'")
    scratch = lines.number(" ".join(lines.head("scratch")))
    schedules = []
    while lines.ahead() != "end":
        schedules.append(_schedule(lines, len(hosts)))
    return File(hosts, reductions, scratch, tuple(schedules))  # type: ignore[arg-type]


def _schedule(lines: _Lines, ranks: int) -> Ranged:
    words = lines.head("schedule")
    at = lines.at
    if len(words) != 13 or words[2::2][:5] != ["root", "pieces", "tmp", "order", "bytes"]:
        raise lines.wrong("a schedule needs its collective, root, pieces, tmp, order and bytes")
    name, collective, order = words[0], words[1], words[9]
    root, pieces, scratch, low, high = (lines.number(words[index]) for index in (3, 5, 7, 11, 12))
    steps = []
    for rank in range(ranks):
        given = lines.head("rank")
        if len(given) != 3 or given[0] != str(rank) or given[1] != "steps":
            raise lines.wrong(f"the steps of rank {rank} should begin here")
        steps.append(tuple(_step(lines) for _ in range(lines.number(given[2]))))
    schedule = Schedule(name, collective, root, pieces, scratch, order, tuple(steps))  # type: ignore[arg-type]
    try:
        check(schedule)
    except UnsoundSchedule as error:
        raise UsageError("bad-schedule", f"{lines.source}, line {at}: '{name}' is refused: {error}", _HINT) from error
    return Ranged(schedule, low, high)


def _step(lines: _Lines) -> Step:
    word, *rest = lines.words()
    kind = _KINDS.get(word)
    head, _, tail = " ".join(rest).partition(" after ")
    words = head.split()
    if kind is None or len(words) != 5:
        raise lines.wrong(f"unknown step '{word}' with {len(words)} words")
    after = tuple(map(lines.number, tail.split()))
    count = lines.number(words[-1])
    if kind in ("send", "receive"):
        part = Part(lines.region(words[2]), lines.number(words[3]), count)  # type: ignore[arg-type]
        source, target = (part, None) if kind == "send" else (None, part)
        return Step(kind, source, target, lines.number(words[0]), lines.number(words[1]), after)  # type: ignore[arg-type]
    first, last = (
        Part(lines.region(words[at]), lines.number(words[at + 1]), count)  # type: ignore[arg-type]
        for at in (0, 2)
    )
    return Step(kind, first, last, after=after)  # type: ignore[arg-type]


class _Lines:
    """The lines of a file, one after the other, with their numbers for what is wrong."""

    def __init__(self, text: str, source: str) -> None:
        self.lines, self.at, self.source = text.splitlines(), 0, source

    def wrong(self, what: str) -> UsageError:
        return UsageError("bad-schedule", f"{self.source}, line {self.at}: {what}", _HINT)

    def ahead(self) -> str:
        return self.lines[self.at] if self.at < len(self.lines) else ""

    def words(self) -> list[str]:
        row = self.ahead().split()
        self.at += 1
        return row or [""]

    def head(self, name: str, *rest: str) -> list[str]:
        word, *given = self.words()
        if word != name or (rest and given != list(rest)):
            raise self.wrong(f"'{' '.join([word, *given])[:60]}' where '{' '.join([name, *rest])}' should be")
        return given

    def number(self, word: str) -> int:
        if not _NUMBER.fullmatch(word):
            raise self.wrong(f"'{word}' is not a number")
        return int(word)

    def region(self, word: str) -> str:
        if word not in _REGIONS:
            raise self.wrong(f"no region is called '{word}'")
        return word
