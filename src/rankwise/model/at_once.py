"""What a measured pattern should take by the map's paths, all of its messages under way at once."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import permutations

from msgspec.structs import replace

from rankwise.core.records import Cell, Endpoint
from rankwise.model.machine import CostModel, machine_of
from rankwise.model.records import Map, Path
from rankwise.model.resources import Profile, time_of

Sends = dict[tuple[int, int], Profile]


def predicted_s(places: CostModel, endpoints: Sequence[Endpoint], cell: Cell) -> float | None:
    """Seconds of one call of a cell, `endpoints` by rank; None for kernels that are no pattern of independent messages,
    and where a pair has no path."""
    number = {name: index for index, name in enumerate(places.names)}
    sends: Sends = {}
    for group in cell.groups:
        pattern = _PATTERNS.get(cell.kernel)
        if pattern is None or any(endpoints[rank].id not in number for rank in group):
            return None
        for (a, b), calls in pattern(len(group)).items():
            ends = number[endpoints[group[a]].id], number[endpoints[group[b]].id]
            sends[ends] = ((cell.size_bytes, calls),)
    time_s = time_of(sends, places)
    return time_s if sends and math.isfinite(time_s) else None


def whole(machine: Map, relation: Callable[[Endpoint, Endpoint], str]) -> CostModel:
    """The places of a map, each pair that was not measured with the figures of the class of its relation."""
    known = {(path.source, path.target) for path in machine.paths}
    of = {word: item for item in machine.classes for word in item.relations}
    ends = {end.id: end for end in machine.endpoints}
    filled = [
        Path(source=a, target=b, fabric=item.fabric, path_class=item.id, through=item.through)
        for a, b in permutations(ends, 2)
        if (a, b) not in known and (item := of.get(relation(ends[a], ends[b]))) is not None
    ]
    return machine_of(replace(machine, paths=(*machine.paths, *filled)))


def _ring(ranks: int) -> Mapping[tuple[int, int], float]:
    return {(rank, (rank + 1) % ranks): 1.0 for rank in range(ranks)} if ranks > 1 else {}


def _both_sides(ranks: int) -> Mapping[tuple[int, int], float]:
    times: dict[tuple[int, int], float] = {}
    for a, b in _ring(ranks):
        for pair in ((a, b), (b, a)):
            times[pair] = times.get(pair, 0.0) + 1.0
    return times


def _everybody(ranks: int) -> Mapping[tuple[int, int], float]:
    return {(a, b): 1.0 for a in range(ranks) for b in range(ranks) if a != b}


_PATTERNS: Mapping[str, Callable[[int], Mapping[tuple[int, int], float]]] = {
    "pingping": _everybody,  # of two ranks
    "sendrecv": _ring,
    "exchange": _both_sides,
    "alltoall": _everybody,
}
