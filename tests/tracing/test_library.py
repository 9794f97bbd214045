"""The library that traces, as it is built, and its files."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from builders.programs import compiled
from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem, MeasurementFailed
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.measure.mpi_preload import built, offers_of
from rankwise.mpis import catalog
from rankwise.tracing.file import LENGTH, read_folder
from rankwise.tracing.library import TRACE, tracing

PROFILER = """
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
int MPI_Pcontrol(const int level, ...) {
    va_list rest;
    va_start(rest, level);
    const char* name = va_arg(rest, const char*);
    double half = va_arg(rest, double);
    printf("level %d of %s, %g, %ld\\n", level, name, half, va_arg(rest, long));
    va_end(rest);
    return MPI_SUCCESS;
}
"""
PROFILED = """
#include <mpi.h>
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Pcontrol(2, "a region", 0.5, 7L);
    return MPI_Finalize();
}
"""


def test_calls_of_a_fortran_layer_that_lies_elsewhere_are_offered(tmp_path: Path) -> None:
    library, layer = tmp_path / "libmpi.so.12", tmp_path / "elsewhere/libmpichfort.so.12"
    layer.parent.mkdir()
    for file, call in ((library, "PMPI_Send"), (layer, "mpi_init_f08_")):
        line = ["gcc", "-shared", "-x", "c", "-", "-o", str(file)]
        done = process.run(line, timeout_s=60, input_text=f"void {call}(void) {{}}")
        assert done.ok, done.describe()
    assert [offers_of(library)(call) for call in ("MPI_Send", "MPI_Isend", "mpi_init_f08_")] == [True, False, False]
    assert offers_of(library, [layer])("mpi_init_f08_")


def test_a_file_that_is_cut_short_is_named(tmp_path: Path) -> None:
    (tmp_path / "n1.7.trace").write_bytes(b"RWTRACE\n" + bytes(100))
    with pytest.raises(MeasurementFailed, match=rf"n1\.7\.trace: not a whole trace file \(108 of {LENGTH} bytes\)"):
        read_folder(tmp_path)


def test_a_rank_that_was_ended_before_it_counted_is_none(tmp_path: Path) -> None:
    (tmp_path / "n1.7.trace").write_bytes(bytes(LENGTH))
    assert read_folder(tmp_path) == (0, (), ())


def test_without_mpicc_the_error_says_what_to_install(mpich: Mpi) -> None:
    bare = msgspec.structs.replace(mpich, compiler=None)
    with pytest.raises(EnvironmentProblem, match="has no mpicc"):
        built(TRACE, bare)


def test_a_trace_stays_small() -> None:
    assert LENGTH <= 8 << 20


@pytest.mark.mpi(ranks=1)
def test_a_profiling_library_gets_all_that_follows_a_level(any_mpi: Mpi, tmp_path: Path) -> None:
    (tmp_path / "profiler.c").write_text(PROFILER)
    (tmp_path / "profiled.c").write_text(PROFILED)
    library = compiled(any_mpi, tmp_path / "profiler.c", tmp_path / "libprofiler.so", "-shared", "-fPIC")
    flags = ("-Wl,--no-as-needed", str(library), f"-Wl,-rpath,{tmp_path}")
    program = compiled(any_mpi, tmp_path / "profiled.c", tmp_path / "profiled", *flags)
    launch = catalog.launcher_for(any_mpi).command(
        any_mpi, LaunchSpec(places=(Place(host=None, program=str(program)),))
    )
    done = process.run(launch.argv, timeout_s=60, env={**launch.env, **tracing(any_mpi, tmp_path)})
    assert done.ok, done.describe()
    assert "level 2 of a region, 0.5, 7" in done.stdout


@pytest.mark.mpi(ranks=1)
def test_a_child_of_a_fork_that_opens_a_session_is_traced(mpich: Mpi, tmp_path: Path) -> None:
    """MPICH's launcher has one session for each rank, so there is none here."""
    program = compiled(mpich, Path(__file__).with_name("trace_unusual.c"), tmp_path / "unusual", "-pthread")
    done = process.run([str(program), "forked"], timeout_s=60, env={**os.environ, **tracing(mpich, tmp_path)})
    assert done.ok, done.describe()
    _, ranks, _ = read_folder(tmp_path)
    assert [[call.calls for call in rank.calls if call.call == "Allreduce"] for rank in ranks] == [[1], [1]]
