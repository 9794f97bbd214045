"""What patterns look at: the counts of ranks, who waited for whom, and which collectives follow each other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePath

import numpy as np

from rankwise.tracing.records import TracedRank, TraceWaiting
from rankwise.tracing.waiting import Events

_COLLECTED = 3
NEEDS_SITES = "`rankwise trace` names the line of a program that was compiled with -g"


@dataclass(frozen=True)
class TraceEvidence:
    """`repeats`: how often so many calls of a collective, alike, followed each other without another kept call of the
    rank with most of them; empty where only a part of the calls was kept."""

    ranks: Sequence[TracedRank]
    world: int
    waiting: TraceWaiting | None = None
    repeats: Mapping[tuple[str, int], int] = field(default_factory=dict)

    @cached_property
    def run_s(self) -> float:
        """How long the rank that took longest ran."""
        return max((rank.time_s for rank in self.ranks), default=0.0)

    def calls(self, rank: TracedRank, *names: str) -> int:
        """How often a rank called these."""
        return sum(call.calls for call in rank.calls if call.call in names)

    def inside_s(self, rank: TracedRank, *names: str) -> float:
        """How long a rank was in these."""
        return sum(call.time_s for call in rank.calls if call.call in names)

    def own_s(self, rank: TracedRank, *names: str) -> float | None:
        """How long a rank was in these beyond its waits there for other ranks; None where those are not known."""
        if self.waiting is None and self.world > 1:
            return None
        rows = self.waiting.waits if self.waiting else ()
        waited_s = sum(row.time_s for row in rows if row.rank == rank.rank and row.call in names)
        return max(0.0, self.inside_s(rank, *names) - waited_s)

    def most(self, *names: str) -> TracedRank:
        """The rank that was in these calls for longest."""
        return max(self.ranks, key=lambda rank: (self.inside_s(rank, *names), -rank.rank))

    def where(self, *names: str) -> str:
        """`heat.c:62 (main)`: where most of these calls' time is spent; how to learn it where that is not known."""
        time_s: dict[str, float] = defaultdict(float)
        for rank in self.ranks:
            for site in rank.sites:
                if site.call in names:
                    place = f"{PurePath(site.file).name}:{site.line}" if site.line else PurePath(site.object).name
                    time_s[f"{place} ({site.function})" if site.function else place] += site.time_s
        if not time_s:
            return NEEDS_SITES
        place = max(time_s, key=lambda name: (time_s[name], name))
        return place if ":" in place else f"{place}: compile it with -g for the line"


def repeats_of(ranks: Sequence[Events]) -> dict[tuple[str, int], int]:
    """How often so many calls of a collective followed each other, in the first thread of the rank with most calls."""
    whole = [events for events in ranks if not events.halvings and len(events.key)]
    if not whole:
        return {}
    events = max(whole, key=lambda events: len(events.key))
    own = np.flatnonzero(events.thread == 0)
    own = own[np.argsort(events.began_s[own], kind="stable")]
    counts: Counter[tuple[str, int]] = Counter()
    call, length = "", 0
    for at in own:
        name = events.names[events.call[at]] if events.kind[at] == _COLLECTED else ""
        if name and name == call:
            length += 1
            continue
        if call and length > 1:
            counts[call, length] += 1
        call, length = name, 1
    if call and length > 1:
        counts[call, length] += 1
    return dict(counts)
