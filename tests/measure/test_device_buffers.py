"""Kernels on buffers of a device, in software here: right bytes come back, and a wrong one is caught."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from builders import marks, sessions
from rankwise.core.errors import MeasurementFailed, UsageError
from rankwise.core.records import Cell, Mpi
from rankwise.measure import software_device
from rankwise.measure.cells import cell
from rankwise.measure.session import CellFailed, Session
from rankwise.measure.side import Side
from rankwise.placement.devices import Devices
from rankwise.verbs.bench import bench

COPIES = ("copy_h2d", "copy_d2h", "copy_h2d_pageable", "copy_d2h_pageable", "copy_d2d", "copy_peer")
SIZE = 100_008  # whole elements of 8 bytes, and more than one slice of none


def on_device(mpi: Mpi, ranks: int = 2, faults: tuple[str, ...] = ()) -> Side:
    side = sessions.side(mpi, ranks, faults=faults)
    env = Devices("software").environment(side.mpi)
    return replace(side, spec=msgspec.structs.replace(side.spec, env={**side.spec.env, **env}), devices="auto")


def cells() -> list[Cell]:
    both = (0, 1)
    copies = [cell("tested", name, SIZE, both) for name in (*COPIES, "copy_ipc")]
    alone = [cell("tested", "copy_h2d", SIZE, (1,))]
    messages = [
        cell("tested", "pingpong", SIZE, both, buffers=buffers, datatype=datatype)
        for buffers in ("M", "P", "M,H", "H,M")
        for datatype in ("byte", "vector")
    ]
    reductions = [
        cell("tested", "allreduce", SIZE, both, buffers="M", datatype="double", operation="sum", in_place=in_place)
        for in_place in (False, True)
    ]
    others = [cell("tested", name, SIZE, both, buffers="M") for name in ("alltoall", "halo_sendrecv_2d", "uniband")]
    return [*copies, *alone, *messages, *reductions, *others]


@pytest.mark.mpi(2)
def test_bytes_on_devices_are_right(any_mpi: Mpi) -> None:
    """Device memory itself by copies alone: these MPIs take no device pointers."""
    with Session(on_device(any_mpi), 0) as session:
        for one in cells():
            visits, _ = session.visit(one, 0, sessions.QUICK)
            assert visits[0].samples_s, one.id
            marks.ran(one.kernel, any_mpi.family, any_mpi.version)


@pytest.mark.mpi(2)
def test_a_wrong_byte_is_caught(any_mpi: Mpi) -> None:
    faults = tuple(f"corrupt:{name}" for name in dict.fromkeys(one.kernel for one in cells()))
    with Session(on_device(any_mpi, faults=faults), 0) as session:
        for one in cells():
            with pytest.raises(CellFailed, match="wrong data"):
                session.visit(one, 0, sessions.QUICK)
            marks.caught(one.kernel, any_mpi.family, any_mpi.version)


@pytest.mark.mpi(2)
def test_a_wrong_byte_from_device_memory_is_caught(any_mpi: Mpi) -> None:
    kernels = ("pingpong", "uniband", "pingpong_persistent", "allreduce", "bcast", "alltoall", "allgather")
    side = sessions.side(any_mpi, 2, faults=tuple(f"corrupt:{name}" for name in kernels))
    env = Devices("software", buffers=True).environment(side.mpi)
    side = replace(side, spec=msgspec.structs.replace(side.spec, env={**side.spec.env, **env}), devices="auto")
    with Session(side, 0) as session:
        for name in kernels:
            with pytest.raises(CellFailed, match="wrong data"):
                session.visit(cell("tested", name, SIZE, (0, 1), buffers="D"), 0, sessions.QUICK)


@pytest.mark.mpi(2)
def test_what_cannot_be_on_a_device_is_refused(mpich: Mpi) -> None:
    with Session(on_device(mpich), 0) as session, pytest.raises(CellFailed, match="on the host's memory alone"):
        session.visit(cell("tested", "put_fence", 8, (0, 1), buffers="D"), 0, sessions.QUICK)
    with Session(sessions.side(mpich, 2), 0) as session, pytest.raises(CellFailed, match="--device software"):
        session.visit(cell("tested", "pingpong", 8, (0, 1), buffers="D"), 0, sessions.QUICK)


@pytest.mark.mpi(2)
def test_an_mpi_that_dies_of_device_pointers_is_told(mpich: Mpi, tmp_path: Path) -> None:
    with pytest.raises(MeasurementFailed, match="crashes on device pointers"):
        bench(
            kernels=("pingpong",),
            sizes=(8,),
            mpi=mpich.name,
            ranks=2,
            parameters={"buffers": "D,D"},
            device="software",
            budget_s=1.0,
            out=tmp_path,
        )


@pytest.mark.usefixtures("first_round")
@pytest.mark.mpi(2)
def test_kinds_of_buffers_are_measured_side_by_side(mpich: Mpi, tmp_path: Path) -> None:
    run = bench(
        kernels=("pingpong", "copy_d2d"),
        sizes=(8,),
        mpi=mpich.name,
        ranks=2,
        parameters={"buffers": ("H", "p,p")},
        device="software:latency=0us",
        budget_s=1.0,
        launches=1,
        out=tmp_path,
    )
    assert [(one.kernel, one.buffers) for one in run.plan.cells] == [
        ("pingpong", ""),
        ("pingpong", "P"),
        ("copy_d2d", ""),
    ]
    assert all(result.estimate for result in run.results)


@pytest.mark.parametrize(
    "wrong",
    [{"parameters": {"buffers": "D,X"}}, {"device": "tpu"}, {"device": "software:speed=1"}, {"devices": "first"}],
)
def test_wrong_words_are_refused(wrong: dict[str, object], tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        bench(("copy_h2d",), (8,), ranks=1, out=tmp_path, **wrong)  # type: ignore[arg-type]


def test_the_library_is_built_once() -> None:
    assert software_device.library_folder() == software_device.library_folder()
