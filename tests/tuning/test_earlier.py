"""What an earlier search showed decides what a search on top of its tuning tries, and in which order."""

from __future__ import annotations

import time
from typing import Any

import pytest
from msgspec.structs import replace

from builders.searching import TrialRunner, plain, search
from builders.tunings import a_ratio, a_tuned
from rankwise.core.records import DeviceMemory, Mpi
from rankwise.model.records import Ratio
from rankwise.tuning.earlier import Earlier, earlier_of, question_of
from rankwise.tuning.records import Sent, Tried
from rankwise.tuning.space import Candidate, by_rule, line
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
    names = ("gained", "new", "lost", "failed", "slowed", "taken", "unproven", "newer")
    gained, new, lost, failed, slowed, taken, unproven, newer = found = [setting(name) for name in names]
    known = [
        tried(gained, a_ratio(1.1)),
        tried(lost, a_ratio(0.9)),
        tried(failed, None, error="it hangs"),
        tried(slowed, a_ratio(1.2), regresses_at="bcast 8"),
        tried(taken, a_ratio(1.4), taken=True),
        tried(unproven, a_ratio(1.3), taken=True),
    ]
    earlier = Earlier({one.what: one for one in known}, {taken.name})
    assert earlier.left(found) == [new, newer, gained, unproven]
    assert Earlier().left(found) == found


def test_an_algorithm_that_lost_over_all_sizes_may_still_gain_at_one() -> None:
    first, second = by_rule({"bcast": plain("12")}, 2)
    assert Earlier({first.name: tried(first, a_ratio(0.5))}).left([first, second]) == [second, first]


def test_only_searches_for_the_same_count_and_the_latest_decides() -> None:
    one = setting("a")
    lost = replace(a_tuned("m"), tried=(tried(one, a_ratio(0.9)),))
    gained = replace(lost, tried=(tried(one, a_ratio(1.1)),))
    question = question_of(lost.tuning)
    assert earlier_of([lost], question).left([one]) == []
    assert earlier_of([lost, gained], question).left([one]) == []
    assert earlier_of([gained, lost], question).left([one]) == [one]
    assert earlier_of([], question).left([one]) == [one]
    in_use = replace(gained, tuning=replace(gained.tuning, lines=(one.line,)))
    assert earlier_of([in_use], question).left([one]) == []
    sent = (Sent(kernel="bcast", size_bytes=8, calls=1, share=1.0),)
    memory = DeviceMemory(buffers="D,D")
    others: list[dict[str, Any]] = [
        {"ranks": 4}, {"goal": "latency"}, {"sizes_bytes": (8, 64)}, {"hosts": ("a", "b")}, {"sent": sent},
        {"memory": memory},
    ]  # fmt: skip
    for other in others:
        searched = replace(lost, tuning=replace(lost.tuning, **other))
        assert earlier_of([searched], question).left([one]) == [one], other


@pytest.mark.parametrize(("tries", "new", "complete"), [(3, 3, True), (1, 3, False), (1, 1, True), (0, 0, False)])
def test_half_of_what_was_never_tried_must_be_seen(tries: int, new: int, complete: bool) -> None:
    class Few(TrialRunner):
        """Has the time for a few candidates."""

        def race(self, base: Any, changes: Any, *given: Any, **asked: Any) -> None:
            super().race(base, dict(list(changes.items())[:tries]), *given, **asked)

    runner = Few(lambda _knobs, _point: 1e-6)
    runner.mpi = Mpi(name="m", family="openmpi", version="5.0", prefix="/", where="")  # type: ignore[attr-defined]
    space = [setting(name) for name in "abc"]
    names = [one.name for one in space[:new]]
    assert run_stages(search(runner), space, time.monotonic(), 600.0, hints=True, new=names) is complete
