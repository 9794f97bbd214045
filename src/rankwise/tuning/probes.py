"""Sizes where what is in use may regress although no race visited them: the proof looks there too."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rankwise.model.regressions import likely_regressions
from rankwise.tuning.goals import Target
from rankwise.tuning.race import evidence
from rankwise.tuning.search import Search

_MOST: Final = 4  # for each setting: each costs as much as a size of the goal


def with_probes(search: Search, asked: Target) -> Target:
    """What a proof asks, with the powers of two between the sizes of the races where a setting in use is most likely
    slower than the limit, as its own races let one expect. They have no weight. Of a trace none: its own sizes
    count."""
    if not search.checks_regressions or asked.goal == "trace":
        return asked
    probes: dict[tuple[str, int], float] = {}
    for setting in search.in_use.settings:
        trial = search.trials.by_name.get(setting.name)
        seen = evidence(trial.seen) if trial else {}
        sizes = {kernel: _powers(min(at), max(at)) for kernel, at in seen.items()}
        probes |= dict.fromkeys(likely_regressions(seen, sizes, asked.worst, _MOST), 0.0)
    return replace(asked, weights=probes | dict(asked.weights))


def _powers(low: int, high: int) -> list[int]:
    return [1 << power for power in range(3, high.bit_length()) if low < 1 << power < high]
