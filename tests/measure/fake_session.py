"""Sessions that are told what to answer, in a time of their own, and campaigns over them."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from typing import Any

from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Cell, GroupTimes, LaunchFacts, LaunchSpec, Mpi, Place, Plan, Visit
from rankwise.measure.campaign import Campaign
from rankwise.measure.cells import cell
from rankwise.measure.frames import Connected, VisitFrame
from rankwise.measure.outcome import Outcome
from rankwise.measure.session import CellFailed
from rankwise.measure.side import Side
from rankwise.measure.stopping import Stopping

Answer = Callable[[Cell, int, int], float]


class Clock:
    """Time that passes only when a visit is made."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


CLOCK = Clock()
VISIT_S = 1e-3


class FakeSession:
    """Answers visits from a function of (cell, launch, round); never touches a process. A visit takes 1 ms."""

    def __init__(self, side: Side, index: int, answer: Answer, log: list[tuple[int, int, str]]) -> None:
        self.side, self.index, self._answer, self._log = side, index, answer, log
        self.dead: MeasurementFailed | None = None
        self.closed = False
        self.ended = ""
        self.together: list[list[str]] = []
        self.facts = LaunchFacts(
            index=index,
            side=side.name,
            argv=(),
            env={},
            started_at="",
            ready_s=0.1,
            library_version="",
            engine="",
            ranks=(),
        )

    def connect(self, ranks: Any) -> Connected:
        return Connected(visit=0, first=(1e-5,), second=(1e-6,), rss_growth=4096)

    def visits(self, asked: list[tuple[Cell, Any, int]]) -> list[Any]:
        self.together.append([one.id for one, _, _ in asked])
        return [self._visit(one, round_number) for one, _, round_number in asked]

    def _visit(self, cell: Cell, round_number: int) -> tuple[list[Visit], VisitFrame] | CellFailed:
        assert not self.closed
        CLOCK.now_s += VISIT_S
        self._log.append((self.index, round_number, cell.id))
        try:
            time_s = self._answer(cell, self.index, round_number)
        except CellFailed as failed:
            return failed
        times = GroupTimes(cell=cell.id, group=0, calls_per_sample=1, samples_s=(time_s,) * 3)
        frame = VisitFrame(visit=0, times=times, bytes_per_transfer=8, messages_per_transfer=1, took_s=VISIT_S)
        return [times.visit(self.index, round_number, at_s=0.0)], frame

    def close(self) -> None:
        self.closed = True


def side(name: str) -> Side:
    mpi = Mpi(name=name, family="mpich", version="5", prefix="/", where="")
    return Side(name, mpi, None, LaunchSpec(places=(Place(host=None, program="e"),) * 2))  # type: ignore[arg-type]


def campaign(
    names: str,
    answer: Answer,
    *,
    kernels: str = "ab",
    sink: Callable[[list[Visit]], None] = lambda _visits: None,
    decided: Callable[[Outcome], Collection[str]] | None = None,
    hopeless: Callable[[Outcome], Collection[str]] | None = None,
    openers: int = 1,
    point_s: float = math.inf,
    **changes: Any,
) -> tuple[Campaign, list[tuple[int, int, str]]]:
    log: list[tuple[int, int, str]] = []
    cells = tuple(cell(name, kernel, 8, (0, 1)) for name in names for kernel in kernels)
    plan = Plan(
        **{"name": "t", "endpoints": (), "cells": cells, "budget_s": 0.2, "min_rounds": 8, "launches": 3} | changes
    )
    opener = lambda item, index, watchdog_s: FakeSession(item, index, answer, log)  # noqa: E731
    sides = [side(name) for name in names]
    runs = Campaign(
        plan,
        sides,
        opener=opener,
        clock=CLOCK,
        sink=sink,
        stopping=Stopping(decided, hopeless, point_s),
        openers=openers,
    )
    return runs, log


def recorded(runs: Campaign) -> list[FakeSession]:
    """The sessions that a campaign will open."""
    found: list[FakeSession] = []
    opener: Any = runs._opener

    def open_one(*words: Any, **named: Any) -> FakeSession:
        found.append(opener(*words, **named))
        return found[-1]

    runs._opener = open_one  # type: ignore[assignment]
    return found


def steady(cell: Cell, launch: int, round_number: int) -> float:
    return 1e-6 * (1.0 + 0.001 * ((round_number * 7 + launch * 3) % 5))
