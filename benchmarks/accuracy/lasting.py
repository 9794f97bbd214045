"""A launch of a user's campaign that outlives it, so that its intervals can be held against later visits."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from rankwise.core.records import Cell, Estimate, Plan
from rankwise.measure.campaign import Campaign
from rankwise.measure.session import CellFailed, Session, members_of
from rankwise.measure.side import Side
from rankwise.model.robust import median

PRECISION = 0.02
_LEAST_ROUNDS = 8
_AT_ONCE = 20
_WATCHDOG_S = 120.0  # of all visits that are asked for at once; 20 s were seen to pass on a machine with a load of 12


class _Lasting(Session):
    """A launch that is not closed by its campaign."""

    lasts = False

    def close(self) -> None:
        if not self.lasts:
            super().close()

    def end(self) -> float:
        """Seconds that its end took."""
        begin_s = time.monotonic()
        self.lasts = False
        self.close()
        return time.monotonic() - begin_s


def plan_of(name: str, cells: Sequence[Cell], seed: int, budget_s: float, *, launches: int = 1) -> Plan:
    """A campaign as `rankwise bench` plans it, of launches that measure until all is precise or the time is over."""
    return Plan(
        name=name,
        endpoints=(),
        cells=tuple(cells),
        seed=seed,
        precision=PRECISION,
        budget_s=budget_s,
        min_rounds=_LEAST_ROUNDS,
        launches=launches,
    )


@dataclass
class Lasting:
    """A campaign of one launch. Use as a context manager: leaving it ends the launch, and `wall_s` holds its end."""

    side: Side
    plan: Plan
    wall_s: float = 0.0

    def __enter__(self) -> Lasting:
        self._sessions: list[_Lasting] = []
        self._campaign = Campaign(self.plan, [self.side], opener=self._open, watchdog_s=_WATCHDOG_S)
        begin_s = time.monotonic()
        try:
            self._campaign.run()
        except BaseException:
            self.__exit__()
            raise
        self.wall_s = time.monotonic() - begin_s
        return self

    def __exit__(self, *_exc: object) -> None:
        for session in self._sessions:
            self.wall_s += session.end()

    def _open(self, side: Side, index: int, watchdog_s: float) -> _Lasting:
        self._sessions.append(_Lasting(side, index, watchdog_s=watchdog_s))
        self._sessions[-1].lasts = True
        return self._sessions[-1]

    def stated(self) -> dict[str, Estimate]:
        """What the campaign says of each cell that it measured."""
        return {result.cell: result.estimate for result in self._campaign.results() if result.estimate}

    def later(self, counts: dict[str, int], noise: random.Random) -> dict[str, list[float]]:
        """Medians of later visits, `counts` to each cell, in random order: what a cell was visited after is part of
        what it takes, so all cells have their part again."""
        cells = {one.id: one for one in self.plan.cells}
        found: dict[str, list[float]] = {id_: [] for id_ in counts}
        order = [cells[id_] for id_, count in counts.items() for _ in range(count)]
        noise.shuffle(order)
        waiting: dict[tuple[int, ...], list[Cell]] = defaultdict(list)
        for one in order:
            asked = waiting[tuple(members_of(one))]
            asked.append(one)
            if len(asked) == _AT_ONCE:
                self._visit(asked, found)
        for asked in waiting.values():
            self._visit(asked, found)
        return found

    def _visit(self, asked: list[Cell], found: dict[str, list[float]]) -> None:
        lengths = self._campaign.visit_lengths
        answers = self._sessions[-1].visits([(each, lengths[each.id].options, 0) for each in asked]) if asked else []
        for each, answer in zip(asked, answers, strict=True):
            assert not isinstance(answer, CellFailed), str(answer)
            if samples_s := answer[0][0].samples_s:  # none, where some rank was late again and again
                found[each.id].append(median(samples_s))
        asked.clear()
