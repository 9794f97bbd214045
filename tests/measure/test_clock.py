"""Clocks of ranks that disagree are brought together, and the stated error holds the truth."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders import sessions
from rankwise.core import process
from rankwise.core.records import Cell, Mpi
from rankwise.measure.build import engine_for
from rankwise.measure.cells import cell
from rankwise.measure.frames import Done
from rankwise.measure.session import Session

# On top of the stated error: a drift that is fitted over 50 ms is known by its standard error, which is no bound.
TOLERANCE_S = 2e-6
SECONDS_AHEAD = 1000


def clocks_after(session: Session, ranks: int, cells: list[Cell]) -> dict[int, Done]:
    for number, one in enumerate(cells):
        visits, _ = session.visit(one, number, sessions.QUICK)
        assert len(visits[0].samples_s) + visits[0].invalid_samples >= sessions.QUICK.samples
    assert set(session.clocks) == set(range(ranks))
    return session.clocks


def rooted(ranks: int) -> list[Cell]:
    everyone = tuple(range(ranks))
    return [cell("tested", kernel, 64, everyone) for kernel in ("bcast", "reduce", "gather", "scatter")]


@pytest.mark.mpi(4)
@pytest.mark.parametrize(
    "planted",
    [
        {1: (5_000_000_000, 40.0)},
        {1: (-3_600_000_000_000, -80.0)},
        {1: (5_000_000_000, 40.0), 2: (-7_000_000_000, 0.0), 3: (123_456_789, -25.0)},
    ],
    ids=["ahead", "behind", "four ranks"],
)
def test_planted_clocks_are_found_within_the_stated_error(mpich: Mpi, planted: dict[int, tuple[int, float]]) -> None:
    ranks = len(planted) + 1
    faults = tuple(f"clock:{rank}:{offset_ns}:{drift}" for rank, (offset_ns, drift) in planted.items())
    with Session(sessions.side(mpich, ranks, faults=faults), 0) as session:
        clocks = clocks_after(session, ranks, rooted(ranks))
    assert (clocks[0].clock_offset_ns, clocks[0].clock_error) == (0, 0.0), "rank 0 is the reference"
    for rank, (offset_ns, _) in planted.items():
        found = clocks[rank]
        assert found.clock_miss is not None
        assert abs(found.clock_miss) <= found.clock_error + TOLERANCE_S
        # What drifted since start-up comes on top: under ten minutes at 80 ppm.
        assert abs(found.clock_offset_ns - offset_ns) < 600 * 80_000
        assert found.clock_error > 0.0


@pytest.mark.mpi(2)
def test_only_times_between_clocks_have_their_error(mpich: Mpi) -> None:
    """Behind a barrier each rank times a call on its own clock, otherwise from a common start to the last one's end."""
    with Session(sessions.side(mpich, 2, faults=("clock:1:5000000000:40",)), 0) as session:
        common = cell("tested", "bcast", 8, (0, 1))
        (found,), _ = session.visit(common, 0, sessions.QUICK)
        (alone,), _ = session.visit(replace(common, id="own", pace="barrier"), 1, sessions.QUICK)
    assert found.clock_error_s > 0.0
    assert alone.clock_error_s == 0.0


@pytest.mark.mpi(3)
def test_ranks_of_one_clock_share_one_model(mpich: Mpi) -> None:
    """Only rank 1 differs: ranks 0 and 2 share a clock by identity, with no error at all."""
    with Session(sessions.side(mpich, 3, faults=("clock:1:1000000:0",)), 0) as session:
        clocks = clocks_after(session, 3, rooted(3))
    assert [(clocks[rank].clock_offset_ns, clocks[rank].clock_error) for rank in (0, 2)] == [(0, 0.0)] * 2
    assert clocks[1].clock_miss is not None
    assert abs(clocks[1].clock_miss) <= clocks[1].clock_error + TOLERANCE_S


@pytest.mark.mpi(2)
def test_equal_clocks_are_left_alone(mpich: Mpi) -> None:
    with Session(sessions.side(mpich, 2), 0) as session:
        clocks = clocks_after(session, 2, rooted(2))
    assert all((clock.clock_offset_ns, clock.clock_error) == (0, 0.0) for clock in clocks.values())


def time_namespaces() -> bool:
    if os.geteuid() != 0 or not shutil.which("unshare"):
        return False
    return process.run(["unshare", "--time", "--monotonic", "1", "--fork", "true"], timeout_s=100).ok


@pytest.mark.netns
@pytest.mark.mpi(2)
@pytest.mark.skipif(not time_namespaces(), reason="needs root and time namespaces")
def test_a_rank_in_another_time_namespace_is_found(any_mpi: Mpi, tmp_path: Path) -> None:
    elsewhere = tmp_path / "engine"
    unshare = f"unshare --time --monotonic {SECONDS_AHEAD} --fork"
    elsewhere.write_text(f'#!/bin/sh\nexec {unshare} -- {engine_for(any_mpi)} "$@"\n')
    elsewhere.chmod(0o755)
    with Session(sessions.side(any_mpi, 2, last_program=str(elsewhere)), 0) as session:
        assert len({rank.clock_domain for rank in session.facts.ranks}) == 2
        clocks = clocks_after(session, 2, rooted(2))
    miss_s = abs(clocks[1].clock_offset_ns * 1e-9 - SECONDS_AHEAD)
    assert miss_s <= clocks[1].clock_error + TOLERANCE_S
