"""Logical CPUs with their cores, sockets, SMT siblings and governor; caches; NUMA nodes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rankwise.inventory.archive import Archive
from rankwise.inventory.parse import binary_size, cpu_list, fields, first_of_each, natural
from rankwise.inventory.records import Cache, Cpu, NumaNode

_CPU = "/sys/devices/system/cpu"
_NODE = "/sys/devices/system/node"


def cpus(archive: Archive, unknown: dict[str, str]) -> tuple[Cpu, ...]:
    """All CPUs, by number. An offline CPU has no topology directory and is its own only sibling."""
    online = cpu_list(archive.read(f"{_CPU}/online"))
    numbers = sorted({*online, *_numbered(archive, _CPU, "cpu")})
    if not numbers:
        unknown["cpus"] = archive.why_not(f"{_CPU}/online")
    numa = {cpu: node.id for node in numa_nodes(archive, {}) for cpu in node.cpus}
    sockets = _sockets(archive, numbers)
    listed = []
    for number in numbers:
        path = f"{_CPU}/cpu{number}"
        frequency_khz = natural(archive.read(f"{path}/cpufreq/cpuinfo_max_freq"))
        listed.append(
            Cpu(
                id=number,
                core=natural(archive.read(f"{path}/topology/core_id")),
                socket=sockets.get(number),
                numa=numa.get(number),
                siblings=_siblings(archive, number),
                online=not online or number in online,
                max_frequency_hz=None if frequency_khz is None else frequency_khz * 1e3,
                governor=archive.read(f"{path}/cpufreq/scaling_governor") or None,
            )
        )
    if listed and not any(cpu.governor for cpu in listed):
        unknown["governor"] = archive.why_not(f"{_CPU}/cpu{numbers[0]}/cpufreq/scaling_governor")
    if listed and all(cpu.core is None for cpu in listed):
        unknown["topology"] = archive.why_not(f"{_CPU}/cpu{numbers[0]}/topology/core_id")
    return tuple(listed)


def _siblings(archive: Archive, number: int) -> tuple[int, ...]:
    """The CPUs of its core; itself alone where the kernel's list does not have it."""
    listed = cpu_list(archive.read(f"{_CPU}/cpu{number}/topology/thread_siblings_list"))
    return listed if number in listed else (number,)


def _sockets(archive: Archive, numbers: Sequence[int]) -> dict[int, int]:
    """The socket of each CPU: its id as the kernel tells it; numbers of the sets of CPUs that share one, where kernels
    tell these alone (POWER, s390: -1)."""
    told = {number: natural(archive.read(f"{_CPU}/cpu{number}/topology/physical_package_id")) for number in numbers}
    known = {number: socket for number, socket in told.items() if socket is not None}
    if known:
        return known
    sets = {number: cpu_list(archive.read(f"{_CPU}/cpu{number}/topology/core_siblings_list")) for number in numbers}
    order = list(dict.fromkeys(cpus for cpus in sets.values() if cpus))
    return {number: order.index(cpus) for number, cpus in sets.items() if cpus}


def caches(archive: Archive, unknown: dict[str, str]) -> tuple[Cache, ...]:
    """Every cache once that a CPU which is online has, sorted by level, kind and first CPU. A cache is left out where
    the kernel does not list the CPU among those that share it."""
    known: dict[tuple[int, str, tuple[int, ...]], Cache] = {}
    online = set(cpu_list(archive.read(f"{_CPU}/online")))
    for number in _numbered(archive, _CPU, "cpu"):
        if online and number not in online:
            continue
        for index in _numbered(archive, f"{_CPU}/cpu{number}/cache", "index"):
            path = f"{_CPU}/cpu{number}/cache/index{index}"
            level = natural(archive.read(f"{path}/level"))
            listed = archive.read(f"{path}/shared_cpu_list")
            # Empty lists come from kernels for Itanium: the threads of a core share all its caches.
            sharing = _siblings(archive, number) if listed == "" else cpu_list(listed)
            if level is None or number not in sharing:
                continue
            kind = (archive.read(f"{path}/type") or "unknown").lower()
            size_bytes = binary_size(archive.read(f"{path}/size"))
            known[level, kind, sharing] = Cache(level=level, kind=kind, size_bytes=size_bytes, cpus=sharing)
    if not known:
        path = f"{_CPU}/cpu0/cache/index0"
        told = natural(archive.read(f"{path}/level")) is not None
        unknown["caches"] = archive.why_not(f"{path}/{'shared_cpu_list' if told else 'level'}")
    return tuple(known[key] for key in sorted(known))


def numa_nodes(archive: Archive, unknown: dict[str, str]) -> tuple[NumaNode, ...]:
    """The memory nodes, those without CPUs included (high-bandwidth or persistent memory)."""
    numbers = _numbered(archive, _NODE, "node")
    own = first_of_each((number, cpu_list(archive.read(f"{_NODE}/node{number}/cpulist"))) for number in numbers)
    nodes = []
    for number in numbers:
        path = f"{_NODE}/node{number}"
        total = re.search(r"MemTotal:\s*([0-9]+ kB)", archive.read(f"{path}/meminfo") or "")
        distances = [natural(word) for word in (archive.read(f"{path}/distance") or "").split()]
        nodes.append(
            NumaNode(
                id=number,
                cpus=own[number],
                memory_bytes=binary_size(total[1]) if total else None,
                distances=tuple(distance for distance in distances if distance is not None),
            )
        )
    if not nodes:
        unknown["numa"] = archive.why_not(f"{_NODE}/node0/cpulist")
    return tuple(nodes)


def model(archive: Archive, unknown: dict[str, str]) -> str | None:
    """The processor's name: lscpu knows Arm's, /proc/cpuinfo the others'; else the board's name."""
    name = (
        fields(archive.run("lscpu"), ":").get("Model name")
        or fields(archive.run("cpuinfo"), ":").get("model name")
        or archive.read("/sys/firmware/devicetree/base/model")
    )
    if not name or name == "-":
        unknown["cpu_model"] = "neither lscpu, /proc/cpuinfo nor the device tree names it"
        return None
    return name


def _numbered(archive: Archive, path: str, prefix: str) -> list[int]:
    numbers = (
        natural(name.removeprefix(prefix))
        for name in archive.children(path)
        if re.fullmatch(prefix + "[0-9]{1,6}", name)
    )
    return [number for number in numbers if number is not None]
