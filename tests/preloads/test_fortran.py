"""Programs in Fortran under preloads that have wrappers in C alone: some bindings of Fortran call PMPI_X, not MPI_X."""

from __future__ import annotations

import os
import re
import socket
from pathlib import Path

import pytest

from benchmarks.accuracy.held import Held
from builders.networks import network
from builders.programs import fortran, of_debian
from rankwise.core import process
from rankwise.core.records import Endpoint, LaunchSpec, Mpi, Place
from rankwise.measure.mpi_preload import SCHEDULES, built
from rankwise.mpis import catalog
from rankwise.optimise.schedules.steps import Collective
from rankwise.optimise.schedules.table import schedules
from rankwise.optimise.schedules.text import File, Ranged, to_text

pytestmark = [
    pytest.mark.drawn(2),
    pytest.mark.fortran,
    pytest.mark.mpi(ranks=2),
    pytest.mark.parametrize("family", ["mpich", "openmpi"]),
    pytest.mark.parametrize("module", ["MPI", "F08"]),
]


def _sends(mpi: Mpi, module: str, folder: Path) -> Path:
    source = Path(__file__).parents[1] / "tracing/sends.f90"
    return fortran(mpi, source, folder / "sends", f"-D{module}")


def _taken(mpi: Mpi, program: Path, roots: dict[Collective, int]) -> list[str]:
    """The collectives that followed the schedules which were made for each of these, once."""
    net, file = network(2, 3), program.with_name("two.schedules")
    made = [schedules(net, collective, root, "any")[0] for collective, root in roots.items()]
    hosts = (socket.gethostname(),) * 2
    file.write_text(to_text(File(hosts, "any", 1 << 20, tuple(Ranged(one, 0, 1 << 20) for one in made))))
    place = Place(host=None, program=str(program))
    launch = catalog.launcher_for(mpi).command(mpi, LaunchSpec(places=(place,) * 2, bind=False))
    preload = {"LD_PRELOAD": str(built(SCHEDULES, mpi)), "RANKWISE_SCHEDULES": str(file)}
    done = process.run(launch.argv, timeout_s=60, env={**launch.env, **preload, "RANKWISE_SCHEDULES_SAY": "1"})
    assert done.ok, done.describe()
    said = done.stderr + done.stdout
    return sorted(re.findall(r"rankwise schedules: (\w+): 1 calls taken, 0 left to the library", said))


def test_collectives_follow_schedules(family: str, module: str, tmp_path: Path) -> None:
    mpi = of_debian(family)
    taken = _taken(mpi, _sends(mpi, module, tmp_path), {"allreduce": -1, "reduce": 0, "gather": 0})
    assert taken == ["allreduce", "gather", "reduce"]


def test_absolute_addresses_follow_schedules(family: str, module: str, tmp_path: Path) -> None:
    mpi = of_debian(family)
    program = fortran(mpi, Path(__file__).with_name("absolute.f90"), tmp_path / "absolute", f"-D{module}")
    assert _taken(mpi, program, {"allreduce": -1, "bcast": 0}) == ["allreduce", "bcast"]


def test_ranks_are_held_at_their_barrier(family: str, module: str, tmp_path: Path) -> None:
    mpi = of_debian(family)
    here = Endpoint(id="here", node=socket.gethostname(), cpus=tuple(os.sched_getaffinity(0)))
    with Held(mpi, (here, here), _sends(mpi, module, tmp_path), ()) as program:
        assert not program.advance(1)  # it has one barrier, and ends
