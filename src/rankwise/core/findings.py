"""A finding from plain words: what checks of nodes and of jobs write."""

from __future__ import annotations

from collections.abc import Mapping

from rankwise.core.records import Evidence, Finding, FixLine, Severity


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
    """A finding: `seen` is what was looked at with what it said, `fixes` a line to type for each launcher."""
    return Finding(
        id=name,
        title=title,
        severity=severity,
        cause=cause,
        evidence=tuple(Evidence(source=source, observation=words) for source, words in seen.items()),
        fixes=tuple(FixLine(mpi=mpi, launcher=launcher, line=line) for launcher, line in fixes.items()),
        verify=verify,
        affects=affects,
    )
