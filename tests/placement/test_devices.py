"""What is wrong with devices is told in one line, with what to do, before anything starts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rankwise.core.cell_options import checked_buffers
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import Mpi
from rankwise.inventory.records import DriverDevice, GpuDriver
from rankwise.measure import software_device
from rankwise.placement.devices import Devices, check, driver_here
from rankwise.placement.gpus import on_gpus

ONE = DriverDevice(ordinal=0, name="GPU", uuid="", pci="", memory_bytes=1, mode="default")


def driver(*devices: DriverDevice, problem: str = "") -> GpuDriver:
    numbered = (replace(device, ordinal=ordinal) for ordinal, device in enumerate(devices))
    return GpuDriver(version="12.4", devices=tuple(numbered), problem=problem)


@pytest.mark.parametrize(
    ("driver_here", "ordinals", "code"),
    [
        (None, "auto", "no-driver"),
        (driver(problem="CUDA_ERROR_NO_DEVICE"), "auto", "no-device"),
        (driver(ONE), "0,1", "no-such-device"),
        (driver(replace(ONE, mode="prohibited")), "auto", "device-prohibited"),
        (driver(replace(ONE, mode="exclusive")), "auto", "device-exclusive"),
    ],
)
def test_devices_that_cannot_be_used(driver_here: GpuDriver | None, ordinals: str, code: str) -> None:
    with pytest.raises(EnvironmentProblem) as caught:
        check(driver_here, Devices(ordinals=ordinals), ranks=2)
    assert caught.value.code == code
    assert caught.value.hint
    assert "\n" not in caught.value.message


def test_devices_that_can() -> None:
    exclusive = replace(ONE, mode="exclusive")
    assert check(driver(exclusive, exclusive), Devices(), ranks=2) == []
    assert check(driver(replace(ONE, mode="prohibited"), ONE), Devices(ordinals="1"), ranks=2) == []
    (warning,) = check(driver(replace(ONE, mig=True)), Devices(), ranks=2)
    assert "MIG" in warning


def test_the_driver_tells_its_devices() -> None:
    found = driver_here(software_device.environment("count=2,memory=1GB,mode=exclusive"))
    assert found is not None
    first, second = found.devices
    assert (first.memory_bytes, first.mode, first.peers, second.peers) == (10**9, "exclusive", (1,), (0,))
    assert first.uuid != second.uuid
    none = driver_here(software_device.environment("count=0"))
    assert none is not None
    assert (none.devices, none.problem) == ((), "CUDA_ERROR_NO_DEVICE")


def test_devices_are_endpoints_near_a_core(mpich: Mpi) -> None:
    placement, ranks = on_gpus(Devices("software:count=3", "2,0,2"), "D,D", mpich)
    node = placement.endpoints[0].node
    assert list(ranks.ordinals.items()) == [(f"{node}:gpu2", 2), (f"{node}:gpu0", 0), (f"{node}:gpu2#2", 2)]
    one, other, again = placement.endpoints
    assert placement.relation(one, again) == "same GPU"
    assert placement.relation(one, other) == "peer GPU to peer GPU, same node"
    with pytest.raises(UsageError, match="no buffers 'P'"):
        on_gpus(Devices("software"), "P", mpich)


def test_buffers_are_named_by_letters() -> None:
    assert [checked_buffers(text) for text in ("D,D", "d", "H", "H,H", "d,h")] == ["D", "D", "", "", "D,H"]
