"""Lines of another suite's tables, measured: as many calls as its flags ask for, spread over rounds of visits."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rankwise.core.records import Cell, KernelFacts, Overlap, Visit
from rankwise.measure.sweep import Sweep
from rankwise.measure.visits import VisitOptions
from rankwise.model.overlap import overlap
from rankwise.model.peers import rank_means_s
from rankwise.model.robust import SMALLEST_TIME_S, median
from rankwise.suites.sheet import LineTimes, SheetLine

ROUNDS = 8
"""Visits of a line, where it has that many calls: intervals are over visits."""
_LONG_BYTES = 1 << 20
"""With so much on its way, the first visit is one call: a slow network shows before many are asked for."""
_BLIND_CALLS = 200
"""Calls of a first visit at most: how long one takes is not known yet, and a visit that outlasts the watchdog ends the
launch."""


@dataclass
class _Wanted:
    line: SheetLine
    calls: int
    done: int = 0
    most: int = 0  # calls of one visit; 0 as long as nobody knows


def measure(
    sweep: Sweep,
    lines: Iterable[SheetLine],
    kernels: Mapping[str, KernelFacts],
    *,
    limit_s: float,
    visit_s: float,
    seed: int,
    tell: Callable[[int, int], None] = lambda _done, _all: None,
    finished: Callable[[Cell], None] = lambda _cell: None,
) -> None:
    """Visits every line until its calls are made, or its time of `limit_s` is over; `sweep` keeps what came. Where a
    visit would take longer than about `visit_s` it is made in parts. The last round goes in the order of lines, so that
    rows can be printed as they come.

    `tell(visits done, all visits)` is called between visits, `finished` behind the last visit to a cell.
    """
    wanted = {line.cell.id: _Wanted(line, line.repetitions) for line in lines if not line.problem}
    rounds = [min(ROUNDS, timed_cell.calls) for timed_cell in wanted.values()]
    order, total, done = random.Random(seed), sum(rounds), 0
    last = max(rounds, default=0) - 1
    for number in range(last + 1):
        in_order = list(wanted.values())
        for timed_cell in in_order if number == last else order.sample(in_order, len(in_order)):
            cell, before = timed_cell.line.cell, timed_cell.done
            left = portion(timed_cell.calls, number, careful=_is_long(cell))
            if left == 0:
                continue
            while left > 0 and cell.id not in sweep.errors:
                calls = min(left, timed_cell.most or _BLIND_CALLS)
                sweep.round([cell], number, visit_of(timed_cell.line, kernels[cell.kernel], calls))
                timed_cell.done += calls
                _learn(timed_cell, sweep.visits[cell.id], limit_s, visit_s)
                # The first visit tells how many calls there is time for.
                left = before + portion(timed_cell.calls, number, careful=_is_long(cell)) - timed_cell.done
            done += 1
            tell(done, total)
            if timed_cell.done >= timed_cell.calls or cell.id in sweep.errors:
                finished(cell)


def portion(calls: int, visit: int, *, careful: bool = False) -> int:
    """How many of `calls` belong to visit number `visit`, so that all visits together make exactly so many; `careful`
    begins with one."""
    if careful and calls > ROUNDS:
        return 1 if visit == 0 else _share(calls - 1, visit - 1, ROUNDS - 1)
    return _share(calls, visit, min(ROUNDS, calls))


def _share(calls: int, visit: int, visits: int) -> int:
    return calls // visits + (visit < calls % visits) if visit < visits else 0


def _is_long(cell: Cell) -> bool:
    return cell.size_bytes * cell.window * max(map(len, cell.groups)) >= _LONG_BYTES


def visit_of(line: SheetLine, kernel: KernelFacts, calls: int) -> VisitOptions:
    """Exactly `calls` timed calls: in one batch, or each by itself where cell or line is timed so, or buffers
    are taken out of the cache before each."""
    one_by_one = line.singly or line.cell.cold_cache or line.cell.pace == "barrier"
    if not one_by_one and "batch" in (kernel.timing, line.cell.pace):
        return VisitOptions(samples=1, calls=calls)
    return VisitOptions(samples=calls, calls=1)


def timed(cell: Cell, visits: Sequence[Visit]) -> LineTimes | None:
    """The means of every rank's own times over all calls, as the peers make them; None when there are none."""
    whole = [visit for visit in visits if visit.samples_s and visit.rank_samples_s]
    groups = []
    for group in range(len(cell.groups)):
        of_group = [visit for visit in whole if visit.group == group]
        if not of_group:
            return None
        groups.append(
            tuple(rank_means_s([part.rank_samples_s for part in of_group], [_calls(part) for part in of_group]))
        )
    first = [visit for visit in whole if visit.group == 0]
    return LineTimes(
        groups=tuple(groups),
        repetitions=sum(map(_calls, first)),
        pure_s=_mean([visit.pure_s or 0.0 for visit in first]),
        compute_s=_mean([visit.compute_s or 0.0 for visit in first]),
        begin_s=_mean([visit.begin_s or 0.0 for visit in first]),
        wait_s=_mean([visit.wait_s or 0.0 for visit in first]),
        calls_s=tuple(time_s for visit in first if visit.calls_per_sample == 1 for time_s in visit.samples_s),
        together_s=median([median(visit.samples_s) for visit in first]),
        overlap=_overlap(first),
    )


def _overlap(visits: Sequence[Visit]) -> Overlap | None:
    whole = [(visit, visit.pure_s, visit.compute_s) for visit in visits if visit.pure_s and visit.compute_s]
    if not whole:
        return None
    parts = [(pure_s, compute_s, median(part.samples_s)) for part, pure_s, compute_s in whole]
    return overlap(parts, [(part.begin_s or 0.0, part.wait_s or 0.0) for part, _, _ in whole])


def _calls(visit: Visit) -> int:
    return visit.calls_per_sample * len(visit.samples_s)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _learn(wanted: _Wanted, visits: Sequence[Visit], limit_s: float, visit_s: float) -> None:
    """After the first visit it is known how many calls the time allows, and a visit."""
    if wanted.most or not visits or not visits[-1].samples_s:
        return
    call_s = max(SMALLEST_TIME_S, *(visits[-1].rank_samples_s or visits[-1].samples_s))
    wanted.most = max(1, int(visit_s / call_s))
    wanted.calls = int(min(wanted.calls, max(wanted.done, 1 + limit_s / call_s)))
