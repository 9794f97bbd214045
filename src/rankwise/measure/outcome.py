"""What a campaign knows: the state of every cell while it runs, and what it brought in the end."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from rankwise.core.errors import RankwiseError
from rankwise.core.grouped import grouped
from rankwise.core.records import Cell, CellResult, Estimate, LaunchFacts, StartUp, Stop, Visit
from rankwise.core.said import NOT_REACHED
from rankwise.core.units import format_duration
from rankwise.measure.frames import Connected
from rankwise.model.estimate import estimate, shared_drift
from rankwise.model.overlap import overlap
from rankwise.model.peers import behind_barriers, imb_avg_s, imb_max_s, osu_avg_s, osu_latency_s
from rankwise.model.robust import SMALLEST_TIME_S, median
from rankwise.model.shifts import Seen, shift
from rankwise.model.warmup import warmup_end

MOST_CLOCK_ERROR: Final = 0.02
"""A visit in which clocks may be wrong by more than this share of the time of a call does not count."""


def _by_launch() -> dict[int, list[float]]:
    return defaultdict(list)


@dataclass
class CellState:
    """What is known of a cell so far. Groups that run at the same time are measured each by itself: `by_group[g][l]`
    are the visit medians of group g in launch l, in seconds, in order of time, `samples[g]` its samples.

    `late` counts calls that some rank began after the common start: they are no samples. `drift` is what the cells of a
    launch that is the only one drift together (`estimate.shared_drift`).
    """

    cell: Cell
    by_group: dict[int, dict[int, list[float]]] = field(default_factory=lambda: defaultdict(_by_launch))
    samples: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    rank_means: list[tuple[float, ...]] = field(default_factory=list)
    first_calls: list[float] = field(default_factory=list)
    overlapped: list[tuple[float, float, float]] = field(default_factory=list)  # (pure, compute, together) of a visit
    inside: list[tuple[float, float]] = field(default_factory=list)  # (begin, wait) of these visits
    warmup: tuple[float, ...] = ()
    late: int = 0
    drift: float = 0.0
    clock_errors_s: list[float] = field(default_factory=list)  # of a call, in each visit that counts
    least_s: float = math.inf  # the time of a call in the fastest visit
    refused: list[tuple[float, float]] = field(default_factory=list)  # (clock error, time) of a call in other visits
    bytes_per_transfer: float = 0.0
    messages_per_transfer: float = 0.0
    error: str | None = None

    def add(self, visit: Visit) -> None:
        self.late += visit.invalid_samples
        if not visit.samples_s:
            return
        if visit.first_call_s is not None:
            self.first_calls.append(visit.first_call_s)
            self.warmup = self.warmup or visit.warmup_s
        error_s, time_s = visit.clock_error_s / max(visit.calls_per_sample, 1), median(visit.samples_s)
        self.least_s = min(
            self.least_s, time_s
        )  # held against the visit's own time, slow visits would count more often
        if error_s > MOST_CLOCK_ERROR * self.least_s:
            self.refused.append((error_s, time_s))
            return
        self.clock_errors_s.append(error_s)
        self.by_group[visit.group][visit.launch].append(time_s)
        self.samples[visit.group] += visit.samples_s
        if visit.rank_samples_s:
            self.rank_means.append(visit.rank_samples_s)
        if visit.pure_s and visit.compute_s:
            self.overlapped.append((visit.pure_s, visit.compute_s, median(visit.samples_s)))
            self.inside.append((visit.begin_s or 0.0, visit.wait_s or 0.0))

    @property
    def slowest_group(self) -> int:
        """The group that the cell's estimate is of: a program waits for the slowest."""
        medians = self.group_medians_s()
        return max(medians, key=medians.__getitem__, default=0)

    def group_medians_s(self) -> dict[int, float]:
        """The median over all visits of each group that was measured, in seconds."""
        return {
            group: median([time_s for values in launches.values() for time_s in values])
            for group, launches in self.by_group.items()
            if any(launches.values())
        }

    @property
    def launches(self) -> dict[int, list[float]]:
        """The visit medians of the slowest group by launch, in seconds, in order of time."""
        return self.by_group[self.slowest_group if len(self.cell.groups) > 1 else 0]

    @property
    def visits(self) -> int:
        return sum(len(values) for values in self.launches.values())

    def estimate(self, stop: Stop) -> Estimate | None:
        series = [values for values in self.launches.values() if values]
        if not series:
            return None
        samples = self.samples[self.slowest_group]
        answer = estimate(series, stop=stop, samples=samples, slowest_rank=self._slowest_rank(), drift=self.drift)
        if not self.clock_error_s or len(series) > 1:  # several launches differ by it, and so their spread has it
            return answer
        low_s, high_s = answer.low_s - self.clock_error_s, answer.high_s + self.clock_error_s
        return replace(answer, low_s=max(low_s, 0.0), high_s=high_s)

    @property
    def clock_error_s(self) -> float:
        """How far the time of one call may be off because ranks read different clocks, in seconds."""
        return median(self.clock_errors_s) if self.clock_errors_s else 0.0

    def clocks_differ(self) -> str | None:
        """Why the cell has no times: in all its visits the clocks of its ranks were known too badly."""
        if not self.refused or self.clock_errors_s:
            return None
        error_s, share = median([e for e, _ in self.refused]), median([e / time_s for e, time_s in self.refused])
        return (
            f"the clocks of its ranks are known to {1e6 * error_s:.2g} us, which is {100 * share:.2g} % of the "
            f"time of a call; ask for a larger size, or measure it when the network is idle"
        )

    def _slowest_rank(self) -> int | None:
        """Index of the rank whose own time is the largest, where one is clearly (5 %) slower than the median rank."""
        widths = {len(means) for means in self.rank_means}
        if widths != {len(self.cell.groups[0])}:
            return None
        means = [median(column) for column in zip(*self.rank_means, strict=True)]
        slowest = max(range(len(means)), key=means.__getitem__)
        return slowest if means[slowest] > 1.05 * median(means) else None

    def result(self, stop: Stop, lost: str | None = None) -> CellResult:
        """The estimate with its derived figures, or why there is none; `lost` says why the cell's side was lost."""
        measured = self.estimate(stop)
        problem = self.error or self.clocks_differ()
        if measured is None or (problem and not self.error):
            why = problem or lost or _why_nothing(self)
            return CellResult(cell=self.cell.id, refused_visits=len(self.refused), error=why)
        rate = self.bytes_per_transfer / measured.median_s
        warmup_calls = warmup_end(self.warmup) if len(self.warmup) > 1 else None
        return CellResult(
            cell=self.cell.id,
            estimate=measured,
            rate_bytes_per_s=rate or None,
            messages_per_s=self.messages_per_transfer / measured.median_s,
            first_call_s=median(self.first_calls) if self.first_calls else None,
            warmup_calls=warmup_calls,
            **_as_peers_print(self),
            group_medians_s=tuple(self.group_medians_s().values()) if len(self.cell.groups) > 1 else (),
            overlap=overlap(self.overlapped, self.inside) if self.overlapped else None,
            refused_visits=len(self.refused),
            error=self.error,
            impact=None,  # two cells make one
        )


@dataclass
class Outcome:
    """What a campaign brought: facts of every launch, a state for each cell, connection costs, what went wrong."""

    launches: list[LaunchFacts] = field(default_factory=list)
    states: dict[str, CellState] = field(default_factory=dict)
    connected: dict[str, list[Connected]] = field(default_factory=lambda: defaultdict(list))
    warnings: list[str] = field(default_factory=list)
    lost_sides: dict[str, RankwiseError] = field(default_factory=dict)
    interrupted: bool = False
    measuring_s: float = 0.0
    seen: list[Seen] = field(default_factory=list)

    def add(self, visit: Visit) -> None:
        """A visit that was made now."""
        self.states[visit.cell].add(visit)
        if visit.samples_s:
            name = f"{visit.cell} {visit.group}"
            time_s = max(median(visit.samples_s), SMALLEST_TIME_S)
            self.seen.append(Seen(visit.at_s, name, visit.launch, time_s))

    def ended(self) -> None:
        """What all visits together say of the machine: how it drifted in a launch that was the only one, and, as a
        warning, that it had two speeds."""
        made = {launch for state in self.states.values() for launch, times in state.launches.items() if times}
        if len(made) == 1:
            note_drift(self.states.values(), *made)
        if two := shift(self.seen):
            whose = "launches differ, or the machine was slower" if two.by_launch else "the machine was slower"
            sides = {state.cell.side for state in self.states.values()}
            turns = "; ratios stand, for sides take turns" if len(sides) > 1 else ""
            self.warnings.append(
                f"for {format_duration(two.slow_s)} of {format_duration(two.total_s)} {two.cells} of {two.compared} "
                f"cells were slower, most {two.low:.1f} to {two.high:.1f} times: {whose}, because of other "
                f"work or, if it is virtual, of its host. Medians mix both speeds{turns}"
            )

    def failed(self) -> list[str]:
        """Ids of cells that could not be measured: refused, wrong data, a lost launch, a side that did not start."""
        return [
            id_
            for id_, state in self.states.items()
            if state.error is not None or state.clocks_differ() or state.cell.side in self.lost_sides
        ]


def note_drift(states: Collection[CellState], launch: int) -> None:
    """Tells the cells of a launch how it drifted."""
    drift = shared_drift(state.launches[launch] for state in states)
    for state in states:
        state.drift = drift


def _as_peers_print(state: CellState) -> dict[str, float]:
    """IMB's and OMB's figure for the same calls, from every rank's own time; peers count world-wide means. Of windows
    of messages they print rates alone, of several groups at once nothing. Of calls that follow each other otherwise
    than theirs there is no such figure."""
    if not state.rank_means or not state.rank_means[0] or state.cell.window != 1 or len(state.cell.groups) > 1:
        return {}
    if behind_barriers(state.cell.kernel) != (state.cell.pace == "barrier"):
        return {}
    means = state.rank_means
    alone = state.cell.kernel.startswith("pingpong") and len(means[0]) == 2
    osu = osu_latency_s(means) if alone else osu_avg_s(means)
    return {"imb_avg_s": imb_avg_s(means), "imb_max_s": imb_max_s(means), "osu_avg_s": osu}


def startup(outcome: Outcome) -> tuple[StartUp, ...]:
    """The start-up cost of every side that was launched."""
    by_side = grouped((facts.side, facts) for facts in outcome.launches)
    return tuple(_startup(side, launches, outcome.connected[side]) for side, launches in by_side.items())


def _startup(side: str, launches: Sequence[LaunchFacts], connected: Sequence[Connected]) -> StartUp:
    ranks = [rank for facts in launches for rank in facts.ranks]
    growth = [member.rss_growth / len(member.first) for member in connected]
    return StartUp(
        side=side,
        launches=len(launches),
        ready_s=median([facts.ready_s for facts in launches]),
        init_s=median([rank.init_s for rank in ranks]),
        first_message_s=median([time_s for member in connected for time_s in member.first]) if connected else None,
        second_message_s=median([time_s for member in connected for time_s in member.second]) if connected else None,
        init_bytes=int(median([float(rank.rss_after_init_bytes - rank.rss_before_init_bytes) for rank in ranks])),
        connection_bytes=int(median(growth)) if growth else None,
    )


def _why_nothing(state: CellState) -> str:
    if state.late:
        return (
            f"none of {state.late} calls began at the common start on all ranks: are there more ranks than processors?"
        )
    return NOT_REACHED
