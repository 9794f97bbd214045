"""What a real program's ranks send, counted by the preload."""

from __future__ import annotations

from pathlib import Path

import pytest

from builders.programs import built
from rankwise.core import process
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.measure.counts import counted, counting
from rankwise.mpis import catalog


def count(mpi: Mpi, program: Path, args: tuple[str, ...], folder: Path) -> set[tuple[str, int, float]]:
    """What two ranks of a program send, by kernel."""
    folder.mkdir()
    launch = catalog.launcher_for(mpi).command(
        mpi, LaunchSpec(places=(Place(host=None, program=str(program), args=args),) * 2)
    )
    done = process.run(launch.argv, timeout_s=60, env=launch.env | counting(folder))
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


def test_nothing_counted_is_nothing(tmp_path: Path) -> None:
    found = counted(tmp_path)
    assert (found.rows, found.ranks, found.window) == ((), 0, 0)
