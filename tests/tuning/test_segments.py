"""Partitions of sizes: optimal, at no loss, and the same in every repeat but where cells do not differ."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from itertools import pairwise, product

from hypothesis import given
from hypothesis import strategies as st

from rankwise.tuning.race import DEFAULT, LOSS, PRICE, SizeEvidence, segments

Cells = Sequence[Mapping[str, SizeEvidence]]


def lines_of(names: Sequence[str]) -> int:
    return sum(after not in (before, DEFAULT) for before, after in pairwise([DEFAULT, *names]))


def value(cells: Cells, names: Sequence[str]) -> float:
    gains = (cell[name].sure if name else 0.0 for cell, name in zip(cells, names, strict=True))
    return sum(gains) - PRICE * lines_of(names)


def allowed(cell: Mapping[str, SizeEvidence], name: str) -> bool:
    least = max(0.0, *(shown.sure for shown in cell.values()), 0.0) - LOSS
    return (cell[name].gain if name else 0.0) >= least


GAINS = st.floats(-0.5, 0.5)
EVIDENCE = st.builds(lambda gain, error: SizeEvidence(gain, gain - error), GAINS, st.floats(0.0, 0.2))
CELLS = st.lists(st.dictionaries(st.sampled_from("abc"), EVIDENCE), min_size=1, max_size=5)


@given(CELLS)
def test_no_other_partition_is_worth_more(cells: Cells) -> None:
    chosen = segments(cells)
    assert chosen is not None
    assert all(allowed(cell, name) for cell, name in zip(cells, chosen, strict=True))
    others = [
        value(cells, names)
        for names in product(*([DEFAULT, *cell] for cell in cells))
        if all(allowed(cell, name) for cell, name in zip(cells, names, strict=True))
    ]
    assert value(cells, chosen) >= max(others) - 1e-9


@given(CELLS, st.randoms())
def test_the_order_of_candidates_decides_nothing(cells: Cells, order: random.Random) -> None:
    turned = [dict(sorted(cell.items(), key=lambda _: order.random())) for cell in cells]
    assert segments(cells) == segments(turned)


@given(CELLS)
def test_without_the_default_every_size_has_a_candidate_or_there_is_no_partition(cells: Cells) -> None:
    chosen = segments(cells, default=False)
    if chosen is None:
        assert any(not any(allowed(cell, name) for name in cell) for cell in cells)
    else:
        assert DEFAULT not in chosen


def sure(**gains: float) -> dict[str, SizeEvidence]:
    return {name: SizeEvidence(gain, gain) for name, gain in gains.items()}


def test_a_difference_below_the_price_makes_no_line() -> None:
    cells = [sure(a=0.30, b=0.29), sure(a=0.29, b=0.30), sure(a=0.30, b=0.29), sure(a=0.00, b=0.30)]
    assert segments(cells) == ["b", "b", "b", "b"]
    assert segments([*cells[:3], sure(a=-0.01, b=0.00), cells[0]]) == ["a", "a", "a", "a", "a"], "one line, not two"
    assert segments([*cells[:3], sure(a=-0.01, b=-0.01)]) == ["a", "a", "a", DEFAULT], "no line where nothing gains"


def test_a_gain_that_is_worth_a_line_is_never_given_up_for_fewer_lines() -> None:
    assert segments([sure(a=-0.01), sure(a=0.03), sure(a=-0.2)]) == [DEFAULT, "a", DEFAULT]
    assert segments([sure(a=-0.2), sure(a=0.03), sure(a=-0.2)]) == [DEFAULT, "a", DEFAULT]


def repeat(truth: Sequence[Mapping[str, float]], noise: random.Random, error: float = 0.002) -> Cells:
    """What one search sees: each gain with an error, and three of its standard errors taken off what is sure."""
    seen = [{name: gain + noise.gauss(0, error) for name, gain in cell.items()} for cell in truth]
    return [{name: SizeEvidence(gain, gain - 3 * error) for name, gain in cell.items()} for cell in seen]


def test_five_repeats_give_the_same_partition_but_for_cells_that_differ_little() -> None:
    noise, lines, before = random.Random(1), 0, 0
    for _ in range(100):
        truth = [{name: noise.gauss(0.0, 0.15) for name in "abcdef"} for _ in range(8)]
        repeats = [repeat(truth, noise) for _ in range(5)]
        chosen = [segments(cells) or [] for cells in repeats]
        for cell, *names in zip(truth, *chosen, strict=True):
            gains = [cell.get(name, 0.0) for name in names]
            assert max(gains) - min(gains) < math.log(1.03) + 3 * 0.002
            assert min(gains) > max(0.0, *cell.values()) - math.log(1.03) - 3 * 0.002, "at no loss"
        for cells, names in zip(repeats, chosen, strict=True):
            best = [
                max({DEFAULT: SizeEvidence(0, 0), **cell}.items(), key=lambda one: one[1].sure)[0] for cell in cells
            ]
            lines += lines_of(names)
            before += lines_of(best)
    assert lines < before
