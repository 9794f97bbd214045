"""A message that is known: how it is printed, what it means, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal

Role = Literal["cause", "suspect", "warning", "symptom", "consequence"]
"""Why a job failed; what explains the failures that it names, and else costs time; what costs time; that
something failed, without the reason; that others noticed."""

OWN: Final = "program"
"""Who says what programs print of themselves."""

HOLES: Final[Mapping[str, str]] = {
    "": r".{0,300}?",
    "~": r"[^.;:!?]{0,40}?",
    "ranks": r"(?:[Tt]otal |MPI |mpi |parallel ){0,2}"
    r"(?:process(?:or|e)?s?|ranks?|tasks?|cores?|procs?|PEs?|CPUs?|images)\b",
    "count": r"\d{1,12}",
    "rank": r"\d{1,9}",
    "job": r"\d{1,18}",
    "signal": r"\d{1,3}",
    "status": r"-?\d{1,11}",
    "size": r"\d{1,18}",
    "sent": r"\d{1,18}",
    "room": r"\d{1,18}",
    "source": r"\d{1,9}",
    "tag": r"\d{1,10}",
    "host": r"[A-Za-z0-9][A-Za-z0-9.-]{0,99}",
    "device": r"[A-Za-z][A-Za-z0-9_]{0,30}",
    "name": r"[A-Za-z_][A-Za-z0-9_.+-]{0,99}",
    "version": r"v?\d[A-Za-z0-9.+-]{0,30}",
    "path": r"/[A-Za-z0-9_./+@-]{1,250}",
    "component": r"[A-Za-z][A-Za-z0-9_]{0,60}",
    "call": r"P?MPIX?_[A-Za-z_]{2,60}",
}
"""What a hole of a pattern may hold. All of it may stand in a line to type: nothing here needs quotes or is an option.
What does not fit leaves a message unknown. `{~}` are a few words of one sentence, `{ranks}` a word for ranks."""

_HOLE: Final = re.compile(r"\{(\w*|~)\}")
_HOLE_IN_WORD: Final = re.compile(r"[A-Za-z0-9]*\{\w*\}[A-Za-z0-9]*|\{~\}")
_EVERYWHERE: Final = frozenset((b"number", b"Number"))
"""Words of too many lines of healthy logs to look for by them."""
_NO_LETTER: Final = bytes(at if chr(at).isascii() and chr(at).isalpha() else 32 for at in range(256))
DIGITS: Final = b"0123456789"


def words_of(text: bytes) -> list[bytes]:
    """The words of letters in a text without its digits."""
    return text.translate(_NO_LETTER, DIGITS).split()


@dataclass(frozen=True)
class Row:
    """A message.

    `patterns`: how it is printed, with holes (`{device}`); a blank stands for any white space, since lines are
    wrapped, and ^ for the beginning of a line. `fixes`: what to do, for each MPI or launcher, or "any"; holes are
    filled from the log. `proof`: how to see here whether it is so. In both, what is to be typed is in backquotes.
    `needs`: other programs print it as well, so it counts in a log that is about MPI elsewhere too ("log"), in one
    that also fails ("failure"), or only in what a job of ours printed ("job"). `capital`: the first letter of its
    patterns may be a capital. `alone`: more patterns, of messages that no healthy program prints: they count in any
    log. `given`: the mark (`facts.MARKS`) without which it does not count; `unless`: the one with which it does not.
    `vague`: it counts only in a line that no other row knows, and is told behind others. `explains`: names of other
    causes that follow from this one.
    """

    name: str
    says: str
    patterns: tuple[str, ...]
    title: str
    cause: str
    fixes: Mapping[str, str]
    proof: str
    source: str
    role: Role = "cause"
    needs: Literal["", "log", "failure", "job"] = ""
    capital: bool = False
    alone: tuple[str, ...] = ()
    given: str = ""
    unless: str = ""
    vague: bool = False
    explains: tuple[str, ...] = field(default=())

    @property
    def printed(self) -> tuple[str, ...]:
        """All patterns."""
        return (*self.patterns, *self.alone)

    @cached_property
    def compiled(self) -> tuple[re.Pattern[str], ...]:
        """The patterns as expressions over a line and those that follow it, joined by blanks."""
        return tuple(_compiled(pattern, self.capital) for pattern in self.printed)

    @cached_property
    def keys(self) -> tuple[tuple[bytes, int], ...]:
        """A long whole word of each pattern, and which pattern that is: only lines that have it, or stand before one,
        are worth a look. A first word has two forms where it may have a capital."""
        pairs = [(_key(pattern), number) for number, pattern in enumerate(self.printed)]
        first = [pair for pair in pairs if self.capital and self.printed[pair[1]].encode().startswith(pair[0])]
        return (*pairs, *((key.capitalize(), number) for key, number in first))


def _compiled(pattern: str, capital: bool = False) -> re.Pattern[str]:
    text, at, named = "^" if pattern.startswith("^") else "", 0, set[str]()
    pattern = pattern.removeprefix("^")
    if capital and pattern[:1].isalpha():
        text, pattern = f"{text}[{pattern[0]}{pattern[0].upper()}]", pattern[1:]
    for hole in _HOLE.finditer(pattern):
        name = hole[1]
        text += _literal(pattern[at : hole.start()])
        text += f"(?P<{name}>{HOLES[name]})" if name.isidentifier() and name not in named else HOLES[name]
        named.add(name)
        at = hole.end()
    whole = r"(?!\d)" if pattern[-1:].isdecimal() else ""  # signal 1 is not signal 11
    return re.compile(text + _literal(pattern[at:]) + whole)


def _literal(text: str) -> str:
    blanks = re.sub(r"(?:\\?\s)+", r"\\s+", re.escape(text))
    return blanks.replace(r"errno\s+=\s+", r"errno\s*=\s*")


def _key(pattern: str) -> bytes:
    whole = _HOLE_IN_WORD.sub(" ", pattern)
    return max(words_of(whole.encode()), key=lambda word: (len(word) > 3 and word not in _EVERYWHERE, len(word)))
