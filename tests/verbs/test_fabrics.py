"""Fabrics on real MPIs: what works is told from what aborts and from what has no effect."""

from __future__ import annotations

import shlex
from dataclasses import replace as replace_fields
from pathlib import Path

import pytest
from msgspec.structs import replace

from rankwise.core.deadline import NEVER, Deadline
from rankwise.core.errors import MeasurementFailed, UsageError
from rankwise.core.records import Mpi
from rankwise.experiment.fabrics import path as path_of_fabrics
from rankwise.experiment.fabrics.path import FabricOptions, MeasuredPath
from rankwise.experiment.fabrics.survey import measure_fabrics
from rankwise.experiment.records import FabricSurvey, FabricTrial
from rankwise.mpis.records import FabricChoice
from rankwise.placement.where import this_machine
from rankwise.report.fabrics import name, notes
from rankwise.store import Store

pytestmark = [pytest.mark.mpi(ranks=2), pytest.mark.usefixtures("first_round", "patient_trials")]


def survey(mpi: Mpi, out: Path, *only: str, budget_s: float = 2.0) -> FabricSurvey:
    options = FabricOptions([mpi], this_machine(), only=only, sizes=(8, 1 << 18), budget_s=budget_s, out=out)
    return measure_fabrics(options)


def test_transports_of_mpich(mpich: Mpi, tmp_path: Path) -> None:
    found = survey(mpich, tmp_path, "shm", "ofi/tcp:")
    (path,) = found.paths
    trials = {trial.choice.name: trial for trial in path.trials}
    assert not path.between_nodes
    assert trials["shm+cma"].use is not None and trials["shm+cma"].use.long == "cma"
    assert trials["shm"].use is not None and trials["shm"].use.long == "memory"
    # By counts, which a busy machine may lack of one of the two that are alike, or of the default.
    assert path.resembles in ("shm+cma", "ofi/shm", "")
    # XPMEM is asked for where it is not: messages come through all the same, and that is told.
    if not Path("/dev/xpmem").exists():
        assert trials["shm+xpmem"].outcome == "not used"
    (tcp,) = [one for transport, one in trials.items() if transport.startswith("ofi/tcp:")]
    assert tcp.outcome == "works" and tcp.use is not None and tcp.use.short is not None
    assert tcp.use.short.startswith("socket ")
    assert [point.size_bytes for point in tcp.points] == [8, 1 << 18]
    assert not [finding for finding in found.findings if tcp.choice.name in finding.affects]  # it would change programs
    shown = {name(trial, path) for trial in path.trials}
    default = f"default (= {path.resembles})" if path.resembles else "default"
    assert {"shm †", "shm+cma †", f"{tcp.choice.name} *", default} <= shown
    assert "† carries messages inside a node alone: between nodes a job needs another transport." in notes(path)
    with Store.open(tmp_path / "rankwise.db", create=False) as store:
        assert store.get(found.run.id, "fabrics", FabricSurvey) == found


def test_words_that_no_transport_has_are_told_with_those_that_there_are(mpich: Mpi, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no transport of mpich\S* has a name with nothing or like-this") as raised:
        survey(mpich, tmp_path, "nothing", "like-this")
    assert "shm+cma" in raised.value.hint
    with Store.open(tmp_path / "rankwise.db", create=False) as store:
        assert store.runs() == []


@pytest.mark.parametrize("end", [KeyboardInterrupt(), MeasurementFailed("launch-failed", "it does not start")])
def test_an_mpi_that_ends_early_leaves_what_others_brought(
    end: BaseException, mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measure = MeasuredPath.measure

    def first_alone(self: MeasuredPath) -> object:
        if self._mpi.name == "other":
            raise end
        return measure(self)

    monkeypatch.setattr(MeasuredPath, "measure", first_alone)
    other = replace(mpich, name="other")
    options = FabricOptions([mpich, other], this_machine(), names=("shm",), sizes=(8,), budget_s=1.0, out=tmp_path)
    found = measure_fabrics(options)
    assert [path.mpi for path in found.paths] == [mpich.name]
    interrupted = isinstance(end, KeyboardInterrupt)
    assert found.run.status == ("interrupted" if interrupted else "failed")
    assert interrupted or "other is left out: it does not start" in found.run.warnings
    with Store.open(tmp_path / "rankwise.db", create=False) as store:
        assert store.get(found.run.id, "fabrics", FabricSurvey) == found
    with pytest.raises((KeyboardInterrupt, MeasurementFailed)):
        measure_fabrics(replace_fields(options, mpis=[other]))


def test_of_a_node_that_is_lost_the_trials_before_are_kept(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def try_one(self: MeasuredPath, choice: FabricChoice, place: str) -> FabricTrial:
        return FabricTrial(choice=choice, outcome="works" if choice.name == "default" else "aborts")

    monkeypatch.setattr(MeasuredPath, "_try", try_one)
    monkeypatch.setattr(path_of_fabrics, "gone_ranks", lambda *_given: {1: "n2 no longer answers"})
    found = survey(mpich, tmp_path, "shm")
    assert [[trial.choice.name for trial in path.trials] for path in found.paths] == [["default"]]
    assert found.run.status == "failed" and not found.run.launches
    assert found.run.warnings == (f"{mpich.name} ends early: n2 no longer answers",)
    assert "n2 no longer answers; what was measured before is kept" in found.summary[0]


def test_transports_for_which_no_time_is_left_are_named(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MeasuredPath, "_try", lambda _self, choice, _place: FabricTrial(choice=choice, outcome="works"))
    options = FabricOptions([mpich], this_machine(), only=("shm",), deadline=Deadline.after(0.0), out=tmp_path)
    found = measure_fabrics(options)
    (path,) = found.paths
    assert [trial.choice.name for trial in path.trials] == ["default"], "what the library chooses is always tried"
    assert "shm+cma" in path.untried and not found.run.launches, "no race begins without the time for its starts"
    assert any("no time was left to try" in words and "shm" in words for words in found.not_looked)
    assert found.summary[0].endswith(f"no time was left to try {len(path.untried)} transports: give more --budget.")


@pytest.mark.parametrize(
    ("deadline", "told"), [(NEVER, "no answer in"), (Deadline(0.0), "no time was left to try default")]
)
def test_a_transport_hangs_only_where_it_had_its_time(
    deadline: Deadline, told: str, mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hang(*_given: object, **_limits: object) -> None:
        raise MeasurementFailed("hung", "rank 0 does not answer")

    monkeypatch.setattr(path_of_fabrics, "traffic", hang)
    with pytest.raises(MeasurementFailed, match=told):
        measure_fabrics(FabricOptions([mpich], this_machine(), names=("shm",), deadline=deadline, out=tmp_path))


@pytest.mark.thorough("test_a_default_that_aborts_is_a_finding_with_a_transport_that_works")
def test_a_transport_that_aborts_is_a_result(openmpi: Mpi, tmp_path: Path) -> None:
    found = survey(openmpi, tmp_path, "btl-uct", "shm", budget_s=10)
    trials = {trial.choice.name: trial for trial in found.paths[0].trials}
    assert trials["btl-uct"].outcome == "aborts" and trials["btl-uct"].reason
    assert not trials["btl-uct"].points
    assert trials["shm"].outcome == "works" and found.paths[0].resembles == "shm+cma"


def test_a_default_that_aborts_is_a_finding_with_a_transport_that_works(
    openmpi: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMPI_MCA_btl", "self")  # no rank reaches another one
    found = survey(openmpi, tmp_path, "shm")
    (path,) = found.paths
    default, *others = path.trials
    assert default.outcome == "aborts" and not default.points and path.resembles == ""
    working = {other.choice.name: other for other in others if other.outcome == "works"}
    assert all(len(one.points) == 2 and not one.points[0].ratio for one in working.values())
    assert path.control is None
    (finding,) = found.findings
    assert finding.severity == "warning" and finding.affects[0] in working
    words = shlex.split(finding.verify)
    assert words[:2] == ["rankwise", "fabrics"] and words[-2:] == ["--only", finding.affects[0]]
    assert f"the default does not work (aborts); {finding.affects[0]} does." in found.summary[0]


def test_intels_own_single_copy_is_not_believed_but_seen(impi: Mpi, tmp_path: Path) -> None:
    found = survey(impi, tmp_path, "shm")
    for trial in found.paths[0].trials:
        assert trial.use is not None
        # Nothing is counted where the launch beside the counter fails; "memory or /dev/..." names memory first.
        counted = (trial.use.long or "").partition(" ")[0]
        believed = not trial.choice.expect or not counted or counted in trial.choice.expect
        assert trial.outcome == ("works" if believed else "not used")
    assert any(trial.use and trial.use.long for trial in found.paths[0].trials)
