"""What a launcher makes of a line, in words and drawn by node."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator

from rankwise.core.grouped import grouped
from rankwise.core.units import number_ranges, plural
from rankwise.diagnoses.records import Explained, ToldHost, ToldRank
from rankwise.report.tables import columns, wrapped

_WIDTH = 116
_WIDEST = 128  # threads of a node that a drawing shows


def lines(told: Explained) -> list[str]:
    """For a terminal: the facts, a drawing of each node, lines of other launchers, and what the trial start showed."""
    text = [f"line        {shlex.join(told.command)}", f"launcher    {f'{told.launcher} {told.version}'.strip()}"]
    if told.refused:
        return [*text, *_indented("refused", told.refused)]
    counts = Counter(rank.host for rank in told.ranks)
    spread = ", ".join(f"{host}: {count}" for host, count in counts.items())
    text.append(f"ranks       {len(told.ranks)} on {plural(len(counts), 'host')} ({spread})")
    for fact in told.facts:
        text += _indented(fact.what, f"{fact.value}  ({fact.because})" if fact.because else fact.value)
    for note in told.notes:
        text += _indented("note", note)
    for host in told.hosts:
        text += ["", *_drawn(host, [rank for rank in told.ranks if rank.host == host.name])]
    return [*text, "", *_others(told), *_trial(told)]


def _indented(word: str, text: str) -> list[str]:
    first, *rest = wrapped(text, columns(_WIDTH) - 12) or [""]
    return [f"{word:<11} {first}", *(f"            {line}" for line in rest)]


def _drawn(host: ToldHost, ranks: list[ToldRank]) -> Iterator[str]:
    """A row for all ranks that may run on the same CPUs: `#` is a thread of a core that they have."""
    threads = sum(len(core) for package in host.packages for core in package)
    yield f"{host.name}  ({host.source}, {plural(len(host.packages), 'package')}, {plural(threads, 'CPU')})"
    groups = grouped((rank.cpus, rank.number) for rank in ranks)
    for cpus, numbers in groups.items():
        name = f"rank{'s' if len(numbers) > 1 else ''} {number_ranges(tuple(sorted(numbers)))}"
        if cpus is None:
            yield f"  {name:<16} not bound"
        elif threads > _WIDEST:
            yield f"  {name:<16} CPUs {number_ranges(tuple(sorted(cpus)))}"
        else:
            yield f"  {name:<16} {_row(host, set(cpus))}  CPU {number_ranges(tuple(sorted(cpus)))}"


def _row(host: ToldHost, cpus: set[int]) -> str:
    return "".join(
        "[" + " ".join("".join("#" if cpu in cpus else "." for cpu in core) for core in package) + "]"
        for package in host.packages
    )


def _others(told: Explained) -> Iterator[str]:
    known = [other for other in told.others if other.line]
    if known:
        yield "the same job with other launchers:"
        for other in known:
            yield f"  {other.launcher:<11} {other.line}"
    if lacking := [other.launcher for other in told.others if not other.line]:
        yield f"  no line is known that places ranks alike with {', '.join(lacking)}"


def _trial(told: Explained) -> Iterator[str]:
    if not told.tried:
        return
    yield ""
    if told.trial:
        yield told.trial
    for rank in told.ranks:
        if rank.differs:
            wanted = "anywhere" if rank.cpus is None else f"CPU {number_ranges(tuple(sorted(rank.cpus)))}"
            seen = (
                f"{rank.seen_host} CPU {number_ranges(tuple(sorted(rank.seen_cpus)))}" if rank.seen_host else "nowhere"
            )
            yield f"  rank {rank.number}: told {rank.host} {wanted}, seen {seen}"
    differing = sum(rank.differs for rank in told.ranks)
    if any(rank.seen_host for rank in told.ranks):
        yield f"tried: {len(told.ranks) - differing} of {plural(len(told.ranks), 'rank')} ran where told"
