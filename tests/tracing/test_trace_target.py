"""What a real program's ranks send, traced, as the calls of rankwise's kernels."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from builders.programs import built, compiled
from rankwise.core import process
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.mpis import catalog
from rankwise.tracing.file import read_folder
from rankwise.tracing.library import tracing
from rankwise.tracing.records import TracedRank, TraceSize
from rankwise.tuning.goals import Target, target_of

SOURCES = Path(__file__).parent


def target(mpi: Mpi, program: Path, folder: Path, *args: str) -> Target:
    """What two ranks of a program send."""
    folder.mkdir()
    place = Place(host=None, program=str(program), args=args)
    launch = catalog.launcher_for(mpi).command(mpi, LaunchSpec(places=(place,) * 2))
    done = process.run(launch.argv, timeout_s=60, env={**launch.env, **tracing(mpi, folder)})
    assert done.ok, done.describe()
    found = target_of(read_folder(folder)[1])
    assert found is not None
    return found


@pytest.mark.mpi(ranks=2)
def test_what_programs_send_is_counted_as_the_kernels_count(any_mpi: Mpi, tmp_path: Path) -> None:
    heat = target(any_mpi, built(any_mpi, "heat", tmp_path), tmp_path / "heat-trace", "2", "16", "10")
    assert (heat.weights, heat.window) == ({("message_rate", 128): 10.0, ("allreduce", 8): 12.0}, 64)
    descent = target(any_mpi, built(any_mpi, "descent", tmp_path), tmp_path / "descent-trace", "1024", "7")
    assert (descent.weights, descent.window) == ({("reduce_scatter", 4096): 7.0, ("allgather", 2048): 7.0}, 0)
    assert descent.communicators == {"reduce_scatter": {2}, "allgather": {2}}
    in_place = compiled(any_mpi, SOURCES / "in_place.c", tmp_path / "in_place")
    names = ("gather", "scatter", "igather", "iscatter", "allgather", "alltoall", "allgatherv", "alltoallv")
    assert target(any_mpi, in_place, tmp_path / "in-place-trace").weights == {(name, 80): 1.0 for name in names}


@pytest.mark.mpi(ranks=2)
def test_large_counts_where_the_library_has_them(mpich: Mpi, tmp_path: Path) -> None:
    program = compiled(mpich, SOURCES / "large_sends.c", tmp_path / "large")
    assert target(mpich, program, tmp_path / "trace").weights == {
        ("pingpong", 128): 5.0,
        ("pingping", 64): 1.0,
        ("allreduce", 800): 1.0,
        ("allgatherv", 160): 1.0,
        ("reduce_scatter", 320): 1.0,
    }


def rank(number: int, sizes: Mapping[tuple[str, int, int], int]) -> TracedRank:
    """A rank that made so many calls of each name, size and number of ranks or messages together."""
    rows = tuple(
        TraceSize(call=call, size_bytes=size, together=together, calls=calls)
        for (call, size, together), calls in sizes.items()
    )
    return TracedRank(rank=number, host="n1", pid=number, time_s=1.0, ended=True, sizes=rows)


def test_ranks_that_differ_count_as_the_one_with_most() -> None:
    first = rank(0, {("Send", 8, 1): 100, ("Isend", 64, 1): 3, ("Isend", 64, 4): 12, ("Ibcast", 8, 2): 2})
    found = target_of([first, rank(1, {("Send", 8, 1): 40})])
    assert found is not None
    assert found.weights == {
        ("pingpong", 8): 100.0,
        ("pingping", 64): 3.0,
        ("message_rate", 64): 3.0,
        ("ibcast", 8): 2.0,
    }
    assert found.window == 4


def test_communicators_of_each_collective() -> None:
    first = rank(0, {("Send", 8, 1): 1, ("Allreduce", 8, 4): 5, ("Allreduce", 64, 2): 5, ("Bcast", 8, 4): 1})
    found = target_of([first, rank(1, {})])
    assert found is not None
    assert found.communicators == {"allreduce": {2, 4}, "bcast": {4}}


def test_nothing_counted_is_nothing() -> None:
    assert target_of([]) is None
    assert target_of([rank(0, {("Send", 8, 1): 1})]) is None
