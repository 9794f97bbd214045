"""A limit that is too small for a job is named with its number."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from rankwise.core import output, scarce
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.process import Job, run
from rankwise.core.records import Mpi

RANKWISE = str(Path(sys.executable).with_name("rankwise"))


@pytest.mark.parametrize(
    ("limit", "printed"),
    [("ulimit -Sn 40", "a process may hold 40 open files"), ("ulimit -v 1500000", "memory is limited to 1464 MiB")],
)
def test_a_failure_names_the_limit(mpich: Mpi, tmp_path: Path, limit: str, printed: str) -> None:
    words = f"{limit}; exec {RANKWISE} trace --json --mpi {mpich.name} --out {tmp_path} -- false"
    done = run(["sh", "-c", words], timeout_s=120)
    assert done.returncode == 4, done.describe()
    assert printed in json.loads(done.stdout)["error"]["hint"]


def test_processes_are_limited_by_the_nearest_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    group = tmp_path / "a/b"
    group.mkdir(parents=True)
    (tmp_path / "a/pids.max").write_text("20\n")
    (group / "pids.max").write_text("max\n")
    monkeypatch.setattr(scarce, "_GROUPS", tmp_path)
    monkeypatch.setattr(scarce, "_own_groups", lambda: [("", "/a/b")])
    assert scarce.most_processes() == 20
    assert "20 processes and threads are allowed" in scarce.scarce()


def test_a_program_ends_where_no_thread_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs: list[Job] = []
    start = Job.start

    def kept(*argv: object, **options: object) -> Job:
        jobs.append(start(*argv, **options))  # type: ignore[arg-type]
        return jobs[-1]

    def none(_thread: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Job, "start", kept)
    monkeypatch.setattr(output._Kept, "start", none)
    with pytest.raises(RuntimeError, match="can't start new thread"):
        run(["sleep", "600"], timeout_s=600)
    assert jobs[0].popen.returncode is not None


def test_the_folder_of_a_launcher_that_died_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    (tmp_path / "ompi.1").mkdir()  # of another job
    run(["sh", "-c", 'mkdir "$TMPDIR/ompi.$$"; kill -9 $$'], timeout_s=60)
    assert [path.name for path in tmp_path.iterdir()] == ["ompi.1"]


def test_a_command_without_threads_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from rankwise.cli.envelope import Answer, answered

    def fails() -> Answer:
        raise RuntimeError("can't start new thread")

    with pytest.raises(SystemExit) as caught:
        answered("test", fails, as_json=False, quiet=False)
    assert caught.value.code == EnvironmentProblem.exit_status
    assert "cannot start a thread: " in capsys.readouterr().err


def test_a_thread_that_gets_no_stack_is_told_as_too_little_memory(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import resource

    from rankwise.cli.envelope import Answer, answered

    def fails() -> Answer:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(resource, "getrlimit", lambda _: (130_000 << 10, 130_000 << 10))
    with pytest.raises(SystemExit):
        answered("test", fails, as_json=False, quiet=False)
    assert "memory is limited to 126 MiB here; measuring takes 600 MiB" in capsys.readouterr().err
