"""What a long verb tells while it works; by default nobody listens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rankwise.core.records import Finding, Run
from rankwise.measure.outcome import CellState


@dataclass(frozen=True)
class Progress:
    """Where a campaign stands: seconds of measuring planned, which cells are precise in this launch, and the
    states for a live table. `words` say what is done where cells are not what counts."""

    total_s: float
    launch: int
    round: int
    precise: frozenset[str]
    least_visits: int
    states: dict[str, CellState]
    words: str = ""


@dataclass(frozen=True)
class Watcher:
    """How a verb tells where it stands: a phase in words, findings before measuring, the run that begins with its
    budget, the budget alone (None: what follows has none), rounds of measuring; `share`: how much is done of all,
    in whatever counts."""

    phase: Callable[[str], None] = lambda _text: None
    found: Callable[[Sequence[Finding]], None] = lambda _findings: None
    begin: Callable[[Run, float], None] = lambda _run, _total_s: None
    budget: Callable[[float | None], None] = lambda _total_s: None
    progress: Callable[[Progress], None] = lambda _progress: None
    share: Callable[[float, float], None] = lambda _done, _all: None

    def part(self) -> Watcher:
        """The same for a part of the work, which has its own run, but no budget of its own."""
        return Watcher(phase=self.phase, progress=self.progress, share=self.share)
