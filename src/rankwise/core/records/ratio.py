"""Two things compared while both were alive: the ratio of their times, its interval and the answer."""

from __future__ import annotations

import math
from typing import Final, Literal

from msgspec.structs import replace

from rankwise.core.records.base import Record

Answer = Literal["faster", "slower", "same", "cannot tell"]

_OPPOSITE: Final[dict[Answer, Answer]] = {
    "faster": "slower",
    "slower": "faster",
    "same": "same",
    "cannot tell": "cannot tell",
}


class Ratio(Record, frozen=True, kw_only=True):
    """Time of A over time of B for one cell (A before, B after: above 1, B is faster), over co-resident launch pairs.

    `low` and `high` bound the 95 % interval of the ratio between other launch pairs. `p_value` is for "no difference".
    `answer` says what B is beside A: `same` means that the whole interval lies within `margin` (0.02 is 2 %) of 1; when
    no difference was found but the interval is wider, it is `cannot tell`. `adjusted_p` is the p-value after control
    of the false-discovery rate over all comparisons that were decided together.
    """

    ratio: float
    low: float
    high: float
    p_value: float
    launch_pairs: int
    visit_pairs: int
    margin: float
    answer: Answer
    adjusted_p: float | None = None

    @property
    def half_width(self) -> float:
        """Half the interval of its logarithm; 0 where there is none."""
        return math.log(self.high / self.low) / 2 if 0.0 < self.low < self.high else 0.0

    def inverse(self) -> Ratio:
        """The same pairs, seen from the other side: time of B over time of A."""
        return replace(self, ratio=1 / self.ratio, low=1 / self.high, high=1 / self.low, answer=_OPPOSITE[self.answer])
