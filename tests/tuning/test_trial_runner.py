"""What launches of a race show, and which sides are not worth another visit."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from builders.runs import mpi
from measure.fake_session import FakeSession, steady
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Change, LaunchSpec, Place, Visit
from rankwise.measure.cells import cell, on_side
from rankwise.measure.outcome import CellState, Outcome
from rankwise.measure.side import Side
from rankwise.measure.watcher import Progress
from rankwise.tuning import trial_runner
from rankwise.tuning.goals import BenchmarkPoint
from rankwise.tuning.launch import BASE, Launched, hopeless
from rankwise.tuning.race import CandidateTimes
from rankwise.tuning.trial_runner import TrialRunner


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
    assert hopeless(outcome([1e-3] * 3, [1.2e-3, 9e-3, 9e-3])) == set(), "others may slow any visit down"
    assert hopeless(outcome([1e-3], [9e-3])) == set(), "one visit decides nothing"
    assert hopeless(outcome([1e-3, 1e-3], [])) == set()


def test_a_point_on_several_pairs_shows_the_mean_of_their_ratios_in_launches_that_reached_all() -> None:
    near, far = (cell(BASE, "pingpong", 8, pair) for pair in ((0, 1), (0, 2)))
    times_s = {near.id: 1e-6, far.id: 16e-6, on_side(near, "x").id: 0.5e-6, on_side(far, "x").id: 16e-6}

    def visit(id_: str, launch: int) -> Visit:
        samples = (times_s[id_],)
        return Visit(cell=id_, launch=launch, round=0, group=0, at_s=0.0, calls_per_sample=1, samples_s=samples)

    visits = {id_: [visit(id_, launch) for launch in (0, 1)] for id_ in times_s}
    del visits[far.id][1]
    point = ("pingpong", 8)
    found = Launched({BASE: BASE, "new": "x"}, {point: (near, far)}, visits, Outcome(states={}), 1.0)
    ((launch, ((before_s, after_s),)),) = found.by_launch(BASE, "new", point).items()
    assert launch == 0
    assert (before_s, after_s) == (pytest.approx(4e-6), pytest.approx(8**0.5 * 1e-6))
    assert found.median_s(BASE, point) == pytest.approx(4e-6)
    assert set(found.series(BASE, point)) == {(0, 0)}, "one pair was not reached in the other launch"


def test_the_first_loss_of_each_side_is_told_by_its_name() -> None:
    lost = ["launch 2 of side1: rank 1 was killed\nmore words", "launch 3 of side1: again", "the budget was over"]
    found = Launched({BASE: BASE, "bcast=ring": "side1"}, {}, {}, Outcome(states={}, warnings=lost), 1.0)
    assert found.warnings() == ["a trial failed: launch 2 of bcast=ring: rank 1 was killed"]


@pytest.mark.parametrize(("late_s", "given_s"), [(0.8, 1.8), (60.0, 12.0)])
def test_the_last_group_of_launches_ends_soon_after_the_deadline(
    late_s: float, given_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []
    monkeypatch.setattr(trial_runner, "time", SimpleNamespace(monotonic=lambda: 100.0))

    class Asked(TrialRunner):
        def launch(self, *_given: Any, budget_s: float = 0.0, **_more: Any) -> Launched:
            asked.append(budget_s)
            raise MeasurementFailed("enough", "enough", "")

    ranks: Any = SimpleNamespace(ranks=2)
    nodes: Any = SimpleNamespace(nodes=1, inventory=SimpleNamespace(nodes=()))
    mpi: Any = None
    runner = Asked(mpi, nodes, 101.0, kernels=ranks, late_s=late_s)
    with pytest.raises(MeasurementFailed, match="enough"):
        runner.race(Change(), {"x": Change()}, [("pingpong", 8)], {}, launches=6)
    assert asked == [pytest.approx(given_s)]


@dataclass
class Noting(TrialRunner):
    """Notes how many candidates each launch has, and how long a start of each side may take."""

    groups: list[int] = field(default_factory=list)
    limits_s: list[float] = field(default_factory=list)

    def launch(self, changes: Mapping[str, Change], *given: Any, **asked: Any) -> Launched:
        self.groups.append(len(changes) - 1)
        return super().launch(changes, *given, **asked)


def runner_of(
    monkeypatch: pytest.MonkeyPatch, *, failing: str = "", ranks: int = 2, nodes: int = 1, load: float = 0.0
) -> Noting:
    """A runner whose launches each show the same, but those of `failing`, which hang. All nodes have one CPU."""

    def opened(side: Side, index: int, start_timeout_s: float, **_limits: float) -> FakeSession:
        runner.limits_s.append(start_timeout_s)
        if side.name == failing:
            raise MeasurementFailed("launch-failed", f"{side.name}: it hung")
        return FakeSession(side, index, steady, [])

    monkeypatch.setattr(trial_runner, "Session", opened)
    spec = LaunchSpec(places=(Place(host=None, program="e"),) * 2)
    inventory = SimpleNamespace(nodes=[SimpleNamespace(allowed_cpus=(0,), load_1min=load, running=())])
    placement: Any = SimpleNamespace(
        nodes=nodes, endpoints=(), control="unix", spec=lambda _mpi: spec, inventory=inventory
    )
    kernels: Any = SimpleNamespace(ranks=ranks, cells=lambda point, _window: (cell(BASE, *point, (0, 1)),))
    runner = Noting(mpi("mpich"), placement, math.inf, kernels=kernels)
    return runner


SIDES = {BASE: Change(), "x": Change()}
FIRST, SECOND = ("bcast", 8), ("reduce", 8)


@pytest.mark.parametrize(
    ("doubtful", "launches", "total_s"),
    [(None, (3, 3), 100.0), ([], (3, 3), 125.0), ([SECOND], (3, 6), 125.0)],
)
def test_doubtful_points_are_launched_as_often_again_in_a_quarter_of_the_time(
    monkeypatch: pytest.MonkeyPatch, doubtful: list[BenchmarkPoint] | None, launches: tuple[int, int], total_s: float
) -> None:
    runner, told = runner_of(monkeypatch), list[Progress]()
    runner.progress = told.append
    shown = runner.launch(
        SIDES,
        [FIRST, SECOND],
        launches=3,
        rounds=2,
        budget_s=100.0,
        doubtful=None if doubtful is None else lambda _launched: doubtful,
    )
    assert {now.total_s for now in told} == {total_s}
    assert tuple(len(shown.by_launch(BASE, "x", point)) for point in (FIRST, SECOND)) == launches
    assert runner.launched == 2 * max(launches), "of both sides"


def test_only_a_default_that_fails_ends_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    runner = runner_of(monkeypatch, failing="side1")
    shown = runner.launch(SIDES, [FIRST], launches=2, rounds=2, budget_s=100.0)
    assert runner.warnings == ["a trial failed: x is left out from launch 0 on: x: it hung"]
    assert (shown.error(BASE), shown.error("x")) == ("", "it hung")
    with pytest.raises(MeasurementFailed, match=f"{BASE}: it hung"):
        runner_of(monkeypatch, failing=BASE).launch(SIDES, [FIRST], launches=2, rounds=2, budget_s=100.0)


def race(runner: TrialRunner, candidates: int, **asked: float) -> None:
    """Of so many candidates, each with one launch."""
    changes = {str(number): Change() for number in range(candidates)}
    runner.race(Change(), changes, [FIRST], {name: CandidateTimes() for name in changes}, launches=1, **asked)  # type: ignore[arg-type]


@pytest.mark.parametrize(("ranks", "groups"), [(2, [6, 1]), (16, [3, 3, 1]), (64, [1] * 7)])
def test_as_many_candidates_live_at_a_time_as_64_processes_hold_beside_the_default(
    monkeypatch: pytest.MonkeyPatch, ranks: int, groups: list[int]
) -> None:
    """But six at most."""
    runner = runner_of(monkeypatch, ranks=ranks)
    race(runner, 7)
    assert runner.groups == groups


@pytest.mark.parametrize(("until", "groups"), [(0.0, 3), (25.0, 2), (1000.0, 3)])
def test_a_group_that_would_end_after_the_race_is_not_launched(
    monkeypatch: pytest.MonkeyPatch, until: float, groups: int
) -> None:
    """Each group takes 10 s, and the runner has 35 s."""
    runner = runner_of(monkeypatch, ranks=64)
    runner.deadline = 35.0
    monkeypatch.setattr(trial_runner, "time", SimpleNamespace(monotonic=lambda: 10.0 * len(runner.groups)))
    race(runner, 5, until=until)
    assert len(runner.groups) == groups


@pytest.mark.parametrize(("load", "times"), [(0.0, 1.0), (3.0, 3.0)])
def test_a_start_may_take_eight_times_as_long_as_the_first_ones_of_the_default(
    monkeypatch: pytest.MonkeyPatch, load: float, times: float
) -> None:
    """It took 0.1 s, and 2 s is the least; where others want the CPU too it may take longer. Alone the default starts
    faster than among candidates."""
    runner = runner_of(monkeypatch, load=load)
    for sides in ({BASE: Change()}, SIDES, SIDES):
        runner.launch(sides, [FIRST], launches=1, rounds=2, budget_s=100.0)
    assert runner.limits_s == [limit_s * times for limit_s in (8.0, 8.0, 8.0, 2.0, 2.0)]


@pytest.mark.parametrize(("nodes", "known"), [(1, False), (2, True)])
def test_over_a_network_a_launch_is_known_to_take_as_long_as_those_before(
    monkeypatch: pytest.MonkeyPatch, nodes: int, known: bool
) -> None:
    """Starts take 0.1 s alone."""
    runner = runner_of(monkeypatch, nodes=nodes)
    assert runner.launch_s(2, 1) == 0.0
    runner.launch(SIDES, [FIRST], launches=1, rounds=2, budget_s=100.0)
    assert (runner.launch_s(2, 1) >= 0.1) == known
