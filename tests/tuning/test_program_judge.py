"""The program as the judge of lines: which of them make whole runs of it faster, and what a last proof says."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from builders.comparisons import a_comparison
from builders.runs import mpi
from builders.tunings import a_ratio, a_tuned, a_tuning
from rankwise.core.records import Mpi
from rankwise.experiment.programs import RunOptions, SideFailed
from rankwise.measure.watcher import Watcher
from rankwise.model.records import Answer
from rankwise.placement.program import Program
from rankwise.tuning import tune_program as of_program
from rankwise.tuning import whole_runs
from rankwise.tuning.changes import ChangeMaker
from rankwise.tuning.in_use import InUseFails
from rankwise.tuning.program_judge import ProgramJudge
from rankwise.tuning.space import line
from rankwise.tuning.tune import TuneOptions
from rankwise.tuning.whole_runs import prove_by_runs

# A program that says how long it took: 2.5, but 1.5 with the setting that helps, 3.5 with the one that slows it, and
# it fails with another.
SAYS = ["sh", "-c", '[ "$PSM3_RANKWISE_TEST" != 9 ] && echo took ${PSM3_RANKWISE_TEST:-2}.5']
HELPS, HARMS, FAILS = (line({"env:PSM3_RANKWISE_TEST": value}) for value in "139")
NOTHING = line({"env:PSM3_RANKWISE_OTHER": "1"})
FLAKY = line({"env:PSM3_RANKWISE_FLAKY": "1"})
# What the program says is the same in each run, so that a question ends at an early look, long before this.
ENOUGH_S = 1000.0


def judge(
    mpi: Mpi, folder: Path, run_s: float = 0.01, argv: Sequence[str] = SAYS, budget_s: float = ENOUGH_S
) -> ProgramJudge:
    asked = RunOptions(argv=tuple(argv), figure=r"took ([\d.]+)", budget_s=budget_s, out=folder)
    return ProgramJudge(ChangeMaker(mpi, folder), asked, Watcher(), run_s)


def flaky(folder: Path) -> list[str]:
    """The program, which fails in its fourth run with `FLAKY` alone."""
    count = f"echo run >> {folder}/runs; [ $(wc -l < {folder}/runs) != 4 ] || exit 3"
    return ["sh", "-c", f'if [ "$PSM3_RANKWISE_FLAKY$PSM3_RANKWISE_OTHER" = 1 ]; then {count}; fi; {SAYS[2]}']


def test_the_program_says_which_lines_make_it_faster(mpich: Mpi, tmp_path: Path) -> None:
    sets = {one.id: [one] for one in (HARMS, FAILS, NOTHING, HELPS)}
    found = judge(mpich, tmp_path)([], sets, time.monotonic() + ENOUGH_S)
    assert list(found) == [HELPS.id]
    gain = found[HELPS.id]
    assert (gain.before_s, gain.after_s, gain.figure) == (2.5, 1.5, True)


def test_what_fails_in_one_run_of_many_is_no_answer_and_ends_no_question(mpich: Mpi, tmp_path: Path) -> None:
    phases: list[str] = []
    one = judge(mpich, tmp_path, argv=flaky(tmp_path))
    one.watcher = Watcher(phase=phases.append)
    assert list(one([], {each.id: [each] for each in (FLAKY, HELPS)}, time.monotonic() + ENOUGH_S)) == [HELPS.id]
    assert f"not taken: the program fails with {FLAKY.id}" in phases


def test_what_is_in_use_and_fails_in_one_run_is_told_as_that(mpich: Mpi, tmp_path: Path) -> None:
    with pytest.raises(InUseFails, match="the program: ended with status 3"):
        judge(mpich, tmp_path, argv=flaky(tmp_path))([FLAKY], {NOTHING.id: [NOTHING]}, time.monotonic() + ENOUGH_S)


def test_a_program_that_fails_by_itself_is_no_fault_of_a_line(mpich: Mpi, tmp_path: Path) -> None:
    argv = ["sh", "-c", '[ "$PSM3_RANKWISE_OTHER" ] && echo took 2.5']
    with pytest.raises(SideFailed, match=r"default: .*ended with status 1"):
        judge(mpich, tmp_path, argv=argv)([], {NOTHING.id: [NOTHING]}, time.monotonic() + ENOUGH_S)


def test_the_last_proof_goes_on_without_the_line_that_fails(mpich: Mpi, tmp_path: Path) -> None:
    one = judge(mpich, tmp_path, argv=flaky(tmp_path))
    proof = prove_by_runs(one, [HELPS, FLAKY], time.monotonic() + ENOUGH_S, late_s=1.0)
    assert proof.lines == (HELPS,)
    assert proof.whole is not None and proof.whole.ratio.answer == "faster"
    assert proof.dropped == {FLAKY.id: "with it the program fails: ended with status 3"}


def test_a_program_is_asked_only_where_six_rounds_have_the_time(mpich: Mpi, tmp_path: Path) -> None:
    assert judge(mpich, tmp_path, run_s=0.16, budget_s=20.0).affordable  # eight runs of three sides in a fifth of 20 s
    assert not judge(mpich, tmp_path, run_s=0.17, budget_s=20.0).affordable
    assert judge(mpich, tmp_path, run_s=0.16).enough_s == pytest.approx(19.2)


@pytest.mark.parametrize("run_s", [1.40, 1.48, 1.56, 2.0])
def test_a_question_that_is_late_is_asked_all_the_same(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_s: float
) -> None:
    one = judge(mpich, tmp_path, run_s, budget_s=1000.0)
    asked: list[str] = []
    monkeypatch.setattr(ProgramJudge, "_better", lambda _self, _used, sets, _budget_s: asked.extend(sets) or {})
    assert one([], {each.id: [each] for each in (HELPS, HARMS)}, time.monotonic() - 1) == {}
    assert asked == [HELPS.id]


@pytest.mark.parametrize(("late_s", "budget_s"), [(-9.0, 9.0), (0.0, 4.0), (3.0, 1.0), (9.0, -5.0)])
def test_a_proof_ends_within_its_share_beyond_the_budget(
    mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late_s: float, budget_s: float
) -> None:
    one = judge(mpich, tmp_path)
    given: list[float] = []

    def compared(_sides: object, options: RunOptions, _watcher: Watcher) -> None:
        given.append(options.budget_s)

        raise KeyboardInterrupt

    monkeypatch.setattr(whole_runs, "compare_programs", compared)
    monkeypatch.setattr(whole_runs, "time", SimpleNamespace(monotonic=lambda: 100.0))
    with pytest.raises(KeyboardInterrupt):
        prove_by_runs(one, [HELPS], 100.0 - late_s, late_s=4.0)
    assert given == [pytest.approx(budget_s)]


@pytest.mark.parametrize(
    ("ratio", "answer", "printed"),
    [
        (1.2, "faster", ("tuned", [], ())),
        (1.2, "cannot tell", ("cannot tell", [], (HELPS.id,))),
        (1.01, "faster", ("leave it", [HELPS.id], ())),
        (1.05, "cannot tell", ("leave it", [HELPS.id], ())),
        (1.0, "same", ("leave it", [HELPS.id], ())),
    ],
)
def test_no_gain_is_said_only_where_a_tenth_is_excluded(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ratio: float,
    answer: Answer,
    printed: tuple[str, list[str], tuple[str, ...]],
) -> None:
    shown = a_comparison("all lines", "default")
    seen = replace(a_ratio(ratio), low=ratio - 0.02, high=ratio + 0.02, answer=answer).inverse()
    shown = replace(shown, cells=tuple(replace(cell, ratios={"default": seen}) for cell in shown.cells[:1]))
    monkeypatch.setattr(whole_runs, "_runs", lambda *_: shown)
    asked: Any = SimpleNamespace(watcher=Watcher())
    options = TuneOptions(mpi="mpich", out=tmp_path, file=tmp_path / "t.toml")
    proof = prove_by_runs(asked, [HELPS], 0.0)
    found = of_program.answered(a_tuned("mpich"), options, (), proof)
    assert (found.answer, list(found.dropped), found.unmeasured) == printed
    assert options.file.exists() == (found.answer == "tuned")


def test_only_as_many_lines_are_left_out_as_there_is_time_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six rounds of a second each for the default, all lines and a control take 18 s, and each line 6 s more."""
    sides: list[list[str]] = []

    def compared(programs: Sequence[Program], *_: object) -> None:
        sides.append([program.name for program in programs])
        raise KeyboardInterrupt

    monkeypatch.setattr(whole_runs, "compare_programs", compared)
    monkeypatch.setattr(ProgramJudge, "side", lambda _self, name, *_: SimpleNamespace(name=name))
    monkeypatch.setattr(whole_runs, "time", SimpleNamespace(monotonic=lambda: 100.0))
    judged = replace(HARMS, gains=a_tuning().joint)
    asked: Any = judge(mpi("mpich"), tmp_path, run_s=1.0)
    for budget_s, late_s in ((20.0, 0.0), (25.0, 0.0), (35.0, 0.0), (5.0, None)):
        with pytest.raises(KeyboardInterrupt):
            prove_by_runs(asked, [judged, HELPS], 100.0 + budget_s, late_s)
    both = [f"without {HELPS.id}", f"without {judged.id}"]
    assert [names[2:] for names in sides] == [[], both[:1], both, both[::-1]]
