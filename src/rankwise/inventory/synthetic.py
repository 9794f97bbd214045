"""hwloc's synthetic descriptions (`pack:2 numa:2 core:4 pu:2`) as another way to tell a node's topology."""

from __future__ import annotations

import re
from typing import Final

from rankwise.core.errors import UsageError
from rankwise.inventory.records import Cache, Cpu, Limits, NodeInventory, NumaNode, Sandbox, SharedMemory

_LEVEL: Final = re.compile(r"(?:(?P<kind>[A-Za-z][A-Za-z0-9]*):)?(?P<count>\d{1,4})(?:\([^()]*\))?")
_ATTACHED: Final = re.compile(r"\[(?P<kind>[A-Za-z0-9]+)(?:\([^()]*\))?\]")
_KINDS: Final = {
    **dict.fromkeys(("pack", "package", "socket"), "package"),
    **dict.fromkeys(("numa", "node", "numanode"), "numa"),
    **dict.fromkeys(("l3", "l3cache"), "l3"),
    **dict.fromkeys(("l2", "l2cache"), "l2"),
    **dict.fromkeys(("l1", "l1d", "l1cache"), "l1"),
    "core": "core",
    **dict.fromkeys(("pu", "thread"), "pu"),
    **dict.fromkeys(("group", "die", "machine"), ""),
}
_MOST: Final = 4096  # CPUs of a node
_HINT: Final = "write for example 'pack:2 numa:2 core:8 pu:2'"


def from_synthetic(text: str, name: str = "synthetic") -> NodeInventory:
    """The node that the words describe. Raises UsageError for what hwloc would not take."""
    counts, attached = _levels(text)
    total, wide = 1, dict[str, int]()  # CPUs in each object of a level
    for _, count in counts:
        total *= count
    if not 0 < total <= _MOST:
        raise UsageError("bad-synthetic", f"'{text}' has {total} CPUs, and a node has 1 to {_MOST}", _HINT)
    inside = total
    for kind, count in counts:
        inside //= count
        wide.setdefault(kind, inside)
    for kind, above in attached.items():
        wide.setdefault(kind, wide.get(above, total))
    cpus = range(total)

    def objects(kind: str) -> list[tuple[int, ...]]:
        size = wide.get(kind, total)
        return [tuple(range(at, at + size)) for at in range(0, total, size)]

    core, package = wide.get("core", 1), wide.get("package", total)
    nodes = objects("numa")
    return NodeInventory(
        hostname=name,
        arch="unknown",
        cpu_model=None,
        kernel="unknown",
        os=None,
        boot_id=None,
        memory_bytes=None,
        cpus=tuple(
            Cpu(
                id=cpu,
                core=cpu // core,
                socket=cpu // package,
                numa=cpu // wide.get("numa", total),
                siblings=tuple(range(cpu // core * core, cpu // core * core + core)),
            )
            for cpu in cpus
        ),
        caches=tuple(
            Cache(level=level, kind="unified", size_bytes=None, cpus=shared)
            for level in (1, 2, 3)
            if f"l{level}" in wide
            for shared in objects(f"l{level}")
        ),
        numa=tuple(NumaNode(id=at, cpus=own, memory_bytes=None) for at, own in enumerate(nodes)),
        nics=(),
        gpus=(),
        limits=Limits(memlock_bytes=None, open_files=None, processes=None, stack_bytes=None),
        shared_memory=SharedMemory(path="/dev/shm", size_bytes=None, free_bytes=None),
        sandbox=Sandbox(
            container=None,
            virtualization=None,
            namespaces={},
            cpu_quota=None,
            memory_limit_bytes=None,
            allowed_cpus=tuple(cpus),
        ),
        unknown={"all but CPUs": "a synthetic description does not tell it"},
    )


def _levels(text: str) -> tuple[list[tuple[str, int]], dict[str, str]]:
    """Kind and count of each level, the largest first; and NUMA nodes in brackets, with the level that they hang on."""
    counts: list[tuple[str, int]] = []
    attached: dict[str, str] = {}
    for word in " ".join(text.split()).replace(" (", "(").split():
        if match := _ATTACHED.fullmatch(word):
            attached[_KINDS.get(match["kind"].lower(), "")] = counts[-1][0] if counts else ""
            continue
        match = _LEVEL.fullmatch(word)
        kind = (match["kind"] or "pu").lower() if match else ""
        if not match or kind not in _KINDS:
            raise UsageError("bad-synthetic", f"'{word}' is no level of a node", _HINT)
        counts.append((_KINDS[kind] or kind, int(match["count"])))
    if not counts or any(count < 1 for _, count in counts):
        raise UsageError("bad-synthetic", f"'{text}' describes no CPUs", _HINT)
    return counts, attached
