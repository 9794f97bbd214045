"""What a traced program sends, as the benchmark points that are tuned for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from rankwise.tracing.meaning import kernel_rows, window_of
from rankwise.tracing.records import TracedRank
from rankwise.tuning.goals import CALLS, Target, traced


def target_of(ranks: Sequence[TracedRank]) -> Target | None:
    """Calls as rankwise's kernels make them, and on communicators of which sizes collectives are called. None where the
    trace holds no call that a kernel is like, or one rank alone."""
    rows, _ = kernel_rows(ranks)
    if not rows or len(ranks) < 2:
        return None
    communicators: dict[str, set[int]] = defaultdict(set)
    for rank in ranks:
        for row in rank.sizes:
            if row.call.lower() in CALLS:
                communicators[row.call.lower()].add(row.together)
    sizes = {name: frozenset(members) for name, members in communicators.items()}
    return replace(traced(rows, window_of(ranks)), communicators=sizes)
