"""Pairs at once that meet in one resource: what they share, how much of it there is, and what was predicted of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from rankwise.core.records import Cell, Endpoint, Estimate, Fabric, Map, Meeting, Path, Resource
from rankwise.core.sharing import passes, place_of
from rankwise.measure.sweep import Sweep
from rankwise.measure.visits import VisitOptions
from rankwise.model.estimate import estimate
from rankwise.model.machine import machine_of
from rankwise.model.meeting import (
    BINDS,
    NAMES,
    SHARES_DIRECTIONS,
    Candidate,
    Pair,
    candidates,
    carried_bytes_per_s,
    inside,
    kinds,
)
from rankwise.model.resources import Flows
from rankwise.verbs.map.launch import NetworkLaunch

_VISIT = VisitOptions(samples=6, warm_s=5e-3)
_VISITS = 5
_ROUND = 4001
_LONG_BYTES = 1 << 30


@dataclass
class Meetings:
    """Looks for what paths of one network share, from the inside out. `paths` are those of pairs alone; `large_bytes`
    the size of messages; `over` says when no more time is left."""

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
            if every and self.launch.shared.limited and not self._machine_keeps_up(ends, usable, every[0]):
                return
            for candidate in every:
                if self.over():
                    self.warnings.append(f"{self.launch.net.name}: left out, the budget was over: pairs that meet")
                    return
                self.phase(f"measuring {len(candidate.leaving)} pairs that meet in {NAMES[per]} of {candidate.place}")
                self._size(candidate)

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
        return [replace(path, through=self._names(path)) for path in paths]

    def _size(self, candidate: Candidate) -> None:
        """Adds the resource of a place, where its pairs get less than they would without."""
        name = f"{self.launch.net.name}-{NAMES[candidate.per]}"
        label = f"{NAMES[candidate.per]} of {candidate.place}"
        ways = {"out": candidate.leaving, "in": candidate.entering}
        expected = {way: self._predicted(pairs) for way, pairs in ways.items()}
        seen = {way: self._measured(f"{label}, {way}", "uniband", pairs) for way, pairs in ways.items()}
        carried = {way: 1 / item.median_s for way, item in seen.items() if item is not None}
        binding = [way for way, rate in carried.items() if rate < BINDS * expected[way]]
        if not binding:
            return
        at_once = self._measured(f"{label}, both at once", "biband", candidate.leaving)
        least = SHARES_DIRECTIONS * sum(carried.values())
        both = at_once is not None and len(carried) == len(ways) and 1 / at_once.median_s < least
        best = at_once if both else seen[min(binding, key=lambda way: carried[way])]
        assert best is not None
        self.resources.append(
            Resource(
                name=name,
                rate_bytes_per_s=1 / best.median_s,
                per=candidate.per,
                both=both,
                at=(candidate.place,),
                low_bytes_per_s=1 / best.high_s,
                high_bytes_per_s=1 / best.low_s,
                evidence=f"{len(candidate.leaving)} pairs at once",
            )
        )

    def _measured(self, what: str, kernel: str, pairs: Sequence[Pair]) -> Estimate | None:
        """Seconds for each byte of all pairs together."""
        cell = self.launch.together(kernel, self.large_bytes, self.ranks, pairs)
        cell = replace(cell, id=f"{cell.id}/{what.replace(' ', '-')}")
        self.cells.append(cell)
        for number in range(_ROUND, _ROUND + _VISITS):
            self.sweep.round([cell], number, _VISIT)
        size = self.large_bytes * (2 if kernel == "biband" else 1)
        by_visit: dict[int, list[Sequence[float]]] = {}
        for visit in self.sweep.visits[cell.id]:
            by_visit.setdefault(visit.round, []).append(visit.samples_s)
        whole = [samples for samples in by_visit.values() if len(samples) == len(pairs)]
        if not whole:
            return None
        seen = estimate([[1 / carried_bytes_per_s(size, samples) for samples in whole]], stop="budget")
        self._seen.append((what, kernel, tuple(pairs), seen))
        return seen

    def _machine_keeps_up(self, ends: Sequence[Endpoint], usable: set[Pair], like: Candidate) -> bool:
        """Whether as many pairs that do not meet get what each gets alone, where all endpoints share one machine."""
        pairs = inside(ends, usable, like.per, len(like.leaving))
        if len(pairs) < 2:
            return True
        seen = self._measured("pairs that do not meet", "uniband", pairs)
        if seen is not None and 1 / seen.median_s >= BINDS * self._predicted(pairs):
            return True
        self.warnings.append(f"{self.launch.net.name}: what paths share is unknown: {self.launch.shared}")
        return False

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

    def _names(self, path: Path) -> tuple[str, ...]:
        ends = self.launch.endpoints[path.source], self.launch.endpoints[path.target]
        crossed = {
            row.name
            for row in self.resources
            if place_of(ends[0], row.per) != place_of(ends[1], row.per)
            and any(place in row.at for place, _ in passes(row, *ends))
        }
        return tuple(sorted(crossed))
