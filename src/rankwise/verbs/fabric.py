"""One network of a map: connect test, rounds over all pairs, suspicious ones again, loaded, curves, transports."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from rankwise.core.errors import RankwiseError
from rankwise.core.records import Cell, LaunchFacts, LaunchSpec, Mpi, Path, PathClass, Place, Visit
from rankwise.core.units import format_size
from rankwise.decide.mapping import (
    LATENCY_BYTES,
    Measured,
    Pair,
    classes_of,
    paths_of,
    representative,
    suspicious,
    value_of,
    with_classes,
)
from rankwise.measure.cells import cell
from rankwise.measure.probes import Probes, ProbeSpec
from rankwise.measure.session import Session
from rankwise.measure.side import Side
from rankwise.measure.sweep import Sweep
from rankwise.measure.visits import VisitOptions
from rankwise.model.curve import curve
from rankwise.model.estimate import estimate
from rankwise.model.pairs import at_once, circles, tournament
from rankwise.mpis import blocks, catalog, transport
from rankwise.verbs.targets import Net, Targets

_SMALL_VISIT = VisitOptions(samples=21, warm_s=1e-3)
_LARGE_VISIT = VisitOptions(samples=2, warm_s=1e-3)
_CURVE_VISIT = VisitOptions(samples=2, warm_s=1e-3)
LARGE_SIZES = (1 << 18, 1 << 20, 1 << 22)
_LARGE_S = 2e-3  # a large message takes at least this long where there is a size that does
_CURVE_SIZES = (1, 8, 64, 512, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22)
_CURVE_S = 0.03  # no longer message is sent for a curve
_ROUNDS = 2
_MOST_AGAIN = 12
_AGAIN, _LOADED, _CURVES = 1001, 2001, 3001  # numbers of the rounds of later phases
_COUNTED_CALLS = 4


@dataclass(frozen=True)
class Pace:
    """How long the rounds may take, and when a pair counts as hung. `_ROUNDS` rounds are made in any case."""

    budget_s: float
    watchdog_s: float
    loaded: bool
    seed: int


@dataclass
class FabricMap:
    """What is known of one network: paths (also those without figures, and why), classes, cells and launches."""

    paths: list[Path] = field(default_factory=list)
    classes: tuple[PathClass, ...] = ()
    cells: list[Cell] = field(default_factory=list)
    launches: list[LaunchFacts] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    library: str = ""
    interrupted: bool = False


def probes_for(mpi: Mpi, targets: Targets, programs: Mapping[str, str], agent: str | None) -> Probes | None:
    """A probe on each endpoint that is not this machine, in its engine's program; None when there is none."""
    names = [name for name, host in targets.hosts.items() if host is not None]
    if not names:
        return None
    spec = LaunchSpec(places=(Place(host=None, program=programs[names[0]]),))
    libraries = blocks.environment(mpi, spec, {})["LD_LIBRARY_PATH"]
    specs = []
    for name in names:
        prefix = targets.entries[name].prefix if name in targets.entries else None
        folder = blocks.translate(libraries, mpi.prefix, prefix) if prefix else libraries
        specs.append(ProbeSpec(name, targets.hosts[name], programs[name], {"LD_LIBRARY_PATH": folder}))
    return Probes(specs, agent)


class FabricRun:
    """Measures one network. `missing`: ordered pairs that the connect test found broken, with why."""

    def __init__(
        self,
        mpi: Mpi,
        targets: Targets,
        net: Net,
        *,
        programs: Mapping[str, str],
        agent: str | None,
        control: str,
        launcher: str,
        probes: Probes | None,
        missing: dict[Pair, str],
        pace: Pace,
        sink: Callable[[list[Visit]], None],
        progress: Callable[[float, float], None],
        phase: Callable[[str], None],
    ) -> None:
        self._mpi, self._targets, self._net = mpi, targets, net
        self._programs, self._agent, self._control, self._launcher = programs, agent, control, launcher
        self._probes, self._missing, self._pace = probes, missing, pace
        self._sink, self._progress, self._phase = sink, progress, phase
        self._endpoints = {one.id: one for one in targets.endpoints}
        self._machine, self._cores = self._machines()
        self._values = Measured(LARGE_SIZES[0], defaultdict(list), defaultdict(list), defaultdict(list))
        self._errors: dict[Pair, str] = {}
        self._curve_points: dict[Pair, dict[int, list[float]]] = {}
        self._draw = random.Random(pace.seed)
        self.found = FabricMap()

    def run(self) -> FabricMap:
        """The map of the network. Ctrl-C ends it early with what was measured."""
        try:
            lost = set(self._probes.lost) if self._probes else set()
            members = [name for name in self._net.addresses if name not in lost]
            covered: set[frozenset[str]] = set()
            groups = circles(members, self._missing)
            for group in groups:
                share = len(group) * (len(group) - 1) / sum(len(one) * (len(one) - 1) for one in groups)
                self._measure(group, covered, share)
            self._finish()
            self._carriers()
        except KeyboardInterrupt:
            self.found.interrupted = True
            self._finish()
        return self.found

    # -- one launch of endpoints that all reach each other ----------------------------------------------------------

    def _measure(self, group: list[str], covered: set[frozenset[str]], share: float) -> None:
        rounds = tournament(group, self._pace.seed)
        rounds = [[pair for pair in one if frozenset(pair) not in covered] for one in rounds]
        pairs = [pair for one in rounds for pair in one]
        if not pairs:
            return
        covered.update(frozenset(pair) for pair in pairs)
        self._phase(f"starting {len(group)} ranks of {self._mpi.name} on {self._net.name}")
        try:
            with Sweep(
                self._side(group), first_launch=len(self.found.launches), watchdog_s=self._pace.watchdog_s,
                sink=self._sink,
            ) as sweep:  # fmt: skip
                try:
                    self._all(sweep, group, rounds, pairs, share)
                finally:
                    self.found.launches += sweep.launches
                    self.found.library = sweep.launches[0].library_version
        except RankwiseError as error:
            for a, b in pairs:
                for pair in ((a, b), (b, a)):
                    self._errors.setdefault(pair, f"not measured: {error.message.splitlines()[0]}")
            self.found.warnings.append(error.message)

    def _all(self, sweep: Sweep, group: list[str], rounds: list[list[Pair]], pairs: list[Pair], share: float) -> None:
        self._phase(f"measuring {len(pairs)} pairs on {self._net.name}")
        size = self._large_size(sweep, group, pairs)
        small = {pair: self._cell("pingpong", LATENCY_BYTES, group, pair) for pair in pairs}
        large = {pair: self._cell("uniband", size, group, pair) for a, b in pairs for pair in ((a, b), (b, a))}
        self.found.cells += [*small.values(), *large.values()]
        budget_s = self._pace.budget_s * share
        begin_s = time.monotonic()
        for number in range(1, _ROUNDS + 1):
            for done, pair in enumerate(self._draw.sample(pairs, len(pairs))):
                self._visit_pair(sweep, number, pair, small, large)
                part = (number - 1 + (done + 1) / len(pairs)) / _ROUNDS
                self._progress(min(part * budget_s, budget_s), budget_s)
        self._again(sweep, small, large, begin_s + budget_s)
        self._take(sweep, small, large)
        if self._pace.loaded:
            self._loaded(sweep, group, rounds, size)
        self._curves(sweep, group)

    def _again(self, sweep: Sweep, small: dict[Pair, Cell], large: dict[Pair, Cell], end_s: float) -> None:
        """Suspicious paths alone and again, until there is none or the time is over."""
        for number in range(_AGAIN, _AGAIN + _MOST_AGAIN):
            self._take(sweep, small, large)
            wanted = suspicious(self._paths(), self._values, self._endpoints, self._targets.relation)
            wanted = [pair for pair in wanted if pair in large]
            if wanted and number == _AGAIN:
                self._phase(f"testing {len(wanted)} suspicious paths again")
            for pair in wanted:
                if time.monotonic() > end_s:
                    return
                sweep.round([small[pair if pair in small else (pair[1], pair[0])]], number, _SMALL_VISIT)
                sweep.round([large[pair]], number, _LARGE_VISIT)

    def _visit_pair(
        self, sweep: Sweep, number: int, pair: Pair, small: dict[Pair, Cell], large: dict[Pair, Cell]
    ) -> None:
        back = (pair[1], pair[0])
        cells = [small[pair], large[pair], large[back]]
        sweep.round(cells[:1], number, _SMALL_VISIT)
        if cells[0].id not in sweep.errors:
            sweep.round(cells[1:], number, _LARGE_VISIT)
        self._take(sweep, {pair: small[pair]}, {pair: large[pair], back: large[back]})

    def _take(self, sweep: Sweep, small: dict[Pair, Cell], large: dict[Pair, Cell]) -> None:
        """Values of visits, in seconds one way: the round trip halved; a large message less its answer's latency."""
        for pair, one in small.items():
            back = (pair[1], pair[0])
            values = [value_of(visit) for visit in sweep.visits[one.id]]
            self._values.latency[pair] = self._values.latency[back] = values
            if one.id in sweep.errors:
                self._errors[pair] = self._errors[back] = self._named(sweep.errors[one.id], pair)
        for pair, one in large.items():
            answer_s = min(self._values.latency.get(pair) or [0.0])
            values = [_less(value_of(visit), answer_s) for visit in sweep.visits[one.id]]
            self._values.large[pair] = values
            if one.id in sweep.errors:
                self._errors[pair] = self._named(sweep.errors[one.id], pair)

    def _large_size(self, sweep: Sweep, group: list[str], pairs: Sequence[Pair]) -> int:
        """One size for all pairs: the smallest that keeps the wires of a few busy for `_LARGE_S`."""
        if len(self._values.large) > 0:
            return self._values.large_bytes
        for size in LARGE_SIZES:
            self._values.large_bytes = size
            probe = [self._cell("uniband", size, group, pair) for pair in list(pairs)[:3]]
            sweep.round(probe, 0, _LARGE_VISIT)
            times = [value_of(visit) for one in probe for visit in sweep.visits.pop(one.id, [])]
            if not times or max(times) >= _LARGE_S:
                break
        return self._values.large_bytes

    def _loaded(self, sweep: Sweep, group: list[str], rounds: list[list[Pair]], size: int) -> None:
        """All pairs of a round at once, each direction; what has no company is not loaded."""
        portions = [p for one in rounds for p in at_once(one, self._machine, self._cores) if len(p) > 1]
        if not portions:
            self.found.warnings.append(f"{self._net.name}: not measured under load: {self._crowded()}")
            return
        self._phase(f"measuring {sum(map(len, portions))} pairs under load on {self._net.name}")
        for portion in portions:
            for way in (portion, [(b, a) for a, b in portion]):
                groups = tuple((group.index(a), group.index(b)) for a, b in way)
                together = cell(self._side_name, "uniband", size, *groups, window=1)
                self.found.cells.append(together)
                for number in range(_LOADED, _LOADED + 2):
                    sweep.round([together], number, _LARGE_VISIT)
                for visit in sweep.visits[together.id]:
                    pair = way[visit.group]
                    answer_s = min(self._values.latency.get(pair) or [0.0])
                    self._values.loaded[pair].append(_less(value_of(visit), answer_s))

    def _curves(self, sweep: Sweep, group: list[str]) -> None:
        """A size curve for each class that has a path within this launch."""
        paths = {(path.source, path.target): path for path in self._paths()}
        for one in self._classes(list(paths.values())):
            inside = [pair for pair in one.paths if set(pair) <= set(group)]
            if not inside:
                continue
            pair = representative(replace(one, paths=tuple(inside)), paths)
            longest = _CURVE_S * one.bandwidth_bytes_per_s
            cells = [self._cell("pingpong", size, group, pair) for size in _CURVE_SIZES if size <= longest]
            self._phase(f"size curve of {one.id}")
            for number in range(_CURVES, _CURVES + 2):
                sweep.round(cells, number, _CURVE_VISIT)
            self.found.cells += cells
            self._curve_points[pair] = {
                one.size_bytes: [value_of(visit) for visit in sweep.visits[one.id]] for one in cells
            }

    # -- what comes of it --------------------------------------------------------------------------------------------

    def _finish(self) -> None:
        """Paths with figures, classes with curves, and a path with its reason for every pair that has none."""
        paths = self._paths()
        classes = []
        for one in self._classes(paths):
            points = next((self._curve_points[pair] for pair in one.paths if pair in self._curve_points), {})
            known = {size: estimate([values], stop="budget") for size, values in points.items() if values}
            classes.append(replace(one, curve=curve(list(known), list(known.values()))) if known else one)
        self.found.classes = tuple(classes)
        known_pairs = {(path.source, path.target) for path in paths}
        members = list(self._net.addresses)
        broken = [
            Path(source=a, target=b, fabric=self._net.name, reachable=False, error=self._why(a, b))
            for a in members
            for b in members
            if a != b and (a, b) not in known_pairs
        ]
        self.found.paths = [*with_classes(paths, classes), *broken]
        unique = {one.id: one for one in self.found.cells}
        self.found.cells = list(unique.values())
        if self._limited():
            self.found.warnings.append(f"{self._net.name}: {self._crowded()}")

    def _why(self, a: str, b: str) -> str:
        lost = self._probes.lost if self._probes else {}
        for name in (a, b):
            if name in lost:
                return f"{name} cannot be started on: {lost[name]}"
        if (a, b) in self._missing:
            return self._missing[a, b]
        if (b, a) in self._missing:
            return f"the way back is broken: {self._missing[b, a]}"
        return self._errors.get((a, b), "not reached in the time there was")

    def _carriers(self) -> None:
        """What carries the bytes of each class: asked of the library and of the interfaces, on one path of it."""
        paths = {(path.source, path.target): path for path in self.found.paths}
        classes = []
        for one in self.found.classes:
            self._phase(f"which transport carries {one.id}")
            pair = representative(one, paths)
            try:
                classes.append(replace(one, transport=self._carrier(pair)))
            except RankwiseError as error:
                self.found.warnings.append(f"transport of {one.id} unknown: {error.message.splitlines()[0]}")
                classes.append(one)
        self.found.classes = tuple(classes)

    def _carrier(self, pair: Pair) -> str:
        side = self._side(list(pair), transport.talkative(self._mpi))
        size = self._values.large_bytes
        with Session(side, 0, watchdog_s=self._pace.watchdog_s) as session:
            before = self._probes.count(pair) if self._probes else {}
            one = cell(side.name, "uniband", size, (0, 1), window=1)
            session.visit(one, 0, VisitOptions(samples=1, calls=_COUNTED_CALLS, warm_s=0.0))
            after = self._probes.count(pair) if self._probes else {}
            words = transport.heard(self._mpi, session.said())
        sent = [
            f"{interface} of {name} counted {_megabytes(now[way] - before[name].get(interface, (0, 0))[way])} MB"
            for name, way in zip(pair, (1, 0), strict=True)
            for interface, now in after.get(name, {}).items()
            if now[way] - before[name].get(interface, (0, 0))[way] >= _COUNTED_CALLS * size // 2
        ]
        said = " ".join(words) if words else "the library names none"
        counted = ", ".join(sent) or ("no interface counted it" if self._probes else "")
        return f"{said} ({counted})" if counted else said

    # -- small parts -------------------------------------------------------------------------------------------------

    @property
    def _side_name(self) -> str:
        return f"{self._mpi.name}-{self._net.name}"

    def _cell(self, kernel: str, size: int, group: list[str], pair: Pair) -> Cell:
        """A cell whose id names the pair: ranks differ between launches of different endpoints."""
        one = cell(self._side_name, kernel, size, (group.index(pair[0]), group.index(pair[1])), window=1)
        return replace(one, id=f"{self._side_name}/{kernel}/{format_size(size)}/{pair[0]}>{pair[1]}")

    def _side(self, group: list[str], knobs: dict[str, str] | None = None) -> Side:
        places = tuple(self._place(name) for name in group)
        spec = LaunchSpec(
            places=places,
            agent=self._agent if not self._targets.local else None,
            launcher="srun" if self._launcher == "srun" else "mpiexec",
            knobs=knobs or {},
            crowded=self._limited(),
        )
        return Side(self._side_name, self._mpi, catalog.launcher_for(self._mpi), spec, control=self._control)

    def _place(self, name: str) -> Place:
        entry = self._targets.entries.get(name)
        interfaces = self._net.interfaces.get(name)
        return Place(
            host=self._targets.hosts[name],
            program=self._programs[name],
            cpus=self._endpoints[name].cpus,
            prefix=entry.prefix if entry else None,
            env={
                **(transport.pinned(self._mpi, interfaces) if interfaces else {}),
                **(entry.env if entry else {}),
            },
        )

    def _paths(self) -> list[Path]:
        return paths_of(self._net.name, self._values, self._errors)

    def _classes(self, paths: list[Path]) -> tuple[PathClass, ...]:
        return classes_of(paths, self._values, self._endpoints, self._targets.relation)

    def _named(self, error: str, pair: Pair) -> str:
        """The error of a cell; its two ranks have names."""
        return f"{pair[0]} with {pair[1]}: {error}"

    def _machines(self) -> tuple[dict[str, str], dict[str, int]]:
        """On which machine (boot of a kernel) each endpoint is, and how many CPUs it may use there."""
        facts = self._probes.facts if self._probes else {}
        machine = {name: facts[name].boot if name in facts else one.node for name, one in self._endpoints.items()}
        cores: dict[str, int] = defaultdict(int)
        for name, one in self._endpoints.items():
            own = facts[name].cpus if name in facts else len(one.cpus)
            cores[machine[name]] = max(cores[machine[name]], own) if name in facts else cores[machine[name]] + own
        return machine, dict(cores)

    def _limited(self) -> bool:
        members = [self._machine[name] for name in self._net.addresses]
        return any(members.count(name) > max(2, self._cores[name] // 2 * 2) for name in set(members))

    def _crowded(self) -> str:
        most = max(set(self._machine.values()), key=list(self._machine.values()).count)
        sharing, cores = list(self._machine.values()).count(most), self._cores[most]
        pairs = max(1, cores // 2)
        return f"{sharing} endpoints share {cores} cores of one machine, so no more than {pairs} pair(s) run at once"


def _less(time_s: float, answer_s: float) -> float:
    """The time without that of the answer, which on a disturbed machine may have been measured too long."""
    return max(time_s - answer_s, 0.5 * time_s)


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.1f}"
