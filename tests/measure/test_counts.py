"""What a real program's ranks send, counted by the preload."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from builders.programs import built, compiled
from rankwise.core import process
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.measure.counts import counted, counting
from rankwise.mpis import catalog

SOURCES = Path(__file__).parent


def count(mpi: Mpi, program: Path, args: tuple[str, ...], folder: Path) -> set[tuple[str, int, float]]:
    """What two ranks of a program send, by kernel."""
    launch = catalog.launcher_for(mpi).command(
        mpi, LaunchSpec(places=(Place(host=None, program=str(program), args=args),) * 2)
    )
    return rows_of(launch.argv, launch.env, folder, mpi.library)


def rows_of(
    argv: Sequence[str], env: Mapping[str, str], folder: Path, library: str | None
) -> set[tuple[str, int, float]]:
    folder.mkdir()
    done = process.run(argv, timeout_s=60, env={**env, **counting(folder, library)})
    assert done.ok, done.describe()
    found = counted(folder)
    assert found.ranks == 2
    return {*found.rows, ("window", found.window, 0.0)}


@pytest.mark.mpi(ranks=2)
def test_messages_of_one_wait_and_sums(any_mpi: Mpi, tmp_path: Path) -> None:
    heat = built(any_mpi, "heat", tmp_path)
    rows = count(any_mpi, heat, ("2", "16", "10"), tmp_path / "counts")
    assert rows == {("message_rate", 128, 10.0), ("allreduce", 8, 12.0), ("window", 64, 0.0)}


@pytest.mark.mpi(ranks=2)
def test_collectives_as_the_kernels_count_their_bytes(any_mpi: Mpi, tmp_path: Path) -> None:
    descent = built(any_mpi, "descent", tmp_path)
    rows = count(any_mpi, descent, ("1024", "7"), tmp_path / "counts")
    assert rows == {("reduce_scatter", 4096, 7.0), ("allgather", 2048, 7.0), ("window", 0, 0.0)}


@pytest.mark.mpi(ranks=2)
def test_buffers_in_place_have_no_type_of_their_own(any_mpi: Mpi, tmp_path: Path) -> None:
    program = compiled(any_mpi, SOURCES / "in_place.c", tmp_path / "in_place")
    names = ("gather", "scatter", "igather", "iscatter", "allgather", "alltoall", "allgatherv", "alltoallv")
    rows = {(name, 80, 1.0) for name in names}
    assert count(any_mpi, program, (), tmp_path / "counts") == {*rows, ("window", 0, 0.0)}


@pytest.mark.mpi(ranks=2)
def test_large_counts_where_the_library_has_them(mpich: Mpi, impi: Mpi, tmp_path: Path) -> None:
    for mpi in (mpich, impi):
        folder = tmp_path / mpi.family
        folder.mkdir()
        rows = count(mpi, compiled(mpi, SOURCES / "large_sends.c", folder / "large"), (), folder / "counts")
        assert rows == {
            ("pingpong", 128, 5.0),
            ("pingping", 64, 1.0),
            ("allreduce", 800, 1.0),
            ("allgatherv", 160, 1.0),
            ("reduce_scatter", 320, 1.0),
            ("window", 0, 0.0),
        }


@pytest.mark.mpi(ranks=2)
def test_calls_that_a_library_lacks_are_not_ours_to_offer(openmpi: Mpi, mpich: Mpi, tmp_path: Path) -> None:
    looks = "import ctypes, sys; sys.exit(hasattr(ctypes.CDLL(None), 'MPI_Send_c'))"
    for mpi, there in ((openmpi, 0), (mpich, 1)):
        env = {"PATH": os.environ["PATH"], **counting(tmp_path, mpi.library)}
        assert process.run([sys.executable, "-c", looks], timeout_s=20, env=env).returncode == there


@pytest.mark.fortran
@pytest.mark.mpi(ranks=2)
@pytest.mark.parametrize("family", ["mpich", "openmpi"])
@pytest.mark.parametrize("module", ["MPI", "F08"])
def test_fortran_is_counted_once(family: str, module: str, tmp_path: Path) -> None:
    program = tmp_path / "sends"
    wrapper = [f"mpif90.{family}", "-cpp", f"-D{module}", str(SOURCES / "sends.f90"), "-o", str(program)]
    done = process.run(wrapper, timeout_s=60)
    assert done.ok, done.describe()
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    argv = [f"mpiexec.{family}", *(["--oversubscribe"] if family == "openmpi" else []), "-n", "2", str(program)]
    assert rows_of(argv, {**os.environ, **root}, tmp_path / "counts", None) == {
        ("pingpong", 128, 5.0),
        ("pingping", 64, 1.0),
        ("allreduce", 800, 1.0),
        ("reduce", 80, 1.0),
        ("gather", 80, 1.0),
        ("barrier", 0, 1.0),
        ("window", 0, 0.0),
    }


def test_ranks_that_differ_count_as_the_one_with_most(tmp_path: Path) -> None:
    (tmp_path / "host.1").write_text("send 8 100 1\nisend 64 3 1\nisend 64 12 4\nibcast 8 2 1\n")
    (tmp_path / "host.2").write_text("send 8 40 1\n")
    found = counted(tmp_path)
    assert set(found.rows) == {
        ("pingpong", 8, 100.0),
        ("pingping", 64, 3.0),
        ("message_rate", 64, 3.0),
        ("ibcast", 8, 2.0),
    }
    assert (found.ranks, found.window) == (2, 4)


def test_communicators_of_each_collective_and_the_largest_one(tmp_path: Path) -> None:
    (tmp_path / "host.1").write_text("world 0 1 8\nsend 8 1 1\nallreduce 8 5 4\nallreduce 64 5 2\nbcast 8 1 4\n")
    (tmp_path / "host.2").write_text("world 0 1 4\nallreduce 8 5 4\n")
    found = counted(tmp_path)
    assert found.communicators == {"allreduce": {2, 4}, "bcast": {4}}
    assert (found.world, found.ranks, found.window) == (8, 2, 0)
    assert ("world", 0, 1.0) not in found.rows


@pytest.mark.mpi(ranks=2)
def test_the_job_is_as_large_as_the_largest_communicator(any_mpi: Mpi, tmp_path: Path) -> None:
    descent = built(any_mpi, "descent", tmp_path)
    count(any_mpi, descent, ("1024", "7"), tmp_path / "counts")
    found = counted(tmp_path / "counts")
    assert found.world == 2
    assert found.communicators == {"reduce_scatter": {2}, "allgather": {2}}


def test_nothing_counted_is_nothing(tmp_path: Path) -> None:
    found = counted(tmp_path)
    assert (found.rows, found.ranks, found.window) == ((), 0, 0)
