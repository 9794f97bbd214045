"""When a campaign visits a cell, a side or a benchmark point no more, before its budget ends."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass

from rankwise.measure.outcome import Outcome


@dataclass(frozen=True)
class Stopping:
    """By precision where nothing is given: until every cell meets that of the plan over its launches.

    decided: asked after every launch, names the cells whose question is answered; they are not visited again. It takes
        the place of the plan's precision and of its least number of launches. Every launch then makes `min_rounds`
        rounds: a question about ratios is decided by launches, more visits within one do not help.
    hopeless: asked after every round, names the sides that are not worth another visit; they end at once and are not
        launched again.
    point_s: a benchmark point that has taken so long in a launch, all sides together, is not visited again in it; over
        a slow network few large ones would take all the time.
    """

    decided: Callable[[Outcome], Collection[str]] | None = None
    hopeless: Callable[[Outcome], Collection[str]] | None = None
    point_s: float = math.inf

    @property
    def by_launches(self) -> bool:
        """Whether launches decide, and not the precision within them."""
        return self.decided is not None

    def answered(self, outcome: Outcome) -> frozenset[str]:
        """The cells whose question is answered."""
        return frozenset(self.decided(outcome) if self.decided else ())

    def given_up(self, outcome: Outcome) -> frozenset[str]:
        """The sides that are not worth another visit."""
        return frozenset(self.hopeless(outcome) if self.hopeless else ())
