"""Nodes as lines for a terminal: one as it is, many by what is alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rankwise.core.units import format_amount, format_rate, plural
from rankwise.inventory.records import Cache, GpuDriver, Nic, NodeInventory
from rankwise.report.words import most_and_others

_OF_NOW = ("/dev/shm", "now")
"""Rows that change from minute to minute."""


def lines(node: NodeInventory) -> list[str]:
    """The node on one screen: alike things are counted, not listed; what is unknown comes last."""
    return [f"{node.hostname}: {_system(node)[1]}", *(_row(name, text) for name, text in _rows(node))]


def rows(node: NodeInventory) -> list[tuple[str, str]]:
    """The same as names and words, with why each unknown fact is unknown."""
    known = [row for row in _rows(node) if row[0] != "unknown"]
    return [_system(node), *known, *((f"unknown: {name}", why) for name, why in node.unknown.items())]


def lines_of_all(nodes: Sequence[NodeInventory]) -> list[str]:
    """One or two nodes as they are. Of more, those that are alike in all but addresses and what changes are shown once,
    and of the others what differs."""
    if len(nodes) <= 2:
        return [line for node in nodes for line in lines(node)]
    return most_and_others(((node.hostname, _lasting(node)) for node in nodes), _row)


def _lasting(node: NodeInventory) -> tuple[tuple[str, str], ...]:
    """The rows of a node without addresses and what changes."""
    nics = tuple(replace(nic, addresses=()) for nic in node.nics)
    return (_system(node), *(row for row in _rows(node, nics) if row[0] not in _OF_NOW))


def _system(node: NodeInventory) -> tuple[str, str]:
    return "system", f"{node.arch}, {node.os or 'unknown system'}, kernel {node.kernel}"


def _row(name: str, text: str) -> str:
    return f"{name:10} {text}"


def _rows(node: NodeInventory, nics: tuple[Nic, ...] | None = None) -> list[tuple[str, str]]:
    rows = [
        ("processor", _processor(node)),
        ("memory", _memory(node)),
        *(("cache", text) for text in _caches(node.caches)),
        *(("network", text) for text in _networks(node.nics if nics is None else nics)),
        *(("GPU", f"{gpu.name}, {_size(gpu.memory_bytes)}, {_at(gpu.pci, gpu.numa)}") for gpu in node.gpus),
        *(("GPU driver", text) for text in _driver(node.gpu_driver)),
        *(("card", f"{card.name}, {card.kind}, {card.state or 'state unknown'}, {_at(card.pci, card.numa)}")
          for card in node.cards),
        ("sandbox", _sandbox(node)),
        ("/dev/shm", _shared_memory(node)),
        ("limits", _limits(node)),
        ("now", _now(node)),
        ("unknown", f"{', '.join(node.unknown)} (reasons with --json)" if node.unknown else ""),
    ]  # fmt: skip
    return [(name, text) for name, text in rows if text]


def _driver(driver: GpuDriver | None) -> Iterable[str]:
    """A line for the driver, and one for each device."""
    if driver is None:
        return
    yield f"CUDA {driver.version}" + (f", no device: {driver.problem}" if driver.problem else "")
    for device in driver.devices:
        slice_ = ", a MIG slice" if device.mig else ""
        peers = f", uses memory of {', '.join(map(str, device.peers))} directly" if device.peers else ""
        mode = "" if device.mode == "default" else f", compute mode {device.mode}"
        yield f"device {device.ordinal}: {device.name}, {_size(device.memory_bytes)}, {device.pci}{slice_}{mode}{peers}"


def _processor(node: NodeInventory) -> str:
    online = [cpu for cpu in node.cpus if cpu.online]
    cores = len({cpu.siblings for cpu in online})
    sockets = len({cpu.socket for cpu in online if cpu.socket is not None})
    governors = ", ".join(sorted({cpu.governor for cpu in online if cpu.governor}))
    counts = f"{plural(len(online), 'CPU')} on {plural(cores, 'core')}"
    if sockets:
        counts += f" in {plural(sockets, 'socket')}"
    return ", ".join(filter(None, (node.cpu_model, counts, governors and f"governor {governors}")))


def _memory(node: NodeInventory) -> str:
    text = _size(node.memory_bytes)
    if len(node.numa) > 1:
        text += f", {len(node.numa)} NUMA nodes"
        distances = sorted({distance for row in node.numa for distance in row.distances})
        text += f", distances {', '.join(map(str, distances))}" if distances else ""
    return text


def _caches(caches: tuple[Cache, ...]) -> Iterable[str]:
    alike = Counter((cache.level, cache.kind, cache.size_bytes, len(cache.cpus)) for cache in caches)
    for (level, kind, size_bytes, cpus), count in sorted(alike.items(), key=str):
        if kind != "instruction":
            yield f"{count} x L{level} {_size(size_bytes)}, each of {plural(cpus, 'CPU')}"


def _networks(nics: tuple[Nic, ...]) -> Iterable[str]:
    """A line for each port and addressed interface; names alone of virtual ones that have no address."""
    idle = [nic.name for nic in nics if not (nic.addresses or nic.driver or nic.rdma_device) and nic.kind != "loopback"]
    yield from (_nic(nic) for nic in nics if nic.kind != "loopback" and nic.name not in idle)
    if idle:
        yield f"without address: {', '.join(idle)}"


def _nic(nic: Nic) -> str:
    parts = [
        f"{nic.name} ({nic.link_layer or nic.kind}{', ' + nic.driver if nic.driver else ''})",
        nic.state or "state unknown",
        format_rate(nic.speed_bytes_per_s) if nic.speed_bytes_per_s else "speed unknown",
        f"MTU {nic.mtu}" if nic.mtu else "",
        " ".join(address for address in nic.addresses if not address.startswith("fe80")),
        "" if nic.numa is None else f"NUMA {nic.numa}",
    ]
    return ", ".join(filter(None, parts))


def _sandbox(node: NodeInventory) -> str:
    sandbox = node.sandbox
    allowed = f"{plural(len(sandbox.allowed_cpus), 'CPU')} allowed" if sandbox.allowed_cpus else ""
    if "sandbox" in node.unknown:
        return allowed
    quota = sandbox.cpu_quota
    parts = [
        f"container {sandbox.container}" if sandbox.container else "no container",
        f"hypervisor {sandbox.virtualization}" if sandbox.virtualization else "no hypervisor seen",
        "no CPU quota" if quota is None else f"quota of {quota:g} CPUs",
        allowed,
        f"memory limit {_size(sandbox.memory_limit_bytes)}" if sandbox.memory_limit_bytes else "",
        f"reading a sibling's memory: {sandbox.single_copy}" if sandbox.single_copy else "",
    ]
    return ", ".join(filter(None, parts))


def _shared_memory(node: NodeInventory) -> str:
    shm = node.shared_memory
    if shm.size_bytes is None:
        return ""
    text = f"{_size(shm.size_bytes)}, {_size(shm.free_bytes)} free"
    return text + (f", {plural(len(shm.stale_files), 'stale file')}" if shm.stale_files else "")


def _limits(node: NodeInventory) -> str:
    if "limits" in node.unknown:
        return ""
    locked, files = node.limits.memlock_bytes, node.limits.open_files
    memory = "unlimited" if locked is None else _size(locked)
    return f"locked memory {memory}, open files {'unlimited' if files is None else files}"


def _now(node: NodeInventory) -> str:
    if "load" in node.unknown:
        return ""
    parts = [
        "" if node.load_1min is None else f"load {node.load_1min:.2f}",
        f"running: {', '.join(node.running[:4])}" if node.running else "nothing else running",
        f"clock {node.clock_source}" if node.clock_source else "",
        "" if not node.steal_share else f"{node.steal_share * 100:.2g} % of CPU time stolen since boot",
    ]
    return ", ".join(filter(None, parts))


def _at(pci: str | None, numa: int | None) -> str:
    return f"PCI {pci}" + ("" if numa is None else f", NUMA {numa}")


def _size(size_bytes: int | None) -> str:
    return "size unknown" if size_bytes is None else format_amount(size_bytes)
