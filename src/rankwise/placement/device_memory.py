"""Sides whose messages lie in device memory, each after a launch that showed that its MPI takes them from there."""

from __future__ import annotations

from collections.abc import Sequence

from rankwise.core.records import DeviceMemory
from rankwise.measure import device_trial
from rankwise.measure.side import Side
from rankwise.placement.devices import Devices, with_devices


def devices_of(memory: DeviceMemory) -> Devices:
    """The devices that ranks use. Raises UsageError as `Devices` does."""
    return Devices(memory.device, memory.devices, memory.library)


def on_device_memory(sides: Sequence[Side], memory: DeviceMemory) -> list[Side]:
    """The sides with devices for their ranks.

    Raises as `with_devices`, MeasurementFailed where an MPI takes no message from device memory.
    """
    changed, _ = with_devices(sides, devices_of(memory))
    for side in {side.mpi.library: side for side in reversed(changed)}.values():
        if why := device_trial.refusal(side, memory.buffers):
            raise device_trial.not_aware(f"{side.mpi.name} {side.mpi.version}", why)
    return changed
