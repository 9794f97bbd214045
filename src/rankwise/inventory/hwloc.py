"""hwloc's XML (`lstopo --of xml`, versions 1 and 2) as another way to tell a node's topology."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree as Xml

from msgspec.structs import replace

from rankwise.core.errors import UsageError
from rankwise.inventory.parse import first_of_each, natural
from rankwise.inventory.records import (
    UNKNOWN_LIMITS,
    UNKNOWN_SANDBOX,
    UNKNOWN_SHARED_MEMORY,
    Cache,
    Cpu,
    Gpu,
    Nic,
    NodeInventory,
    NumaNode,
)

_UNTOLD = (
    "addresses",
    "boot id",
    "clock source",
    "governor",
    "limits",
    "load",
    "sandbox",
    "shared memory",
    "single copy",
    "steal",
)
_CACHE_KINDS = {"0": "unified", "1": "data", "2": "instruction"}  # hwloc_obj_cache_type_t
_CACHE = re.compile(r"(?:L\d[id]?)?Cache")  # version 2, version 1; `MemCache` is memory in front of slower memory
_LATENCY = 1 << 2  # hwloc_distances_kind_e
_NETWORK, _OPENFABRICS = 1 << 4, 1 << 5  # hwloc_obj_osdev_types_t: bits in version 3, of which a device may have both
_NUMBERED = {2: _NETWORK, 3: _OPENFABRICS}  # hwloc_obj_osdev_type_t: a number in version 2
_GPU_VENDORS = {"10de": "nvidia", "1002": "amd", "8086": "intel"}  # PCI ID database


def from_hwloc_xml(text: str, source: str = "the XML") -> NodeInventory:
    """The node that the XML describes: topology, network devices, names. Raises UsageError when it is no hwloc XML."""
    try:
        root = Xml.fromstring(text)
    except Xml.ParseError as error:
        raise UsageError("bad-hwloc-xml", f"{source}: {error}", "`lstopo --of xml FILE` writes it") from error
    machine = root.find("object")
    if root.tag != "topology" or machine is None:
        raise UsageError("bad-hwloc-xml", f"{source} is XML, but not hwloc's", "`lstopo --of xml FILE` writes it")
    numa = _numa_nodes(root, machine)
    homes = frozenset(node.id for node in numa if node.cpus)
    infos = {info.get("name", ""): info.get("value", "") for info in machine.iter("info")}
    unknown = dict.fromkeys(_UNTOLD, "hwloc XML does not tell it")
    return NodeInventory(
        hostname=infos.get("HostName") or "unknown",
        arch=infos.get("Architecture") or "unknown",
        cpu_model=infos.get("CPUModel"),
        kernel=infos.get("OSRelease") or "unknown",
        os=infos.get("OSName"),
        boot_id=None,
        memory_bytes=sum(node.memory_bytes or 0 for node in numa) or None,
        cpus=_cpus(machine, numa),
        caches=_caches(machine),
        numa=numa,
        nics=tuple(_nics(machine, root.get("version", "2")[:1], homes)),
        gpus=tuple(_gpus(machine, homes)),
        limits=UNKNOWN_LIMITS,
        shared_memory=UNKNOWN_SHARED_MEMORY,
        sandbox=replace(UNKNOWN_SANDBOX, allowed_cpus=_bits(machine.get("allowed_cpuset"))),
        unknown=unknown,
    )


def _cpus(machine: Xml.Element, numa: tuple[NumaNode, ...]) -> tuple[Cpu, ...]:
    core, socket = _owners(machine, ("Core",)), _sockets(machine)
    siblings = {cpu: cpus for element in _objects(machine, ("Core",)) for cpus in [_cpuset(element)] for cpu in cpus}
    node = {cpu: node.id for node in numa for cpu in node.cpus}
    numbers = sorted({cpu for element in _objects(machine, ("PU",)) for cpu in _cpuset(element)})
    return tuple(
        Cpu(id=n, core=core.get(n), socket=socket.get(n), numa=node.get(n), siblings=siblings.get(n, (n,)))
        for n in numbers
    )


def _caches(machine: Xml.Element) -> tuple[Cache, ...]:
    caches = [
        Cache(
            level=natural(element.get("depth")) or 0,
            kind=_CACHE_KINDS.get(element.get("cache_type", ""), "unknown"),
            size_bytes=natural(element.get("cache_size")),
            cpus=_cpuset(element),
        )
        for element in machine.iter("object")
        if _CACHE.fullmatch(element.get("type", "")) and _cpuset(element)
    ]
    return tuple(sorted(caches, key=lambda cache: (cache.level, cache.kind, cache.cpus)))


def _numa_nodes(root: Xml.Element, machine: Xml.Element) -> tuple[NumaNode, ...]:
    elements = {natural(element.get("os_index")): element for element in _objects(machine, ("NUMANode",))}
    ids = sorted(number for number in elements if number is not None)
    # hwloc gives memory without CPUs those that are near it; the kernel numbers it after the nodes that have them.
    own = first_of_each((number, _cpuset(elements[number])) for number in ids)
    distances = _distances(root, ids)
    return tuple(
        NumaNode(
            id=number,
            cpus=own[number],
            memory_bytes=natural(elements[number].get("local_memory")),
            distances=distances.get(number, ()),
        )
        for number in ids
    )


def _distances(root: Xml.Element, ids: list[int]) -> dict[int, tuple[int, ...]]:
    """The NUMA distance row of each os index, in the order of `ids` (version 2 only); empty when there are none."""
    for element in root.iter("distances2"):
        order, values = _numbers(element, "indexes"), _numbers(element, "u64values")
        is_latency = (natural(element.get("kind")) or 0) & _LATENCY
        if element.get("type") == "NUMANode" and is_latency and sorted(order) == ids and len(values) == len(ids) ** 2:
            at = {number: place for place, number in enumerate(order)}
            return {row: tuple(values[at[row] * len(ids) + at[number]] for number in ids) for row in ids}
    return {}


def _numbers(element: Xml.Element, tag: str) -> list[int]:
    numbers = (natural(word) for part in element.iter(tag) for word in (part.text or "").split())
    return [number for number in numbers if number is not None]


def _nics(machine: Xml.Element, version: str, homes: frozenset[int]) -> Iterator[Nic]:
    for pci, numa, element in _devices(machine, "OSDev", homes):
        told = natural(element.get("osdev_type")) or 0
        kind = told if version >= "3" else _NUMBERED.get(told, 0)
        name = element.get("name", "unnamed")
        if kind & (_NETWORK | _OPENFABRICS):
            rdma = bool(kind & _OPENFABRICS)
            hardware = "infiniband" if rdma or name.startswith("ib") else "ethernet"
            yield Nic(
                name=name,
                kind=hardware,
                state=None,
                speed_bytes_per_s=None,
                mtu=None,
                addresses=(),
                numa=numa,
                pci=pci,
                rdma_device=name if rdma else None,
            )


def _gpus(machine: Xml.Element, homes: frozenset[int]) -> Iterator[Gpu]:
    """Graphics processors by what PCI says of them: `0302 [10de:1db8] ...`. Display chips of boards are left out."""
    for pci, numa, element in _devices(machine, "PCIDev", homes):
        about = re.match(r"(03|12)[0-9a-f]{2} \[([0-9a-f]{4}):([0-9a-f]{4})\]", element.get("pci_type", ""))
        vendor = _GPU_VENDORS.get(about[2]) if about else None
        if about and vendor:
            yield Gpu(name=f"{vendor} {about[3]}", vendor=vendor, pci=pci, numa=numa, memory_bytes=None)


def _devices(
    machine: Xml.Element, kind: str, homes: frozenset[int]
) -> Iterator[tuple[str | None, int | None, Xml.Element]]:
    """Objects of the kind `OSDev` or `PCIDev` with their PCI address and the one NUMA node that they hang on, if it is
    one: of several that with CPUs of its own, one of `homes`. Without recursion: a file may nest its objects deeper
    than Python can call."""
    waiting: list[tuple[Xml.Element, str | None, int | None]] = [(machine, None, None)]
    while waiting:
        element, pci, numa = waiting.pop()
        nodes = _bits(element.get("nodeset"))
        near = [node for node in nodes if node in homes] or nodes
        numa = near[0] if len(near) == 1 else (None if nodes else numa)
        pci = element.get("pci_busid", pci)
        if element.get("type") == kind:
            yield pci, numa, element
        waiting += [(child, pci, numa) for child in reversed(element.findall("object"))]


def _sockets(machine: Xml.Element) -> dict[int, int]:
    """The socket of each CPU: its os index; numbers of the packages where none has one (POWER, s390)."""
    types = ("Package", "Socket")
    sets = sorted(_cpuset(element) for element in _objects(machine, types))
    return _owners(machine, types) or {cpu: at for at, cpus in enumerate(sets) for cpu in cpus}


def _owners(machine: Xml.Element, types: tuple[str, ...]) -> dict[int, int]:
    """The os index of the object that holds each CPU, for those objects that have one."""
    pairs = (
        (cpu, natural(element.get("os_index"))) for element in _objects(machine, types) for cpu in _cpuset(element)
    )
    return {cpu: index for cpu, index in pairs if index is not None}


def _objects(machine: Xml.Element, types: tuple[str, ...]) -> Iterator[Xml.Element]:
    return (element for element in machine.iter("object") if element.get("type") in types)


def _cpuset(element: Xml.Element) -> tuple[int, ...]:
    return _bits(element.get("cpuset"))


def _bits(mask: str | None) -> tuple[int, ...]:
    """Positions of the bits in `0x00000001,0xff00ff00`: words of 32 bits, the highest first, an empty word is zero.

    An unlimited mask (`0xf...f`) says nothing about this machine and is empty.
    """
    if not mask or not re.fullmatch(r"(?:0x[0-9a-f]{1,8})?(?:,(?:0x[0-9a-f]{1,8})?){0,2047}", mask):
        return ()
    value = 0
    for word in mask.split(","):
        value = value << 32 | (int(word, 16) if word else 0)
    return tuple(bit for bit, digit in enumerate(reversed(f"{value:b}")) if digit == "1")
