"""Devices that ranks use: the driver's, or in software; what is wrong with them is told before anything starts."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_side

from msgspec.structs import replace

from rankwise.apply.environment import merged
from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import DeviceMemory, Mpi
from rankwise.inventory.probes.driver import PROGRAM, parse
from rankwise.inventory.records import GpuDriver
from rankwise.measure import device_trial, software_device
from rankwise.measure.mpi_preload import device_buffers
from rankwise.measure.side import Side

_INSTEAD = "install the NVIDIA driver, or try `--device software`"


@dataclass(frozen=True)
class Devices:
    """Which devices: `device` is `gpu` or `software[:OPTIONS]`, `ordinals` are `auto` or `0,1`. `buffers`: ranks load
    the library with which any MPI takes device pointers."""

    device: str = "gpu"
    ordinals: str = "auto"
    buffers: bool = False

    def __post_init__(self) -> None:
        kind, _, options = self.device.partition(":")
        if kind not in ("gpu", "software") or (kind == "gpu" and options):
            raise UsageError(
                "bad-device", f"unknown device '{self.device}'", "write gpu, software, or software:h2d=2GB/s,count=1"
            )
        if self.software:
            software_device.check(options)
        if not re.fullmatch(r"auto|\d+(,\d+)*", self.ordinals):
            raise UsageError(
                "bad-devices", f"'{self.ordinals}' is not a list of devices", "write --devices 0,1 or auto"
            )

    @property
    def software(self) -> bool:
        """Whether it is the device in software."""
        return self.device.partition(":")[0] == "software"

    def environment(self, mpi: Mpi) -> dict[str, str]:
        """Variables under which the ranks of an MPI find the driver."""
        loaded = device_buffers(mpi) if self.buffers else {}
        if not self.software:
            return loaded
        added = software_device.environment(self.device.partition(":")[2])
        paths = (added["LD_LIBRARY_PATH"], mpi.env.get("LD_LIBRARY_PATH", ""))
        return {**loaded, **added, "LD_LIBRARY_PATH": ":".join(filter(None, paths))}


def with_devices(sides: Sequence[Side], devices: Devices) -> tuple[list[Side], list[str]]:
    """The sides with devices for their ranks, and warnings.

    Raises EnvironmentProblem when there is no driver, no device, fewer than are named, or one that ranks may not use.
    """
    changed = []
    warnings: list[str] = []
    for side in sides:
        local = all(place.host is None for place in side.spec.places)
        if devices.software and not local:
            raise UsageError("bad-device", "the software device serves this machine alone", "leave --hosts away")
        changed.append(on_devices(side, devices))
        if local:
            warnings = check(driver_here(changed[-1].spec.env), devices, side.ranks)
    return changed, warnings


def on_devices(side: Side, devices: Devices) -> Side:
    """The side with devices for its ranks, its own preloads behind the library for device buffers."""
    env, _ = merged(side.spec.env, devices.environment(side.mpi))
    return replace_side(side, spec=replace(side.spec, env=env), devices=devices.ordinals)


def driver_here(env: dict[str, str]) -> GpuDriver | None:
    """What the driver says that a program with these variables finds on this machine."""
    return parse(process.run([sys.executable, "-c", PROGRAM], env={**os.environ, **env}, timeout_s=60).stdout)


def check(driver: GpuDriver | None, devices: Devices, ranks: int) -> list[str]:
    """Warnings about devices that so many ranks of a node are to use. Raises EnvironmentProblem when they cannot."""
    if driver is None:
        raise EnvironmentProblem("no-driver", "there is no GPU driver: libcuda.so.1 is not found", _INSTEAD)
    if not driver.devices:
        why = driver.problem or "it lists none"
        raise EnvironmentProblem(
            "no-device",
            f"the GPU driver has no device: {why}",
            "see nvidia-smi and CUDA_VISIBLE_DEVICES",
        )
    named = [int(word) for word in devices.ordinals.split(",")] if devices.ordinals != "auto" else []
    count = len(driver.devices)
    if named and max(named) >= count:
        raise EnvironmentProblem(
            "no-such-device",
            f"there is no device {max(named)}, the driver has {count} (from 0 on)",
            "name others by --devices",
        )
    used = [driver.devices[ordinal] for ordinal in named] or list(driver.devices)
    for device in used:
        if device.mode == "prohibited":
            raise EnvironmentProblem(
                "device-prohibited",
                f"device {device.ordinal} ({device.name}) is in compute mode prohibited: no process may use it",
                f"nvidia-smi -i {device.ordinal} -c DEFAULT (as root), or name others with --devices",
            )
        if device.mode == "exclusive" and ranks > len(used):
            raise EnvironmentProblem(
                "device-exclusive",
                f"device {device.ordinal} ({device.name}) is for one process alone, "
                f"and {ranks} ranks share {len(used)}",
                f"nvidia-smi -i {device.ordinal} -c DEFAULT (as root), or start no more ranks than devices",
            )
    if any(device.mig for device in used):
        return ["a process has one MIG slice: all ranks share it, unless CUDA_VISIBLE_DEVICES gives each its own"]
    return []


def devices_of(memory: DeviceMemory) -> Devices:
    """The devices that ranks use. Raises UsageError as `Devices` does."""
    return Devices(memory.device, memory.devices, memory.library)


def on_device_memory(sides: Sequence[Side], memory: DeviceMemory) -> list[Side]:
    """The sides with devices for their ranks.

    Raises as `with_devices`, MeasurementFailed where an MPI takes no message from device memory.
    """
    changed, _ = with_devices(sides, devices_of(memory))
    for side in {side.mpi.library: side for side in reversed(changed)}.values():
        device_trial.check(side, memory.buffers)
    return changed
