"""What messages that are under way at once cost each other: max-min fair rates, and the time of a pattern by them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankwise.model.machine import FASTEST_BYTES_PER_S, CostModel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

Profile = tuple[tuple[int, float], ...]
"""What one rank sends another: pairs of (size in bytes, messages), sizes rising."""
_EQUAL = 1.0 + 1e-9
_TOGETHER = 1e-3
"""Flows that end within this share of the time that has passed end together: thousands of events become hundreds."""


def fair_rates(uses: Ints, capacities: Floats, limits: Floats) -> Floats:
    """Bytes per second of flows that share rows of `capacities`, max-min fair (progressive filling: Bertsekas and
    Gallager, Data Networks, 1992, 6.5.2).

    `uses` (flows, most) are the rows of each flow, `len(capacities)` where it has fewer; `limits` (flows,) is what a
    flow can have alone.
    """
    import numpy as np

    count = len(capacities)
    rates, open_flows, left = np.zeros(len(uses)), np.arange(len(uses)), capacities.astype(float)
    while len(open_flows):
        members = np.bincount(uses[open_flows].ravel(), minlength=count + 1)[:count]
        with np.errstate(divide="ignore", invalid="ignore"):
            share = np.append(np.where(members > 0, left / members, np.inf), np.inf)
        most = np.minimum(share[uses[open_flows]].min(axis=1, initial=np.inf), limits[open_flows])
        lowest = max(float(most.min()), 0.0)
        fixed = most <= lowest * _EQUAL
        rates[open_flows[fixed]] = lowest
        taken = np.bincount(uses[open_flows[fixed]].ravel(), minlength=count + 1)[:count]
        left = np.maximum(left - lowest * taken, 0.0)
        open_flows = open_flows[~fixed]
    return rates


@dataclass(frozen=True)
class PatternTime:
    """The time of a pattern. `ends_s` is by (sender, receiver); `busiest` names what is busy longest, for `busy_s`:
    a path, a port or a resource."""

    time_s: float
    ends_s: Mapping[tuple[int, int], float]
    busiest: str
    busy_s: float


def time_of(sends: Mapping[tuple[int, int], Profile], machine: CostModel, order: Ints | None = None) -> float:
    """Seconds of one step of a pattern: see `timed`."""
    return timed(sends, machine, order).time_s


def timed(sends: Mapping[tuple[int, int], Profile], machine: CostModel, order: Ints | None = None) -> PatternTime:
    """One step of a pattern, `sends` by (sender, receiver). Rank r is at place `order[r]` (none: r).

    All pairs begin at once. The messages of a pair follow each other on its path; those of different pairs share ports
    and resources max-min fairly, in each of which a rank pays `call_s` for every message to or from others. Infinite
    where a pair has no path.
    """
    import numpy as np

    flows = Flows.of(sends, machine, order)
    if not len(flows.sources):
        return PatternTime(0.0, {}, "", 0.0)
    ends = flows.ends_s()
    pairs = zip(flows.sources.tolist(), flows.targets.tolist(), ends.tolist(), strict=True)
    label, busy_s = max(flows.busy(), key=lambda item: item[1])
    return PatternTime(float(np.max(ends)), {(a, b): end_s for a, b, end_s in pairs}, label, busy_s)


@dataclass(frozen=True)
class Flows:
    """What pairs of ranks send each other, (pairs,) each: `path_s` is the time of all bytes on the path alone,
    `start_s` what passes before them (latency, calls), `uses` the rows of the machine."""

    machine: CostModel
    sources: Ints
    targets: Ints
    size_bytes: Floats
    path_s: Floats
    start_s: Floats
    uses: Ints

    @staticmethod
    def of(sends: Mapping[tuple[int, int], Profile], machine: CostModel, order: Ints | None = None) -> Flows:
        """The flows of a pattern."""
        import numpy as np

        pairs = sorted(pair for pair, profile in sends.items() if profile)
        ends = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        sources, targets = ends[:, 0], ends[:, 1]
        places = ends if order is None else np.asarray(order)[ends]
        level = machine.level[places[:, 0], places[:, 1]] if pairs else np.zeros(0, dtype=np.int64)
        known: dict[tuple[Profile, int], tuple[float, float]] = {}
        size, calls = (np.array([sum(part) for part in parts]) for parts in _both(sends, pairs))
        path_s, start_s = np.zeros(len(pairs)), np.zeros(len(pairs))
        for index, pair in enumerate(pairs):
            key = sends[pair], int(level[index])
            if key not in known:
                known[key] = _alone(machine, *key)
            path_s[index], start_s[index] = known[key]
        if pairs:
            sent, got = (np.bincount(side, calls)[side] - calls for side in (sources, targets))
            start_s = start_s + machine.call_s * np.maximum(sent, got)
        return Flows(machine, sources, targets, size, path_s, start_s, machine.uses(places[:, 0], places[:, 1]))

    def busy(self) -> Iterator[tuple[str, float]]:
        """What is used, and for how long: the path of a pair, and all that pairs share."""
        import numpy as np

        worst = int(np.argmax(self.path_s + self.start_s))
        pair = int(self.sources[worst]), int(self.targets[worst])
        yield f"path of ranks {pair[0]} to {pair[1]}", float((self.path_s + self.start_s)[worst])
        rows = self.machine.capacities
        loads = (
            np.bincount(self.uses.ravel(), np.repeat(self.size_bytes, self.uses.shape[1]), len(rows) + 1)[:-1] / rows
        )
        row = int(np.argmax(loads))
        yield self.machine.labels[row], float(loads[row])

    def rates_bytes_per_s(self) -> Floats:
        """Bytes per second of each flow while all are under way, (pairs,)."""
        return fair_rates(self.uses, self.machine.capacities, self._limits())

    def _limits(self) -> Floats:
        """What each flow has alone."""
        import numpy as np

        with np.errstate(divide="ignore", invalid="ignore"):
            limits: Floats = np.where(self.path_s > 0, self.size_bytes / self.path_s, FASTEST_BYTES_PER_S)
        return limits

    def ends_s(self) -> Floats:
        """When each flow ends, (pairs,)."""
        import numpy as np

        rows, ends, left = self.machine.capacities, np.full(len(self.sources), np.inf), self.size_bytes.copy()
        limits = self._limits()
        reached = np.isfinite(self.start_s)
        waiting = list(np.flatnonzero(reached)[np.argsort(self.start_s[reached], kind="stable")])
        active, now_s = np.zeros(0, dtype=np.int64), 0.0
        while waiting or len(active):
            if not len(active):
                now_s = max(now_s, float(self.start_s[waiting[0]]))
            begun = 0
            while begun < len(waiting) and self.start_s[waiting[begun]] <= now_s * (1 + _TOGETHER):
                begun += 1
            active = np.concatenate([active, np.array(waiting[:begun], dtype=np.int64)])
            del waiting[:begun]
            rates = fair_rates(self.uses[active], rows, limits[active])
            done_s = left[active] / rates
            step_s = float(done_s.min())
            if waiting:
                step_s = min(step_s, float(self.start_s[waiting[0]]) - now_s)
            ended = done_s <= step_s + _TOGETHER * (now_s + step_s)
            ends[active[ended]] = now_s + done_s[ended]
            left[active] = np.maximum(left[active] - rates * step_s, 0.0)
            active, now_s = active[~ended], now_s + step_s
        return ends


def _both(
    sends: Mapping[tuple[int, int], Profile], pairs: list[tuple[int, int]]
) -> tuple[list[list[float]], list[list[float]]]:
    sizes = [[size * calls for size, calls in sends[pair]] for pair in pairs]
    return sizes, [[calls for _, calls in sends[pair]] for pair in pairs]


def _alone(machine: CostModel, profile: Profile, level: int) -> tuple[float, float]:
    """(seconds of the bytes, seconds before them) of the messages of a pair on a path of that level."""
    if level < 0:
        return 0.0, float("inf")
    transfer = machine.transfers[level]
    start_s = transfer.time_s(0)
    return (
        sum(calls * (transfer.time_s(size) - start_s) for size, calls in profile),
        sum(calls * start_s for _, calls in profile),
    )
