"""hwloc's synthetic descriptions (`pack:2 numa:2 core:4 pu:2`) as another way to tell a node's topology."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rankwise.core.errors import UsageError
from rankwise.inventory.records import (
    UNKNOWN_LIMITS,
    UNKNOWN_SANDBOX,
    UNKNOWN_SHARED_MEMORY,
    Cache,
    Cpu,
    NodeInventory,
    NumaNode,
)

_LEVEL: Final = re.compile(r"(?:(?P<kind>[A-Za-z][A-Za-z0-9]*):)?(?P<count>\d{1,4})(?:\((?P<about>[^()]*)\))?")
_WORD: Final = re.compile(r"\[[^\[\]]{0,400}\]|[^\s\[(]+(?:\([^()]{0,400}\))?|\S")
_INDEXES: Final = re.compile(r"indexes=(\S*)")
_LOOP: Final = re.compile(r"([1-9]\d{0,3})\*(\d{1,4})")  # every so many CPUs, so many numbers
_ATTACHED: Final = re.compile(r"\[(?P<kind>[A-Za-z0-9]+)(?:\([^()]*\))?\]")
_KINDS: Final = {
    **dict.fromkeys(("pack", "package", "socket"), "package"),
    **dict.fromkeys(("numa", "node", "numanode"), "numa"),
    **dict.fromkeys(("l3", "l3u", "l3cache", "l3ucache"), "l3"),
    **dict.fromkeys(("l2", "l2u", "l2cache", "l2ucache"), "l2"),
    **dict.fromkeys(("l1", "l1u", "l1d", "l1cache", "l1dcache", "l1ucache"), "l1"),
    "core": "core",
    **dict.fromkeys(("pu", "thread"), "pu"),
    **dict.fromkeys(("group", "die", "tile", "module", "cluster", "machine", "l1i", "l1icache"), ""),
}
_MOST: Final = 4096  # CPUs of a node
_HINT: Final = "write for example 'pack:2 numa:2 core:8 pu:2'"


def from_synthetic(text: str) -> NodeInventory:
    """The node that the words describe. Raises UsageError for what hwloc would not take."""
    counts, memory, indexes = _levels(text)
    total, wide = 1, dict[str, int]()  # CPUs in each object of a level
    for _, count in counts:
        total *= count
    if not 0 < total <= _MOST:
        raise UsageError("bad-synthetic", f"'{text}' has {total} CPUs, and a node has 1 to {_MOST}", _HINT)
    inside = total
    for kind, count in counts:
        inside //= count
        wide.setdefault(kind, inside)
    if memory:
        wide.setdefault("numa", wide.get(memory[0], total))
    # The kernel numbers memory without CPUs of its own, as HBM, after the nodes that have them.
    further = sum(total // wide.get(above, total) for above in memory[any(kind == "numa" for kind, _ in counts) ^ 1 :])
    cpus = _numbered(indexes, total) if indexes is not None else list(range(total))

    def objects(kind: str, size: int = total) -> list[tuple[int, ...]]:
        size = wide.get(kind, size)
        return [tuple(sorted(cpus[at : at + size])) for at in range(0, total, size)]

    packages, cores, nodes = objects("package"), objects("core", 1), objects("numa")
    of_package, of_core, of_node = map(_places, (packages, cores, nodes))
    return NodeInventory(
        hostname="synthetic",
        arch="unknown",
        cpu_model=None,
        kernel="unknown",
        os=None,
        boot_id=None,
        memory_bytes=None,
        cpus=tuple(
            Cpu(
                id=cpu,
                core=of_core[cpu],
                socket=of_package[cpu],
                numa=of_node[cpu],
                siblings=cores[of_core[cpu]],
            )
            for cpu in sorted(cpus)
        ),
        caches=tuple(
            Cache(level=level, kind="unified", size_bytes=None, cpus=shared)
            for level in (1, 2, 3)
            if f"l{level}" in wide
            for shared in objects(f"l{level}")
        ),
        numa=tuple(NumaNode(id=at, cpus=own, memory_bytes=None) for at, own in enumerate([*nodes, *[()] * further])),
        nics=(),
        gpus=(),
        limits=UNKNOWN_LIMITS,
        shared_memory=UNKNOWN_SHARED_MEMORY,
        sandbox=replace(UNKNOWN_SANDBOX, allowed_cpus=tuple(sorted(cpus))),
        unknown={"all but CPUs": "a synthetic description does not tell it"},
    )


def _places(objects: Sequence[Sequence[int]]) -> dict[int, int]:
    """In which of the objects each CPU is."""
    return {cpu: at for at, own in enumerate(objects) for cpu in own}


def _numbered(text: str, total: int) -> list[int]:
    """The numbers of CPUs in hwloc's order: `0,8,1,9`, or the loops `2*16:1*2`, of which the first counts in ones, 16
    numbers, a new one each 2 CPUs."""
    loops = [(int(match[1]), int(match[2])) for word in text.split(":") if (match := _LOOP.fullmatch(word))]
    if len(loops) == len(text.split(":")) and math.prod(times for _, times in loops) == total:
        numbers, unit = [0] * total, 1
        for step, times in loops:
            numbers = [number + at // step % times * unit for at, number in enumerate(numbers)]
            unit *= times
    else:
        numbers = [int(word) for word in text.split(",") if re.fullmatch(r"\d{1,6}", word)]
    if len(set(numbers)) != total or len(numbers) != total:
        hint = f"write {total} numbers, as 0,8,1,9, or loops, as 2*16:1*2"
        raise UsageError("bad-synthetic", f"indexes={text} does not number {total} CPUs", hint)
    return numbers


def _levels(text: str) -> tuple[list[tuple[str, int]], list[str], str | None]:
    """Kind and count of each level, the largest first; the level that each NUMA node in brackets hangs on; and the
    `indexes=` of CPUs. Those of larger objects change no CPU."""
    indexes: str | None = None
    counts: list[tuple[str, int]] = []
    memory: list[str] = []
    for word in _WORD.findall(" ".join(text.split()).replace(" (", "(")):
        if match := _ATTACHED.fullmatch(word):
            memory += [counts[-1][0] if counts else ""] if _KINDS.get(match["kind"].lower()) == "numa" else []
            continue
        match = _LEVEL.fullmatch(word)
        kind = re.sub(r"^group\d+$", "group", (match["kind"] or "pu").lower()) if match else ""
        if counts and counts[-1][0] == "pu":
            raise UsageError("bad-synthetic", f"'{text}' has a level below its CPUs, or one without a kind", _HINT)
        if not match or kind not in _KINDS:
            raise UsageError("bad-synthetic", f"'{word}' is no level of a node", _HINT)
        counts.append((_KINDS[kind] or kind, int(match["count"])))
        if _KINDS[kind] == "pu" and (numbers := _INDEXES.search(match["about"] or "")):
            indexes = numbers[1]
    if not counts or any(count < 1 for _, count in counts):
        raise UsageError("bad-synthetic", f"'{text}' describes no CPUs", _HINT)
    return counts, memory, indexes
