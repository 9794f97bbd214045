import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankwise.model.pairs import at_once, circles, tournament


@given(st.integers(2, 33), st.integers(0, 99))
def test_tournament_has_every_pair_once_in_disjoint_rounds(count: int, seed: int) -> None:
    rounds = tournament(range(count), seed)
    pairs = [frozenset(pair) for one in rounds for pair in one]
    assert len(pairs) == len(set(pairs)) == count * (count - 1) // 2
    assert all(len({end for pair in one for end in pair}) == 2 * len(one) for one in rounds)
    assert len(rounds) == count - 1 + count % 2


def test_seed_decides_which_pair_meets_when() -> None:
    assert tournament(range(8), 1) == tournament(range(8), 1) != tournament(range(8), 2)


@pytest.mark.parametrize(("cores", "portions"), [(1, 3), (2, 3), (4, 2), (5, 2), (6, 1)])
def test_no_more_pairs_share_a_machine_than_two_cores_each(cores: int, portions: int) -> None:
    found = at_once([(0, 1), (2, 3), (4, 5)], dict.fromkeys(range(6), "m"), {"m": cores})
    assert len(found) == portions
    assert sorted(pair for one in found for pair in one) == [(0, 1), (2, 3), (4, 5)]


def test_pairs_between_machines_of_their_own_run_together() -> None:
    machines = {end: f"m{end}" for end in range(6)}
    assert len(at_once([(0, 1), (2, 3), (4, 5)], machines, dict.fromkeys(machines.values(), 1))) == 1


def test_circles_of_a_static_pair_network() -> None:
    """Cards reach their own host and its cards; hosts reach each other."""
    members = ["a", "a0", "a1", "b", "b0", "b1"]
    missing = [(x, y) for x in members for y in members if x[0] != y[0] and not (len(x) == 1 and len(y) == 1)]
    assert sorted(map(sorted, circles(members, missing))) == [["a", "a0", "a1"], ["a", "b"], ["b", "b0", "b1"]]


@given(st.integers(2, 9), st.data())
def test_circles_cover_what_is_not_missing_and_hold_nothing_that_is(count: int, data: st.DataObject) -> None:
    pairs = [(a, b) for a in range(count) for b in range(a + 1, count)]
    missing = data.draw(st.lists(st.sampled_from(pairs)))
    groups = circles(range(count), missing)
    inside = {(a, b) for group in groups for a in group for b in group if a < b}
    assert inside == set(pairs) - set(missing)
