"""Which sides of a race are not worth another visit."""

from rankwise.measure.cells import cell, on_side
from rankwise.measure.outcome import CellState, Outcome
from rankwise.verbs.tune.arena import BASE, hopeless


def outcome(base_s: list[float], other_s: list[float]) -> Outcome:
    """Two sides, whose second launch has brought nothing so far."""
    one = cell(BASE, "bcast", 8, (0, 1))
    states = {name: CellState(on_side(one, name)) for name in (BASE, "other")}
    for name, visits in ((BASE, base_s), ("other", other_s)):
        states[name].launches[0] += visits
        states[name].launches[1] += []
    return Outcome(states={state.cell.id: state for state in states.values()})


def test_a_side_that_is_far_slower_is_given_up() -> None:
    assert hopeless(outcome([1e-3, 1e-3], [9e-3, 2e-3])) == {"other"}
    assert hopeless(outcome([1e-3, 1e-3], [9e-3, 1.1e-3])) == set(), "the first visit makes connections"
    assert hopeless(outcome([1e-3], [9e-3])) == set(), "one visit decides nothing"
    assert hopeless(outcome([1e-3, 1e-3], [])) == set()
