"""Flags of other suites, by tables: what each takes, and for those that change nothing here, why."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from rankwise.core.errors import UsageError
from rankwise.core.nearest import did_you_mean


@dataclass(frozen=True)
class Flag:
    """`takes` a value or stands alone. `unused`: why it has no meaning here; it is then said and not looked at.
    `adds`: given again, its value joins the earlier ones behind a comma; else the last one counts."""

    takes: bool = True
    unused: str = ""
    adds: bool = False

    def usage(self, name: str) -> str:
        """Its line in a help text."""
        return (
            f"  -{name}{' VALUE' if self.takes else ''}{f'  (no meaning here: {self.unused})' if self.unused else ''}"
        )


@dataclass
class Parsed:
    """Flags by name, words that are no flags in their order, and what was said of flags without meaning."""

    values: dict[str, str] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    def note(self, text: str) -> None:
        """Something to tell the user, once."""
        if text not in self.notices:
            self.notices.append(text)


def parse(words: Sequence[str], flags: Mapping[str, Flag], program: str) -> Parsed:
    """`-flag value` and words, as IMB reads them. Raises UsageError for an unknown flag or a missing value."""
    parsed = Parsed()
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("-") or word == "-":
            parsed.words.append(word)
            continue
        name = word.lstrip("-").lower()
        if name not in flags:
            raise unknown_flag(word, [f"-{flag}" for flag in flags], program)
        flag = flags[name]
        if flag.takes and (not rest or (rest[0].startswith("-") and rest[0].lstrip("-").lower() in flags)):
            raise UsageError("missing-value", f"{program}: {word} needs a value", f"see {program} -help")
        value = rest.pop(0) if flag.takes else ""
        if flag.unused:
            parsed.note(f"{word}{f' {value}' if value else ''}: {flag.unused}")
        elif flag.adds and name in parsed.values:
            parsed.values[name] += f",{value}"
        else:
            parsed.values[name] = value
    return parsed


def unknown_flag(word: str, known: Sequence[str], program: str) -> UsageError:
    """With the nearest flags; one of our own that stands too late is told its place."""
    if word.startswith("--") and word.partition("=")[0] in OWN:
        return UsageError(
            "own-option-late",
            f"{word} is an option of rankwise, and {program}'s command line begins after --suite",
            f"write it before: rankwise bench {word.partition('=')[0]} ... --suite ...",
        )
    hint = did_you_mean(word, known, f"see {program} -help", cutoff=0.5)
    return UsageError("unknown-flag", f"{program} has no flag {word}", hint)


_N = TypeVar("_N", int, float)

OWN = (
    "--json", "--mpi", "--out", "--quiet", "--ranks", "--endpoints", "--progress", "--launcher", "--seed",
    "--device", "--devices", "--device-buffers",
)  # fmt: skip


def whole(text: str, flag: str, least: int = 0) -> int:
    """A whole number of at least `least`. Raises UsageError."""
    return _number(text, flag, int, least)


def number(text: str, flag: str) -> float:
    """A number above 0. Raises UsageError."""
    value = _number(text, flag, float, 0.0)
    if value == 0.0:
        raise UsageError("bad-value", f"{flag} {text}: must be more than 0")
    return value


def switch(text: str, flag: str) -> bool:
    """`on`, `off` and their like. Raises UsageError."""
    known = {"on": True, "1": True, "yes": True, "true": True, "enable": True}
    known |= {"off": False, "0": False, "no": False, "false": False, "disable": False}
    if text.lower() not in known:
        raise UsageError("bad-value", f"{flag} {text}: is neither on nor off", "write on or off")
    return known[text.lower()]


def _number(text: str, flag: str, kind: Callable[[str], _N], least: float) -> _N:
    try:
        value = kind(text)
    except ValueError:
        raise UsageError("bad-value", f"{flag} {text}: '{text}' is not a number", "write e.g. 4") from None
    if not least <= value < 2**62:
        raise UsageError("bad-value", f"{flag} {text}: must be at least {least:g}")
    return value


def pick(names: Sequence[str], known: Sequence[str], program: str) -> list[str]:
    """The benchmarks called so, whatever the case of letters. Raises UsageError with the nearest names."""
    by_lower = {name.lower(): name for name in known}
    picked = []
    for name in names:
        if name.lower() not in by_lower:
            near = difflib.get_close_matches(name.lower(), by_lower, n=3, cutoff=0.4)
            hint = f"did you mean {' or '.join(by_lower[close] for close in near)}?" if near else f"see {program} -list"
            raise UsageError("unknown-benchmark", f"{program} has no benchmark '{name}'", hint)
        picked.append(by_lower[name.lower()])
    return list(dict.fromkeys(picked))
