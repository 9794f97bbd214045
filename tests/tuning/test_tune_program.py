"""What `tune` does of a program beside its search: what is counted, how long it may take, what is kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.searching import a_gain
from builders.tunings import a_tuned, a_tuning
from rankwise.core.errors import UsageError
from rankwise.core.records import Mpi
from rankwise.experiment.programs import RunOptions, SideFailed
from rankwise.placement.program import Program
from rankwise.store import Store
from rankwise.tuning import tune_program as of_program
from rankwise.tuning.goals import traced
from rankwise.tuning.program_judge import ProgramJudge
from rankwise.tuning.proof import Proof
from rankwise.tuning.records import Tuned, TuningLine
from rankwise.tuning.space import line
from rankwise.tuning.tune import TuneOptions
from rankwise.tuning.tune_program import lacking, tune_program


def test_what_the_kernels_cannot_be_like_is_told() -> None:
    assert lacking(2, 2, cpus=2) == ""
    elsewhere = lacking(2, 8, cpus=2)
    assert elsewhere == "6 of the program's 8 ranks are not on this node, and the kernels run on this node alone"
    oversubscribed = lacking(4, 4, cpus=2)
    assert oversubscribed == "the program has 4 ranks on 2 CPUs, and the kernels one on each core"


def test_a_trace_beside_a_program_is_refused(mpich: Mpi) -> None:
    options = TuneOptions(mpi=mpich.name, trace=traced([("bcast", 8, 1.0)]))
    with pytest.raises(UsageError, match="what a program sends is counted"):
        tune_program(options, ["true"])


def test_first_runs_end_with_the_budget(mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float] = []

    def fails(_plain: Program, asked: RunOptions) -> float:
        limits.append(asked.limit_s)
        raise SideFailed("default", "program-failed", "one run did not end")

    monkeypatch.setattr(of_program, "tracing", lambda *_given, **_more: {})
    monkeypatch.setattr(of_program, "try_once", fails)
    with pytest.raises(SideFailed):
        tune_program(TuneOptions(mpi=mpich.name, budget_s=400.0, out=tmp_path), ["true"])
    assert 0.0 < limits[0] <= 200.0 and limits[0] < limits[1] <= 400.0, "half for the run that is traced, then the rest"


def test_what_is_proven_of_a_program_is_kept_with_what_could_not_be_counted(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program has no messages; whole runs of it may take a tenth of the budget more."""
    late: list[float] = []

    def searched(options: TuneOptions, _judge: ProgramJudge) -> Tuned:
        found = replace(a_tuned("mpich"), tuning=a_tuning((line({"env:PSM3_RANKWISE_TEST": "1"}),), mpich))
        with Store.of(options.out) as store:
            store.begin(found.run)
        return found

    def proven(judge: ProgramJudge, lines: Sequence[TuningLine], _until: float, late_s: float) -> Proof:
        assert judge.options.limit_s >= 10.0, "a run that takes ten times as long is ended, but none before 10 s"
        late.append(late_s)
        return Proof(lines=tuple(lines), whole=a_gain(1.2))

    monkeypatch.setattr(of_program, "tracing", lambda *_given, **_more: {})
    monkeypatch.setattr(of_program, "search_settings", searched)
    monkeypatch.setattr(of_program, "prove_by_runs", proven)
    options = TuneOptions(mpi=mpich.name, budget_s=400.0, out=tmp_path, file=tmp_path / "t.toml")
    answer = tune_program(options, ["true"])
    assert late == [pytest.approx(40.0)]
    assert (answer.answer, answer.run.provenance.settings["program"]) == ("tuned", "true")
    none_seen = "no messages of the program were seen when it was counted: the search is for any program"
    assert answer.run.warnings == (none_seen,)
    with Store.of(tmp_path) as store:
        assert store.get(answer.run.id, "tuned", Tuned) == answer
