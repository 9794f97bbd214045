"""Every datatype that MPI 4.1 can make, under each preload that looks at datatypes: as without it."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest

from builders.networks import network
from builders.programs import compiled
from rankwise.core import process
from rankwise.core.records import LaunchSpec, Mpi, Place
from rankwise.measure import software_device
from rankwise.measure.mpi_preload import SCHEDULES, built, device_buffers
from rankwise.mpis import catalog
from rankwise.optimise.schedules.steps import COLLECTIVES, ROOTED
from rankwise.optimise.schedules.table import schedules
from rankwise.optimise.schedules.text import File, Ranged, to_text
from rankwise.tracing.library import tracing

PROGRAM = Path(__file__).with_name("device_types.c")
ANNOUNCED = {"RANKWISE_DEVICE_THRESHOLD": "65760", "RANKWISE_DEVICE_PIECE": "8192"}


def _of_ranks(mpi: Mpi, program: Path, folder: Path, env: dict[str, str], memory: str = "host") -> dict[str, str]:
    """The digest of each rank and datatype."""
    place = Place(host=None, program=str(program), args=(memory,))
    launch = catalog.launcher_for(mpi).command(mpi, LaunchSpec(places=(place,) * 2, bind=False))
    done = process.run(launch.argv, timeout_s=200, env={**launch.env, **env}, cwd=folder)
    assert done.ok, done.describe()
    return dict(re.findall(r"^(rank \d \w+): (\w+)$", done.stdout, re.MULTILINE))


def _on_device(mpi: Mpi) -> dict[str, str]:
    driver = software_device.library_folder() / "libcuda.so.1"
    own = {"LD_LIBRARY_PATH": str(driver.parent), software_device.VARIABLE: "", **ANNOUNCED}
    return {**own, "LD_PRELOAD": f"{device_buffers(mpi)['LD_PRELOAD']}:{driver}"}


def _scheduled(mpi: Mpi, folder: Path) -> dict[str, str]:
    net = network(2, 3)
    made = [
        Ranged(schedules(net, name, root, "any")[-1], 0, 1 << 30)
        for name in COLLECTIVES
        for root in (range(2) if name in ROOTED else (-1,))
    ]
    file = folder / "2.schedules"
    file.write_text(to_text(File((socket.gethostname(),) * 2, "any", 1 << 26, tuple(made))))
    return {"LD_PRELOAD": str(built(SCHEDULES, mpi)), "RANKWISE_SCHEDULES": str(file)}


@pytest.mark.mpi(ranks=2)
def test_every_datatype_is_as_without_a_preload(any_mpi: Mpi, tmp_path: Path) -> None:
    program = compiled(any_mpi, PROGRAM, tmp_path / "types")
    plain = _of_ranks(any_mpi, program, tmp_path, {})
    names = {re.split(r"\s", key)[2] for key in plain}
    assert len(names) >= 23
    assert any(name.endswith("_c") for name in names) == (any_mpi.family != "openmpi")
    traces = tmp_path / "trace"
    traces.mkdir()
    for env, memory in (
        (device_buffers(any_mpi), "host"),
        (_on_device(any_mpi), "host"),
        (_on_device(any_mpi), "device"),
        (_scheduled(any_mpi, tmp_path), "host"),
        (tracing(any_mpi, traces), "host"),
    ):
        under = _of_ranks(any_mpi, program, tmp_path, env, memory)
        assert {key for key in plain if under.get(key) != plain[key]} == set(), (env, memory)


@pytest.mark.mpi(ranks=2)
def test_a_call_of_no_communicator_is_one_error(any_mpi: Mpi, tmp_path: Path) -> None:
    program = compiled(any_mpi, PROGRAM.with_name("device_nowhere.c"), tmp_path / "nowhere")
    plain = _of_ranks(any_mpi, program, tmp_path, {})
    assert set(plain.values()) == {"1"}
    for env in (_on_device(any_mpi), _scheduled(any_mpi, tmp_path)):
        assert _of_ranks(any_mpi, program, tmp_path, env) == plain
