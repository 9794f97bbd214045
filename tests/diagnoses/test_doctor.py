"""`rankwise doctor` on real jobs of real MPIs: what is planted is found, and a healthy job is not accused."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import rankwise
from rankwise.core.records import Diagnosis, Mpi
from rankwise.report.doctor import lines, script

SOURCE = """
#include <mpi.h>
int main(int argc, char **argv) { MPI_Init(&argc, &argv); MPI_Finalize(); return 0; }
"""
Doctor = Callable[..., Diagnosis]


@pytest.fixture
def look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Doctor:
    """Asks the doctor about `mpiexec -n 2 ./app`: the launcher of one MPI, the program of another."""
    monkeypatch.setenv("OMPI_ALLOW_RUN_AS_ROOT", "1")
    monkeypatch.setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
    monkeypatch.setenv("PRTE_MCA_rmaps_default_mapping_policy", ":OVERSUBSCRIBE")

    def ask(launcher: Mpi, program: Mpi, *, before: tuple[str, ...] = (), options: tuple[str, ...] = ()) -> Diagnosis:
        for name, value in {**launcher.env, **program.env}.items():
            monkeypatch.setenv(name, value)
        assert launcher.launcher and program.library and program.compiler
        source, app = tmp_path / "app.cpp", tmp_path / "app"
        source.write_text(SOURCE)
        folder = Path(program.library).parent
        command = [program.compiler, str(source), "-o", str(app), f"-Wl,-rpath,{folder}"]
        subprocess.run(command, check=True, env={**os.environ, **program.env}, capture_output=True)
        return rankwise.doctor([*before, launcher.launcher, *options, "-n", "2", str(app)], out=tmp_path / "out")

    return ask


def serious(diagnosis: Diagnosis) -> set[str]:
    """What is wrong with the job; of this machine other tests tell."""
    ids = {finding.id for finding in diagnosis.findings if finding.severity in ("critical", "serious")}
    return ids - {"cpu-quota", "shm-small", "no-single-copy", "single-copy"}


@pytest.mark.mpi(2)
def test_a_healthy_job_is_not_accused(any_mpi: Mpi, look: Doctor, tmp_path: Path) -> None:
    diagnosis = look(any_mpi, any_mpi)
    assert not serious(diagnosis), lines(diagnosis)
    assert [rank.world for rank in diagnosis.ranks] == [2, 2]
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


def test_the_machine_alone_and_its_page(tmp_path: Path) -> None:
    diagnosis = rankwise.doctor(out=tmp_path)
    assert diagnosis.checked and not diagnosis.command
    page = rankwise.write_page("last", out=tmp_path)
    assert "Looked for" in page.read_text()


def test_a_program_that_is_not_there_is_told_without_a_start(tmp_path: Path) -> None:
    diagnosis = rankwise.doctor(["mpiexec", "-n", "2", str(tmp_path / "gone")], out=tmp_path)
    assert diagnosis.findings[0].id == "no-program"
    assert not diagnosis.ranks
