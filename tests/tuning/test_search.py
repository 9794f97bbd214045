"""The search itself, on a trial runner whose truth is known: what is taken, what is left alone, what fails."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from builders.searching import TrialRunner, a_gain, knob, plain, search
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Change, Mpi
from rankwise.tuning.climb import climb
from rankwise.tuning.goals import BenchmarkPoint, target, traced
from rankwise.tuning.judge import ask
from rankwise.tuning.picks import transport_points, varied
from rankwise.tuning.records import THE_PROGRAM, Gain, TuningLine
from rankwise.tuning.regressions import without_regressions
from rankwise.tuning.space import Candidate, by_rule, candidates, line, thresholds
from rankwise.tuning.stages import retried, run_stages, screened, through_ucx


def test_gains_that_add_up_are_taken_one_on_top_of_the_other() -> None:
    def truth(knobs: Mapping[str, str], _point: BenchmarkPoint) -> float:
        time = 1e-6
        time /= 1.3 if knobs.get("mca:btl_a_eager_limit") == "65536" else 1.0
        time /= 1.2 if knobs.get("mca:btl_b_eager_limit") == "16384" else 1.0
        return time * (1.5 if knobs.get("mca:btl_c_eager_limit") else 1.0)

    one = search(TrialRunner(truth))
    found = candidates([knob(f"mca:btl_{letter}_eager_limit") for letter in "abcdefgh"])
    climb(one, "protocol", found, transport_points(one.target), math.inf)
    assert [line.knobs for line in one.in_use.lines()] == [
        {"mca:btl_a_eager_limit": "65536"},
        {"mca:btl_b_eager_limit": "16384"},
    ]


def test_gains_that_there_is_no_time_to_add_up_are_left_to_the_proof() -> None:
    class Timed(TrialRunner):
        """A launch takes a second."""

        now_s = 0.0

        def race(self, *given: Any, launches: int, **asked: Any) -> None:
            super().race(*given, launches=launches, **asked)
            self.now_s += launches

    def truth(knobs: Mapping[str, str], _point: BenchmarkPoint) -> float:
        return 1e-6 / ((1.3 if "mca:btl_a_eager_limit" in knobs else 1.0) * (1.2 if "mca:btl_b_x" in knobs else 1.0))

    runner = Timed(truth)
    one = search(runner, clock=lambda: runner.now_s)
    found = candidates([], transports=[{"mca:btl_a_eager_limit": "1"}, {"mca:btl_b_x": "1"}])
    climb(one, "protocol", found, transport_points(one.target), 8.0)
    assert [line.knobs for line in one.in_use.lines()] == [{"mca:btl_a_eager_limit": "1"}, {"mca:btl_b_x": "1"}]


def test_where_nothing_helps_nothing_is_taken() -> None:
    one = search(TrialRunner(lambda _knobs, _point: 1e-6))
    found = candidates([knob(f"mca:btl_{letter}_eager_limit") for letter in "abcdefgh"])
    climb(one, "protocol", found, transport_points(one.target), math.inf)
    assert one.in_use.lines() == []
    assert len(one.trials.by_name) == len(found)


def test_what_chose_a_candidate_of_many_does_not_judge_it() -> None:
    launched: Counter[str] = Counter()

    class Lucky(TrialRunner):
        """One candidate's first five launches, as many as choose the finalists, are fast by luck."""

        def race(self, base: Change, changes: Mapping[str, Change], *others: Any, launches: int, **asked: Any) -> None:
            self.lucky = {str(change.knobs) for change in changes.values() if launched[str(change.knobs)] < 5}
            super().race(base, changes, *others, launches=launches, **asked)
            launched.update({str(change.knobs): launches for change in changes.values()})

    def truth(knobs: Mapping[str, str], _point: BenchmarkPoint) -> float:
        return 1e-6 / (1.05 if "mca:btl_a_eager_limit" in knobs and str(dict(knobs)) in runner.lucky else 1.0)

    runner = Lucky(truth)
    one = search(runner)
    found = candidates([knob(f"mca:btl_{letter}_eager_limit") for letter in "abcdefgh"])
    climb(one, "protocol", found, transport_points(one.target), math.inf)
    assert max(launched.values()) > 5
    assert one.in_use.lines() == []


def test_a_sure_gain_stays_where_there_is_no_time_to_launch_it_again() -> None:
    class Over(TrialRunner):
        """The deadline comes with the end of the first choice: candidates are not launched any more."""

        launched = 0

        def race(self, base: Change, changes: Mapping[str, Change], *others: Any, **asked: Any) -> None:
            if self.launched < 3:
                super().race(base, changes, *others, **asked)
            self.launched += 1

    one = search(Over(lambda knobs, _point: 1e-6 / (1.2 if knobs.get("mca:btl_a_eager_limit") == "65536" else 1.0)))
    found = candidates([knob(f"mca:btl_{letter}_eager_limit") for letter in "abcdefgh"])
    climb(one, "protocol", found, transport_points(one.target), math.inf)
    assert [line.knobs for line in one.in_use.lines()] == [{"mca:btl_a_eager_limit": "65536"}]


def test_variants_of_one_thing_leave_places_for_others() -> None:
    transports = [*thresholds([{"mca:pml": "ucx"}]), {"mca:pml": "ob1"}, {"mca:btl_sm_fbox_size": "8192"}]
    found = candidates([], transports=transports)
    first = varied(found)
    assert [one.name.partition(" ")[0] for one in first[:5]] == [
        "mca:pml=ucx", "mca:pml=ucx", "mca:pml=ob1", "mca:btl_sm_fbox_size=8192", "mca:pml=ucx",
    ]  # fmt: skip
    assert sorted(one.name for one in first) == sorted(one.name for one in found)


def test_bundles_without_effect_are_dismissed_at_once_and_failures_taken_apart() -> None:
    def truth(knobs: Mapping[str, str], _point: BenchmarkPoint) -> float:
        return 1e-6 / (1.5 if "mca:btl_a_eager_limit" in knobs else 1.0)

    runner = TrialRunner(truth, fails=lambda knobs: "mca:btl_x_max_send_size" in knobs)
    one = search(runner)
    names = ("eager_limit", "max_send_size", "rndv_eager_limit")
    found = candidates([knob(f"mca:btl_{letter}_{name}") for letter in "abx" for name in names])
    single = [each for each in found if len(each.line.knobs) == 1]
    kept = {each.name.partition("=")[0] for each in screened(one, single, transport_points(one.target), math.inf)}
    assert kept == {f"mca:btl_{letter}_{name}" for letter in "ax" for name in names}
    assert runner.sides == 3


def test_a_judge_has_the_last_word_on_what_kernels_show() -> None:
    def truth(knobs: Mapping[str, str], _point: BenchmarkPoint) -> float:
        return 1e-6 / (1.5 if "mca:btl_a_eager_limit" in knobs else 1.3 if "mca:btl_b_eager_limit" in knobs else 1.0)

    asked: list[list[str]] = []

    def judge(
        _used: Sequence[TuningLine], sets: Mapping[str, Sequence[TuningLine]], _until: float
    ) -> Mapping[str, Gain]:
        asked.append(list(sets))
        return {name: a_gain(1.4) for name in sets if "btl_b" in name}

    one = search(TrialRunner(truth), judge=judge)
    found = candidates([knob("mca:btl_a_eager_limit"), knob("mca:btl_b_eager_limit")])
    climb(one, "protocol", found, transport_points(one.target), math.inf)
    (taken,) = one.in_use.lines()
    assert "mca:btl_b_eager_limit" in taken.knobs
    assert taken.gains == (a_gain(1.4),)
    assert set(one.trials.regressed_at.values()) == {THE_PROGRAM}
    assert all("btl_a" in name for name in one.trials.regressed_at)
    assert "btl_a" in asked[0][0]


def test_what_is_in_use_and_fails_at_times_loses_the_line_that_was_taken_last() -> None:
    class Flaky(TrialRunner):
        """A certain line works as a candidate, and not once it is in use."""

        def race(self, base: Change, *given: Any, **asked: Any) -> None:
            if base.knobs.get("mca:btl_b_eager_limit") == "16384":
                raise MeasurementFailed("launch-failed", "default: it hung\n  | in MPI_Init")
            super().race(base, *given, **asked)

    def truth(knobs: Mapping[str, str], _point: BenchmarkPoint) -> float:
        time_s = 1e-6 / (1.3 if knobs.get("mca:btl_a_eager_limit") == "65536" else 1.0)
        return time_s / (1.2 if knobs.get("mca:btl_b_eager_limit") == "16384" else 1.0)

    one = search(Flaky(truth))
    found = candidates([knob(f"mca:btl_{letter}_eager_limit") for letter in "abcdefgh"])
    points = transport_points(one.target)
    retried(one, lambda: climb(one, "protocol", found, points, math.inf))
    assert [line.knobs for line in one.in_use.lines()] == [{"mca:btl_a_eager_limit": "65536"}]
    assert one.trials.lost == {"mca:btl_b_eager_limit=16384": "what was in use failed with it: it hung"}
    assert one.in_use.names() == {"mca:btl_a_eager_limit=65536"}


def test_a_default_that_cannot_be_launched_is_no_fault_of_a_line() -> None:
    class Broken(TrialRunner):
        def race(self, *_given: Any, **_asked: Any) -> None:
            raise MeasurementFailed("launch-failed", "default: it hung")

    one = search(Broken(lambda _knobs, _point: 1e-6))
    found = candidates([knob("mca:btl_a_eager_limit")])
    with pytest.raises(MeasurementFailed, match="it hung"):
        retried(one, lambda: climb(one, "protocol", found, transport_points(one.target), math.inf))


@pytest.mark.parametrize(
    ("kernel", "hints", "asked_of"),
    [
        ("message_rate", True, ["env:I_MPI_PIN=0", "env:I_MPI_ASYNC_PROGRESS=1"]),
        ("iallreduce", True, ["env:I_MPI_PIN=0", "env:I_MPI_ASYNC_PROGRESS=1"]),
        ("allreduce", True, ["env:I_MPI_PIN=0"]),
        ("iallreduce", False, []),
    ],
)
def test_what_kernels_cannot_show_is_for_the_program_to_judge(kernel: str, hints: bool, asked_of: list[str]) -> None:
    asked: list[str] = []

    def judge(
        _used: Sequence[TuningLine], sets: Mapping[str, Sequence[TuningLine]], _until: float
    ) -> Mapping[str, Gain]:
        asked.extend(sets)
        return {name: a_gain(1.4) for name in sets}

    runner = TrialRunner(lambda _knobs, _point: 1e-6)
    runner.mpi = Mpi(name="m", family="impi", version="2021.18", prefix="/", where="")  # type: ignore[attr-defined]
    one = search(runner, traced([(kernel, 8, 10.0)]), judge=judge)
    run_stages(one, [], time.monotonic(), 60.0, hints=hints)
    assert asked == [line.id for line in one.in_use.lines()] == asked_of
    assert one.in_use.names() == set(one.trials.by_name) == set(asked_of)


def test_asynchronous_progress_that_the_program_refuses_is_out() -> None:
    one = search(TrialRunner(lambda _knobs, _point: 1e-6), judge=lambda _used, _sets, _until: {})
    found = candidates([], transports=[{"env:I_MPI_ASYNC_PROGRESS": "1"}])
    ask(one, "asynchronous progress", found, math.inf)
    assert one.in_use.lines() == []
    assert one.trials.regressed_at == {"env:I_MPI_ASYNC_PROGRESS=1": THE_PROGRAM}


@pytest.mark.parametrize(
    ("family", "away", "knobs", "used"),
    [
        ("mpich", True, {}, True),
        ("mpich", True, {"env:MPIR_CVAR_CH4_NETMOD": "ofi"}, False),
        ("mpich", False, {}, False),
        ("openmpi", True, {}, False),
        ("openmpi", False, {"mca:pml": "ucx"}, True),
    ],
)
def test_settings_of_ucx_are_tried_where_ucx_moves_bytes(
    family: str, away: bool, knobs: dict[str, str], used: bool
) -> None:
    runner: Any = TrialRunner(lambda _knobs, _point: 1e-6)
    transports = ("shm", "ucx", "ofi")
    runner.mpi = Mpi(name="m", family=family, version="5.0", prefix="/", where="", transports=transports)  # type: ignore[arg-type]
    runner.away = away
    one = search(runner)
    one.take(Candidate(line(knobs), "transport", frozenset()))
    assert through_ucx(one) == used
    run_stages(one, candidates([knob("env:UCX_MM_SEG_SIZE")]), time.monotonic(), 600.0, hints=False)
    assert any("UCX" in name for name in one.trials.by_name) == used


@pytest.mark.parametrize(("reserve_s", "launches"), [(40.0, 1), (45.0, 0)])
def test_no_race_begins_that_would_take_the_time_of_the_proof(reserve_s: float, launches: int) -> None:
    class Slow(TrialRunner):
        def launch_s(self, sides: int, points: int) -> float:
            return 1.0 * sides * points

    runner = Slow(lambda _knobs, _point: 1e-6)
    runner.deadline = 100.0
    one = search(runner)
    one.clock, one.reserve_s = (lambda: 50.0), reserve_s
    points = transport_points(one.target)[:3]
    raced = one.race({"a": Change()}, points, launches=1, rounds=1, until=100.0)
    assert raced["a"].launches == launches


def test_a_check_for_regressions_leaves_time_to_other_candidates() -> None:
    class Noting(TrialRunner):
        def race(self, *given: Any, until: float = 0.0, **asked: Any) -> None:
            ends.append(until)
            super().race(*given, **asked)

    ends: list[float] = []
    runner = Noting(lambda _knobs, _point: 1e-6)
    runner.deadline = 100.0
    one = search(runner)
    one.clock, one.reserve_s = (lambda: 50.0), 10.0
    told = list[str]()
    one.tell = told.append
    found = candidates([knob("mca:btl_a_eager_limit")])
    assert without_regressions(one, found) == found
    assert ends == [58.0], "a fifth of the 40 s that are left until the proof"
    assert told == [f"checking for regressions: {', '.join(each.name for each in found)}"]


@pytest.mark.parametrize(("worst", "away", "checked"), [(0.97, False, True), (0.97, True, False), (0.0, False, False)])
def test_regressions_are_looked_for_on_a_node_and_where_a_slower_size_counts(
    worst: float, away: bool, checked: bool
) -> None:
    runner: Any = TrialRunner(lambda knobs, _point: 1e-6 * (1.2 if knobs else 1.0))
    runner.away = away
    one = search(runner, replace(target("all", 2), worst=worst))
    found = candidates([knob("mca:btl_a_eager_limit")])
    assert without_regressions(one, found) == ([] if checked else found)
    points = transport_points(one.target)
    assert (set(one.check_points(points)) > set(points)) == checked


def test_a_search_ends_with_pairs_of_settings() -> None:
    """Either setting is slower by itself, so that no other stage takes it."""

    def truth(knobs: Mapping[str, str], _point: BenchmarkPoint) -> float:
        return 1e-6 * (1.0, 1.1, 0.8)[sum(name in knobs for name in ("mca:btl_a_x", "mca:btl_b_y"))]

    runner = TrialRunner(truth)
    runner.mpi = Mpi(name="m", family="openmpi", version="5.0", prefix="/", where="")  # type: ignore[attr-defined]
    one = search(runner)
    space = candidates([], transports=[{"mca:btl_a_x": "1"}, {"mca:btl_b_y": "1"}])
    run_stages(one, space, time.monotonic(), 600.0, hints=True)
    assert [line.knobs for line in one.in_use.lines()] == [{"mca:btl_a_x": "1", "mca:btl_b_y": "1"}]


def test_a_stage_that_takes_too_long_leaves_the_later_ones_their_shares() -> None:
    class Slow(TrialRunner):
        """The first race takes 90 of 100 seconds; the later ones nothing."""

        now_s = 0.0

        def race(self, *given: Any, until: float = 0.0, **asked: Any) -> None:
            super().race(*given, **asked)
            ends.append((asked["kernels"] is not None, until))
            self.now_s = max(self.now_s, 90.0)

    ends: list[tuple[bool, float]] = []  # of races: whether of algorithms, and until when
    runner = Slow(lambda _knobs, _point: 1e-6)
    runner.mpi = Mpi(name="m", family="openmpi", version="5.0", prefix="/", where="")  # type: ignore[attr-defined]
    one = search(runner, clock=lambda: runner.now_s)
    space = [*candidates([], transports=[{"mca:btl_a_x": "1"}]), *by_rule({"bcast": plain("123")}, 2)]
    assert run_stages(one, space, 0.0, 100.0, hints=True)
    assert one.trials.by_name.keys() >= {"bcast by 1", "bcast by 2", "bcast by 3"}
    assert next(until > 90.0 for algorithm, until in ends if algorithm)


def test_algorithms_of_the_library_are_raced_before_schedules() -> None:
    """On an MPI where one rule serves all sizes. Schedules have one for each, on top of what the others left."""
    runner = TrialRunner(lambda _knobs, _point: 1e-6)
    runner.mpi = Mpi(name="m", family="impi", version="2021.18", prefix="/", where="")  # type: ignore[attr-defined]
    one, told = search(runner), list[str]()
    one.tell = told.append
    first, second, made = by_rule({"bcast": plain("12"), "reduce": plain("1")}, 2)
    made = replace(made, line=msgspec.structs.replace(made.line, schedules=("0" * 64,)))
    run_stages(one, [first, made, second], time.monotonic(), 600.0, hints=False)
    assert [text for text in told if text.startswith("algorithms:")] == [
        "algorithms: 2 candidates for 1 collective",
        "algorithms: 1 candidate for 1 collective",
    ]


@pytest.mark.parametrize(
    ("away", "goal", "first"),
    [(False, "all", "transports"), (False, "collectives", "algorithms"), (True, "all", "algorithms")],
)
def test_algorithms_are_first_where_they_matter_most_or_calls_take_long(away: bool, goal: Any, first: str) -> None:
    runner: Any = TrialRunner(lambda _knobs, _point: 1e-6)
    runner.mpi = Mpi(name="m", family="openmpi", version="5.0", prefix="/", where="")
    runner.away = away
    one, told = search(runner, target(goal, 2)), list[str]()
    one.tell = told.append
    space = [*candidates([], transports=[{"mca:btl_a_x": "1"}]), *by_rule({"bcast": plain("12")}, 2)]
    run_stages(one, space, time.monotonic(), 600.0, hints=False)
    assert told[0].startswith(first)
