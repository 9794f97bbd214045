"""Is a pair slow, in all its measurements or in some of them, or was it only disturbed? Wald's sequential test.

Each measurement of a pair is slow or not. Disturbances make a share of them slow that is measured on all pairs; a fault
makes at least a certain share slow, its duty. The log likelihood ratio of the two grows with each slow measurement and
falls with each other one, until one of two bounds is passed. Whatever the order of measurements, a pair that is only
disturbed passes the upper bound with at most the probability that was agreed (Wald, Sequential Analysis, 1947).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

LEAST_RATE, MOST_RATE = 0.02, 0.25
"""Bounds of the rate of disturbance. A quiet map says little of its busiest host, so less is not assumed. Where more
are disturbed, a pair that is always slow still differs."""
_LEAST_DUTY, _MOST_DUTY = 0.25, 0.9
_TIMES_RATE = 5.0  # a duty that costs few measurements to tell from the rate
_MOST_LOOKS = 100


@dataclass(frozen=True)
class Confirmation:
    """The test of one pair: `rate` of measurements are disturbed, and `false` of healthy pairs may be accused.

    `overlooked` of pairs that are slow at the duty may be dropped when nothing was known of them. The first slow
    measurement of a pair puts it so far above that bound that fewer are.
    """

    rate: float
    false: float
    overlooked: float = 0.5

    @property
    def duty(self) -> float:
        """The least share of slow measurements that is a fault."""
        return min(_MOST_DUTY, max(_LEAST_DUTY, _TIMES_RATE * self.rate))

    def decide(self, slow: int, looks: int) -> bool | None:
        """Whether a pair with so many slow measurements has a fault; None: measure it again."""
        evidence = slow * math.log(self.duty / self.rate)
        evidence += (looks - slow) * math.log((1.0 - self.duty) / (1.0 - self.rate))
        if evidence >= -math.log(self.false):
            return True
        return False if evidence <= math.log(self.overlooked) or looks >= _MOST_LOOKS else None

    def found(self, duty: float) -> float:
        """The probability that a pair is accused that is slow in `duty` of its measurements, the first one included."""
        accused, open_ = 0.0, {0: 1.0}
        for looks in range(1, _MOST_LOOKS + 1):
            after: dict[int, float] = {}
            for slow, probability in open_.items():
                for more, chance in ((1, duty), (0, 1.0 - duty)):
                    after[slow + more] = after.get(slow + more, 0.0) + probability * chance
            if looks == 1:  # who was not slow at first is not followed
                after = {1: after[1]}
            verdicts = {slow: self.decide(slow, looks) for slow in after}
            accused += sum(after[slow] for slow, verdict in verdicts.items() if verdict)
            open_ = {slow: after[slow] for slow, verdict in verdicts.items() if verdict is None}
        return accused


def confirmation(disturbed: int, looks: int, *, false: float) -> Confirmation:
    """The test where `disturbed` of so many first looks were slow: with a rate that is hardly exceeded."""
    rate = (disturbed + 2.0 * math.sqrt(disturbed) + 3.0) / max(1, looks)
    return Confirmation(min(MOST_RATE, max(LEAST_RATE, rate)), false)
