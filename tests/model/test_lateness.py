"""Who is late: nobody among ranks that are alike, and the rank that is."""

from __future__ import annotations

import random

import pytest

from rankwise.model.lateness import LateTest, beyond_siblings, lateness


def rounds(test: LateTest, count: int, late: int, share: float, seed: int) -> int | None:
    """The round in which somebody is called late; None for nobody."""
    drawn = random.Random(seed)
    for number in range(count):
        test.see({rank: drawn.gauss(share if rank == late else 0.0, 1.0) for rank in range(test.ranks)})
        if test.late():
            return number
    return None


@pytest.mark.parametrize("ranks", [2, 4, 16])
def test_nobody_is_late_among_ranks_that_are_alike(ranks: int) -> None:
    assert [rounds(LateTest(ranks), 3600, -1, 0.0, seed) for seed in range(5)] == [None] * 5


@pytest.mark.parametrize("ranks", [2, 4, 16])
def test_a_rank_that_is_late_is_named_within_a_minute(ranks: int) -> None:
    found = []
    for seed in range(5):
        test = LateTest(ranks)
        assert rounds(test, 60, 1, 4.0, seed) is not None
        found += test.late()
    assert found == [1] * 5


@pytest.mark.parametrize("ranks", [2, 4, 16, 1024])
def test_the_fewest_rounds_name_a_rank_that_is_the_last_in_each(ranks: int) -> None:
    test = LateTest(ranks)
    named = []
    for _ in range(test.fewest):
        test.see({rank: float(rank == 1) for rank in range(ranks)})
        named.append(test.late())
    assert named[-1] == [1]
    assert not any(named[:-1])


def test_a_rank_that_is_late_no_more_is_forgotten() -> None:
    test = LateTest(4)
    rounds(test, 600, 1, 9.0, 1)
    for number in range(60):
        test.see({rank: float(rank == number % 4) for rank in range(4)})
    assert not test.late()


def test_a_tie_tells_nothing() -> None:
    test = LateTest(3)
    assert not test.see({0: 1.0, 1: 1.0, 2: 0.0})
    assert not test.see({0: 1.0})
    assert not test.evidence
    assert test.see({0: 1.0, 1: 0.0})


def test_lateness_must_exceed_the_noise_of_siblings() -> None:
    assert beyond_siblings(0.05, [0.001, -0.001, 0.0])
    assert not beyond_siblings(0.05, [0.04, -0.03, 0.01, -0.04])
    assert not beyond_siblings(0.004, [0.0, 0.0, 0.0])
    assert not beyond_siblings(0.05, [])


def test_the_last_of_a_call_causes_the_others_to_wait() -> None:
    late, last, caused = lateness([{0: 1.0, 1: 1.0, 2: 1.5}, {0: 1.0, 1: 1.25, 2: 1.0}, {0: 1.0}])
    assert last == {2: 1, 1: 1}
    assert caused == {2: pytest.approx(1.0), 1: pytest.approx(0.5)}
    assert late[2] == pytest.approx(0.5 - 0.125)


def test_of_several_late_ranks_the_one_with_the_most_evidence_is_named_first() -> None:
    test = LateTest(4)
    test.evidence = {0: 1.0, 1: test.needed, 2: 9.0 * test.needed, 3: 3.0 * test.needed}
    assert test.late() == [2, 3, 1]
