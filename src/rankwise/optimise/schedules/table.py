"""All generators, and what they make of a collective: proven schedules with their predicted times."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rankwise.optimise.schedules.check import check
from rankwise.optimise.schedules.flow import MOST_RANKS, flow
from rankwise.optimise.schedules.levels import levels
from rankwise.optimise.schedules.network import ScheduleNetwork
from rankwise.optimise.schedules.packing import packed
from rankwise.optimise.schedules.predict import predicted_s
from rankwise.optimise.schedules.ring import ring
from rankwise.optimise.schedules.steps import COLLECTIVES, REDUCING, ROOTED, Collective, Order, Schedule
from rankwise.optimise.schedules.trees import binomial, direct, halves
from rankwise.optimise.schedules.ways import Shape, Ways, made

Reductions = Literal["fixed", "library", "any"]
"""Sums and products of floating point: in the order of ranks, by the library alone, or in any order."""


@dataclass(frozen=True)
class Generator:
    """Ways of chunks for a network, and the collectives that they are good for. `pieces` 0 is one for each rank."""

    ways: Callable[[ScheduleNetwork, Collective, int, int], Ways]
    collectives: Sequence[Collective] = COLLECTIVES
    pieces: dict[Collective, tuple[int, ...]] = field(default_factory=dict)
    most_ranks: int = 128


_CUT: dict[Collective, tuple[int, ...]] = {
    "bcast": (1, 4, 16),
    "reduce": (1, 4, 16),
    "allgather": (1, 4),
    "reduce_scatter_block": (1, 4),
    "allreduce": (1, 4, 0),
}
_FLOWS: dict[Collective, tuple[int, ...]] = {"alltoall": (1, 4, 8), "gather": (4,), "scatter": (4,), "allreduce": (0,)}

GENERATORS: dict[str, Generator] = {
    "direct": Generator(direct, pieces={"allreduce": (1, 0)}),
    "ring": Generator(ring, ("bcast", "reduce", "allgather", "reduce_scatter_block", "allreduce"), _CUT),
    "binomial": Generator(binomial, (*ROOTED, "allreduce")),
    "halves": Generator(halves, ("bcast", "reduce"), {"bcast": (0,), "reduce": (0,)}),
    "levels": Generator(levels, pieces=_CUT),
    "packed": Generator(packed, ("bcast", "reduce", "allgather", "reduce_scatter_block", "allreduce"), _CUT),
    "flow": Generator(flow, ("alltoall", "gather", "scatter", "reduce_scatter_block", "allreduce"), _FLOWS, MOST_RANKS),
}


@dataclass(frozen=True)
class ProvenSchedule:
    """A proven schedule and the seconds that it takes by the map."""

    schedule: Schedule
    predicted_s: float


def schedules(
    network: ScheduleNetwork,
    collective: Collective,
    root: int = -1,
    reductions: Reductions = "fixed",
    only: Sequence[str] = tuple(GENERATORS),
) -> list[Schedule]:
    """What the generators make, each proven: sums in the order of ranks, with `any` in other orders too."""
    candidates = []
    orders: tuple[Order, ...] = ("none",)
    if collective in REDUCING:
        orders = ("ranks", "any") if reductions == "any" else ("ranks",)
    for name in only:
        generator = GENERATORS[name]
        if collective not in generator.collectives or network.ranks > generator.most_ranks:
            continue
        for asked in generator.pieces.get(collective, (1,)):
            pieces = asked or network.ranks
            hub = root if root >= 0 else _hub(network)
            ways = generator.ways(network, collective, hub, pieces)
            for order in orders:
                full_name = f"{name}-{pieces}{'' if order != 'any' else '-any'}"
                schedule = made(full_name, collective, ways, Shape(network.ranks, root, pieces, order, hub))
                check(schedule)
                candidates.append(schedule)
    return candidates


def named(network: ScheduleNetwork, collective: Collective, root: int, reductions: Reductions, name: str) -> Schedule:
    """The schedule that `schedules` calls so, for another root."""
    made = schedules(network, collective, root, reductions, only=(generator_of(name),))
    return next(schedule for schedule in made if schedule.name == name)


def generator_of(name: str) -> str:
    """The generator of the schedule of that name."""
    return name.partition("-")[0]


def for_all_roots(
    network: ScheduleNetwork, collective: Collective, reductions: Reductions, name: str
) -> list[Schedule]:
    """The schedule of that name for each root; one where the collective has none."""
    roots = range(network.ranks) if collective in ROOTED else (-1,)
    return [named(network, collective, root, reductions, name) for root in roots]


def ranked(network: ScheduleNetwork, block_bytes: int, schedules: Sequence[Schedule]) -> list[ProvenSchedule]:
    """Schedules with the fastest first; those that need a path that the map lacks are left out."""
    candidates = [ProvenSchedule(schedule, predicted_s(schedule, network, block_bytes)) for schedule in schedules]
    return sorted(
        (candidate for candidate in candidates if math.isfinite(candidate.predicted_s)),
        key=lambda item: item.predicted_s,
    )


def _hub(network: ScheduleNetwork) -> int:
    """The rank with the fastest paths from and to everybody."""
    times = network.seconds(1 << 16)
    return int((times + times.T).sum(axis=0).argmin())
