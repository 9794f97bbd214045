"""Surveys that are disturbed, as real processes: what is finished is kept, and nothing else stays behind."""

from __future__ import annotations

import os
import re
import shutil
import signal
from pathlib import Path

import pytest

from rankwise.core.deadline import Deadline
from rankwise.core.records import Mpi
from rankwise.verbs.survey.run import SurveyOptions, survey
from verbs.survey.surveying import FIRST_VISIT, Surveying, kill, surveying, visits_in, wait_until

pytestmark = pytest.mark.mpi(2)

LONG = ("--budget", "60s", "--no-experiments")
SHORT = ("--budget", "1s", "--no-experiments")
# It ends when each cell has its rounds, which on a busy machine takes longer.
QUICK = ("--quick", "--budget", "40s", "--precision", "50%", "--no-experiments")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "results"


# Says which MPI it belongs to, and starts nothing.
FAILING_LAUNCHER = """#!/bin/sh
[ $# -gt 1 ] || exec echo HYDRA build details: Version: 5.0.2
exit 7
"""
ABSURD = [("--ranks", "100000"), ("--budget", "forever"), ("--precision", "7"), ("--resume", "nope")]


def assert_nothing_left(survey: Surveying, shared: set[Path]) -> None:
    assert survey.processes() == []
    assert survey.left == []
    assert [path for path in shared if path.exists()] == []


@pytest.mark.drawn(1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_survey_keeps_what_is_finished_and_goes_on(
    mpich: Mpi, out: Path, number: signal.Signals
) -> None:
    with surveying(out, "--mpi", mpich.prefix, *LONG) as survey:
        survey.until(survey.measuring)
        shared = survey.shared_memory()
        survey.popen.send_signal(number)
        assert survey.end() == 130
        assert_nothing_left(survey, shared)
        run = survey.answer["data"]["run"]
    assert run["status"] == "interrupted"
    kept = visits_in(out)
    assert kept > 0
    with surveying(out, "--resume", "last", *SHORT) as again:
        assert again.end() == 0
        resumed = again.answer["data"]["run"]
    assert (resumed["id"], resumed["status"]) == (run["id"], "finished")
    assert visits_in(out) > kept
    assert {facts["index"] for facts in run["launches"]} < {facts["index"] for facts in resumed["launches"]}


def test_an_interrupt_while_ranks_start_leaves_nothing(mpich: Mpi, out: Path) -> None:
    with surveying(out, "--mpi", mpich.prefix, *LONG) as survey:
        survey.until(lambda: bool(survey.engines()))
        survey.popen.send_signal(signal.SIGINT)
        assert survey.end() == 130
        assert_nothing_left(survey, set())


def test_a_killed_rank_is_named_and_the_other_cells_are_measured(mpich: Mpi, out: Path) -> None:
    within = ("--quick", "--budget", "10s", "--precision", "50%", "--no-experiments")
    with surveying(out, "--mpi", mpich.prefix, *within, pause=FIRST_VISIT) as survey:
        with survey.stopped():
            victim = survey.engines()[0]
            kill(victim)
        assert survey.end() == 4
        run = survey.answer["data"]["run"]
        assert_nothing_left(survey, set())
    # Where others keep the cores busy, cells may lack figures for other reasons.
    (failed,) = [result for result in run["results"] if "died in cell" in (result["error"] or "")]
    assert f"(process {victim} on " in failed["error"]
    assert any(result["estimate"] for result in run["results"] if result is not failed)
    assert {facts["index"] for facts in run["launches"]} > {0}, "it goes on in another launch"


def test_bench_names_a_killed_rank_where_the_cell_has_figures(mpich: Mpi, out: Path) -> None:
    asked = ("pingpong", "--sizes", "8", "--budget", "100s", "--precision", "50%", "--launches", "2")
    with surveying(out, *asked, "--mpi", mpich.prefix, command="bench", pause=FIRST_VISIT) as bench:
        with bench.stopped():
            victim = bench.engines()[0]
            kill(victim)
        assert bench.end() == 4
        answer = bench.answer
        assert_nothing_left(bench, set())
    (result,) = answer["data"]["results"]
    assert result["estimate"]["median_s"] > 0
    assert [text for text in answer["warnings"] if f"(process {victim} on " in text]


@pytest.mark.thorough("measure/test_session.py stops a rank")
def test_a_rank_that_stands_still_ends_its_cell_alone(mpich: Mpi, out: Path) -> None:
    watchdog = {"RANKWISE_WATCHDOG": "10s"}
    with surveying(out, "--mpi", mpich.prefix, *QUICK, env=watchdog, pause=FIRST_VISIT) as survey:
        with survey.stopped():
            os.kill(survey.engines()[0], signal.SIGSTOP)
        assert survey.end() == 4
        run = survey.answer["data"]["run"]
        assert_nothing_left(survey, set())
    (failed,) = [result for result in run["results"] if "did not finish in 10 s" in (result["error"] or "")]
    assert "silent" in failed["error"] or "rank" in failed["error"]


def test_ranks_end_by_themselves_when_the_tool_is_killed(mpich: Mpi, out: Path) -> None:
    with surveying(out, "--mpi", mpich.prefix, *LONG, env={"RANKWISE_WATCHDOG": "3s"}) as survey:
        survey.until(survey.measuring)
        shared = survey.shared_memory()
        survey.popen.kill()
        survey.end()
        wait_until(survey.gone)
        assert_nothing_left(survey, shared)
    assert visits_in(out) > 0


def test_names_of_unknown_mpis_are_answered_with_near_ones(mpich: Mpi, out: Path) -> None:
    with surveying(out, "--mpi", "mpihc") as survey:
        assert survey.end() == 2
        error = survey.answer["error"]
    assert error["code"] == "unknown-mpi"
    assert "mpich" in error["hint"]


@pytest.mark.thorough("a killed rank is named, and sides that cannot be launched are compared")
def test_an_mpi_whose_launcher_fails(mpich: Mpi, out: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(mpich.prefix, broken, symlinks=True)
    for name in ("mpiexec", "mpirun", "mpiexec.hydra"):
        (broken / "bin" / name).unlink(missing_ok=True)
        (broken / "bin" / name).write_text(
            "#!/bin/sh\n[ $# -gt 1 ] || exec echo HYDRA build details: Version: 5.0.2\nexit 7\n"
        )
        (broken / "bin" / name).chmod(0o755)
    home = {"XDG_DATA_HOME": str(tmp_path / "data")}
    with surveying(
        out, "--mpi", str(broken), *SHORT, env={**home, "PATH": f"{broken}/bin:{os.environ['PATH']}"}
    ) as survey:
        status = survey.end()
        error = survey.answer["error"]
        assert_nothing_left(survey, set())
    assert (status, error["code"]) in ((4, "launch-failed"), (3, "broken-mpi"))
    assert error["hint"]


def test_no_compiler_and_no_ready_engine(mpich: Mpi, out: Path, tmp_path: Path) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    for program in Path("/usr/bin").iterdir():
        if not re.search(r"gcc|[gc]\+\+|clang|icpx|^cc$|^c[89]9|^CC$", program.name):
            (tools / program.name).symlink_to(program)
    bare = {"PATH": str(tools), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    with surveying(out, "--mpi", mpich.prefix, *SHORT, env=bare) as survey:
        assert survey.end() == 3
        error = survey.answer["error"]
    assert error["code"] == "no-compiler"
    assert "g++" in error["hint"]


def test_results_that_cannot_be_written_are_told_before_anything_is_measured(mpich: Mpi, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with surveying(tmp_path / "file" / "out", "--mpi", mpich.prefix) as survey:
        assert survey.end() == 3
        assert survey.answer["error"]["code"] == "cannot-write"
        assert "measuring" not in survey.errors


@pytest.mark.netns
@pytest.mark.parametrize(("size", "code"), [("16k", "disk-full"), ("128k", "disk-full")])
def test_a_full_disk(mpich: Mpi, out: Path, size: str, code: str) -> None:
    """Too small for the store itself, and full while measuring."""
    out.mkdir()
    mount = f'mount -t tmpfs -o size={size} none {out} && exec "$@"'
    before = ("unshare", "--mount", "sh", "-c", mount, "sh")
    with surveying(out, "--mpi", mpich.prefix, *LONG, before=before) as survey:
        status = survey.end()
        error = survey.answer["error"]
        assert_nothing_left(survey, set())
    assert error["code"] == code
    assert status in (3, 4)
    assert error["hint"]


@pytest.mark.parametrize(
    "args", [("--ranks", "100000"), ("--budget", "forever"), ("--precision", "7"), ("--resume", "nope")]
)
def test_absurd_wishes_are_refused_before_anything_is_measured(mpich: Mpi, out: Path, args: tuple[str, ...]) -> None:
    with surveying(out, "--mpi", mpich.prefix, *args) as survey:
        assert survey.end() == 2
        error = survey.answer["error"]
        assert "measuring" not in survey.errors
    assert error["hint"]


def test_a_long_path_for_temporary_files(mpich: Mpi, out: Path, tmp_path: Path) -> None:
    """Longer than the path of a socket may be."""
    deep = tmp_path / ("d" * 100)
    deep.mkdir()
    with surveying(out, "--mpi", mpich.prefix, *SHORT, env={"TMPDIR": str(deep)}) as survey:
        assert survey.end() == 0, survey.errors
        assert list(deep.iterdir()) == []


def test_experiments_for_which_no_time_is_left_are_named(
    mpich: Mpi, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Deadline, "after", lambda _budget_s: Deadline(0.0))
    found = survey(SurveyOptions(mpi=mpich.prefix, budget_s=1.0, quick=True, out=out))
    assert [words for words in found.run.warnings if words.startswith("no time was left for experiments on mpich")]
    assert not [finding for finding in found.findings if finding.experiments]
