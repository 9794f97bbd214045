"""A trial runner of a search whose truth is known."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from builders.tunings import a_ratio
from rankwise.core.errors import UsageError
from rankwise.core.records import Change
from rankwise.mpis.records import Knob
from rankwise.tuning.goals import BenchmarkPoint, Target, target
from rankwise.tuning.in_use import InUse
from rankwise.tuning.race import CandidateTimes
from rankwise.tuning.records import Gain, TuningLine
from rankwise.tuning.search import Search

Truth = Callable[[Mapping[str, str], BenchmarkPoint], float]


class TrialRunner:
    """Times are `truth(knobs, point)`; launches scatter by 2 %, visits by 2 %. `fails` names knobs that abort."""

    ranks, most_sides, left_s, deadline, away = 2, 6, 100.0, math.inf, False

    def launch_s(self, _sides: int, _points: int) -> float:
        return 0.0

    def __init__(self, truth: Truth, fails: Callable[[Mapping[str, str]], bool] = lambda _knobs: False) -> None:
        self.truth, self.fails = truth, fails
        self.sides = 0
        self._random = random.Random(1)

    def race(
        self,
        base: Change,
        changes: Mapping[str, Change],
        points: Sequence[BenchmarkPoint],
        seen: Mapping[str, CandidateTimes],
        *,
        launches: int,
        rounds: int = 3,
        until: float = 0.0,
        kernels: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        for name, change in changes.items():
            self.sides += launches
            if self.fails(change.knobs):
                seen[name].error = "aborts in MPI_Init"
                continue
            for point in points:
                if kernels is not None and point[0] not in kernels[name]:
                    continue
                before, after = self.truth(base.knobs, point), self.truth(change.knobs, point)
                seen[name].add(point, [self._launch(before, after, rounds) for _ in range(launches)])

    def _launch(self, before: float, after: float, rounds: int) -> list[tuple[float, float]]:
        bias = math.exp(self._random.gauss(0, 0.02))
        return [(before * bias * math.exp(self._random.gauss(0, 0.02)), after) for _ in range(rounds)]


def carry(lines: Sequence[TuningLine]) -> Change:
    knobs: dict[str, str] = {}
    for line in lines:
        printed = dict(line.knobs)
        if line.rule:
            key = f"rule:{line.rule.collective}:{line.rule.from_bytes}"
            printed[key] = f"{line.rule.algorithm}:{line.rule.from_bytes}:{line.rule.to_bytes}"
        for name, value in printed.items():
            if knobs.setdefault(name, value) != value:
                raise UsageError("lines-disagree", name)
    return Change(knobs=knobs)


def search(runner: Any, wanted: Target | None = None, **more: Any) -> Search:
    return Search(runner, wanted or target("all", 2), InUse(carry), lambda _text: None, **more)


def knob(name: str, value: str = "4096") -> Knob:
    return Knob(name=name, type="size_t", value=value, description="", listed_by="ompi_info")


def plain(algorithms: str) -> list[tuple[str, dict[str, str]]]:
    """Algorithms of one letter each, without parameters."""
    return [(one, {}) for one in algorithms]


def algorithm(knobs: Mapping[str, str], point: BenchmarkPoint) -> str:
    """Which algorithm the rules choose for a benchmark point; empty for the default."""
    for name, value in knobs.items():
        if name.startswith(f"rule:{point[0]}:"):
            chosen, low, high = value.rsplit(":", 2)
            if int(low) <= point[1] <= int(high):
                parts = [
                    part.partition(":") for part in chosen.split(";")
                ]  # `1:0-91;2:92-4096` names one for each size
                return next(name for name, _, sizes in parts if not sizes or point[1] <= int(sizes.partition("-")[2]))
    return ""


def a_gain(ratio: float) -> Gain:
    return Gain(kernel="command", size_bytes=0, ranks=0, before_s=1.0, after_s=1 / ratio, ratio=a_ratio(ratio))


class Failing(TrialRunner):
    """Wrong data where `where` is visited, but with knobs of a name with a z."""

    where: BenchmarkPoint | None = None

    def race(
        self, base: Change, changes: Mapping[str, Change], points: Sequence[BenchmarkPoint], seen: Any, **more: Any
    ) -> None:
        super().race(base, changes, points, seen, **more)
        for name, change in changes.items():
            if self.where in points and not any("_z_" in knob for knob in change.knobs):
                seen[name].error = "wrong data"
