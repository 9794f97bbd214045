"""An order of ranks in which partners are on different hosts, although another plain order keeps them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rankwise.tracing.advice.evidence import TraceEvidence
from rankwise.tracing.records import TraceAdvice

_LESS = 0.7
"""Of the bytes between hosts: an order with fewer is worth a word."""


def check(seen: TraceEvidence) -> Iterator[TraceAdvice]:
    """For ranks on several hosts, where ranks in blocks or in turn would send fewer bytes between them."""
    hosts = {rank.rank: rank.host for rank in seen.ranks}
    if len(set(hosts.values())) < 2 or len(hosts) != seen.world:
        return
    now = [hosts[rank] for rank in range(seen.world)]
    sent = [
        (rank.rank, row.peer, row.bytes)
        for rank in seen.ranks
        for row in rank.rows
        if row.direction == "out" and row.peer is not None and row.peer < seen.world
    ]
    total = sum(size for *_, size in sent)
    crossing = {name: _between(order, sent) for name, order in {"now": now, **_plain(now)}.items()}
    best = min(crossing, key=lambda name: crossing[name])
    if not crossing["now"] or crossing[best] > _LESS * crossing["now"]:
        return
    yield TraceAdvice(
        pattern="hosts apart",
        text=f"{crossing['now'] / total:.0%} of the bytes go between hosts; with ranks {best} it would be "
        f"{crossing[best] / total:.0%}: rankwise improve finds and proves an order, rankwise place models one",
        where="the launch line",
        cost_s=max(seen.inside_s(rank, *{call.call for call in rank.calls}) for rank in seen.ranks),
    )


def _plain(now: Sequence[str]) -> dict[str, list[str]]:
    """The two usual orders of as many ranks on each host."""
    left = Counter(now)
    blocks = [host for host, count in left.items() for _ in range(count)]
    turns: list[str] = []
    while len(turns) < len(now):
        for host in left:
            if left[host]:
                turns.append(host)
                left[host] -= 1
    return {"in blocks of a host": blocks, "on hosts in turn": turns}


def _between(order: Sequence[str], sent: Sequence[tuple[int, int, int]]) -> int:
    return sum(size for source, target, size in sent if order[source] != order[target])
