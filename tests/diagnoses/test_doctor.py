"""`rankwise doctor` on real jobs of real MPIs: what is planted is found, and a healthy job is not accused."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import rankwise
from builders.programs import by_cxx
from rankwise.core.records import Mpi
from rankwise.diagnoses.preflight import CHECKS as MACHINE_CHECKS
from rankwise.diagnoses.records import Diagnosis
from rankwise.report.doctor import lines, script

SOURCE = Path(__file__).with_name("starts.cpp")
LIMIT_S = 100.0  # of a start, which takes a second where nothing else runs
Doctor = Callable[..., Diagnosis]


@pytest.fixture
def look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Doctor:
    """Asks the doctor about `mpiexec -n 2 ./app`: the launcher of one MPI, the program of another."""
    monkeypatch.setenv("OMPI_ALLOW_RUN_AS_ROOT", "1")
    monkeypatch.setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
    monkeypatch.setenv("PRTE_MCA_rmaps_default_mapping_policy", ":OVERSUBSCRIBE")

    def ask(launcher: Mpi, program: Mpi, *, wrapper: tuple[str, ...] = (), options: tuple[str, ...] = ()) -> Diagnosis:
        for name, value in {**launcher.env, **program.env}.items():
            monkeypatch.setenv(name, value)
        assert launcher.launcher
        app = str(by_cxx(program, SOURCE, tmp_path / "app"))
        return rankwise.doctor(
            [launcher.launcher, *options, "-n", "2", *wrapper, app], out=tmp_path / "out", limit_s=LIMIT_S
        )

    return ask


def serious(diagnosis: Diagnosis) -> set[str]:
    """What is wrong with the job; of this machine other tests tell."""
    ids = {finding.id for finding in diagnosis.findings if finding.severity in ("critical", "serious")}
    return ids - set(MACHINE_CHECKS) - {"other-job"}


@pytest.mark.mpi(2)
def test_a_healthy_job_is_not_accused(any_mpi: Mpi, look: Doctor, tmp_path: Path) -> None:
    diagnosis = look(any_mpi, any_mpi)
    assert not serious(diagnosis), lines(diagnosis)
    assert [rank.world for rank in diagnosis.ranks] == [2, 2]
    first = diagnosis.ranks[0]
    assert len(first.resident_bytes) == 3 and first.resident_bytes[0] < first.resident_bytes[1]
    assert "shared memory" in first.transports and first.temporary[1]
    assert len(first.pairs["inside"].curve) > 4 and first.collectives["allreduce 8"] > 0
    text = "\n".join(lines(diagnosis))
    for word in ("started ", "CPUs ", "threads ", "limits ", "spaces ", "messages ", "inside a node"):
        assert word in text
    assert str(any_mpi.library) in diagnosis.library and any_mpi.version in diagnosis.library
    assert rankwise.load_answer("last", tmp_path / "out") == diagnosis


@pytest.mark.mpi(2)
def test_a_program_of_another_mpi_is_told_with_the_line_to_type(mpich: Mpi, openmpi: Mpi, look: Doctor) -> None:
    diagnosis = look(openmpi, mpich)
    first = diagnosis.findings[0]
    assert (first.id, first.severity) == ("other-launcher", "critical")
    assert first.fixes[0].line.startswith(f"{mpich.launcher} -n 2 ")
    text = "\n".join(lines(diagnosis))
    assert first.fixes[0].line in text and "MPI_Init" in text
    assert f"# {first.fixes[0].line}" in script(diagnosis)
    assert all(line.startswith("#") or not line for line in script(diagnosis)), "nothing runs by itself"


@pytest.mark.mpi(2)
def test_a_program_of_openmpi_under_another_launcher(mpich: Mpi, openmpi: Mpi, look: Doctor) -> None:
    diagnosis = look(mpich, openmpi)
    assert diagnosis.findings[0].id == "other-launcher"
    assert diagnosis.findings[0].fixes[0].line.startswith(f"{openmpi.launcher} -n 2 ")


@pytest.mark.mpi(2)
def test_ranks_on_one_cpu_are_told(mpich: Mpi, look: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    cpu = min(os.sched_getaffinity(0))
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    diagnosis = look(mpich, mpich, options=("-bind-to", f"user:{cpu},{cpu}"))
    assert {"shared-cpus", "threads"} <= serious(diagnosis), lines(diagnosis)


@pytest.mark.drawn(1)
@pytest.mark.mpi(2)
@pytest.mark.parametrize("family", ["mpich", "openmpi"])
def test_messages_that_leave_shared_memory_are_seen_by_the_counters(
    family: str, look: Doctor, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    mpi: Mpi = request.getfixturevalue(family)
    for name, value in {"MPIR_CVAR_NOLOCAL": "1", "UCX_TLS": "tcp,self"}.items():
        monkeypatch.setenv(name, value)
    words = ("--mca", "pml", "ob1", "--mca", "btl", "self,tcp") if family == "openmpi" else ()
    diagnosis = look(mpi, mpi, options=words)
    (found,) = [finding for finding in diagnosis.findings if finding.id == "through-adapter"]
    assert found.title == "Messages inside a node go through TCP"
    assert found.fixes[0].mpi == family, "the line is that of this MPI"
    (inside,) = [rank.pairs["inside"] for rank in diagnosis.ranks if rank.pairs]
    assert inside.moved["lo"] >= inside.sent_bytes > 0
    for name in ("MPIR_CVAR_NOLOCAL", "UCX_TLS"):
        monkeypatch.delenv(name)  # the fix of one, and of the other to leave the words away
    assert "through-adapter" not in {finding.id for finding in look(mpi, mpi).findings}


@pytest.mark.mpi(2)
def test_ranks_in_containers_of_their_own_are_seen(mpich: Mpi, look: Doctor) -> None:
    if subprocess.run(["unshare", "-r", "-i", "true"], check=False, capture_output=True).returncode:
        pytest.skip("user namespaces are forbidden here")
    diagnosis = look(mpich, mpich, wrapper=("unshare", "-r", "-i"))
    (found,) = [finding for finding in diagnosis.findings if finding.id == "namespaces"]
    assert found.severity == "serious" and "ipc namespaces of 2 ranks" in found.evidence[0].source
    assert "ranks differ in ipc" in "\n".join(lines(diagnosis))


@pytest.mark.thorough("placement/test_program.py reads such lines, and doctor starts a plain one")
@pytest.mark.mpi(2)
def test_wrappers_and_several_programs_start_as_in_the_line(mpich: Mpi, look: Doctor) -> None:
    diagnosis = look(mpich, mpich, wrapper=("env", "OMP_NUM_THREADS=1", "taskset", "-c", "0"))
    assert [(rank.threads, rank.cpus) for rank in diagnosis.ranks] == [(1, (0,))] * 2
    assert {"shared-cpus"} <= serious(diagnosis)


def test_the_machine_alone_and_its_page(tmp_path: Path) -> None:
    diagnosis = rankwise.doctor(out=tmp_path)
    assert diagnosis.checked and not diagnosis.command
    page = rankwise.write_page("last", out=tmp_path)
    assert "Looked for" in page.read_text()


def test_a_program_that_is_not_there_is_told_without_a_start(tmp_path: Path) -> None:
    diagnosis = rankwise.doctor(["mpiexec", "-n", "2", str(tmp_path / "gone")], out=tmp_path)
    assert diagnosis.findings[0].id == "no-program"
    assert not diagnosis.ranks
