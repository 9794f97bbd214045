"""How crowded CPUs are: limits of time that hold on a free machine grow with it."""

from __future__ import annotations

from collections.abc import Iterable

from rankwise.inventory.records import NodeInventory


def crowding(nodes: Iterable[NodeInventory]) -> float:
    """How many times longer a process may take on the most crowded node, where others want its CPUs too: processes
    that can run for each CPU, at least 1."""
    return max((_of(node) for node in nodes), default=1.0)


def _of(node: NodeInventory) -> float:
    cpus = len(node.allowed_cpus) or 1
    return max(1.0, max(node.load_1min or 0.0, len(node.running)) / cpus)


def limit_words(limit_s: float, crowded: float) -> str:
    """`30 s (5 s on a free machine; others want its CPUs)`."""
    if crowded <= 1.0:
        return f"{limit_s:.0f} s"
    return f"{limit_s:.0f} s ({limit_s / crowded:.0f} s on a free machine; other processes want these CPUs)"
