"""Which rank of a job is late, told while it runs: a sequential test whose false alarms are bounded.

In every round each rank has a score, the later the higher. If ranks are alike, each is equally often the one with the
highest. The evidence against a rank is a product of bets on that (an e-process), which begins anew when it falls below
one. Of such a product the chance to reach A within T rounds is at most T / A (Shiryaev-Roberts; Shin, Ramdas, Rinaldo
2024, "E-detectors"), so A = ranks x rounds in an hour / alarms in an hour.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rankwise.model.robust import NORMAL, median

ALARMS_PER_HOUR: Final = 0.01
"""At most, of a job whose ranks are alike: one in a hundred hours."""
ROUNDS_S: Final = (1, 3)
"""Of the tests of a job: a rank that is late in every other second only is the last of longer rounds."""
_CLEAR: Final = 3.0
LEAST: Final = 0.005
"""Lateness below this share of time is not called late."""
_MOST_EVIDENCE: Final = 1e12  # so that a rank that is no longer late is forgotten within a minute


@dataclass
class LateTest:
    """The evidence against each of `ranks` after the rounds so far. `alarms_per_hour`: the most false ones."""

    ranks: int
    rounds_per_hour: float = 3600.0
    alarms_per_hour: float = ALARMS_PER_HOUR
    evidence: dict[int, float] = field(default_factory=dict)

    @property
    def fewest(self) -> int:
        """Rounds that it takes to call a rank late that is the last in each."""
        return math.ceil(math.log(self.needed) / math.log(_bet(self.ranks) * self.ranks)) if self.ranks > 1 else 0

    @property
    def needed(self) -> float:
        """The evidence at which a rank is called late."""
        return self.ranks * self.rounds_per_hour / self.alarms_per_hour

    def see(self, scores: Mapping[int, float]) -> bool:
        """Whether a round is evidence. Where several ranks have the highest score, or fewer than two have one, it tells
        nothing."""
        if len(scores) < 2:
            return False
        highest = max(scores.values())
        last = [rank for rank, score in scores.items() if score == highest]
        if len(last) > 1:
            return False
        by_chance, bet = 1 / len(scores), _bet(len(scores))
        for rank in scores:
            won = bet / by_chance if rank == last[0] else (1 - bet) / (1 - by_chance)
            before = max(1.0, self.evidence.get(rank, 1.0))
            self.evidence[rank] = min(_MOST_EVIDENCE * self.needed, before * won)
        return True

    def late(self) -> list[int]:
        """Ranks with enough evidence, the most first."""
        beyond = [rank for rank, evidence in self.evidence.items() if evidence >= self.needed]
        return sorted(beyond, key=lambda rank: -self.evidence[rank])


def test_of(ranks: int, length_s: int) -> LateTest:
    """A test with rounds of so many seconds; all of `ROUNDS_S` share the false alarms."""
    return LateTest(ranks, 3600 / length_s, ALARMS_PER_HOUR / len(ROUNDS_S))


def fewest_seconds(ranks: int) -> int:
    """Of evidence, after which a rank is called late that is the last in each of them."""
    return min(length_s * test_of(ranks, length_s).fewest for length_s in ROUNDS_S)


def _bet(ranks: int) -> float:
    """The share of rounds in which a late rank is expected to be the last."""
    return 0.75 + 0.25 / ranks


def beyond_siblings(own: float, siblings: Sequence[float]) -> bool:
    """Whether a rank's lateness, as a share of time, is more than the noise of its siblings."""
    if not siblings:
        return False
    middle = median(siblings)
    noise = NORMAL * median([abs(value - middle) for value in siblings])
    return own - middle > max(LEAST, _CLEAR * noise)


def middle_of_others(values: Mapping[int, float], rank: int) -> float:
    """The median of all other ranks."""
    return median([value for other, value in values.items() if other != rank])


def lateness(times: Iterable[Mapping[int, float]]) -> tuple[dict[int, float], dict[int, int], dict[int, float]]:
    """Of calls that all ranks make together, the time that each took to come there, in seconds: how much more than the
    median of the others each took in sum; how often it took the longest; and the waiting that it caused as such."""
    late: dict[int, float] = {}
    last: dict[int, int] = {}
    caused: dict[int, float] = {}
    for call in times:
        if len(call) < 2:
            continue
        for rank, moment in call.items():
            late[rank] = late.get(rank, 0.0) + moment - middle_of_others(call, rank)
        rank, second = sorted(call, key=lambda item: -call[item])[:2]
        last[rank] = last.get(rank, 0) + 1
        extra = call[rank] - call[second]
        caused[rank] = caused.get(rank, 0.0) + extra * (len(call) - 1)
    return late, last, caused
