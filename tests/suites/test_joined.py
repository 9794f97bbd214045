"""`mpiexec -n 2 rankwise-suite ...` with each MPI: the ranks of a user's launcher measure, and rank 0 prints."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rankwise.core import process
from rankwise.core.errors import UsageError
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.mpis import catalog
from rankwise.mpis.running_job import joined, launched_by
from rankwise.store import Store
from rankwise.suites.text import imb_text
from rankwise.suites.text.reading import Source
from rankwise.verbs.suite import PROGRAMS
from verbs.survey.surveying import visits_in, wait_until

SCRIPT = ("-m", "rankwise.cli.suite_program")


def launch(
    mpi: Mpi, ranks: int, out: Path, *words: str, script: tuple[str, ...] = SCRIPT
) -> tuple[tuple[str, ...], dict[str, str]]:
    """The console script, as a user's script would start it by the MPI's own launcher: its line and environment."""
    environment = {"RANKWISE_OUT": str(out), "PYTHONPATH": os.pathsep.join(sys.path)}
    place = Place(host=None, program=sys.executable, args=(*script, *words), env=environment)
    made = catalog.launcher_for(mpi).command(mpi, LaunchSpec(places=(place,) * ranks))
    return tuple(made.argv), dict(made.env)


def launched(mpi: Mpi, ranks: int, out: Path, *words: str, script: tuple[str, ...] = SCRIPT) -> process.Completed:
    """The same, to its end."""
    argv, env = launch(mpi, ranks, out, *words, script=script)
    return process.run(argv, timeout_s=120, env=env)


@pytest.mark.mpi(2)
def test_a_job_of_the_users_launcher_measures_and_only_rank_0_prints(any_mpi: Mpi, tmp_path: Path) -> None:
    done = launched(any_mpi, 2, tmp_path, "IMB-MPI1", "-msglog", "0:2", "-iter", "24", "PingPong", "Bcast", "Barrier")
    assert done.ok, done.describe()
    assert done.stdout.count("# Calling sequence was:") == 1
    report = imb_text.read(Source("standard output", done.stdout))
    assert [table.benchmark for table in report.tables] == ["PingPong", "Bcast", "Barrier"]
    for table in report.tables[:2]:
        assert [row.size_bytes for row in table.rows] == [0, 1, 2, 4]
    assert all(row.repetitions == 24 and row.values for table in report.tables for row in table.rows)
    with Store.open(tmp_path / "rankwise.db") as store:
        run = store.load("last")
    assert run.status == "finished"
    assert [mpi.prefix for mpi in run.mpis.values()] == [any_mpi.prefix]
    assert len(run.launches) == 1
    assert [rank.rank for rank in run.launches[0].ranks] == [0, 1]


@pytest.mark.mpi(2)
def test_a_wrong_command_line_is_told_once_and_ends_the_job(any_mpi: Mpi, tmp_path: Path) -> None:
    done = launched(any_mpi, 2, tmp_path, "IMB-MPI1", "PingPung")
    assert done.returncode not in (0, None)  # None: it had to be stopped
    assert done.stderr.count("no benchmark 'PingPung'") == 1
    with Store.open(tmp_path / "rankwise.db") as store:
        assert store.runs() == []


@pytest.mark.drawn(1)
@pytest.mark.mpi(2)
@pytest.mark.parametrize("words", [("osu_nope",), ("IMB-MPI1", "-nope"), ("osu_latency_mt",)])
def test_what_no_rank_can_follow_is_told_once(words: tuple[str, ...], any_mpi: Mpi, tmp_path: Path) -> None:
    done = launched(any_mpi, 2, tmp_path, *words)
    assert done.returncode not in (0, None)
    assert done.stderr.count("rankwise: ") == 1, done.stderr


@pytest.mark.mpi(2)
def test_a_job_that_is_told_to_end_prints_what_it_has(mpich: Mpi, tmp_path: Path) -> None:
    argv, env = launch(mpich, 2, tmp_path, "IMB-MPI1", "-msglog", "0:20")
    with subprocess.Popen(argv, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as job:
        wait_until(lambda: visits_in(tmp_path) > 0)
        job.send_signal(signal.SIGTERM)
        out, _ = job.communicate(timeout=60)
    with pytest.raises(UsageError, match="cut off"):
        imb_text.read(Source("standard output", out))
    report = imb_text.read(Source("standard output", out), partial=True)
    assert any(row.values for table in report.tables for row in table.rows)
    with Store.open(tmp_path / "rankwise.db") as store:
        assert store.load("last").status == "interrupted"


@pytest.mark.mpi(2)
def test_what_the_launcher_has_decided_is_no_option_within_its_job(mpich: Mpi, tmp_path: Path) -> None:
    script = ("-c", "from rankwise.cli.main import main; main()")
    words = ("bench", "--ranks", "4", "--progress", "async", "--suite", "osu", "osu_latency")
    done = launched(mpich, 2, tmp_path, *words, script=script)
    assert done.returncode not in (0, None)
    assert done.stderr.count("--ranks, --progress: the launcher that started this job has decided it") == 1


def test_what_no_launcher_has_started_is_no_rank() -> None:
    assert joined({"SLURM_PROCID": "0", "SLURM_NTASKS": "4"}) is None  # a batch script, not one of its tasks
    job = joined({"PMIX_RANK": "1", "SLURM_NTASKS": "4"})
    assert job is not None
    assert (job.rank, job.ranks) == (1, 4)


def test_variables_that_one_launcher_alone_sets_tell_whose_the_job_is(monkeypatch: pytest.MonkeyPatch) -> None:
    mpis = [Mpi(name=name, family=name, version="5", prefix=f"/no/{name}", where="") for name in ("mpich", "openmpi")]
    for name in [name for name in os.environ if name.startswith("OMPI_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PMI_RANK", "0")
    assert launched_by(mpis) is None
    monkeypatch.setenv("OMPI_COMM_WORLD_RANK", "0")
    assert launched_by(mpis) == mpis[1]


@pytest.mark.mpi(2)
def test_the_last_words_of_a_rank_are_words(any_mpi: Mpi, tmp_path: Path) -> None:
    """Ranks but the first speak to the user's own screen: a visit that outlasts its limit there is no frame."""
    words = ("osu_latency", "-m", "8:8", "-i", "1")
    argv, env = launch(any_mpi, 2, tmp_path, *words)
    done = process.run(argv, timeout_s=120, env={**env, "RANKWISE_WATCHDOG": "1us"})
    assert done.returncode not in (0, None)
    assert "@rw1" not in done.stdout + done.stderr
    assert "did not finish in" in done.stderr


@pytest.mark.mpi(2)
def test_a_link_that_bears_a_programs_name_is_that_program(mpich: Mpi, tmp_path: Path) -> None:
    """As a user's script finds it: by PATH, without a word of rankwise."""
    links, own = tmp_path / "links", Path(sys.executable).parent / "rankwise-suite"
    for _ in range(2):  # again where they are already
        done = process.run([str(own), "--link", str(links)], timeout_s=60)
        assert done.ok and f'put it first: PATH="{links}:$PATH"' in done.stdout, done.describe()
    assert sorted(link.name for link in links.iterdir()) == sorted(PROGRAMS)
    path = os.pathsep.join([str(links), os.environ["PATH"]])
    told = {"RANKWISE_OUT": str(tmp_path), "RANKWISE_MPI": mpich.name, "RANKWISE_SUITE_RANKS": "2", "PATH": path}
    done = process.run(["sh", "-c", "osu_latency -m 8:16 -i 50"], timeout_s=120, env={**os.environ, **told})
    assert done.ok and "# OSU MPI Latency Test" in done.stdout, done.describe()
    assert [line.split()[0] for line in done.stdout.splitlines() if line[:1].isdigit()] == ["8", "16"]
    (links / "osu_bw").unlink()
    (links / "osu_bw").write_text("another's program")
    refused = process.run([str(own), "--link", str(links)], timeout_s=60)
    assert refused.returncode == 3 and "name a folder of your own" in refused.stderr
    assert (links / "osu_bw").read_text() == "another's program"
