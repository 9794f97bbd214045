"""Schedules of rankwise as algorithms that a search may try, made for the map of its endpoints."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rankwise.apply.carry import check_schedules_folder, schedule_folders
from rankwise.core.errors import RankwiseError
from rankwise.core.files import make, put
from rankwise.core.records import Mpi
from rankwise.core.units import format_duration, plural
from rankwise.maps.known import known_map
from rankwise.measure.mpi_preload import SCHEDULES, built
from rankwise.model.records import Map
from rankwise.optimise.schedules.network import ScheduleNetwork, host_of, network_of
from rankwise.optimise.schedules.steps import COLLECTIVES, ROOTED, Collective
from rankwise.optimise.schedules.table import Reductions, for_all_roots, ranked, schedules
from rankwise.optimise.schedules.text import File, Ranged, name_of, to_text
from rankwise.placement.placement import Placement
from rankwise.tuning.goals import SCHEDULED, Target
from rankwise.tuning.records import CollectiveRule, TuningLine
from rankwise.tuning.space import LARGEST_BYTES, Candidate

if TYPE_CHECKING:
    from rankwise.tuning.tune import TuneOptions

_VECTOR: Final = "reduce_scatter"
"""The kernel that counts the bytes of a vector, of which each rank keeps a part. The others count those of a block."""
_LARGEST_ELEMENT_BYTES = 16
_MOST_EACH = 3
"""Schedules of a collective that are tried, those with the least predicted times."""
_ALIKE = 0.01
"""Predicted times that differ by no more at any size (a logarithm) are of schedules that send much the same."""
_MAP_SHARE = 0.2
"""Of the budget: a new map may take it before it visits pairs only once."""
_MUCH = 0.4
"""Of the budget: a map that took more is told."""
LEAST_RANKS, MOST_RANKS = 3, 64
SCRATCH_BYTES = 64 << 20


def made_candidates(
    options: TuneOptions, mpi: Mpi, placement: Placement, wanted: Target, tell: Callable[[str], None]
) -> tuple[list[Candidate], str]:
    """Rules for the schedules that are worth a try, with files in `schedule_folders`; and a warning: why there is none,
    where the library that follows them, or the map of ranks on several nodes, cannot be had, or that a new map left
    little of the budget. Of ranks on one node none is made: their paths differ little."""
    sizes = _sizes(wanted, len(placement.endpoints))
    if not sizes or not _schedulable(placement):
        return [], ""
    placing = partial(options.where.placement, partial=True)
    try:
        check_schedules_folder(options.out)
        built(SCHEDULES, mpi)
        most_s, begin_s = _MAP_SHARE * options.budget_s, time.monotonic()
        machine, words = known_map(mpi, placing, options.out, tell, options.seed, most_s=most_s)
        tell(f"schedules for the map {words}")
        made = candidates_for(machine, sizes, options.reductions, schedule_folders(options.out)[0])
    except RankwiseError as error:
        return [], f"no schedules are tried: {error.first_line}"
    tell(f"{plural(len(made), 'schedule')} for {', '.join(sizes)}")
    took_s = time.monotonic() - begin_s
    if took_s <= _MUCH * options.budget_s:
        return made, ""
    took, budget = format_duration(took_s), format_duration(options.budget_s)
    return made, f"the map of schedules took {took} of a budget of {budget}; the next search with this --out has it"


def scheduled(placement: Placement) -> tuple[str, ...]:
    """Kernels that a search measures only where schedules can be made for them."""
    return SCHEDULED if _schedulable(placement) else ()


def _schedulable(placement: Placement) -> bool:
    return placement.nodes > 1 and LEAST_RANKS <= len(placement.endpoints) <= MOST_RANKS


def candidates_for(
    machine: Map, sizes: Mapping[str, Sequence[int]], reductions: Reductions, folder: Path
) -> list[Candidate]:
    """A rule for each of the best schedules of these kernels at these sizes, between all endpoints of the map in their
    order. Their files go into `folder`."""
    network = network_of(machine, [endpoint.id for endpoint in machine.endpoints])
    hosts = tuple(host_of(machine, name) for name in network.names)
    make(folder)
    candidates: list[Candidate] = []
    for kernel, asked in sizes.items():
        vector = kernel == _VECTOR
        collective: Collective = "reduce_scatter_block" if vector else kernel  # type: ignore[assignment]
        blocks = [size // network.ranks for size in asked] if vector else asked
        for name in _best(network, collective, blocks, reductions):
            every = for_all_roots(network, collective, reductions, name)
            ranged = tuple(Ranged(schedule, 0, LARGEST_BYTES) for schedule in every)
            text = to_text(File(hosts, reductions, SCRATCH_BYTES, ranged))
            put(folder / name_of(text), text)
            candidates.append(_candidate(kernel, name, network.ranks, name_of(text)))
    return candidates


def _sizes(wanted: Target, ranks: int) -> dict[str, list[int]]:
    """The sizes that are asked for of each kernel that schedules are made of. Parts of a vector must be equal."""
    sizes: dict[str, list[int]] = {}
    for kernel, size in sorted(wanted.weights):
        equal = kernel != _VECTOR or size % (ranks * _LARGEST_ELEMENT_BYTES) == 0
        if kernel in (*COLLECTIVES, _VECTOR) and size > 0 and equal:
            sizes.setdefault(kernel, []).append(size)
    return sizes


def _best(network: ScheduleNetwork, collective: Collective, sizes: Sequence[int], reductions: Reductions) -> list[str]:
    """Names of the schedules with the least predicted times: the best at each size first, then the best over all. Of
    those that take the same times the first one stands for all."""
    made = schedules(network, collective, 0 if collective in ROOTED else -1, reductions)
    times = {size: {way.schedule.name: way.predicted_s for way in ranked(network, size, made)} for size in sizes}
    return list(_in_order(times))[:_MOST_EACH]


def _in_order(times: dict[int, dict[str, float]]) -> Iterator[str]:
    best = {size: min(by_name.values()) for size, by_name in times.items() if by_name}
    total = {
        name: sum(math.log(times[size][name] / best[size]) for size in best if name in times[size])
        for name in next(iter(times.values()), {})
    }
    first = {min(by_name, key=lambda name: by_name[name]) for by_name in times.values() if by_name}
    given: list[str] = []
    for name in sorted(total, key=lambda name: (name not in first, total[name])):
        if not any(_alike(times, name, other) for other in given):
            given.append(name)
            yield name


def _alike(times: dict[int, dict[str, float]], name: str, other: str) -> bool:
    return all(abs(math.log(by_name[name] / by_name[other])) < _ALIKE for by_name in times.values())


def _candidate(kernel: str, name: str, ranks: int, file_name: str) -> Candidate:
    rule = CollectiveRule(
        collective=kernel, algorithm=f"rankwise:{name}", from_bytes=0, to_bytes=LARGEST_BYTES, ranks=ranks
    )
    line = TuningLine(
        id=f"{kernel} by {rule.algorithm}",
        why="",
        undo="take this rule away",
        rule=rule,
        schedules=(file_name.removesuffix(".schedules"),),
    )
    return Candidate(line=line, kind="algorithm", kernels=frozenset({kernel}))
