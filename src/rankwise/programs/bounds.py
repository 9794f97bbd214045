"""What the machine would allow a program: its time from its own computing and from the paths that its messages take.

A bound is generous: nothing is counted but what must be. Computing is that of the median rank, so waiting for a slower
one is lost; messages of one rank follow each other, those of several ranks do not disturb each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rankwise.programs.records import ProgramResult

SHORT: Final = 0.8
"""Below this share of what the machine would allow it is told, with the phase."""

OneWay = Callable[[int, int, float], "float | None"]
"""Seconds that a message of so many bytes takes from one rank to another; None where no map tells."""


@dataclass(frozen=True)
class SentBytes:
    """Messages that one rank sent to another, and their bytes."""

    source: int
    target: int
    messages: float
    sent_bytes: float


@dataclass(frozen=True)
class Bound:
    """The figure of merit that the machine would allow, why, and the phase that takes more time than it must (empty
    where none does)."""

    figure: float
    why: str
    phase: str


def bound(
    pattern: str, result: ProgramResult, sent: Sequence[SentBytes], one_way: OneWay, ahead: int = 1
) -> Bound | None:
    """The bound of a result by the pattern of its program; None where a path of it is not known."""
    others = [pair for pair in sent if pair.source != pair.target and pair.messages > 0]
    times = {
        (pair.source, pair.target): one_way(pair.source, pair.target, pair.sent_bytes / pair.messages)
        for pair in others
    }
    known = {pair: time_s for pair, time_s in times.items() if time_s is not None}
    if not others or len(known) < len(times) or not result.work:
        return None
    if pattern == "workers":
        return _workers(result, others, known, ahead)
    each = {(pair.source, pair.target): pair.messages * known[pair.source, pair.target] for pair in others}
    computing_s = sum(phase.median_s for phase in result.phases if not phase.communication)
    if pattern == "ring":  # the message is in one place at a time
        sending_s, why = sum(each.values()), "each link in turn"
    else:
        sending_s, why = _busiest(each), "computing, and the messages of the busiest rank"
    figure = result.work / (computing_s + sending_s)
    return Bound(figure, why, _slow(result, figure, sending_s))


def _busiest(each: dict[tuple[int, int], float]) -> float:
    """The longest time that a rank sends or receives."""
    sending: dict[int, float] = defaultdict(float)
    receiving: dict[int, float] = defaultdict(float)
    for (source, target), time_s in each.items():
        sending[source] += time_s
        receiving[target] += time_s
    return max([*sending.values(), *receiving.values()])


def _workers(
    result: ProgramResult, sent: Sequence[SentBytes], known: dict[tuple[int, int], float], ahead: int
) -> Bound | None:
    """A boss and workers, each of which has `ahead` items at a time: the least of what workers and the boss can do."""
    answers = {pair.source: pair.messages for pair in sent if pair.target == 0}
    items = sum(answers.values())
    spent = {phase.name: phase.total_s for phase in result.phases}
    if not answers or "pricing" not in spent:
        return None
    item_s = spent["pricing"] / items
    ways = [known[0, worker] + known[worker, 0] for worker in answers if (0, worker) in known]
    if not ways:
        return None
    round_s = sum(ways) / len(ways)
    by_workers = len(answers) * min(1.0 / item_s if item_s else float("inf"), ahead / (item_s + round_s))
    by_boss = items / spent["serving"] if spent.get("serving") else float("inf")
    values = result.work / items
    figure = values * min(by_workers, by_boss)
    why = "the boss's rate" if by_boss < by_workers else "workers / (time of an item + round trip)"
    return Bound(figure, why, _slow(result, figure, items / len(answers) * round_s))


def _slow(result: ProgramResult, figure: float, sending_s: float) -> str:
    """The phase with most time beyond what it must take, where the figure is too far below what is allowed."""
    if result.figure is None or result.figure >= SHORT * figure:
        return ""
    talking = [phase for phase in result.phases if phase.communication]
    beyond = {phase.name: phase.slowest_s - phase.median_s for phase in result.phases if not phase.communication}
    for phase in talking:
        beyond[phase.name] = phase.median_s - sending_s / len(talking)
    return max(beyond, key=lambda name: beyond[name])
