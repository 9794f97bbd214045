"""Which cells get the time that is left in a launch."""

from __future__ import annotations

import math
import random

import pytest

from rankwise.measure.cells import cell
from rankwise.measure.convergence import Convergence
from rankwise.measure.outcome import CellState
from rankwise.measure.visit_length import VisitLength


def measured(kernel: str, spread: float, visits: int = 10) -> CellState:
    noise = random.Random(kernel)
    state = CellState(cell("x", kernel, 8, (0, 1)))
    state.launches[0] = [1e-6 * math.exp(noise.gauss(0.0, spread)) for _ in range(visits)]
    return state


def convergence(*states: CellState) -> Convergence:
    found = Convergence(0.02, random.Random(1), alone=True)
    found.look(states, 0, 0.1)
    return found


def test_the_cheapest_first_and_what_does_not_fit_waits() -> None:
    states = [measured("steady", 0.02), measured("noisy", 0.05), measured("hopeless", 0.5)]
    visit_lengths = {state.cell.id: VisitLength(cost_s=1e-3) for state in states}
    shares = convergence(*states).shares(states, 0, visit_lengths, left_s=1.0)
    assert set(shares) == {"x/steady/8/0-1", "x/noisy/8/0-1"}
    visit_lengths["x/noisy/8/0-1"].cost_s = 1.0
    assert set(convergence(*states).shares(states, 0, visit_lengths, left_s=1.0)) == {"x/steady/8/0-1"}


def test_the_time_goes_to_all_alike_where_no_cell_can_get_there() -> None:
    states = [measured("one", 0.5), measured("two", 0.6)]
    visit_lengths = {state.cell.id: VisitLength(cost_s=1e-3) for state in states}
    shares = convergence(*states).shares(states, 0, visit_lengths, left_s=1.0)
    assert len(shares) == 2
    assert len(set(shares.values())) == 1
    assert sum(shares.values()) * 1e-3 == pytest.approx(0.25, rel=0.1), "a slice of time"


def test_visits_are_spread_over_the_time_that_they_take() -> None:
    states = [measured(f"k{number}", 0.03) for number in range(50)]
    visit_lengths = {state.cell.id: VisitLength(cost_s=1e-3) for state in states}
    found = convergence(*states)
    shares = found.shares(states, 0, visit_lengths, left_s=100.0)
    assert sum(shares.values()) * 1e-3 == pytest.approx(0.25, rel=0.3)


def test_a_lucky_moment_ends_nothing() -> None:
    state = measured("noisy", 0.05, visits=12)
    found = convergence(state)
    state.launches[0] += [1e-6] * 2  # agree by accident, long before the visits that it looked to need
    found.look([state], 0, 0.1)
    assert not found.precise
    state.launches[0] += [1e-6] * 400
    found.look([state], 0, 0.1)
    assert found.precise == {state.cell.id}
    found.begin()
    assert not found.precise


def test_what_was_precise_is_looked_at_again_while_the_launch_lasts() -> None:
    state = measured("steady", 0.002, visits=12)
    found = Convergence(0.02, random.Random(1), alone=True)

    def precise(spent_s: float) -> bool:
        found.look([state], 0, spent_s)
        return state.cell.id in found.precise

    assert precise(1.0) and precise(1.9)
    assert not precise(2.0), "a moment does not show how a launch drifts"
    shares = found.shares([state], 0, {state.cell.id: VisitLength(cost_s=1e-3)}, left_s=1.0)
    assert shares == {state.cell.id: 12}, "as many visits again"
    state.launches[0] += measured("as before", 0.002, visits=12).launches[0]
    assert precise(2.1) and precise(4.1)
    assert not precise(4.2)
    state.launches[0] += [1.1 * time_s for time_s in measured("slower", 0.002, visits=24).launches[0]]
    assert not precise(4.3), "it has become slower"


@pytest.mark.parametrize("alone", [True, False])
def test_what_drifts_together_is_not_precise_where_one_launch_must_answer_for_it(alone: bool) -> None:
    states = [measured(f"k{number}", 0.03, visits=100) for number in range(40)]
    for state in states:
        state.launches[0][50:] = [time_s * 1.012 for time_s in state.launches[0][50:]]
    found = Convergence(0.02, random.Random(1), alone=alone)
    found.look(states, 0, 0.1)
    assert all(state.drift > 0.0 for state in states) == alone
    assert not found.precise if alone else len(found.precise) > 10
