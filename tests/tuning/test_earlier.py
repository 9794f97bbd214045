"""What an earlier search showed decides what a search on top of its tuning tries, and in which order."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from builders.searching import TrialRunner, plain, search
from builders.tunings import a_ratio, a_tuned
from rankwise.core.records import Mpi, Ratio, Tried
from rankwise.decide.goals import target
from rankwise.decide.space import Candidate, by_rule, line
from rankwise.tuning.earlier import Earlier, earlier_of
from rankwise.tuning.stages import run_stages


def setting(name: str) -> Candidate:
    return Candidate(line({f"mca:btl_{name}_x": "1"}), "transport", frozenset({"pingpong"}))


def tried(one: Candidate, ratio: Ratio | None, taken: bool = False, error: str = "", regresses_at: str = "") -> Tried:
    return Tried(
        what=one.name,
        stage="transports",
        launches=1,
        visits=4,
        ratio=ratio,
        taken=taken,
        error=error,
        regresses_at=regresses_at,
    )


def test_what_was_never_tried_comes_first_and_what_gained_nothing_is_left_out() -> None:
    names = ("gained", "new", "lost", "failed", "slowed", "taken", "newer")
    gained, new, lost, failed, slowed, taken, newer = found = [setting(name) for name in names]
    known = [
        tried(gained, a_ratio(1.1)),
        tried(lost, a_ratio(0.9)),
        tried(failed, None, error="it hangs"),
        tried(slowed, a_ratio(1.2), regresses_at="bcast 8"),
        tried(taken, a_ratio(1.4), taken=True),
    ]
    assert Earlier({one.what: one for one in known}).left(found) == [new, newer, gained]
    assert Earlier().left(found) == found


def test_an_algorithm_that_lost_over_all_sizes_may_still_gain_at_one() -> None:
    first, second = by_rule({"bcast": plain("12")}, 2)
    assert Earlier({first.name: tried(first, a_ratio(0.5))}).left([first, second]) == [second, first]


def test_only_a_search_for_the_same_goal_and_ranks_counts() -> None:
    one, wanted = setting("a"), target("all", 2)
    found = replace(a_tuned("m"), tried=(tried(one, a_ratio(0.9)),))
    found = replace(found, tuning=replace(found.tuning, goal="all", ranks=2))
    assert earlier_of(found, wanted, 2).left([one]) == []
    others = ((None, wanted, 2), (found, wanted, 4), (found, target("latency", 2), 2))
    for other in (earlier_of(*given) for given in others):
        assert other.left([one]) == [one]


@pytest.mark.parametrize("known", [True, False])
def test_what_was_tried_earlier_counts_for_what_is_left_to_try(known: bool) -> None:
    class NoTime(TrialRunner):
        def race(self, *_: object, **_asked: object) -> None:
            pass

    runner = NoTime(lambda _knobs, _point: 1e-6)
    runner.mpi = Mpi(name="m", family="openmpi", version="5.0", prefix="/", where="")  # type: ignore[attr-defined]
    space = by_rule({"bcast": plain("123")}, 2)
    names = [one.name for one in space] if known else []
    over = search(runner)
    assert run_stages(over, space, 0.0, 100.0, hints=True, known=names) is known
    assert not over.trials.by_name
