"""Findings from plain words: what checks of nodes and of jobs write. What is to be typed stands there in backquotes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, get_args

from rankwise.core.records import Evidence, Finding, FixLine, Severity

SEVERITIES: Final[tuple[Severity, ...]] = get_args(Severity)[::-1]
"""The worst first."""
_NO_COMMAND: Final = re.compile(r"-|\* |[\w.]+=\S*$|.* \.\.\.(?: |$)")
"""An option, a line of limits.conf, a value of a variable that no command takes, and what has dots for a part that only
the user knows."""


def at_least(severity: str) -> tuple[str, ...]:
    """Severities that are as bad as this one or worse; none where it is empty."""
    names: tuple[str, ...] = SEVERITIES
    return names[: names.index(severity) + 1] if severity else ()


def worst_first(findings: Iterable[Finding]) -> list[Finding]:
    """Findings in the order in which a person has to care."""
    return sorted(findings, key=lambda each: SEVERITIES.index(each.severity))


def finding(
    name: str,
    title: str,
    severity: Severity,
    cause: str,
    *,
    seen: Mapping[str, str],
    fixes: Mapping[str, str],
    verify: str,
    mpi: str = "any",
    affects: tuple[str, ...] = (),
) -> Finding:
    """A finding: `seen` is what was looked at with what it said, `fixes` a text for each launcher."""
    words, line = parted(verify)
    return Finding(
        id=name,
        title=title,
        severity=severity,
        cause=cause,
        evidence=tuple(Evidence(source=source, observation=words) for source, words in seen.items()),
        fixes=tuple(fix_of(text, launcher, mpi) for launcher, text in fixes.items()),
        verify=line,
        verify_words=words,
        affects=affects,
    )


def fix_of(text: str, launcher: str = "any", mpi: str = "any") -> FixLine:
    """A fix from its text."""
    words, line = parted(text)
    return FixLine(mpi=mpi, launcher=launcher, line=line, words=words)


def parted(text: str) -> tuple[str, str]:
    """The text, empty where it is one command alone; and what its first backquotes hold, where that is a command."""
    line = "".join(text.split("`")[1:2])
    if _NO_COMMAND.match(line):
        return text, ""
    return "" if text == f"`{line}`" else text, line
