"""Findings from what a log said: causes before what followed from them, with fixes for the MPI that the log names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from rankwise.core.findings import finding
from rankwise.core.plain import plain
from rankwise.core.records import Finding
from rankwise.core.units import plural
from rankwise.logs.doubts import LINKS, doubted
from rankwise.logs.facts import MPIS, SCHEDULERS, mpis_of
from rankwise.logs.line import Line
from rankwise.logs.reader import Hit, Log
from rankwise.logs.row import Role

_ORDER: Final[Sequence[Role]] = ("cause", "symptom", "consequence", "suspect", "warning")
_PROSE: Final = {"size": "too little", "host": "a node", "device": "the adapter", "rank": "the rank"}
_SHOWN: Final = 240
LINE: Final = "LAUNCH LINE"
"""What stands for the user's own line in lines to type."""


def findings_of(log: Log) -> list[Finding]:
    """What a log tells, the cause first. What follows from it is named with it; alone it is told where no cause is."""
    hits = sorted(log.hits.values(), key=lambda hit: hit.line.place)
    doubts = doubted(hits)
    followed = {name for hit in hits if hit.row.name not in doubts for name in hit.row.explains}
    told_not = followed | doubts
    of = {role: [hit for hit in hits if hit.row.role == role and hit.row.name not in told_not] for role in _ORDER}
    sure = of["cause"] + [hit for hit in of["suspect"] if _explains(hit, log, beside=of["cause"])]
    harmless = [hit for hit in of["symptom"] if hit.row.vague and hit.went_on]
    symptoms = sorted((hit for hit in of["symptom"] if hit not in harmless), key=lambda hit: hit.row.vague)
    causes = sorted(sure, key=lambda hit: hit.line.place) or symptoms or of["consequence"]
    behind = [hit for hit in hits if hit.row.name in doubts - followed - LINKS] + ([] if sure else harmless)
    told = [*causes, *(hit for hit in of["suspect"] + of["warning"] + behind if hit not in causes)]
    lines = {hit.line.place for hit in told}
    after = [hit for hit in hits if hit not in told and hit.until not in lines]  # else a second name of one line
    return [_finding(hit, log, hit in causes, after if number == 0 else ()) for number, hit in enumerate(told)]


def _explains(suspect: Hit, log: Log, beside: Sequence[Hit]) -> bool:
    """Whether a suspect explains a failure: beside causes that are sure, one that would itself be told as a cause."""
    explained = [log.hits[name] for name in suspect.row.explains if name in log.hits]
    return any(hit.row.role == "cause" for hit in explained) if beside else bool(explained)


def of_line(findings: Sequence[Finding], line: str) -> list[Finding]:
    """The findings of a job whose launch line is known."""
    return [
        replace(item, verify=item.verify.replace(LINE, line), verify_words=item.verify_words.replace(LINE, line))
        for item in findings
    ]


def first_errors(log: Log) -> dict[str, Line]:
    """The first line of each rank that complains: by `rank 3`, or `first error` where lines name no rank."""
    lines = sorted([*log.unknown, *(hit.line for hit in log.hits.values())], key=lambda line: line.place)
    first: dict[str, Line] = {}
    for line in lines:
        first.setdefault("first error" if line.rank is None else f"rank {line.rank}", line)
    return first


def _finding(hit: Hit, log: Log, is_cause: bool, after: Iterable[Hit]) -> Finding:
    row, holes = hit.row, {**log.facts, **hit.facts}
    unknown = "No line gives a reason that is known here. " if row.role in ("symptom", "consequence") else ""
    if hit.quote is not None:
        unknown += f'{hit.quote.where}: "{plain(hit.quote.words)}". '
    seen = {f"line {hit.line.number}": plain(hit.line.text.strip())[:_SHOWN]}
    if row.role == "symptom" and hit.last:
        seen["and at its end"] = plain(hit.last)[:_SHOWN]
    if where := _where(hit):
        seen["where"] = where
    if follows := "; ".join(dict.fromkeys(other.row.title.partition(":")[0] for other in after)):
        seen["and then"] = _prose(follows, holes)
    return finding(
        row.name,
        _prose(row.title, holes),
        "critical" if is_cause else "warning",
        unknown + _prose(row.cause, holes),
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
    if has_mpi:
        fixes = {who: line for who, line in fixes.items() if fits[who] or not who.startswith(MPIS)} or fixes
    return sorted(fixes.items(), key=lambda item: (not fits[item[0]], item[0] == "any"))


def _line(text: str, holes: Mapping[str, str]) -> str:
    """A text with lines to type: holes are words of the log, plain by their kind, else a name in capitals."""
    return re.sub(r"\{(\w+)\}", lambda match: holes.get(match[1]) or match[1].upper(), text)


def _prose(text: str, holes: Mapping[str, str]) -> str:
    """A sentence: brackets whose words the log does not tell are left out of it."""

    def told(part: str) -> bool:
        return all(holes.get(name) for name in re.findall(r"\{(\w+)\}", part))

    def fill(match: re.Match[str]) -> str:
        if value := holes.get(match[2]):
            return f"{match[1]}{value}"
        if match[1] == ": ":
            return ""
        return match[1] + _PROSE.get(match[2], "it")

    whole = re.sub(r" \([^()]*\)", lambda part: part[0] if told(part[0]) else "", text)
    return re.sub(r"(: |)\{(\w+)\}", fill, whole)
