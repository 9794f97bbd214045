"""Programs whose calls of MPI never come by a preload: each preload says so, and why."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from builders.programs import compiled
from rankwise.core import process
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.measure.mpi_preload import SCHEDULES, built, device_buffers
from rankwise.mpis import catalog
from rankwise.placement.dynamic import passed_by
from rankwise.tracing.library import tracing

OWN = """
#include <mpi.h>
int MPI_Init(int* argc, char*** argv) { return PMPI_Init(argc, argv); }
int MPI_Finalize(void) { return PMPI_Finalize(); }
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    return MPI_Finalize();
}
"""
OPENED = "import ctypes, sys; mpi = ctypes.CDLL(sys.argv[1]); mpi.MPI_Init(None, None); mpi.MPI_Finalize()"


def _said(mpi: Mpi, env: dict[str, str], program: str, *args: str) -> str:
    launch = catalog.launcher_for(mpi).command(
        mpi, LaunchSpec(places=(Place(host=None, program=program, args=args),) * 2, bind=False)
    )
    done = process.run(launch.argv, timeout_s=60, env={**launch.env, **env})
    assert done.ok, done.describe()
    return done.stderr + done.stdout


@pytest.mark.mpi(ranks=2)
def test_a_program_with_an_mpi_init_of_its_own_is_told(any_mpi: Mpi, tmp_path: Path) -> None:
    source = tmp_path / "own.c"
    source.write_text(OWN)
    program = str(compiled(any_mpi, source, tmp_path / "own"))
    assert "has MPI_Init itself, which is called in place of a preloaded one" in passed_by([program])
    said = _said(any_mpi, tracing(any_mpi, tmp_path), program)
    assert said.count("rankwise trace: this rank calls MPI past it: the program has MPI_Init itself") == 2
    assert "past it" not in _said(any_mpi, device_buffers(any_mpi), program)  # it takes PMPI_Init, too
    assert "past it" not in _said(any_mpi, {"LD_PRELOAD": str(built(SCHEDULES, any_mpi))}, program)


@pytest.mark.mpi(ranks=2)
def test_a_program_that_opens_an_mpi_is_told(any_mpi: Mpi, tmp_path: Path) -> None:
    words = (sys.executable, "-c", OPENED, str(any_mpi.library))
    for env, name in (
        (tracing(any_mpi, tmp_path), "trace"),
        (device_buffers(any_mpi), "device buffers"),
        ({"LD_PRELOAD": str(built(SCHEDULES, any_mpi))}, "schedules"),
    ):
        said = _said(any_mpi, env, *words)
        assert said.count(f"rankwise {name}: this rank calls MPI past it: the program takes MPI's functions") == 2
    assert "is not linked to MPI" in passed_by([sys.executable])


@pytest.mark.mpi(ranks=2)
def test_what_is_taken_from_the_whole_process_comes_by(mpich: Mpi, tmp_path: Path) -> None:
    opened = OPENED.replace("mpi = ctypes.CDLL(sys.argv[1])", "ctypes.CDLL(sys.argv[1], 256); mpi = ctypes.CDLL(None)")
    assert "past it" not in _said(mpich, tracing(mpich, tmp_path), sys.executable, "-c", opened, str(mpich.library))
    assert len(list(tmp_path.glob("*.trace"))) == 2
