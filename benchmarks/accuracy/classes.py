"""Are planted levels of paths found again, in small maps and in large ones?"""

from __future__ import annotations

import numpy as np

from benchmarks.goals import Report, share_goal
from builders.levels import exact, ladder

_SIZES, _CASES, _QUICK_CASES = (56, 400, 4032, 65000), 50, 2


def classes(quick: bool) -> Report:
    """Random ladders of levels for each number of paths."""
    cases = _QUICK_CASES if quick else _CASES
    goals = []
    for count in _SIZES:
        rng = np.random.default_rng(1)
        right = sum(exact(*ladder(rng, count)) for _ in range(cases))
        goals.append(share_goal(f"{count:,} paths: exact", right, cases, ">= 47 of 50", right >= 0.94 * cases))
    return Report(
        method="2 to 4 levels 1.2 times apart of one or two relations, 3 % of scatter; exact: all paths in their class",
        goals=tuple(goals),
    )
