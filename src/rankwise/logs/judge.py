"""Findings from what a log said: causes before what followed from them, with fixes for the MPI that the log names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rankwise.core.findings import finding
from rankwise.core.plain import plain
from rankwise.core.records import Finding, Severity
from rankwise.core.units import plural
from rankwise.logs.facts import MPIS, SCHEDULERS, mpis_of
from rankwise.logs.reader import Hit, Log
from rankwise.logs.row import Role

_SEVERITY: Final[Mapping[Role, Severity]] = {
    "cause": "critical",
    "warning": "warning",
    "symptom": "critical",
    "consequence": "critical",
    "harmless": "info",
}
_ORDER: Final[Sequence[Role]] = ("cause", "symptom", "consequence", "warning", "harmless")
_PROSE: Final = {"size": "too little", "host": "a node", "device": "the adapter", "rank": "the rank"}
_SHOWN: Final = 240


def findings_of(log: Log) -> list[Finding]:
    """What a log tells, the cause first. What follows from it is named with it; alone it is told where no cause is."""
    hits = log.hits.values()
    followed = _followed(log.hits)
    causes = [hit for hit in hits if hit.row.name not in followed]
    told = [hit for hit in causes if hit.row.role in ("cause", "warning", "harmless")]
    deaths = [hit for hit in causes if hit.row.role == "symptom"]
    ends = [hit for hit in causes if hit.row.role == "consequence"]
    strong = [hit for hit in told if _role(hit, followed) == "cause"]
    if not strong:
        told += deaths or ends
    after = [hit for hit in hits if hit not in told]
    told.sort(key=lambda hit: (_ORDER.index(_role(hit, followed)), _place(hit)))
    return [_finding(hit, log, _role(hit, followed), after if number == 0 else ()) for number, hit in enumerate(told)]


def _followed(hits: Mapping[str, Hit]) -> set[str]:
    """The rows of a log that another row of it explains."""
    return {name for hit in hits.values() for name in hit.row.explains if name in hits and name != hit.row.name}


def _role(hit: Hit, followed: Iterable[str]) -> Role:
    """A warning that explains what failed is its cause."""
    explains = hit.row.role == "warning" and any(name in followed for name in hit.row.explains)
    return "cause" if explains else hit.row.role


def _place(hit: Hit) -> tuple[int, int]:
    return hit.line.file, hit.line.number


def _finding(hit: Hit, log: Log, role: Role, after: Iterable[Hit]) -> Finding:
    row, holes = hit.row, {**log.facts, **hit.facts}
    seen = {f"line {hit.line.number}": plain(hit.line.text.strip())[:_SHOWN]}
    if where := _where(hit):
        seen["where"] = where
    if follows := "; ".join(other.row.title.partition(":")[0] for other in sorted(after, key=_place)):
        seen["and then"] = _prose(follows, holes)
    return finding(
        row.name,
        _prose(row.title, holes),
        _SEVERITY[role],
        _prose(row.cause, holes),
        seen=seen,
        fixes={who: _line(text, holes) for who, text in _fixes(row.fixes, log)},
        verify=_line(row.proof, holes),
        affects=tuple(f"rank {rank}" for rank in sorted(hit.ranks)[:12]),
    )


def _where(hit: Hit) -> str:
    ranks, hosts = sorted(hit.ranks), sorted(hit.hosts)
    words = []
    if ranks:
        words.append(("rank " if len(ranks) == 1 else "ranks ") + ", ".join(map(str, ranks[:12])))
    if hosts:
        words.append("on " + ", ".join(hosts[:8]))
    if hit.times > 1:
        words.append(f"{plural(hit.times, 'time')}")
    return ", ".join(words)


def _fixes(fixes: Mapping[str, str], log: Log) -> list[tuple[str, str]]:
    """The lines for what the log names first; those for other MPIs are left out where it names one."""
    named = [*mpis_of(log.facts), *(name for name in SCHEDULERS if name in log.facts)]
    has_mpi = any(name.startswith(mpi) for name in named for mpi in MPIS)
    fits = {who: any(name.startswith(who) for name in named) for who in fixes}
    if any(fits[who] for who in fixes if who.startswith(MPIS)) and has_mpi:
        fixes = {who: line for who, line in fixes.items() if fits[who] or not who.startswith(MPIS)}
    return sorted(fixes.items(), key=lambda item: (not fits[item[0]], item[0] == "any"))


def _line(text: str, holes: Mapping[str, str]) -> str:
    """A line to type: holes of the log's own words, which are plain by their kind, else a name in capitals."""
    return re.sub(r"\{(\w+)\}", lambda match: holes.get(match[1]) or match[1].upper(), text)


def _prose(text: str, holes: Mapping[str, str]) -> str:
    """A sentence: what the log does not tell is left out of it."""

    def fill(match: re.Match[str]) -> str:
        value = holes.get(match[2])
        if value:
            return f"{match[1]}{value}{match[3]}"
        if match[1] in (" (", ": "):
            return ""
        return match[1] + _PROSE.get(match[2], "it") + match[3]

    return re.sub(r"( \(|: |)\{(\w+)\}(\)|)", fill, text)
