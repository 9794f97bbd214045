"""Pairs at once that meet in one resource: what they share, how much of it there is, and what was predicted of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from rankwise.core.grouped import grouped
from rankwise.core.records import Cell, Endpoint, Estimate, Resource
from rankwise.core.sharing import through_of
from rankwise.maps.launch import NetworkLaunch
from rankwise.measure.sweep import Sweep
from rankwise.measure.visits import VisitOptions
from rankwise.model.adapters import plain_name
from rankwise.model.estimate import estimate
from rankwise.model.machine import machine_of
from rankwise.model.meeting import (
    BINDS,
    NAMES,
    SHARES_DIRECTIONS,
    MeetingPlace,
    Pair,
    candidates,
    carried_bytes_per_s,
    inside,
    kinds,
)
from rankwise.model.records import Fabric, Map, Meeting, Path
from rankwise.model.resources import Flows
from rankwise.model.robust import median

_SAMPLES, _SAMPLE_S = 3, 0.1
"""Between samples a pair rests, and others get what it leaves: few long samples, each of many messages."""
_MANY = 10
"""Where so many messages do not fit into a sample, there is one sample of `_SAMPLES` times its length."""
_LEAST_VISITS, _MOST_VISITS = 3, 6
_NEAR = 0.05
"""No more visits where the interval is within so much of the median."""
_ROUND = 4001
_LONG_BYTES = 1 << 30
_LEAST_KEPT = 0.6
"""Where pairs that do not meet keep less of what they get alone, the machine decides, and not the network."""


@dataclass(frozen=True)
class _Met:
    """Pairs that met in a place: seconds for each byte in the slower direction, in both at once, and what both carried
    at once as a share of what they carried one after the other."""

    candidate: MeetingPlace
    one_way: Estimate
    at_once: Estimate | None
    at_once_share: float


@dataclass
class Meetings:
    """Looks for what paths of one network share, from the inside out. `paths` are those of pairs alone; `large_bytes`
    the size of messages; `over` says when no more time is left; `resources` begins with what hardware tells."""

    launch: NetworkLaunch
    sweep: Sweep
    ranks: Mapping[str, int]
    paths: Sequence[Path]
    large_bytes: int
    over: Callable[[], bool]
    phase: Callable[[str], None]
    cells: list[Cell] = field(default_factory=list)
    resources: list[Resource] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    _seen: list[tuple[str, str, tuple[Pair, ...], Estimate]] = field(default_factory=list)

    def look(self) -> None:
        """All kinds of places, and of each all places."""
        ends = [self.launch.endpoints[name] for name in self.ranks]
        usable = {(path.source, path.target) for path in self.paths if path.bandwidth_bytes_per_s}
        for per in kinds(ends):
            every = list(candidates(ends, usable, per))
            kept = self._kept_apart(ends, usable, every[0]) if every and self.launch.shared.limited else 1.0
            if kept < _LEAST_KEPT:
                self.warnings.append(f"{self.launch.net.name}: what paths share is unknown: {self.launch.shared}")
                return
            if kept < BINDS:
                self.warnings.append(
                    f"{self.launch.net.name}: pairs that do not meet keep {kept:.0%} of what they get alone; "
                    f"in {NAMES[per]}s only what leaves less than {BINDS * kept:.0%} of it is seen to be shared"
                )
            met: list[_Met] = []
            for candidate in every:
                if self.over():
                    self.warnings.append(f"{self.launch.net.name}: left out, the budget was over: pairs that meet")
                    break
                self.phase(f"measuring {len(candidate.leaving)} pairs that meet in {NAMES[per]} of {candidate.place}")
                met += self._met(candidate, kept)
            self._add(met)

    def meetings(self) -> tuple[Meeting, ...]:
        """Each pattern beside what the map predicts of it now."""
        return tuple(
            Meeting(
                what=what,
                fabric=self.launch.net.name,
                pairs=pairs,
                predicted_bytes_per_s=self._predicted(pairs, both=kernel == "biband"),
                bytes_per_s=1 / seen.median_s,
                low_bytes_per_s=1 / seen.high_s,
                high_bytes_per_s=1 / seen.low_s,
            )
            for what, kernel, pairs, seen in self._seen
        )

    def through(self, paths: Sequence[Path]) -> list[Path]:
        """The paths, each with what it leads through."""
        ends = self.launch.endpoints
        return [
            replace(path, through=through_of(self.resources, ends[path.source], ends[path.target])) for path in paths
        ]

    def _met(self, candidate: MeetingPlace, kept: float) -> Iterator[_Met]:
        """What the pairs of a place carry, where that is less than they would without meeting: less than the share
        `kept` that pairs get which do not meet. Places of one kind are judged apart, for their paths meet in two."""
        label = f"{NAMES[candidate.per]} of {candidate.place}"
        ways = {"out": candidate.leaving, "in": candidate.entering}
        expected = {way: self._predicted(pairs) for way, pairs in ways.items()}
        enough = {way: BINDS * kept * rate for way, rate in expected.items()}
        seen = {way: self._measured(f"{label}, {way}", "uniband", pairs, enough[way]) for way, pairs in ways.items()}
        carried = {way: 1 / item.median_s for way, item in seen.items() if item is not None}
        binding = [way for way, rate in carried.items() if rate < enough[way]]
        if not binding:
            return
        least = seen[min(binding, key=lambda way: carried[way])]
        assert least is not None
        at_once = self._measured(f"{label}, both at once", "biband", candidate.leaving)
        share = 1.0
        if at_once is not None and len(carried) == len(ways):
            share = 1 / at_once.median_s / sum(carried.values())
        yield _Met(candidate, least, at_once, share)

    def _add(self, met: Sequence[_Met]) -> None:
        """The resources of one kind of places. Whether directions share one rate is the same for all of them."""
        both = bool(met) and median([item.at_once_share for item in met]) < SHARES_DIRECTIONS
        if both:  # what ports tell is of each direction
            names = {plain_name(self.launch.net.name, NAMES[item.candidate.per]) for item in met}
            self.resources = [row for row in self.resources if row.name not in names]
        for item in met:
            best = item.at_once if both and item.at_once is not None else item.one_way
            self.resources.append(
                Resource(
                    name=plain_name(self.launch.net.name, NAMES[item.candidate.per]),
                    rate_bytes_per_s=1 / best.median_s,
                    per=item.candidate.per,
                    both=both,
                    at=(item.candidate.place,),
                    low_bytes_per_s=1 / best.high_s,
                    high_bytes_per_s=1 / best.low_s,
                    evidence=f"{len(item.candidate.leaving)} pairs at once",
                )
            )

    def _measured(
        self, what: str, kernel: str, pairs: Sequence[Pair], enough_bytes_per_s: float = math.inf
    ) -> Estimate | None:
        """Seconds for each byte of all pairs together. How many more than `enough_bytes_per_s` they carry is of no
        interest."""
        cell = self.launch.together(kernel, self.large_bytes, self.ranks, pairs)
        cell = replace(cell, id=f"{cell.id}/{what.replace(' ', '-')}")
        self.cells.append(cell)
        size = self.large_bytes * (2 if kernel == "biband" else 1)
        message_s = size * len(pairs) / self._predicted(pairs, both=kernel == "biband")
        samples = _SAMPLES if _MANY * message_s <= _SAMPLE_S else 1
        calls = math.ceil(_SAMPLES * _SAMPLE_S / samples / message_s)
        options = VisitOptions(samples=samples, calls=calls, warm_s=5e-3, checks=1)
        seen = None
        for count in range(1, _MOST_VISITS + 1):
            self.sweep.round([cell], _ROUND + count, options)
            seen = self._carried(cell, size, len(pairs))
            if seen is None or seen.visits < _LEAST_VISITS:
                continue
            if math.log(seen.high_s / seen.low_s) <= 2 * _NEAR or 1 / seen.high_s > enough_bytes_per_s:
                break
        if seen:
            self._seen.append((what, kernel, tuple(pairs), seen))
        return seen

    def _carried(self, cell: Cell, size_bytes: int, pairs: int) -> Estimate | None:
        """Seconds for each byte in the visits so far to which all `pairs` have samples; None where there is none."""
        by_visit = grouped((visit.round, visit.samples_s) for visit in self.sweep.visits[cell.id])
        whole = [samples for samples in by_visit.values() if len(samples) == pairs]
        if not whole:
            return None
        return estimate([[1 / carried_bytes_per_s(size_bytes, samples) for samples in whole]], stop="budget")

    def _kept_apart(self, ends: Sequence[Endpoint], usable: set[Pair], like: MeetingPlace) -> float:
        """The share of what is expected that as many pairs get which do not meet: less than all where endpoints share
        a machine that has too few cores for them."""
        pairs = inside(ends, usable, like.per, len(like.leaving))
        if len(pairs) < 2:
            return 1.0
        seen = self._measured("pairs that do not meet", "uniband", pairs)
        return min(1.0, 1 / seen.median_s / self._predicted(pairs)) if seen else 1.0

    def _predicted(self, pairs: Sequence[Pair], *, both: bool = False) -> float:
        """Bytes per second of all pairs at once, by what is known so far."""
        known = Map(
            name="",
            origin="measured",
            source="",
            endpoints=tuple(self.launch.endpoints[name] for name in self.ranks),
            fabrics=(Fabric(id=self.launch.net.name, kind="", description=""),),
            paths=tuple(self.through(self.paths)),
            classes=(),
            resources=tuple(self.resources),
        )
        places = machine_of(known, shares_adapters=False)
        number = {name: index for index, name in enumerate(places.names)}
        ways = [*pairs, *((b, a) for a, b in pairs)] if both else pairs
        flows = Flows.of({(number[a], number[b]): ((_LONG_BYTES, 1.0),) for a, b in ways}, places)
        return float(flows.rates_bytes_per_s().sum())
