"""The objects of a node that launchers map and bind ranks to, in the order in which hwloc numbers them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rankwise.core.units import number_ranges
from rankwise.inventory.records import NodeInventory

Cpus = tuple[int, ...]

LEVELS = ("hwthread", "core", "l1cache", "l2cache", "l3cache", "numa", "package", "node")
"""From the smallest to the largest."""

_SAME = {
    "cpu": "hwthread",
    "pu": "hwthread",
    "socket": "package",
    "l1": "l1cache",
    "l2": "l2cache",
    "l3": "l3cache",
    "machine": "node",
}


def level_of(word: str) -> str:
    """The level that launchers call by this word; the word itself where there is none."""
    return _SAME.get(word, word)


@dataclass(frozen=True)
class CpuLevels:
    """The CPUs of each object, by level, in hwloc's order. A level that the node does not have is empty."""

    objects: Mapping[str, tuple[Cpus, ...]]

    def at(self, level: str) -> tuple[Cpus, ...]:
        return self.objects.get(level_of(level), ())

    @property
    def cpus(self) -> Cpus:
        """All of them, in hwloc's order: threads of a core are neighbours."""
        return tuple(cpu for (cpu,) in self.at("hwthread"))

    def within(self, cpus: Iterable[int], level: str) -> tuple[Cpus, ...]:
        """The objects of a level that lie in these CPUs; where none does, those that share one with them."""
        inside = set(cpus)
        return tuple(item for item in self.at(level) if inside.issuperset(item)) or tuple(
            item for item in self.at(level) if not inside.isdisjoint(item)
        )

    def words(self, cpus: Iterable[int]) -> str:
        """These CPUs as the largest objects that they fill: `package 1`, `cores 0-3`, `CPU 5`."""
        inside = set(cpus)
        for level in reversed(LEVELS):
            full = [at for at, item in enumerate(self.at(level)) if inside.issuperset(item)]
            if full and {cpu for at in full for cpu in self.at(level)[at]} == inside:
                if level == "node":
                    return "the whole node"
                name = {"hwthread": "CPU", "numa": "NUMA node"}.get(level, level)
                shown = [self.at(level)[at][0] for at in full] if level == "hwthread" else full
                return f"{name}{'s' if len(shown) > 1 else ''} {number_ranges(sorted(shown))}"
        return f"CPUs {number_ranges(sorted(inside))}"


def topology(node: NodeInventory) -> CpuLevels:
    """The objects of a node, of its CPUs that ranks may run on."""
    cpus = node.usable_cpus
    usable = {cpu.id for cpu in cpus}
    sets: dict[str, set[Cpus]] = {
        "hwthread": {(cpu.id,) for cpu in cpus},
        "core": {cpu.siblings for cpu in cpus},
        "numa": {item.cpus for item in node.numa} or {tuple(usable)},
        "package": {
            tuple(sorted(other.id for other in node.cpus if other.socket == socket))
            for socket in {cpu.socket for cpu in cpus}
        },
        "node": {tuple(usable)},
    }
    for level in (1, 2, 3):
        sets[f"l{level}cache"] = {
            item.cpus for item in node.caches if item.level == level and item.kind != "instruction"
        }
    above = ("package", "numa", "l3cache", "core")
    first = {
        cpu: (*(min(next((item for item in sets[level] if cpu in item), (cpu,))) for level in above), cpu)
        for cpu in usable
    }
    return CpuLevels(
        {
            level: tuple(
                sorted(
                    {tuple(sorted(usable.intersection(item), key=first.__getitem__)) for item in items} - {()},
                    key=lambda item: first[item[0]],
                )
            )
            for level, items in sets.items()
        }
    )
