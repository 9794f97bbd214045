"""A map of GPUs, in software here: the classes follow the devices, each with what a copy without MPI reaches."""

from __future__ import annotations

from pathlib import Path

import pytest

import rankwise
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Mpi
from rankwise.maps.run import MapOptions, measure_map
from rankwise.placement.devices import Devices
from rankwise.placement.gpus import on_gpus


def options(mpi: Mpi, out: Path, *, buffers: bool) -> MapOptions:
    placement, gpus = on_gpus(Devices("software", "0,1", buffers), "D", mpi)
    return MapOptions(mpi=mpi, placement=placement, gpus=gpus, quick=True, budget_s=0.5, out=out)


@pytest.mark.mpi(ranks=2)
def test_devices_are_mapped(mpich: Mpi, tmp_path: Path) -> None:
    machine = measure_map(options(mpich, tmp_path, buffers=True)).map
    assert [end.kind for end in machine.endpoints] == ["gpu", "gpu"]
    assert all(path.bandwidth_bytes_per_s for path in machine.paths)
    for one in machine.classes:
        assert one.relations == ("peer GPU to peer GPU, same node",)
        assert one.transport.startswith("rankwise's device buffers, over ")
        assert one.limit is not None
        assert one.limit.what.startswith("copy_ipc between ")


@pytest.mark.mpi(ranks=2)
def test_python_maps_devices(mpich: Mpi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A budget that is asked for is kept, also where it is over before ranks have started; the usual one is not.
    monkeypatch.setattr("rankwise.maps.run.QUICK_S", 0.5)
    words = {"buffers": "D", "device": "software", "devices": "0,0"}
    machine = rankwise.measure_map(mpich.name, **words, device_buffers=True, quick=True, out=tmp_path)
    assert {relation for one in machine.classes for relation in one.relations} == {"same GPU"}


@pytest.mark.mpi(ranks=2)
def test_an_mpi_without_device_pointers_is_named(mpich: Mpi, tmp_path: Path) -> None:
    with pytest.raises(MeasurementFailed) as caught:
        measure_map(options(mpich, tmp_path, buffers=False))
    assert caught.value.code == "not-device-aware"
