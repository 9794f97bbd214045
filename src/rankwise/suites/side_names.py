"""Tables of one benchmark that are not of one thing, by what their texts say around them: a name for each side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rankwise.suites.osu_tables import plain_title
from rankwise.suites.records import SuiteReport, SuiteTable
from rankwise.suites.text.around import COMMAND, WORDS

_FIRST: Final = ("version", "program", "accelerator", WORDS)
_LAST: Final = (COMMAND, "calling sequence", "heading")
_LONGEST = 48
_READABLE = 24
_TIMES: Final = {"t_max_s": "slowest rank", "t_avg_s": "mean of ranks"}
_KNOWN_HEADS = re.compile(
    r"# (?:Datatype:|Window creation:|Synchronization:|Send Buffer|\[ pairs:|Overall =)|\s*$|# MPI_Init"
)

Surroundings = tuple[tuple[str, str], ...]
"""What is known of where a table comes from, by name, in a form that can be compared."""


@dataclass(frozen=True)
class Apart:
    """`names`: of the surroundings that share a benchmark point with others, what to call their side."""

    names: Mapping[Surroundings, str]
    reasons: Mapping[Surroundings, str]

    def side(self, base: str, surroundings: Surroundings) -> str:
        """The name of the side: the base's own where nothing else has its benchmark points."""
        name = self.names.get(surroundings, "")
        return f"{base}-{name}" if name else base

    def reasons_by_side(self, base: str) -> dict[str, str]:
        """Why each side is one of its own."""
        return {self.side(base, name): reason for name, reason in self.reasons.items()}


def time_of(table: SuiteTable) -> str:
    """What the time of its rows is: of OMB's collectives it depends on `-f`."""
    return next((words for column, words in _TIMES.items() if column in table.columns), "")


def surroundings(report: SuiteReport, table: SuiteTable, *, with_time: bool) -> Surroundings:
    """Of a table: release and program of its suite, facts of its heading, and what stands around it; `with_time`: also
    what its time is, where other tables of its benchmark have another."""
    _, accelerator = plain_title(table.benchmark)
    facts = {
        "version": report.version,
        "program": report.program,
        "accelerator": accelerator,
        "time": time_of(table) if with_time else "",
        "heading": " | ".join(line for line in table.head if report.suite == "osu" and not _KNOWN_HEADS.match(line)),
        **{name: value for name, value in report.facts.items() if name not in ("datatype", "reductions")},
        **table.around,
    }
    return tuple(sorted((name, value) for name, value in facts.items() if value))


def told_apart(groups: Iterable[Sequence[Surroundings]]) -> Apart:
    """Names for surroundings of which each group shares a benchmark point. Those that differ only by how a log begins
    are alike: its first table stands below words of the whole log."""
    apart = list(dict.fromkeys(side for group in groups if len(set(group)) > 1 for side in group))
    known = [dict(side) for side in apart]
    names = [""] * len(apart)
    used: list[str] = []
    for key in _order(known):
        values = [side.get(key, "") for side in known]
        if len(set(values)) == 1:
            continue
        used.append(key)
        shown = _short(key, values)
        names = ["-".join(filter(None, pair)) for pair in zip(names, shown, strict=True)]
        if len(set(names)) == len(names):
            break
    names = [_word(name) for name in names]
    unique = [
        f"{name}-{names[:place].count(name) + 1}" if names.count(name) > 1 else name for place, name in enumerate(names)
    ]
    reasons = {
        side: "; ".join(f"{key}: {facts[key]}" for key in used if key in facts)
        for side, facts in zip(apart, known, strict=True)
    }
    return Apart(dict(zip(apart, unique, strict=True)), reasons)


def _order(known: Sequence[Mapping[str, str]]) -> list[str]:
    every = dict.fromkeys(key for facts in known for key in facts)
    others = sorted(key for key in every if key not in (*_FIRST, *_LAST))
    return [key for key in (*_FIRST, *others, *_LAST) if key in every]


def _short(key: str, values: Sequence[str]) -> list[str]:
    """What of each value the others do not have."""
    if key == "version":
        return [f"v{value}" if value else "" for value in values]
    if key.isupper():  # an environment variable
        return [f"{key}={value}" if value else "" for value in values]
    separator = " | " if key == WORDS and len({value.count(" | ") for value in values}) == 1 else None
    shown = _differing(values, separator)
    shorter = _differing(shown, None)
    return shorter if all(shorter) and max(map(len, shown)) > _READABLE else shown


def _differing(values: Sequence[str], separator: str | None) -> list[str]:
    """What of each value is not in all of them."""
    split = [value.split(separator) for value in values]
    everywhere = set(split[0]).intersection(*split[1:])
    return [" ".join(word for word in words if word not in everywhere) for words in split]


def _word(name: str) -> str:
    """Fit for the name of a cell."""
    return re.sub(r"[^A-Za-z0-9.,=:+_]+", "-", name)[:_LONGEST].strip("-")
