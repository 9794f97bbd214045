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


def test_collectives_follow_schedules(family: str, module: str, tmp_path: Path) -> None:
    mpi, net, file = of_debian(family), network(2, 3), tmp_path / "two.schedules"
    made = [schedules(net, collective, root, "any")[0]
            for collective, root in (("allreduce", -1), ("reduce", 0), ("gather", 0))]  # fmt: skip
    hosts = (socket.gethostname(),) * 2
    file.write_text(to_text(File(hosts, "any", 1 << 20, tuple(Ranged(one, 0, 1 << 20) for one in made))))
    place = Place(host=None, program=str(_sends(mpi, module, tmp_path)))
    launch = catalog.launcher_for(mpi).command(mpi, LaunchSpec(places=(place,) * 2, bind=False))
    preload = {"LD_PRELOAD": str(built(SCHEDULES, mpi)), "RANKWISE_SCHEDULES": str(file)}
    done = process.run(launch.argv, timeout_s=60, env={**launch.env, **preload, "RANKWISE_SCHEDULES_SAY": "1"})
    assert done.ok, done.describe()
    taken = re.findall(r"rankwise schedules: (\w+): 1 calls taken, 0 left to the library", done.stderr + done.stdout)
    assert sorted(taken) == ["allreduce", "gather", "reduce"], done.describe()


def test_ranks_are_held_at_their_barrier(family: str, module: str, tmp_path: Path) -> None:
    mpi = of_debian(family)
    here = Endpoint(id="here", node=socket.gethostname(), cpus=tuple(os.sched_getaffinity(0)))
    with Held(mpi, (here, here), _sends(mpi, module, tmp_path), ()) as program:
        assert not program.advance(1)  # it has one barrier, and ends
