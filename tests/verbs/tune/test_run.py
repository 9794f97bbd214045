"""Tuning with real MPIs and short budgets: structure, failures, regression checks; no timings are compared."""

from __future__ import annotations

import time
from contextlib import ExitStack, suppress
from dataclasses import replace as replace_fields
from dataclasses import replace as replace_placement
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from builders.tunings import a_ratio, a_rule, a_tuned, no_op, rule_line
from rankwise.apply import file as tuning_file
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Change, Mpi
from rankwise.measure.watcher import Watcher
from rankwise.model.records import ExpectedPart
from rankwise.model.topology import RELATIONS
from rankwise.mpis.fabrics import fabrics
from rankwise.mpis.knobs import knobs
from rankwise.placement.where import Where, this_machine
from rankwise.store import Store
from rankwise.tuning import trial_runner as racing
from rankwise.tuning import tune as tuning
from rankwise.tuning.changes import ChangeMaker
from rankwise.tuning.explain import line_words
from rankwise.tuning.goals import COLLECTIVES, BenchmarkPoint, Target, target, traced
from rankwise.tuning.joint import joint_check
from rankwise.tuning.launch import BASE, Launched
from rankwise.tuning.proof import Proof
from rankwise.tuning.prove import losers
from rankwise.tuning.race import CandidateTimes
from rankwise.tuning.records import CollectiveRule, Gain, Tuned, TuningLine, Violation
from rankwise.tuning.search import Search
from rankwise.tuning.sources import space_for
from rankwise.tuning.space import HINTED, Candidate, line
from rankwise.tuning.trial_runner import TrialRunner
from rankwise.tuning.tune import TuneOptions, find_violations, tune_kernels
from rankwise.tuning.tune_program import tune_program
from rankwise.tuning.tuning_run import prepared
from rankwise.verbs.tune import verify as verifying
from rankwise.verbs.tune import verify_tuning

pytestmark = [pytest.mark.mpi(ranks=2), pytest.mark.usefixtures("first_round")]
# Timed in batches: calls from a common start may all begin late where the machine is busy, and are no samples then.
POINTS: list[BenchmarkPoint] = [("pingpong", 8), ("allreduce", 1024)]
# MPICH aborts in MPI_Init on an algorithm that it does not know, and on a file that is not there: by then UCX has made
# its shared memory, and nobody removes it.
ABORTS = {
    "algorithm": {"env:MPIR_CVAR_BCAST_INTRA_ALGORITHM": "nonsense"},
    "file": {"env:MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE": "/nonexistent"},
}


def runner(mpi: Mpi, stack: ExitStack, seconds: float = 60.0) -> TrialRunner:
    return TrialRunner(mpi, stack.enter_context(this_machine(2)), time.monotonic() + seconds)


def shared_memory() -> set[str]:
    """Files of MPICH and UCX that no living process holds: those of other jobs come and go."""
    names = {one.name for one in Path("/dev/shm").iterdir() if one.name.startswith(("mpich", "ucx_shm"))}
    held = set()
    for maps in Path("/proc").glob("[0-9]*/maps"):
        with suppress(OSError):
            held |= {name for name in names if f"/dev/shm/{name}" in maps.read_text(errors="replace")}
    return names - held


def test_a_search_keeps_its_budget_and_tells_what_it_tried(any_mpi: Mpi, tmp_path: Path) -> None:
    options = TuneOptions(
        mpi=any_mpi.name, budget_s=8, where=Where(ranks=2), out=tmp_path, file=tmp_path / "tuning.toml"
    )
    found = tune_kernels(options)
    assert 0.0 < found.run.plan.budget_s <= 8, "less what came before it"
    measured = [tried for tried in found.tried if tried.ratio is not None]
    assert measured
    assert all(tried.ratio.low <= tried.ratio.ratio <= tried.ratio.high for tried in measured if tried.ratio)
    kept = {line.id for line in found.tuning.lines}
    assert kept <= {tried.what for tried in found.tried if tried.taken}, "nothing is kept that was not tried and taken"
    assert bool(kept) == (found.answer == "tuned")
    assert found.tuning.launches > 0
    assert (tmp_path / "tuning.toml").is_file() == (found.answer == "tuned")
    with Store.open(tmp_path / "rankwise.db", create=False) as store:
        run = store.load("last")
        assert run.kind == "tune"
        assert store.get(run.id, "tuned", Tuned) == found
    if found.answer == "tuned":
        assert tuning_file.read(tmp_path / "tuning.toml") == replace(found.tuning, words=())


@pytest.mark.parametrize("end", [KeyboardInterrupt(), MeasurementFailed("hung", "default: hung")])
def test_what_was_tried_is_kept_where_it_ends_early(
    end: BaseException, mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Candidate(line({"env:PSM3_RANKWISE_TEST": "1"}), "protocol", frozenset({"pingpong"}))

    def taken_then_over(search: Search, *_: object, **__: object) -> bool:
        search.note("protocol", [one], {one.name: CandidateTimes({POINTS[0]: [[(2.0, 1.0)]]})})
        search.take(one)
        raise end

    monkeypatch.setattr(tuning, "run_stages", taken_then_over)
    options = TuneOptions(mpi=mpich.name, budget_s=8, where=Where(ranks=2), out=tmp_path, file=tmp_path / "tuning.toml")
    found = tune_kernels(options)
    assert (found.answer, found.tuning.lines, found.unmeasured) == ("cannot tell", (), (one.name,))
    assert [(each.what, each.taken) for each in found.tried] == [(one.name, True)]
    assert found.run.status == ("interrupted" if isinstance(end, KeyboardInterrupt) else "failed")
    assert not options.file.exists()
    with Store.open(tmp_path / "rankwise.db", create=False) as store:
        assert store.load("last").status == found.run.status
        assert store.get(found.run.id, "tuned", Tuned) == found


def test_a_line_says_what_the_ranks_were_to_each_other(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tuning, "run_stages", lambda *_, **__: True)
    monkeypatch.setattr(
        tuning, "prove_found", lambda *_, **_options: Proof(lines=(line({"env:PSM3_RANKWISE_TEST": "1"}),))
    )
    options = TuneOptions(mpi=mpich.name, budget_s=8, where=Where(ranks=2), out=tmp_path, file=tmp_path / "tuning.toml")
    (found,) = tune_kernels(options).tuning.lines
    assert found.path_class in RELATIONS
    monkeypatch.setattr(verifying, "prove", lambda *_: Proof(lines=(replace(found, path_class=""),)))
    (again,) = verify_tuning(options.file, mpich.name, budget_s=8, out=tmp_path).tuning.lines
    assert again == found


def test_a_rule_that_was_narrowed_and_not_measured_again_stays_in_the_file(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "t.toml"
    whole, setting = rule_line(a_rule(algorithm="binomial"), "bcast by binomial"), line({"env:PSM3_RANKWISE_TEST": "1"})
    tuning_file.write(replace(no_op(mpich), lines=(setting, whole)), file)
    part = replace(whole, id="bcast by binomial, 8 to 1095")
    monkeypatch.setattr(verifying, "prove", lambda *_: Proof(lines=(setting,), open=(part,)))
    found = verify_tuning(file, mpich.name, budget_s=8, out=tmp_path)
    left = tuning_file.read(file)
    assert [one.id for one in left.lines] == [setting.id, part.id]
    assert (left.verified, list(left.doubts)) == (False, [part.id])
    assert found.unmeasured == (part.id,)


def test_a_candidate_that_aborts_is_a_result_and_leaves_nothing(mpich: Mpi) -> None:
    before = shared_memory()
    with ExitStack() as stack:
        place = runner(mpich, stack)
        changes = {name: Change(knobs=knobs) for name, knobs in ABORTS.items()}
        changes["works"] = Change(knobs={"env:PSM3_RANKWISE_TEST": "1"})
        seen = {name: CandidateTimes() for name in changes}
        for _ in range(3):  # which rank aborts first, and what it has by then, is chance
            place.race(Change(), changes, POINTS, seen, launches=1, rounds=1)
    for name in ABORTS:
        assert "MPI_Init" in seen[name].error
        assert not seen[name].pairs.get(POINTS[0])
    assert seen["works"].error == ""
    assert seen["works"].visits > 0
    end_s = time.monotonic() + 60.0
    while (left := shared_memory() - before) and time.monotonic() < end_s:
        time.sleep(0.05)  # another job on this machine may just have ended, and removes its own
    assert not left


def test_candidates_are_visited_where_they_can_change_something(mpich: Mpi) -> None:
    kernels = {"all": {"pingpong", "allreduce"}, "allreduce alone": {"allreduce"}}
    seen = {name: CandidateTimes() for name in kernels}
    with ExitStack() as stack:
        changes = {name: Change(knobs={"env:PSM3_RANKWISE_TEST": name}) for name in kernels}
        runner(mpich, stack).race(Change(), changes, POINTS, seen, launches=1, rounds=1, kernels=kernels)
    measured = {name: {point for point, pairs in one.pairs.items() if pairs} for name, one in seen.items()}
    assert measured == {"all": set(POINTS), "allreduce alone": {("allreduce", 1024)}}
    assert not any(one.error for one in seen.values())


def test_doubtful_points_are_launched_as_often_again(mpich: Mpi, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(racing, "hopeless", lambda _outcome: set())  # a busy machine may slow one side down so far

    def doubtful(launched: Launched) -> list[BenchmarkPoint]:
        asked.append(len(launched.by_launch(BASE, "other", POINTS[0])))
        assert launched.launch_s > 0
        return POINTS[:1]

    with ExitStack() as stack:
        changes = {BASE: Change(), "other": Change(knobs={"env:PSM3_RANKWISE_TEST": "1"})}
        place = runner(mpich, stack)
        found = place.launch(changes, POINTS, launches=2, rounds=1, budget_s=60, doubtful=doubtful)
    assert asked == [2], "what comes after that lets no point go"
    launches = [len(found.by_launch(BASE, "other", point)) for point in POINTS]
    assert (launches, found.again) == ([4, *([2] * (len(POINTS) - 1))], 2)
    assert {launch.index for launch in found.outcome.launches} == {0, 1, 2, 3}


@pytest.mark.each_mpi
def test_rules_are_carried_by_every_mpi(any_mpi: Mpi, tmp_path: Path) -> None:
    algorithm = {"mpich": "recursive_doubling"}.get(any_mpi.family, "1")
    rule = CollectiveRule(collective="allreduce", algorithm=algorithm, from_bytes=0, to_bytes=4096, ranks=2)
    lines = [
        TuningLine(id="rule", why="", undo="", rule=rule),
        line({"env:PSM3_RANKWISE_TEST": "1"}),
    ]
    with ExitStack() as stack:
        place = runner(any_mpi, stack)
        joint = joint_check(place, ChangeMaker(any_mpi, tmp_path), lines, POINTS, launches=1, rounds=2, budget_s=30)
    assert joint.error == ""
    assert {(gain.kernel, gain.size_bytes) for gain in joint.whole.gains} == set(POINTS)
    assert [(gain.kernel, gain.size_bytes) for gain in joint.lines["rule"].gains] == [("allreduce", 1024)]
    assert not joint.whole.wins  # one launch proves nothing
    assert set(losers(lines, joint)) == {one.id for one in lines}


def test_a_tuning_that_cannot_be_launched_loses_its_last_line(mpich: Mpi, tmp_path: Path) -> None:
    lines = [line({"env:PSM3_RANKWISE_TEST": "1"}), line(dict(ABORTS["algorithm"]))]
    with ExitStack() as stack:
        place = runner(mpich, stack)
        joint = joint_check(place, ChangeMaker(mpich, tmp_path), lines, POINTS, launches=1, rounds=2, budget_s=30)
    assert "MPI_Init" in joint.error
    assert list(losers(lines, joint)) == [lines[1].id]


def test_what_serves_one_node_is_offered_there_alone_and_says_so(impi: Mpi) -> None:
    memory = {"env:FI_PROVIDER": "shm", "env:I_MPI_OFI_PROVIDER": "shm", "env:I_MPI_FABRICS": "ofi"}
    with ExitStack() as stack:
        here = stack.enter_context(this_machine(2))
        (inside,) = [one for one in space_for(impi, here, hints=True) if one.line.knobs == memory]
        assert line_words(inside.line).endswith("; for ranks of one node alone")
        places = tuple(replace(one, node=name) for one, name in zip(here.endpoints, ("n1", "n2"), strict=True))
        apart = space_for(impi, replace_placement(here, endpoints=places), hints=True)
    assert len(apart) > 30
    assert not [one.name for one in apart if one.line.reach == "node" or "env:I_MPI_FABRICS=shm" in one.name.split()]


def test_without_hints_nothing_is_tried_but_what_libraries_list(any_mpi: Mpi) -> None:
    with ExitStack() as stack:
        here = stack.enter_context(this_machine(2))
        known = [one for one in space_for(any_mpi, here, hints=True) if one.kind != "algorithm"]
        found = [one for one in space_for(any_mpi, here, hints=False) if one.kind != "algorithm"]
    transports = [dict(fabric.knobs) for fabric in fabrics(any_mpi)]
    listed = {knob.name for knob in knobs(any_mpi)}
    assert found
    for one in found:
        names = set(one.line.knobs)
        assert not one.line.preload
        assert one.order != HINTED
        assert one.line.knobs in transports or (
            names <= listed and (len(names) == 1 or one.name.startswith("sizes of "))
        )
    assert {one.name for one in found} < {one.name for one in known}


@pytest.mark.mpi(2)
def test_a_look_at_the_default_holds_its_calls_against_each_other(any_mpi: Mpi, tmp_path: Path) -> None:
    wanted = target("collectives", 2, (64, 1024))
    with (
        prepared(any_mpi, Watcher(), out=tmp_path, where=Where(ranks=2), seed=1) as ranks,
        ranks.begun("tune", wanted, 600.0, {}) as here,
    ):
        assert find_violations(here, wanted, 0.1) == ()
        assert find_violations(here, traced([("allreduce", 8, 100.0)]), 120.0) == ()
        assert here.runner.launched == 0, "no time for it"
        found = find_violations(here, wanted, 120.0)
        assert here.runner.launched == 4
        here.keep(replace(a_tuned("mpich"), run=here.end(None)))
    assert all(
        violation.kernel in COLLECTIVES and 64 <= violation.size_bytes <= 1024 and violation.parts
        for violation in found
    )


def test_a_search_is_guided_by_guideline_violations(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    point = ("allreduce", 2048)
    part = ExpectedPart(kernel="reduce", size_bytes=2048, ranks=2)
    violation = Violation(kernel=point[0], size_bytes=point[1], time_s=6e-6, ratio=a_ratio(3.0), parts=(part,))
    gain = Gain(kernel=point[0], size_bytes=point[1], ranks=2, before_s=6e-6, after_s=2e-6, ratio=a_ratio(3.0))
    cure = TuningLine(id="cure", why="", undo="", gains=(gain,))
    asked: list[Any] = []

    def search(given: Search, space: list[Candidate], *_: object, **__: object) -> bool:
        asked.extend((given.target, space))
        return True

    def proven(_: Search, wanted: Target, **_options: object) -> Proof:
        asked.append(wanted)
        return Proof(lines=(cure,))

    monkeypatch.setattr(tuning, "find_violations", lambda *_: (violation,))
    monkeypatch.setattr(tuning, "run_stages", search)
    monkeypatch.setattr(tuning, "prove_found", proven)
    options = TuneOptions(mpi=mpich.name, budget_s=4, where=Where(ranks=2), out=tmp_path, file=tmp_path / "t.toml")
    found = tune_kernels(options)
    searched, space, judged = asked
    assert (searched.weights[point], judged.weights[point]) == (1.0, 0.0)
    rules = [one for one in space if one.kind == "algorithm"]
    assert rules[0].kernels == {"allreduce"}
    assert found.violations == (violation,)
    assert found.tuning.lines[0].why == "without it allreduce 2KiB takes 3.00 times as long as reduce 2KiB"


def test_a_trace_names_its_own_cells(mpich: Mpi, tmp_path: Path) -> None:
    trace = traced([("sendrecv", 1000, 5.0), ("barrier", 0, 2.0)])
    options = TuneOptions(
        mpi=mpich.name, trace=trace, budget_s=3, where=Where(ranks=2), out=tmp_path, file=tmp_path / "t.toml"
    )
    found = tune_kernels(options)
    assert found.tuning.goal == "trace"
    assert {(one.kernel, one.calls) for one in found.tuning.sent} == {("sendrecv", 5.0), ("barrier", 2.0)}
    assert {(cell.kernel, cell.size_bytes) for cell in found.run.plan.cells} == {("sendrecv", 1000), ("barrier", 0)}


def test_no_rule_is_searched_for_communicators_that_are_not_measured(mpich: Mpi, tmp_path: Path) -> None:
    trace = replace_fields(
        traced([("allreduce", 1024, 5.0), ("bcast", 1024, 5.0)]), communicators={"allreduce": {2, 3}, "bcast": {3}}
    )
    options = TuneOptions(
        mpi=mpich.name, trace=trace, budget_s=2, where=Where(ranks=2), out=tmp_path, file=tmp_path / "t.toml"
    )
    found = tune_kernels(options)
    begin = "no algorithm is searched for bcast: the program calls them on communicators of 3 ranks"
    assert [warning for warning in found.run.warnings if warning.startswith(begin)]
    assert not [one.what for one in found.tried if one.what.startswith("bcast by ")]


def test_a_program_that_fails_is_told_before_anything_is_searched(mpich: Mpi, tmp_path: Path) -> None:
    options = TuneOptions(mpi=mpich.name, budget_s=60, where=Where(ranks=2), out=tmp_path, file=tmp_path / "t.toml")
    with pytest.raises(MeasurementFailed, match="/bin/false"):
        tune_program(options, ["/bin/false"])
    assert not (tmp_path / "rankwise.db").exists()


@pytest.mark.thorough("test_what_whole_runs_did_not_decide_is_no_refusal")
def test_a_program_that_nothing_makes_faster_keeps_its_settings(mpich: Mpi, tmp_path: Path) -> None:
    options = TuneOptions(mpi=mpich.name, budget_s=8, where=Where(ranks=2), out=tmp_path, file=tmp_path / "t.toml")
    found = tune_program(options, ["sh", "-c", "echo took 2.5 s"], figure=r"took ([\d.]+)")
    assert found.run.plan.budget_s < 0.7 * 8, "counting what it sends is part of the time"
    assert found.answer in ("leave it", "cannot tell")
    assert found.tuning.lines == ()
    assert not options.file.exists()
