"""A benchmark in a process of its own: its budget, a busy machine, what is kept, and going on."""

from __future__ import annotations

import re
import subprocess
import threading
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from benchmarks import __main__ as program
from benchmarks import child, kept, running
from benchmarks.exercised import of_list
from benchmarks.goals import Figure, Goal, Report
from benchmarks.kept import Result
from benchmarks.load import Load
from benchmarks.running import measured, usual_load
from benchmarks.table import BENCHMARKS, BY_NAME, Benchmark

QUIET, BUSY = Load(0.01, 0.0, 5.0), Load(1.7, 0.0, 5.0)


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else uses the machine, whatever it does meanwhile."""
    monkeypatch.setattr(running, "usual_load", lambda: QUIET)
    monkeypatch.setattr(running.Meter, "load", lambda _meter: QUIET)


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty folder in the place of the results, and a file in that of the claims."""
    monkeypatch.setattr(kept, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(kept, "CLAIMS", tmp_path / "claims.json")
    monkeypatch.setattr(program, "not_committed", lambda _row: [])
    return tmp_path


@pytest.mark.usefixtures("quiet")
def test_a_benchmark_answers_in_a_process_of_its_own() -> None:
    result = measured(BY_NAME["routes"], quick=True)
    assert (result.outcome, result.holds, result.trial) == ("measured", True, "quick")
    assert result.report is not None
    assert result.report.goals[0].figure is not None
    assert result.exercised.keys() == result.files.keys()
    read = {str(path.relative_to(kept.ROOT)) for path in of_list(result.files)}
    assert {"benchmarks/tuning/routes.py", "src/rankwise/optimise/routes.py"} <= read
    assert not {"benchmarks/table.py", "benchmarks/lab/relay.py", "src/rankwise/cli/main.py"} & read
    assert result.commit == kept.commit()


@pytest.mark.usefixtures("quiet")
def test_a_benchmark_is_ended_at_its_budget_and_has_no_figure() -> None:
    result = measured(BY_NAME["schedules"], left_s=0.0)
    assert (result.outcome, result.report, result.holds) == ("not measured", None, None)
    assert result.why.startswith("it was ended after 0 s")


@pytest.mark.usefixtures("quiet")
def test_a_benchmark_that_lacks_something_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    report = Report("", (Goal("a lab", "only root can make one", "a lab", None),))
    monkeypatch.setattr(running, "_run", lambda *_words: (report, "", QUIET, frozenset()))
    result = measured(BY_NAME["relay"])
    assert (result.outcome, result.why) == ("not measured", "only root can make one")


def test_a_busy_machine_cannot_tell_and_nothing_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*_words: object) -> None:
        raise AssertionError("it is refused before it starts")

    monkeypatch.setattr(running, "usual_load", lambda: BUSY)
    monkeypatch.setattr(running, "_run", run)
    result = measured(BY_NAME["relay"])
    assert (result.outcome, result.holds) == ("cannot tell", None)
    assert "others used 1.70 of" in result.why


def test_a_machine_that_gets_busy_cannot_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    report = Report("", (Goal("x", "1", "<= 2", met=True),))
    monkeypatch.setattr(running, "usual_load", lambda: QUIET)
    monkeypatch.setattr(running, "_run", lambda *_words: (report, "", BUSY, frozenset()))
    assert measured(BY_NAME["relay"]).outcome == "cannot tell"
    tried = measured(BY_NAME["relay"], busy=True)
    assert (tried.outcome, tried.trial) == ("measured", "busy")


def test_what_no_load_makes_better_is_measured_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    report = Report("", (Goal("x", "1", "<= 2", met=True),))
    monkeypatch.setattr(running, "usual_load", lambda: BUSY)
    monkeypatch.setattr(running, "_run", lambda *_words: (report, "", BUSY, frozenset()))
    result = measured(BY_NAME["routes"])
    assert (result.outcome, result.trial, result.before, result.during) == ("measured", "", BUSY, BUSY)


def test_what_a_real_process_of_others_uses_is_seen() -> None:
    """It runs in the place of the pauses between samples, so that no time has to pass for it."""

    def work(_seconds: float) -> None:
        subprocess.run(["sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done"], check=True)

    class Foreign(running.Meter):
        def __post_init__(self) -> None:
            self.ours = set()
            super().__post_init__()

    meter = Foreign("nobody")
    work(0.0)
    meter.sample()
    assert meter.load().others_cpus > 0.0
    assert usual_load(1.0, lambda _seconds: None).seconds > 0.0


def a_result(row: Benchmark, *, met: bool = True, **fields: str) -> Result:
    goal = Goal("x", "1", "<= 2", met, Figure(1.0, 0.9, 1.1))
    result = Result(row.name, kept.commit(), "2026-01-02", "", report=Report("method", (goal,)), before=QUIET)
    return replace(result, exercised=running.exercised.digests(running.exercised.exercised(row.module)), **fields)


def test_what_is_stale_or_was_never_measured_is_measured_alone(
    monkeypatch: pytest.MonkeyPatch, results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs: list[str] = []
    monkeypatch.setattr(program, "measured", lambda row, **_words: runs.append(row.name) or a_result(row))
    known = {name: replace(a_result(BY_NAME[name]), took_s=9.0) for name in ("duration", "trace-cost", "relay")}
    known["relay"] = replace(known["relay"], exercised={"src/rankwise/gone.py": "0"})
    kept.claim(known)
    assert program.main(["--stale", "routes", "trace-true", "relay", "duration", "trace-cost"]) == 0
    assert runs == ["relay", "trace-true", "routes"], "by what they took or may take; what bears load is last"
    assert "3 of 5 are stale or were never measured" in capsys.readouterr().err
    runs.clear()
    assert program.main(["--stale", "--list", "relay", "resources-lab"]) == 0
    _head, *listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed] == ["resources-lab"], "what the same words would measure"
    assert program.main(["--stale", "relay", "trace-true"]) == 0
    assert runs == []


def test_the_headline_goes_on_where_it_was_ended(
    monkeypatch: pytest.MonkeyPatch, results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs: list[str] = []

    def once(row: Benchmark, **_words: object) -> Result:
        runs.append(row.name)
        return a_result(row, outcome="cannot tell", why="busy") if row.name == "relay" else a_result(row)

    monkeypatch.setattr(program, "measured", once)
    monkeypatch.setattr(
        program, "BENCHMARKS", [row for row in BENCHMARKS if row.claim in ("relay", "duration", "trace")]
    )
    assert program.main([]) == 4
    assert runs == ["duration", "trace-cost", "trace-true", "relay"]
    assert kept.claimed().keys() == {"duration", "trace-cost", "trace-true"}, "a busy machine proves nothing"
    assert "*holds*" in (results / "claims.md").read_text()
    runs.clear()
    assert program.main([]) == 4
    assert runs == ["relay"], "the others are measured on this commit"
    assert re.search(r"relay +cannot tell", capsys.readouterr().out)
    runs.clear()
    assert program.main(["duration"]) == 0
    assert runs == ["duration"], "what is named is measured again"


def test_what_bears_load_goes_two_at_a_time_and_what_it_missed_alone_again(
    monkeypatch: pytest.MonkeyPatch, results: Path
) -> None:
    both, runs = threading.Barrier(2, timeout=60), []

    def once(row: Benchmark, *, ending: threading.Event | None, **_words: object) -> Result:
        runs.append(row.name)
        if ending is not None:
            both.wait()  # for the other one
        return a_result(row, met=row.name != "routes" or runs.count("routes") > 1)

    monkeypatch.setattr(program, "measured", once)
    assert program.main(["routes", "relay", "machines"]) == 0
    assert runs[0] == "relay", "first, alone"
    assert (sorted(runs[1:3]), runs[3:]) == (["machines", "routes"], ["routes"])
    known = kept.claimed()
    assert (known["routes"].holds, known["routes"].beside, known["machines"].beside) == (True, False, True)


def test_what_was_missed_beside_another_is_not_settled(monkeypatch: pytest.MonkeyPatch, results: Path) -> None:
    runs: list[str] = []
    monkeypatch.setattr(program, "measured", lambda row, **_words: runs.append(row.name) or a_result(row))
    monkeypatch.setattr(program, "BENCHMARKS", [BY_NAME["routes"], BY_NAME["machines"], BY_NAME["place"]])
    for name, met, beside in (("routes", False, True), ("machines", True, True), ("place", False, False)):
        kept.keep(replace(a_result(BY_NAME[name], met=met), beside=beside))
    assert program.main(["--all"]) == 1
    assert runs == ["routes"]


def test_an_interrupt_ends_all_that_are_measured(monkeypatch: pytest.MonkeyPatch, results: Path) -> None:
    """One of two is interrupted; the other, a real one, is ended with its processes, and the rest never begins."""
    started, real = threading.Event(), running.Job.start
    jobs: list[running.Job] = []
    runs: list[str] = []

    def start(argv: list[str], **words: Any) -> running.Job:
        jobs.append(real(argv, **words))
        started.set()
        return jobs[-1]

    def once(row: Benchmark, **words: Any) -> Result:
        runs.append(row.name)
        if row.name == "routes":
            assert started.wait(60)
            raise KeyboardInterrupt
        return measured(row, **words)

    monkeypatch.setattr(running.Job, "start", start)
    monkeypatch.setattr(program, "measured", once)
    assert program.main(["routes", "schedules", "machines"]) == 130
    assert sorted(runs) == ["routes", "schedules"]
    assert jobs[0].popen.poll() is not None, "ended, not left"
    assert not [*(results / "results").glob("**/*.json")]


@pytest.mark.usefixtures("results")
@pytest.mark.parametrize(("met", "status"), [(True, 0), (False, 1)])
def test_a_missed_goal_is_a_bad_status(monkeypatch: pytest.MonkeyPatch, met: bool, status: int) -> None:
    monkeypatch.setattr(program, "measured", lambda row, **_words: a_result(row, met=met))
    assert program.main(["start"]) == status


@pytest.mark.parametrize("words", [["--quick"], ["--busy"]])
def test_a_trial_is_not_kept(
    monkeypatch: pytest.MonkeyPatch, results: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    monkeypatch.setattr(program, "measured", lambda row, **_words: a_result(row, met=False, trial=words[0][2:]))
    assert program.main([*words, "start"]) == 0
    assert "proves nothing, and is not kept" in capsys.readouterr().out
    assert not [*results.iterdir()]


def test_figures_of_files_that_are_not_committed_are_not_kept(
    monkeypatch: pytest.MonkeyPatch, results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(program, "measured", lambda row, **_words: a_result(row))
    monkeypatch.setattr(program, "not_committed", lambda _row: ["src/rankwise/model/ratio.py"])
    assert program.main(["start"]) == 0
    assert "start: not kept, for src/rankwise/model/ratio.py differ from the commit" in capsys.readouterr().out
    assert not [*results.iterdir()]


@pytest.mark.usefixtures("results")
def test_what_the_whole_has_no_time_for_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_words: object, **_more: object) -> None:
        raise AssertionError("there is no time left")

    monkeypatch.setattr(program, "HEADLINE_S", 0.0)
    monkeypatch.setattr(program, "measured", never)
    assert program.main([]) == 4


def test_a_name_that_is_not_there_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main(["nope"]) == 2
    assert program.main(["diff", "one"]) == 2
    assert program.main(["--list"]) == 0
    assert "accuracy  verdicts" in capsys.readouterr().out


def test_two_results_are_compared_by_claim(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, value in (("a", 1.0), ("b", 2.0)):
        result = a_result(BY_NAME["start"])
        goal = replace(result.report.goals[0], figure=Figure(value, value - 0.1, value + 0.1), found=f"{value}")  # type: ignore[union-attr]
        (tmp_path / name).mkdir()
        kept._write(tmp_path / name / "start.json", replace(result, report=Report("method", (goal,))))
    assert program.main(["diff", str(tmp_path / "a"), str(tmp_path / "a")]) == 0
    assert program.main(["diff", str(tmp_path / "a"), str(tmp_path / "b")]) == 1
    assert "start: x: 1.0 -> 2.0: changed beyond both intervals" in capsys.readouterr().out


def test_results_of_another_machine_are_taken_and_no_others(
    monkeypatch: pytest.MonkeyPatch, results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(program, "write_page", lambda: None)
    there = results / "there"
    there.mkdir()
    good = a_result(BY_NAME["gpu"])
    (there / "gpu.json").write_bytes(msgspec.json.encode(good))
    assert program.main(["take", str(there)]) == 0
    assert "So it is on a real GPU" in capsys.readouterr().out
    assert kept.claimed()["gpu"].commit == good.commit
    for bad in (replace(good, commit="../../away"), replace(good, benchmark="../away")):
        (there / "gpu.json").write_bytes(msgspec.json.encode(bad))
        assert program.main(["take", str(there)]) == 2
    (there / "gpu.json").write_text("{")
    assert program.main(["take", str(there)]) == 2
    assert not list(results.parent.rglob("away*"))


def numpy_report(_quick: bool) -> Report:
    return Report("", (Goal("x", "1", "<= 2", met=np.float64(1.0) <= 2.0),))


def test_what_numpy_finds_true_is_written(tmp_path: Path) -> None:
    assert child.main(f"{__name__}:numpy_report", str(tmp_path / "report.json"), "whole", "[[], {}]") == 0
    assert msgspec.json.decode((tmp_path / "report.json").read_bytes(), type=Report).goals[0].met is True
