"""A job under watch: what it printed is read, and who sleeps is told and waited for; on jobs that are made up."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from msgspec.structs import replace as changed

from builders.jobs import case, ranks
from rankwise.diagnoses import culprits
from rankwise.diagnoses import watch as watched_job
from rankwise.diagnoses.case import Case, TrialStart
from rankwise.diagnoses.culprits import with_culprits
from rankwise.diagnoses.findings import python_mpi, start_failed, start_words
from rankwise.diagnoses.look import look_at, started
from rankwise.diagnoses.not_looked import not_looked
from rankwise.diagnoses.records import StandingRank
from rankwise.diagnoses.watch import watch
from rankwise.mpis.fabric_lists import Listed, Provider
from rankwise.placement.python_library import PythonLibrary, of_program

IN_MPI = StandingRank(number=0, world=2, pid=1, state="running", cpu_share=1.0, call="MPI_Finalize", caller="main")
ASLEEP = StandingRank(number=1, world=2, pid=2, state="sleeping", cpu_share=0.0, stack=("clock_nanosleep", "main"))
PRINTS = "import sys; sys.stderr.write('[n1:7] *** MPI_ERR_TRUNCATE: message truncated\\n'); sys.exit(15)"


def job(program: str) -> Case:
    return case(argv=(sys.executable, "-c", program))


def test_its_own_words_are_the_finding(capfd: pytest.CaptureFixture[str]) -> None:
    told = watch(job(PRINTS), 30.0, lambda _words: None)
    assert [item.id for item in told.findings] == ["truncated"]
    assert "LAUNCH LINE" not in told.findings[0].verify and sys.executable in told.findings[0].verify
    assert "MPI_ERR_TRUNCATE" in capfd.readouterr().err, "they are passed on"


def test_the_first_error_of_each_rank_is_told_where_no_words_are_known() -> None:
    program = (
        "print('[1,0]<stderr>: error: mesh 7 is empty\\n[1,1]<stderr>: error: no mesh\\n[1,0]<stderr>: fatal end');"
    )
    (failed,) = watch(job(program + "raise SystemExit(3)"), 30.0, lambda _words: None).findings
    seen = {item.source: item.observation for item in failed.evidence}
    assert (
        failed.id == "job-failed" and seen["rank 0"] == "error: mesh 7 is empty" and seen["rank 1"] == "error: no mesh"
    )


def test_who_starts_cat_is_told_how_a_log_is_read(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    log.write_text("x")
    line = case(argv=("cat", str(log)), launcher="", launcher_mpi=None, library=None, library_mpi=None)
    assert next(not_looked(line, ran=False)) == f"what {log} says: rankwise doctor --log {log} reads a log"


def test_a_job_that_ends_well_and_says_nothing_has_no_finding() -> None:
    assert watch(job("print('done')"), 30.0, lambda _words: None).findings == ()


def test_who_sleeps_is_told_at_the_first_look_and_is_a_hang_at_the_third(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched_job, "_looked", lambda _case, _job: [IN_MPI, ASLEEP])
    phases: list[str] = []
    told = watch(job("import signal; signal.pause()"), 0.01, phases.append)
    assert "The others wait for rank 1" in phases[1] and "clock_nanosleep" in phases[1]
    assert told.findings[0].id == "hang" and "rank 1" in told.findings[0].title
    assert len(phases) == 4, "two looks go on, the third ends it"


def test_a_srun_that_waits_for_its_place_is_no_job_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    srun = tmp_path / "srun"
    srun.write_text("#!/bin/sh\nexec sleep 600\n")
    srun.chmod(0o755)
    ended = iter([False] * 4 + [True])
    monkeypatch.setattr(watched_job, "_ended", lambda _job, _limit_s: next(ended))
    phases: list[str] = []
    told = watch(case(argv=(str(srun), "-n", "2", "app"), launcher_mpi=None), 0.01, phases.append)
    assert not any(item.id == "hang" for item in told.findings)
    assert len(phases) == 5 and all("Slurm has not started it" in words for words in phases[1:])


def test_the_launcher_of_slurm_is_of_no_mpi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    srun = tmp_path / "srun"
    srun.write_text("#!/bin/sh\n")
    srun.chmod(0o755)
    monkeypatch.setattr("rankwise.mpis.catalog.of_launcher", lambda _path, mpis: mpis[0])
    looked = look_at([str(srun), "-n", "2", "true"], case().node)
    assert looked.launcher == str(srun) and looked.launcher_mpi is None


def test_a_start_for_which_slurm_has_no_room_is_no_start(tmp_path: Path) -> None:
    srun = tmp_path / "srun"
    srun.write_text(
        "#!/bin/sh\necho 'srun: error: Unable to allocate resources: Requested nodes are busy' >&2; exit 1\n"
    )
    srun.chmod(0o755)
    line = case(argv=(str(srun), "-n", "2", "true"), launcher_mpi=None)
    assert started(line, 60.0) == line


def test_a_rank_that_computes_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    busy = changed(ASLEEP, state="running", cpu_share=1.0)
    looks = iter([[IN_MPI, busy]] * 5)
    ended = iter([False] * 5 + [True])
    monkeypatch.setattr(watched_job, "_looked", lambda _case, _job: next(looks))
    monkeypatch.setattr(watched_job, "_ended", lambda _job, _limit_s: next(ended))
    assert not any(item.id == "hang" for item in watch(job("pass"), 0.01, lambda _words: None).findings)


def starts_unless(setting: str) -> object:
    """A start that fails while the setting is there."""

    def start(of: Case, _limit_s: float) -> Case:
        bad = setting in of.environ or setting in of.argv
        of_ranks = TrialStart(ranks(2, world=-1), "no provider", 1, 0.1) if bad else TrialStart(ranks(2), "", 0, 0.3)
        return Case(**{**vars(of), "start": of_ranks})

    return start


@pytest.mark.parametrize(
    ("setting", "environ", "argv", "fix"),
    [
        ("FI_PROVIDER", {"FI_PROVIDER": "psm3", "UCX_TLS": "tcp"}, ("mpiexec", "-n", "2", "a"), "`unset FI_PROVIDER`"),
        (
            "FI_PROVIDER",
            {"FI_PROVIDER": "psm3"},
            ("mpiexec", "-genv", "UCX_TLS", "tcp", "-n", "2", "a"),
            "`unset FI_PROV",
        ),
        ("psm2", {}, ("mpirun", "--mca", "mtl", "psm2", "-n", "2", "a"), "leave `--mca mtl psm2` away"),
    ],
)
def test_the_setting_that_keeps_a_job_from_its_start_is_named(
    setting: str, environ: dict[str, str], argv: tuple[str, ...], fix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Listed(providers=(Provider("tcp", "RDM", "eth0", "10.0.0.0"), Provider("shm", "RDM", "shm", "shm")))
    monkeypatch.setattr(culprits, "started", starts_unless(setting))
    monkeypatch.setattr(culprits, "listed", lambda _mpi: here)
    sick = case(TrialStart(ranks(2, world=-1), "no provider", 1, 0.1), environ, argv=argv)
    found = with_culprits(sick, 9.0)
    assert len(found.culprits) == 1
    finding = start_failed.check(found)
    assert finding is not None and finding.fixes[0].text.startswith(fix)
    if environ:
        seen = " ".join(item.observation for item in finding.evidence)
        assert "this node has no psm3 device; providers here: tcp, shm" in seen


def test_a_job_that_fails_without_its_settings_too_has_no_culprit(monkeypatch: pytest.MonkeyPatch) -> None:
    sick = case(TrialStart(ranks(2, world=-1), "", 1, 0.1), {"UCX_TLS": "tcp"})
    monkeypatch.setattr(culprits, "started", lambda of, _limit_s: Case(**{**vars(of), "start": sick.start}))
    assert with_culprits(sick, 9.0) == sick


def test_warnings_of_a_start_that_works_are_told() -> None:
    warned = case(
        TrialStart(ranks(2), "MPI startup(): dapl fabric is unknown or has been removed from the product", 0, 0.3)
    )
    finding = start_words.check(warned)
    assert (
        finding is not None
        and finding.severity == "warning"
        and "dapl" in finding.title + finding.evidence[0].observation
    )
    assert start_words.check(case()) is None


def interpreter(folder: Path, says: str) -> Path:
    """A Python that says this of every import."""
    file = folder / "python3"
    file.write_text(f"#!/bin/sh\n{says}\n")
    file.chmod(0o755)
    return file


def test_the_library_of_mpi4py_is_asked_of_the_interpreter_of_the_line(tmp_path: Path) -> None:
    script = tmp_path / "app.py"
    script.write_text("from mpi4py import MPI\n")
    answer = 'echo \'rankwise:["4.1", ["/lib/libc.so.6", "/opt/mpich/lib/libmpi.so.12"]]\''
    python = interpreter(tmp_path, answer)
    told = of_program(python, [str(script)], {})
    assert told == PythonLibrary("4.1", Path("/opt/mpich/lib/libmpi.so.12"))
    script.write_text("print(1)\n")
    assert of_program(python, [str(script)], {}) is None
    assert of_program(Path("/bin/perl"), ["-m", "mpi4py"], {}) is None


def test_an_import_that_fails_is_a_finding_with_its_fix(tmp_path: Path) -> None:
    words = "ImportError: libmpi.so.40: cannot open shared object file: No such file or directory"
    python = interpreter(tmp_path, f"echo '{words}' >&2; exit 1")
    told = of_program(python, ["-m", "mpi4py.bench"], {})
    assert told is not None and told.library is None
    finding = python_mpi.check(case(python=told))
    assert finding is not None and "libmpi.so" in finding.title and "pip install" in finding.fixes[0].text
