"""Schedules: what every generator makes of random networks, and schedules that were changed by one step."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.goals import Report, share_goal
from rankwise.model.machine import machine_between
from rankwise.optimise.schedules.check import UnsoundSchedule, check
from rankwise.optimise.schedules.network import ScheduleNetwork
from rankwise.optimise.schedules.steps import COLLECTIVES, ROOTED, Schedule, Step
from rankwise.optimise.schedules.table import GENERATORS, schedules

_MAPS, _QUICK_MAPS = 10_000, 40
_CHANGED, _QUICK_CHANGED = 1_000, 40
_RANKS = (2, 24)
_ORDERS = 20
"""Random orders of steps in which a changed schedule that was accepted is executed."""


@dataclass(frozen=True)
class _Seen:
    """Of one network: schedules made, those refused, and what became of one that was changed: `refused`, `equivalent`
    or `wrong`, empty where none was."""

    made: int
    refused: tuple[str, ...]
    changed: str = ""


def schedules_of_random_maps(quick: bool) -> Report:
    """A random network with a collective and a root for each number; of the first ones a schedule is changed too."""
    maps, changed = (_QUICK_MAPS, _QUICK_CHANGED) if quick else (_MAPS, _CHANGED)
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        seen = list(pool.map(_look, range(maps), [seed < changed for seed in range(maps)], chunksize=8))
    refused = [words for one in seen for words in one.refused]
    made = sum(one.made for one in seen)
    after = [one.changed for one in seen if one.changed]
    wrong = after.count("wrong")
    method = (
        f"{maps} random networks of {_RANKS[0]} to {_RANKS[1]} endpoints, one collective and root each, all generators "
        f"with all their pieces and orders; in {len(after)} schedules a step dropped, doubled or exchanged with "
        f"another: what is accepted of them is executed in {_ORDERS} random orders beside the schedule as it was"
    )
    goals = (
        share_goal("schedules that are accepted", made - len(refused), made, "all", not refused),
        share_goal(
            "changed schedules that are refused or equivalent", len(after) - wrong, len(after), "all", wrong == 0
        ),
    )
    rows = tuple((what, str(after.count(what))) for what in ("refused", "equivalent", "wrong"))
    return Report(method, goals, ("changed schedules", "count"), (*rows, *((words, "1") for words in refused[:5])))


def _look(seed: int, change: bool) -> _Seen:
    draw = np.random.default_rng(seed)
    ranks = int(draw.integers(_RANKS[0], _RANKS[1] + 1))
    net = random_network(ranks, draw)
    collective = COLLECTIVES[int(draw.integers(len(COLLECTIVES)))]
    root = int(draw.integers(ranks)) if collective in ROOTED else -1
    made: list[Schedule] = []
    refused: list[str] = []
    for name in GENERATORS:
        try:
            made += schedules(net, collective, root, "any", only=[name])
        except UnsoundSchedule as error:
            refused.append(f"{name}, {collective} of {ranks}, seed {seed}: {error}")
    if not change or not made:
        return _Seen(len(made) + len(refused), tuple(refused))
    one = made[int(draw.integers(len(made)))]
    other = _changed(one, draw)
    try:
        check(other)
    except UnsoundSchedule:
        return _Seen(len(made) + len(refused), tuple(refused), "refused")
    wanted = _results(one, draw)
    same = all(_results(other, draw) == wanted for _ in range(_ORDERS))
    return _Seen(len(made) + len(refused), tuple(refused), "equivalent" if same else "wrong")


def random_network(ranks: int, draw: np.random.Generator) -> ScheduleNetwork:
    """Ranks on a few nodes; paths within a node are up to a hundred times faster than those between two."""
    host = np.unique(np.sort(draw.integers(0, max(1, ranks // 2), ranks)), return_inverse=True)[1]
    away = host[:, None] != host[None, :]
    own = ~np.eye(ranks, dtype=bool)
    rate = 10.0 ** draw.uniform(8, 10, (ranks, ranks)) / np.where(away, 10.0, 1.0) * own
    latency = 10.0 ** draw.uniform(-6.5, -4, (ranks, ranks)) * own
    return ScheduleNetwork(machine_between(latency, rate, host if draw.integers(2) else None), host)


def _changed(schedule: Schedule, draw: np.random.Generator) -> Schedule:
    """The schedule with one step of one rank dropped, doubled, or exchanged with another of that rank."""
    rank = int(draw.choice([rank for rank, steps in enumerate(schedule.ranks) if steps]))
    steps = list(schedule.ranks[rank])
    at, other, kind = int(draw.integers(len(steps))), int(draw.integers(len(steps))), int(draw.integers(3))
    if kind == 0:
        steps = [_renumbered(step, at, -1) for number, step in enumerate(steps) if number != at]
    elif kind == 1:
        steps = [*steps[:at], steps[at], *(_renumbered(step, at, 1) for step in steps[at:])]
    else:
        steps[at], steps[other] = steps[other], steps[at]
    ranks = tuple(tuple(steps) if number == rank else own for number, own in enumerate(schedule.ranks))
    return replace(schedule, ranks=ranks)


def _renumbered(step: Step, at: int, by: int) -> Step:
    after = tuple(number + by if number > at or (by > 0 and number == at) else number for number in step.after)
    return replace(step, after=tuple(number for number in after if by > 0 or number != at))


_Memory = list[dict[tuple[str, int], object]]


def _results(schedule: Schedule, draw: np.random.Generator) -> list[dict[int, object]] | None:
    """What `out` of each rank holds at the end, executed in a random order; None where it does not end. A send ends
    with its receive."""
    chunks = range(schedule.pieces * max(1, len(schedule.ranks)))
    memory: _Memory = [{("in", chunk): (rank, chunk) for chunk in chunks} for rank in range(len(schedule.ranks))]
    done: list[set[int]] = [set() for _ in schedule.ranks]
    left = sum(map(len, schedule.ranks))
    while left:
        ready = list(_ready(schedule, done))
        if not ready:
            return None
        some = draw.permutation(len(ready))[: int(draw.integers(1, len(ready) + 1))]  # the others come later
        for rank, number, partner in (ready[place] for place in some):
            _play(schedule, memory, rank, number, partner)
            done[rank].add(number)
            left -= 1
            if partner is not None:
                done[partner[0]].add(partner[1])
                left -= 1
    return [{chunk: held for (region, chunk), held in own.items() if region == "out"} for own in memory]


def _ready(schedule: Schedule, done: list[set[int]]) -> Iterator[tuple[int, int, tuple[int, int] | None]]:
    """Steps that may be next: those without a message, and sends with the receive that they meet."""
    open_ = [
        (rank, number, step)
        for rank, steps in enumerate(schedule.ranks)
        for number, step in enumerate(steps)
        if number not in done[rank] and done[rank].issuperset(step.after)
    ]
    receives = {(step.peer, rank, step.tag): (rank, number) for rank, number, step in open_ if step.kind == "receive"}
    for rank, number, step in open_:
        if step.kind in ("copy", "reduce"):
            yield rank, number, None
        elif step.kind == "send" and (partner := receives.get((rank, step.peer, step.tag))):
            yield rank, number, partner


def _play(schedule: Schedule, memory: _Memory, rank: int, number: int, partner: tuple[int, int] | None) -> None:
    step = schedule.ranks[rank][number]
    assert step.source is not None
    values = [memory[rank].get((step.source.region, chunk)) for chunk in step.source.chunks]
    into = step.target
    if partner is not None:
        rank, number = partner
        into = schedule.ranks[rank][number].target
    assert into is not None
    for chunk, value in zip(into.chunks, values, strict=False):
        before = memory[rank].get((into.region, chunk))
        memory[rank][into.region, chunk] = (value, before) if step.kind == "reduce" else value
