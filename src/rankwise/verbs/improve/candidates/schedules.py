"""Collectives made for the map: calls of each communicator follow schedules, those with the least predicted times."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from statistics import fmean
from typing import Final

from rankwise.apply.carry import schedule_folders
from rankwise.core.files import make, put
from rankwise.core.units import plural
from rankwise.model.machine import machine_of
from rankwise.optimise.schedules.network import ScheduleNetwork, network_at
from rankwise.optimise.schedules.steps import COLLECTIVES, ROOTED, Collective
from rankwise.optimise.schedules.table import Reductions, for_all_roots, generator_of, ranked, schedules
from rankwise.optimise.schedules.text import File, Ranged, name_of, to_text
from rankwise.tracing.traffic import members_of
from rankwise.tuning.records import TuningLine
from rankwise.tuning.schedules import LEAST_RANKS, MOST_RANKS, SCRATCH_BYTES
from rankwise.verbs.improve.candidates.rank_order import places_of
from rankwise.verbs.improve.case import Case, Offer, between_hosts
from rankwise.verbs.improve.machine import endpoints_for, map_for

_OFFERED = 2
_MOST_COMMUNICATORS = 8
_LEAST_SHARE = 0.02
"""Of the run, and of a kind of calls in the time of all: what takes less gains less than runs show."""
_NAMES: Final[dict[str, Collective]] = {
    **{name.capitalize(): name for name in COLLECTIVES},
    "Reduce_scatter": "reduce_scatter_block",
}

Members = tuple[int, ...]
"""World ranks of a communicator."""
Kind = tuple[Collective, int]
"""Calls of a collective with blocks of less than so many bytes, and at least half of it."""
Chosen = Mapping[Members, Mapping[Kind, str]]
"""The name of the schedule that calls follow."""


def why_not(case: Case) -> str:
    """Why no schedules are made; empty where some may be."""
    if why := between_hosts(case):
        return why
    assert case.trace is not None
    whole_s = sum(rank.time_s for rank in case.trace.ranks)
    inside_s = sum(call.time_s for rank in case.trace.ranks for call in rank.calls if call.call in _NAMES)
    if inside_s < _LEAST_SHARE * whole_s:
        return f"collectives take {inside_s / whole_s:.0%} of the run"
    return "" if _called(case) else f"no communicator of {LEAST_RANKS} to {MOST_RANKS} ranks calls collectives"


def offers(case: Case) -> Iterator[Offer]:
    """For all calls the schedules with the least predicted times, and then those of the next best generator."""
    network, called = _network(case), _called(case)
    best = {
        members: {
            kind: _best(network.among(members), kind[0], block_bytes, case.options.reductions)
            for kind, block_bytes in kinds.items()
        }
        for members, kinds in called.items()
    }
    before: Chosen = {}
    for number in range(_OFFERED):
        chosen = {
            members: {kind: names[min(number, len(names) - 1)] for kind, names in kinds.items() if names}
            for members, kinds in best.items()
        }
        if chosen == before or not any(chosen.values()):
            return
        before = chosen
        names = list(dict.fromkeys(f"{kind[0]} by {name}" for kinds in chosen.values() for kind, name in kinds.items()))
        line = TuningLine(
            id=f"schedules-{number + 1}",
            why=f"by the map, these send what collectives of the program move in the least time: {', '.join(names)}",
            undo="take this line out",
            schedules=tuple(_written(case, network, members, kinds) for members, kinds in chosen.items() if kinds),
        )
        more = f" and {plural(len(names) - 2, 'other')}" if len(names) > 2 else ""
        yield Offer(f"{', '.join(names[:2])}{more}", line)


def _called(case: Case) -> dict[Members, dict[Kind, float]]:
    """The mean bytes of a block: of the communicators with most time in collectives, the calls that take part of it."""
    assert case.trace is not None
    blocks: dict[Members, dict[Kind, list[float]]] = defaultdict(lambda: defaultdict(list))
    time_s: dict[tuple[Members, Kind], float] = defaultdict(float)
    for row in (row for rank in case.trace.ranks for row in rank.rows):
        if row.call not in _NAMES or row.communicator is None or row.bytes < row.messages or not row.messages:
            continue
        members = members_of(case.trace.communicators[row.communicator], case.trace.world)
        if LEAST_RANKS <= len(members) <= MOST_RANKS:
            block_bytes = row.bytes / row.messages / (len(members) if row.call == "Reduce_scatter" else 1)
            kind = _NAMES[row.call], 1 << int(block_bytes).bit_length()
            blocks[members][kind].append(block_bytes)
            time_s[members, kind] += row.time_s
    least_s = _LEAST_SHARE * sum(time_s.values())
    most = sorted(blocks, key=lambda members: -sum(time_s[members, kind] for kind in blocks[members]))
    return {
        members: kinds
        for members in most[:_MOST_COMMUNICATORS]
        if (kinds := {kind: fmean(own) for kind, own in blocks[members].items() if time_s[members, kind] >= least_s})
    }


def _network(case: Case) -> ScheduleNetwork:
    """That of the program's ranks, in the order that is in use."""
    machine, hosts = map_for(case), case.hosts
    node = dict(zip(endpoints_for(hosts), (endpoint.node for endpoint in machine.endpoints), strict=False))
    return network_at(places_of(machine_of(machine), hosts), [node[host] for host in hosts]).among(case.order)


def _best(network: ScheduleNetwork, collective: Collective, block_bytes: float, reductions: Reductions) -> list[str]:
    """Names of schedules, the best of each generator, the one with the least predicted time first. What root a program
    takes is not traced: those of rank 0 stand for all."""
    made = schedules(network, collective, 0 if collective in ROOTED else -1, reductions)
    first: dict[str, str] = {}
    for way in ranked(network, int(block_bytes), made):
        first.setdefault(generator_of(way.schedule.name), way.schedule.name)
    return list(first.values())


def _written(case: Case, network: ScheduleNetwork, members: Members, kinds: Mapping[Kind, str]) -> str:
    """The name of the file with the schedules of a communicator."""
    among, reductions = network.among(members), case.options.reductions
    ranged = tuple(
        Ranged(schedule, below // 2, below - 1)
        for (collective, below), name in kinds.items()
        for schedule in for_all_roots(among, collective, reductions, name)
    )
    hosts = tuple(case.ranks[case.order[rank]].host for rank in members)
    text = to_text(File(hosts, reductions, SCRATCH_BYTES, ranged))
    name = name_of(text)
    put(make(schedule_folders(case.options.out)[0]) / name, text)
    return name.removesuffix(".schedules")
