"""An order of ranks in which partners are on different hosts, or on different sockets, although another plain order
keeps them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rankwise.tracing.advice.evidence import TraceEvidence
from rankwise.tracing.records import TraceAdvice

_LESS = 0.7
"""Of the bytes between hosts or sockets: an order with fewer is worth a word."""
_HOW = {
    "host": "`rankwise improve` finds and proves an order, `rankwise place` models one",
    "socket": "`rankwise improve` tries other bindings",
}


def check(seen: TraceEvidence) -> Iterator[TraceAdvice]:
    """Where ranks in blocks or in turn would send fewer bytes between hosts; else between sockets, where each rank is
    bound to one."""
    if sorted(rank.rank for rank in seen.ranks) != list(range(seen.world)):  # of several worlds ranks are twice
        return
    ranks = sorted(seen.ranks, key=lambda rank: rank.rank)
    told = list(_apart(seen, "host", [rank.host for rank in ranks]))
    if not told and all(rank.socket is not None for rank in ranks):
        told = list(_apart(seen, "socket", [f"{rank.host} {rank.socket}" for rank in ranks]))
    yield from told


def _apart(seen: TraceEvidence, kind: str, now: Sequence[str]) -> Iterator[TraceAdvice]:
    """Of ranks that are on these hosts or sockets, in their order."""
    sent = [
        (rank.rank, row.peer, row.bytes)
        for rank in seen.ranks
        for row in rank.rows
        if row.direction == "out" and row.peer is not None and row.peer < seen.world
    ]
    total = sum(size for *_, size in sent)
    crossing = {name: _between(order, sent) for name, order in {"now": now, **_plain(kind, now)}.items()}
    best = min(crossing, key=lambda name: crossing[name])
    if not crossing["now"] or crossing[best] > _LESS * crossing["now"]:
        return
    yield TraceAdvice(
        pattern=f"{kind}s apart",
        text=f"{crossing['now'] / total:.0%} of the bytes go between {kind}s; with ranks {best} it would be "
        f"{crossing[best] / total:.0%}: {_HOW[kind]}",
        where="the launch line",
        cost_s=max(seen.inside_s(rank, *{call.call for call in rank.calls}) for rank in seen.ranks),
    )


def _plain(kind: str, now: Sequence[str]) -> dict[str, list[str]]:
    """The two usual orders of as many ranks on each host or socket."""
    left = Counter(now)
    blocks = [place for place, count in left.items() for _ in range(count)]
    turns: list[str] = []
    while len(turns) < len(now):
        for place in left:
            if left[place]:
                turns.append(place)
                left[place] -= 1
    return {f"in blocks of a {kind}": blocks, f"on {kind}s in turn": turns}


def _between(order: Sequence[str], sent: Sequence[tuple[int, int, int]]) -> int:
    return sum(size for source, target, size in sent if order[source] != order[target])
