"""Devices of this machine, or of several hosts, as endpoints: a rank for each, on the core nearest to it, that sends
from its memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_side
from typing import TypeVar

from msgspec.structs import replace

from rankwise.core.cell_options import checked_buffers
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.core.records import Endpoint, Mpi
from rankwise.inventory.collect import collect
from rankwise.inventory.records import Gpu, GpuDriver, NodeInventory
from rankwise.measure.side import Side
from rankwise.model.endpoints_of import endpoints_of, usable_cpus
from rankwise.placement.devices import Devices, check, driver_here
from rankwise.placement.endpoint_checks import PlannedFacts
from rankwise.placement.nets import Net
from rankwise.placement.placement import Placement

_MEMORY = {"D": "device", "M": "managed"}
_T = TypeVar("_T")


@dataclass(frozen=True)
class GpuRanks:
    """How ranks at GPUs send: from which `buffers`, on which device each endpoint is (`ordinals`, by its id)."""

    devices: Devices
    buffers: str
    ordinals: dict[str, int]

    def on(self, side: Side, group: Sequence[str]) -> Side:
        """The side, whose ranks are at these endpoints, with their devices."""
        env = {**side.spec.env, **self.devices.environment(side.mpi)}
        places = tuple(
            replace(place, args=(*place.args, "--devices", str(self.ordinals[name])))
            for place, name in zip(side.spec.places, group, strict=True)
        )
        return replace_side(side, spec=replace(side.spec, env=env, places=places))


def on_gpus(devices: Devices, buffers: str, mpi: Mpi, hosts: Placement | None = None) -> tuple[Placement, GpuRanks]:
    """An endpoint for each device of this machine or of every one of the `hosts`, or for each that `devices` names; one
    that is named again gets another. Of one node without names the first has two where there is a core for each, so
    that one device has a pair. The device in software is looked for on this machine alone.

    Raises EnvironmentProblem where the devices cannot be used, UsageError for buffers that are not on a device.
    """
    if (kind := checked_buffers(buffers)) not in ("D", "M"):
        raise UsageError("bad-buffers", f"a map of GPUs has no buffers '{buffers}'", "write D (device) or M (managed)")
    there = (hosts or _this_machine()).of_those_that_answered()
    nodes = there.look(there.hosts)
    parts: dict[str, list[Endpoint]] = {}
    ordinals: dict[str, int] = {}
    for end in there.endpoints:
        host, node = there.hosts[end.id], nodes[end.id]
        here = host is None or devices.software
        driver = driver_here(devices.environment(mpi)) if here else node.gpu_driver
        chosen = _ordinals(node, driver, devices, twice=len(nodes) == 1)
        _check(driver, devices, len(chosen), host)
        assert driver is not None
        node = there.nodes_looked_at[host] = _with_devices(node, driver, chosen)
        parts[end.id] = _endpoints(node, end, chosen)
        ordinals |= {part.id: ordinal for part, ordinal in zip(parts[end.id], chosen, strict=True)}
    endpoints = _on_cores_of_their_own(parts, nodes)
    names = {end: [part.id for part in its_own] for end, its_own in parts.items()}
    placement = replace_side(
        there,
        endpoints=endpoints,
        hosts=_each(there.hosts, names),
        entries={name: replace(entry, id=name) for name, entry in _each(there.entries, names).items()},
        nets=tuple(_with_parts(net, names, f"from {_MEMORY[kind]} memory") for net in there.nets),
        names=_each(there.names, names),
        expected=PlannedFacts(),
        planned_relation=None,
        warnings=(*there.warnings, *_shared_cores(endpoints)),
    )
    return placement, GpuRanks(devices, kind, ordinals)


def _this_machine() -> Placement:
    node = collect()
    name = node.hostname
    net = Net("devices", "shm", "of one node", {name: {"": name}})
    return Placement(name, (Endpoint(id=name, node=name),), {name: None}, nets=(net,), nodes_looked_at={None: node})


def _check(driver: GpuDriver | None, devices: Devices, ranks: int, host: str | None) -> None:
    try:
        check(driver, devices, ranks)
    except EnvironmentProblem as error:
        if host is None:
            raise
        raise EnvironmentProblem(error.code, f"{host}: {error.message}", error.hint) from error


def _endpoints(node: NodeInventory, end: Endpoint, ordinals: Sequence[int]) -> list[Endpoint]:
    """One endpoint for each of the node's devices, whose numbers these are."""
    seen: Counter[int] = Counter()
    ends = []
    for ordinal, endpoint in zip(ordinals, endpoints_of(node, "gpu").endpoints, strict=True):
        seen[ordinal] += 1
        again = f"#{seen[ordinal]}" if seen[ordinal] > 1 else ""
        ends.append(replace(endpoint, id=f"{end.id}:gpu{ordinal}{again}", switches=end.switches))
    return ends


def _on_cores_of_their_own(
    parts: Mapping[str, Sequence[Endpoint]], nodes: Mapping[str, NodeInventory]
) -> tuple[Endpoint, ...]:
    """All endpoints. Those of nodes that are parts of one machine, as in a lab, know nothing of each other's cores,
    and stay unbound."""
    machines = {name: node.boot_id or node.hostname for name, node in nodes.items()}
    parts_of = Counter(machines.values())
    return tuple(
        replace(part, cpus=()) if parts_of[machines[name]] > 1 else part
        for name, its_own in parts.items()
        for part in its_own
    )


def _each(told: Mapping[str, _T], names: Mapping[str, Sequence[str]]) -> dict[str, _T]:
    """What is told of endpoints, of each of their parts."""
    return {part: address for name, address in told.items() for part in names.get(name, ())}


def _with_parts(net: Net, names: Mapping[str, Sequence[str]], memory: str) -> Net:
    """The network with parts in place of its endpoints. What a plan promises is of host memory, and left out."""
    apart = {
        (source, target): why
        for (first, other), why in net.apart.items()
        for source in names.get(first, ())
        for target in names.get(other, ())
    }
    return replace_side(
        net,
        description=f"{memory} {net.description}" if net.kind == "shm" else f"{memory}, {net.description}",
        addresses=_each(net.addresses, names),
        interfaces=_each(net.interfaces, names),
        apart=apart,
        declared={},
    )


def _ordinals(node: NodeInventory, driver: GpuDriver | None, devices: Devices, *, twice: bool) -> list[int]:
    if devices.ordinals != "auto":
        return [int(word) for word in devices.ordinals.split(",")]
    known = driver.devices if driver else ()
    default = twice and known[:1] and known[0].mode == "default"
    shared = known[:1] if default and len(known) < len(usable_cpus(node)) else ()
    return [device.ordinal for device in (*known, *shared)]


def _shared_cores(endpoints: Sequence[Endpoint]) -> tuple[str, ...]:
    ranks = Counter(endpoint.cpus for endpoint in endpoints)
    shared = [endpoint.id for endpoint in endpoints if endpoint.cpus and ranks[endpoint.cpus] > 1]
    return (f"{', '.join(shared)} share cores: there are fewer near them than endpoints",) if shared else ()


def _with_devices(node: NodeInventory, driver: GpuDriver, ordinals: Sequence[int]) -> NodeInventory:
    """The node with the driver's devices as its GPUs, one for each endpoint; PCI tells nothing of those in software."""
    listed = {gpu.pci: gpu for gpu in node.gpus}
    used = [driver.devices[ordinal] for ordinal in ordinals]
    gpus = [
        listed.get(device.pci) or Gpu(name=device.name, vendor="nvidia", pci=device.pci, numa=None) for device in used
    ]
    return replace(node, gpus=tuple(gpus), gpu_driver=driver)
