"""Pairs of a map that were never measured, with the figures of the class of pairs like them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import permutations
from typing import Final

from msgspec.structs import replace

from rankwise.core.records import Endpoint
from rankwise.core.units import plural
from rankwise.model.records import Map, Path

Pair = tuple[str, str]
_NAMED: Final = 3


def filled(machine: Map, fabric: str) -> tuple[Map, list[Pair]]:
    """The map with a path for each pair that was never measured over a fabric, and these pairs.

    A pair takes the figures of the class that most pairs like it are in. Where none of those was measured either, it
    has no path.
    """
    if not fabric and len(machine.fabrics) != 1:
        return machine, []
    fabric = fabric or machine.fabrics[0].id
    ends = {end.id: end for end in machine.endpoints}
    classes = {item.id: item for item in machine.classes if item.fabric == fabric}
    measured = {
        (path.source, path.target): path
        for path in machine.paths
        if path.fabric == fabric and (path.latency_s is not None or not path.reachable)
    }
    votes: dict[object, Counter[str]] = defaultdict(Counter)
    for (a, b), path in measured.items():
        if a in ends and b in ends and path.path_class in classes:
            votes[_like(ends[a], ends[b])][path.path_class] += 1
    new = []
    for a, b in permutations(ends, 2):
        counts = votes.get(_like(ends[a], ends[b]))
        if (a, b) in measured or not counts:
            continue
        whole = classes[counts.most_common(1)[0][0]]
        new.append(
            Path(
                source=a, target=b, fabric=fabric, path_class=whole.id,
                latency_s=whole.latency_s, bandwidth_bytes_per_s=whole.bandwidth_bytes_per_s, through=whole.through,
            )
        )  # fmt: skip
    return replace(machine, paths=(*machine.paths, *new)), [(path.source, path.target) for path in new]


def in_words(pairs: Sequence[Pair]) -> str:
    """How many pairs were never measured, and the first ones."""
    first = ", ".join(f"{a} to {b}" for a, b in pairs[:_NAMED]) + (" ..." if len(pairs) > _NAMED else "")
    return f"{plural(len(pairs), 'pair')} {'was' if len(pairs) == 1 else 'were'} never measured: {first}"


def _like(a: Endpoint, b: Endpoint) -> tuple[object, ...]:
    """What pairs are alike by: the kinds of their ends, and how near these are."""
    if a.node == b.node:
        return a.kind, b.kind, "node", a.socket == b.socket
    return a.kind, b.kind, "switches", len({*a.switches} & {*b.switches})
