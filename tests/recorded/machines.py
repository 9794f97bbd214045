"""The recorded machines by name, and those that are too regular to be written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rankwise.inventory import archive
from rankwise.inventory.archive import HEADER, Archive
from rankwise.inventory.collect import collect
from rankwise.inventory.records import NodeInventory

FOLDER = Path(__file__).parent

_CPU = "/sys/devices/system/cpu"
_NODE = "/sys/devices/system/node"


def recorded(name: str) -> Archive:
    """The recording of one machine."""
    if name == "two-socket-smt":
        return archive.parse(two_socket_smt())
    return archive.load(FOLDER / f"{name}.record")


def node(name: str) -> NodeInventory:
    """The inventory of one machine."""
    return collect(recorded(name))


def node_of(numa_nodes: int, cores_per_node: int) -> NodeInventory:
    """Two sockets, built as `two_socket_smt` from as many NUMA nodes and cores as asked."""
    return collect(archive.parse(_text("big", dict(_files(numa_nodes, cores_per_node)))))


def two_socket_smt() -> str:
    """Two sockets of two NUMA nodes each, with an L3 and two cores of two threads and their own L2 in each node."""
    return _text("two-socket-smt", dict(_files(numa_nodes=4, cores_per_node=2)))


NAMES = sorted([path.stem for path in FOLDER.glob("*.record")] + ["two-socket-smt"])


def _files(numa_nodes: int, cores_per_node: int) -> Iterator[tuple[str, str]]:
    cores = numa_nodes * cores_per_node
    yield f"{_CPU}/online", f"0-{2 * cores - 1}"
    for cpu in range(2 * cores):
        core = cpu % cores  # Linux numbers the first thread of every core, then the second
        node, path = core // cores_per_node, f"{_CPU}/cpu{cpu}"
        threads, mates = f"{core},{core + cores}", _node_cpus(node, cores_per_node, cores)
        yield f"{path}/topology/core_id", str(core)
        yield f"{path}/topology/physical_package_id", str(node // (numa_nodes // 2))
        yield f"{path}/topology/thread_siblings_list", threads
        yield f"{path}/cpufreq/scaling_governor", "powersave" if cpu == 3 else "performance"
        yield f"{path}/cpufreq/cpuinfo_max_freq", "3500000"
        for index, (level, kind, size, sharing) in enumerate(
            (("2", "Unified", "4096K", threads), ("3", "Unified", "16M", mates))
        ):
            values = {"level": level, "type": kind, "size": size, "shared_cpu_list": sharing}
            yield from ((f"{path}/cache/index{index}/{name}", value) for name, value in values.items())
    half = numa_nodes // 2
    for node in range(numa_nodes):
        yield f"{_NODE}/node{node}/cpulist", _node_cpus(node, cores_per_node, cores)
        yield f"{_NODE}/node{node}/meminfo", f"Node {node} MemTotal:        1048576 kB"
        distance = [
            "10" if other == node else "12" if other // half == node // half else "21" for other in range(numa_nodes)
        ]
        yield f"{_NODE}/node{node}/distance", " ".join(distance)


def _node_cpus(node: int, cores_per_node: int, cores: int) -> str:
    first = node * cores_per_node
    last = first + cores_per_node - 1
    return f"{first}-{last},{first + cores}-{last + cores}"


def _text(hostname: str, files: dict[str, str]) -> str:
    named = {"/proc/sys/kernel/hostname": hostname, "/proc/sys/kernel/osrelease": "6.1.0", **files}
    entries = (f"file {path}\n|{value}" for path, value in named.items())
    return "\n".join([HEADER, *entries, "run arch", "|x86_64", "end", ""])
