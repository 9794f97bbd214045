"""What is told where nothing was proven: the best of what was seen, and the budget that may well decide."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders import improving
from builders.tunings import a_ratio
from rankwise.tuning.proof import Proof
from rankwise.tuning.records import Gain
from rankwise.tuning.space import line
from rankwise.verbs.improve.case import Open
from rankwise.verbs.improve.unproven import best_of, enough

FIRST = line({"env:A": "1"})
SLOWER, BETTER, BEST = (Open(name, (FIRST,), 2.0, 2.0 / gain, gain, 3, 0.2) for name, gain in
                        (("slower", 0.9), ("better", 1.2), ("best", 1.5)))  # fmt: skip


def test_the_best_is_what_gained_most_in_the_runs_that_were_seen(tmp_path: Path) -> None:
    case = improving.case(tmp_path, ("n1", "n1"))
    assert best_of(case, Proof()) is None
    case.open += [SLOWER]
    assert best_of(case, Proof()) is None, "a loss is no candidate"
    untried = Open("untried", (FIRST,), 0.0, 0.0, 1.0, 0)
    case.open += [untried]
    assert best_of(case, Proof()) is untried
    case.open += [BETTER, BEST]
    assert best_of(case, Proof()) is BEST
    ratio = replace(a_ratio(1.8), low=0.9, high=3.6)
    whole = Gain(kernel="command", size_bytes=0, ranks=0, before_s=1.8, after_s=1.0, ratio=ratio)
    together = best_of(case, Proof(whole=whole, undecided=True, open=(FIRST,)))
    assert together is not None
    assert (together.what, together.before_s, together.after_s) == (FIRST.id, 1.8, 1.0)


def test_the_budget_grows_with_the_square_of_the_interval(tmp_path: Path) -> None:
    case = improving.case(tmp_path, ("n1", "n1"))
    budget_s = case.options.budget_s
    tenth = math.log(1.1)
    assert enough(case, None, None) == pytest.approx(60 * math.ceil(max(1.5 * budget_s, case.judge.enough_s) / 60))
    wide = Open("x", (FIRST,), 2.0, 1.0, 2.0, 3, 3 * tenth)
    assert enough(case, wide, None) >= 9 * budget_s - 1e-6
    assert enough(case, Open("x", (FIRST,), 2.0, 1.0, 2.0, 3, 9 * tenth), None) == 0.0, "no budget would do"
