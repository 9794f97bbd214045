"""Devices of this machine as endpoints: a rank for each, on the core nearest to it, that sends from its memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_side

from msgspec.structs import replace

from rankwise.core.cell_options import checked_buffers
from rankwise.core.errors import UsageError
from rankwise.core.records import Endpoint, Gpu, GpuDriver, Mpi, NodeInventory
from rankwise.inventory.collect import collect
from rankwise.measure import device_trial
from rankwise.measure.side import Side
from rankwise.model.endpoints_of import endpoints_of, usable_cpus
from rankwise.placement.devices import Devices, check, driver_here
from rankwise.placement.nets import Net
from rankwise.placement.placement import Placement


@dataclass(frozen=True)
class GpuRanks:
    """How ranks at GPUs send: from which `buffers`, on which device each endpoint is (`ordinals`, by its id)."""

    devices: Devices
    buffers: str
    ordinals: dict[str, int]

    def on(self, side: Side, group: Sequence[str]) -> Side:
        """The side, whose ranks are at these endpoints, with their devices."""
        env = {**side.spec.env, **self.devices.environment(side.mpi)}
        chosen = ",".join(str(self.ordinals[name]) for name in group)
        return replace_side(side, spec=replace(side.spec, env=env), devices=chosen)

    def check(self, side: Side) -> None:
        """Raises MeasurementFailed where the MPI cannot send from these buffers, tried by a launch of its own."""
        if why := device_trial.refusal(side, self.buffers):
            raise device_trial.not_aware(f"{side.mpi.name} {side.mpi.version}", why)


def on_gpus(devices: Devices, buffers: str, mpi: Mpi) -> tuple[Placement, GpuRanks]:
    """An endpoint for each device of this machine, or for each that `devices` names; one that is named again gets
    another. Without names the first has two where there is a core for each, so that one device has a pair.

    Raises EnvironmentProblem where the devices cannot be used, UsageError for buffers that are not on a device.
    """
    if (kind := checked_buffers(buffers)) not in ("D", "M"):
        raise UsageError("bad-buffers", f"a map of GPUs has no buffers '{buffers}'", "write D (device) or M (managed)")
    node, driver = collect(), driver_here(devices.environment(mpi))
    ordinals = _ordinals(node, driver, devices)
    check(driver, devices, len(ordinals))
    assert driver is not None
    node = _with_devices(node, driver, ordinals)
    seen: Counter[int] = Counter()
    endpoints = []
    for ordinal, endpoint in zip(ordinals, endpoints_of(node, "gpu").endpoints, strict=True):
        seen[ordinal] += 1
        again = f"#{seen[ordinal]}" if seen[ordinal] > 1 else ""
        endpoints.append(replace(endpoint, id=f"{node.hostname}:gpu{ordinal}{again}"))
    names = [endpoint.id for endpoint in endpoints]
    net = Net(
        "devices", "shm", f"from {_MEMORY[kind]} memory of one node", {name: {"": node.hostname} for name in names}
    )
    placement = Placement(
        node.hostname,
        tuple(endpoints),
        dict.fromkeys(names),
        nets=(net,),
        nodes_looked_at={None: node},
        warnings=_shared_cores(endpoints),
    )
    return placement, GpuRanks(devices, kind, dict(zip(names, ordinals, strict=True)))


_MEMORY = {"D": "device", "M": "managed"}


def _ordinals(node: NodeInventory, driver: GpuDriver | None, devices: Devices) -> list[int]:
    if devices.ordinals != "auto":
        return [int(word) for word in devices.ordinals.split(",")]
    known = driver.devices if driver else ()
    shared = known[:1] if known[:1] and known[0].mode == "default" and len(known) < len(usable_cpus(node)) else ()
    return [device.ordinal for device in (*known, *shared)]


def _shared_cores(endpoints: Sequence[Endpoint]) -> tuple[str, ...]:
    ranks = Counter(endpoint.cpus for endpoint in endpoints)
    shared = [endpoint.id for endpoint in endpoints if ranks[endpoint.cpus] > 1]
    return (f"{', '.join(shared)} share cores: there are fewer near them than endpoints",) if shared else ()


def _with_devices(node: NodeInventory, driver: GpuDriver, ordinals: Sequence[int]) -> NodeInventory:
    """The node with the driver's devices as its GPUs, one for each endpoint; PCI tells nothing of those in software."""
    listed = {gpu.pci: gpu for gpu in node.gpus}
    used = [driver.devices[ordinal] for ordinal in ordinals]
    gpus = [listed.get(one.pci) or Gpu(name=one.name, vendor="nvidia", pci=one.pci, numa=None) for one in used]
    return replace(node, gpus=tuple(gpus), gpu_driver=driver)
