"""The end of a command's budget: one clock that every phase of it asks."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Deadline:
    """When the budget is over: `end_s` of the monotonic clock. By default never."""

    end_s: float = math.inf

    @classmethod
    def after(cls, budget_s: float) -> Deadline:
        """The deadline of a budget that begins now."""
        return cls(time.monotonic() + budget_s)

    @property
    def left_s(self) -> float:
        """Seconds that are left, 0.0 when it is over."""
        return max(0.0, self.end_s - time.monotonic())

    @property
    def over(self) -> bool:
        return self.left_s <= 0.0

    def first(self, share: float) -> Deadline:
        """The deadline of the first part of what is left, as a share of it."""
        return Deadline.after(share * self.left_s)

    def before(self, reserve_s: float) -> Deadline:
        """An earlier deadline, which leaves so many seconds to what comes after."""
        return Deadline(self.end_s - reserve_s)


NEVER = Deadline()
