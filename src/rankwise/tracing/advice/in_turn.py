"""Ranks that go one after the other: each receives from the one before it, and only then sends to the next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rankwise.tracing.advice.evidence import TraceEvidence
from rankwise.tracing.meaning import BLOCKING
from rankwise.tracing.records import TraceAdvice

_LEAST_RANKS = 3
_MOST_RANKS = 0.75
"""Of all: so many wait each for another one."""
_LEAST_SHARE = 0.25
"""Of the run: so long each of them waits in MPI_Recv, most of it for one rank."""
_ONE = 0.6


def check(seen: TraceEvidence) -> Iterator[TraceAdvice]:
    """Where nearly every rank waits long in MPI_Recv for one other, which in turn waits for the next, and sends by
    blocking calls. The gain is what the rank that waits least of them waits: all could send at once."""
    before, waited_s = _before(seen)
    chain = _longest(before)
    if len(chain) < max(_LEAST_RANKS, _MOST_RANKS * seen.world):
        return
    least_s = min(waited_s[number] for number in chain if number in waited_s)
    order = ", ".join(map(str, chain[:6])) + (", ..." if len(chain) > 6 else "")
    yield TraceAdvice(
        pattern="in turn",
        text=f"ranks go one after the other ({order}): each waits in MPI_Recv for the one before it, then sends; "
        "MPI_Sendrecv, or MPI_Irecv before MPI_Send, lets all send at once; where each needs the values of the one "
        "before it, send smaller parts",
        where=seen.where("Recv"),
        cost_s=least_s,
        gain_s=least_s,
    )


def _before(seen: TraceEvidence) -> tuple[dict[int, int], dict[int, float]]:
    """Of each rank that waits long in MPI_Recv for one rank, and sends by blocking calls alone: that one, and how
    long."""
    for_s: dict[int, dict[int, float]] = defaultdict(dict)
    for row in seen.waiting.waits if seen.waiting else ():
        if row.call == "Recv" and row.why == "late sender":
            for_s[row.rank][row.on] = for_s[row.rank].get(row.on, 0.0) + row.time_s
    before, waited_s = {}, {}
    for rank in seen.ranks:
        waits = for_s.get(rank.rank, {})
        most = max(waits, key=lambda on: (waits[on], -on), default=None)
        if most is None or waits[most] < max(_ONE * sum(waits.values()), _LEAST_SHARE * seen.run_s):
            continue
        if seen.calls(rank, *BLOCKING) and not seen.calls(rank, "Isend", "Issend"):
            before[rank.rank], waited_s[rank.rank] = most, waits[most]
    return before, waited_s


def _longest(before: dict[int, int]) -> list[int]:
    """The longest chain of ranks of which each waits for the one before it, from the first to the last."""
    best: list[int] = []
    for end in sorted(before):
        chain = [end]
        while chain[-1] in before and before[chain[-1]] not in chain:
            chain.append(before[chain[-1]])
        best = max(best, chain, key=len)
    chain = best[::-1]
    if chain and chain[0] in before and before[chain[0]] == chain[-1]:  # a ring begins where its lowest rank is
        low = chain.index(min(chain))
        chain = chain[low:] + chain[:low]
    return chain
