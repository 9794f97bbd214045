"""One network of a map: all pairs in rounds, suspicious ones again, loaded, curves, transports; or a sample of many."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import permutations

from msgspec.structs import replace

from rankwise.core.errors import RankwiseError
from rankwise.core.records import Cell, LaunchFacts, Resource, Visit
from rankwise.core.sharing import through_of
from rankwise.core.units import plural
from rankwise.maps.curves import LARGE_ON_GPUS, SizeCurves
from rankwise.maps.launch import NetworkLaunch
from rankwise.maps.meetings import Meetings
from rankwise.maps.pace import LARGE_S, ROUNDS, Pace, rounds_within, size_within
from rankwise.maps.pair_visits import LARGE_VISIT, PairVisits, without_answer
from rankwise.maps.reach import no_longer_there
from rankwise.maps.sampled import SampledNetwork, connected, promise_for, sample_network
from rankwise.measure.sweep import Sweep
from rankwise.model.mapping import (
    Pair,
    PairTimes,
    classes_of,
    not_confirmed,
    paths_of,
    representative,
    suspicious,
    value_of,
    with_classes,
)
from rankwise.model.pairs import at_once, circles, tournament
from rankwise.model.plan_check import against_plan
from rankwise.model.records import Meeting, Path, PathClass
from rankwise.model.sampled_classes import classes_of_sample

LARGE_SIZES = (1 << 18, 1 << 20, 1 << 22)
_PATIENT = 2.0  # times the budget: a round of large messages over slow paths may take so long where no end is set
_REST = 0.3  # of the budget, which is left to load and size curves
_NAMES = 0.1  # which is left to ask what carries the bytes
_MOST_AGAIN = 12
_AGAIN, _LOADED = 1001, 2001  # numbers of the rounds of later phases


@dataclass
class NetworkMap:
    """What is known of one network: paths (also those without figures, and why), classes, cells and launches."""

    paths: list[Path] = field(default_factory=list)
    classes: tuple[PathClass, ...] = ()
    cells: list[Cell] = field(default_factory=list)
    launches: list[LaunchFacts] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    resources: list[Resource] = field(default_factory=list)
    meetings: list[Meeting] = field(default_factory=list)
    promise: str = ""
    interrupted: bool = False


class NetworkRun:
    """Measures one network. `missing`: ordered pairs that the connect test found broken, with why; `outside`: endpoints
    that no job started here can use, with why; `suspects`: endpoints on which something is wrong."""

    def __init__(
        self,
        launch: NetworkLaunch,
        *,
        missing: dict[Pair, str],
        outside: dict[str, str],
        suspects: set[str],
        pace: Pace,
        sink: Callable[[list[Visit]], None],
        progress: Callable[[float, float], None],
        phase: Callable[[str], None],
    ) -> None:
        self._launch, self._missing, self._pace = launch, missing, pace
        self._outside, self._suspects = outside, suspects
        self._sink, self._progress, self._phase = sink, progress, phase
        self._lost = launch.probes.lost if launch.probes else {}
        self._members = [name for name in launch.net.addresses if name not in self._lost and name not in outside]
        self._values = PairTimes(LARGE_SIZES[0], defaultdict(list), defaultdict(list), defaultdict(list))
        self._errors: dict[Pair, str] = {}
        self._tested: set[Pair] = set()
        self._sample: SampledNetwork | None = None
        self._size_curves = SizeCurves(launch, pace.curve_rounds)
        self._draw = random.Random(pace.seed)
        self._not_stored: RankwiseError | None = None
        self.found = NetworkMap(resources=launch.shared_adapters())

    def run(self) -> NetworkMap:
        """The map of the network. Ctrl-C ends it early with what was measured."""
        try:
            if self._pace.sampled:
                self._measure_sample()
            else:
                self._measure_all()
            self._finish()
            self._name_transports()
        except KeyboardInterrupt:
            self.found.interrupted = True
            self._finish()
        return self.found

    # -- all pairs, in launches of endpoints that all reach each other -------------------------------------------------

    def _measure_all(self) -> None:
        covered: set[frozenset[str]] = set()
        groups = circles(self._members, self._missing)
        total = sum(len(group) * (len(group) - 1) for group in groups)
        for group in groups:
            rounds = tournament(group, self._pace.seed)
            rounds = [[pair for pair in pairs if frozenset(pair) not in covered] for pairs in rounds]
            covered.update(frozenset(pair) for pairs in rounds for pair in pairs)
            if any(rounds):
                budget_s = self._pace.budget_s * len(group) * (len(group) - 1) / total
                self._in_launch(group, partial(self._all, rounds=rounds, budget_s=budget_s))

    def _in_launch(self, group: list[str], measure: Callable[[Sweep, list[str]], None]) -> None:
        """A launch on the group for as long as `measure` takes. When it fails it is tried without the endpoints that no
        longer answer, or else those on which something is wrong; pairs that are not measured have that as reason."""
        self._phase(f"starting {len(group)} ranks of {self._launch.mpi.name} on {self._launch.net.name}")
        try:
            self._swept(group, measure)
        except RankwiseError as error:
            if error is self._not_stored:
                raise
            gone = no_longer_there(self._launch.mpi, self._launch.placement, group)
            words = f"not measured: {error.first_line}"
            for pair in permutations(group, 2):
                if not self._values.large.get(pair):
                    why = next((gone[name] for name in pair if name in gone), "")
                    self._errors.setdefault(pair, f"not measured: {why}" if why else words)
            self.found.warnings += gone.values() or [error.message]
            healthy = [name for name in group if name not in (gone or self._suspects)]
            if 2 <= len(healthy) < len(group):
                for pair in permutations(healthy, 2):
                    self._errors.pop(pair, None)
                self._in_launch(healthy, measure)

    def _keep(self, visits: list[Visit]) -> None:
        try:
            self._sink(visits)
        except RankwiseError as error:
            self._not_stored = error
            raise

    def _swept(self, group: list[str], measure: Callable[[Sweep, list[str]], None]) -> None:
        sweep = Sweep(
            self._launch.side(group),
            first_launch=len(self.found.launches),
            watchdog_s=self._pace.watchdog_s,
            sink=self._keep,
        )
        try:
            with sweep:
                measure(sweep, group)
        finally:
            self.found.launches += sweep.launches
            self.found.warnings += sweep.warnings

    def _all(self, sweep: Sweep, group: list[str], rounds: list[list[Pair]], budget_s: float) -> None:
        rounds = [[pair for pair in members if {*pair} <= {*group}] for members in rounds]
        pairs = [pair for members in rounds for pair in members]
        ranks = {name: rank for rank, name in enumerate(group)}
        self._phase(f"measuring {plural(len(pairs), 'pair')} on {self._launch.net.name}")
        self._choose_size(sweep, ranks, pairs[:3], len(pairs))
        visits = self._visits(sweep, ranks)
        begin_s, number, rounds_made = time.monotonic(), 0, 1
        while number < rounds_made:
            number += 1
            for done, (a, b) in enumerate(self._draw.sample(pairs, len(pairs))):
                if self._pace.deadline.over:
                    break
                visits.look([(a, b), (b, a)], number)
                part = (number - 1 + (done + 1) / len(pairs)) / ROUNDS
                self._progress(min(part * budget_s, budget_s), budget_s)
            if number == 1:
                now_s = time.monotonic()
                end_s = min(self._pace.end_s, self._pace.deadline.before(_REST * budget_s).end_s)
                rounds_made = rounds_within(now_s - begin_s, end_s - now_s)
        end_s = min(begin_s + budget_s, self._pace.end_s, self._pace.deadline.before(_REST * budget_s).end_s)
        self._again(visits, {way for a, b in pairs for way in ((a, b), (b, a))}, end_s)
        self.found.cells += visits.cells
        if self._pace.loaded:
            self._loaded(sweep, ranks, rounds)
            self._meet(sweep, ranks)
        self._curves(sweep, ranks)

    def _again(self, visits: PairVisits, mine: set[Pair], end_s: float) -> None:
        """Suspicious paths alone and again, until there is none or the time is over."""
        for number in range(_AGAIN, _AGAIN + _MOST_AGAIN):
            wanted = [pair for pair in self._suspicious() if pair in mine]
            if wanted and number == _AGAIN:
                self._phase(f"testing {plural(len(wanted), 'suspicious path')} again")
            for pair in wanted:
                if time.monotonic() > end_s:
                    return
                visits.look([pair], number)
                self._tested.add(pair)

    def _suspicious(self) -> list[Pair]:
        return suspicious(self._paths(), self._values, self._launch.endpoints, self._launch.placement.relation)

    def _loaded(self, sweep: Sweep, ranks: Mapping[str, int], rounds: list[list[Pair]]) -> None:
        """All pairs of a round at once, each direction; what has no company is not loaded."""
        shared, size = self._launch.shared, self._values.large_bytes
        portions = [
            p for round_pairs in rounds for p in at_once(round_pairs, shared.machine, shared.cores) if len(p) > 1
        ]
        if not portions:
            self.found.warnings.append(f"{self._launch.net.name}: not measured under load: {shared}")
            return
        self._phase(f"measuring {sum(map(len, portions))} pairs under load on {self._launch.net.name}")
        for done, portion in enumerate(portions):
            if self._pace.deadline.before(_REST / 2 * self._pace.budget_s).over:
                self._left_out(f"{len(portions) - done} of {len(portions)} groups of pairs under load")
                return
            for way in (portion, [(b, a) for a, b in portion]):
                together = self._launch.together("uniband", size, ranks, way)
                self.found.cells.append(together)
                for number in range(_LOADED, _LOADED + 2):
                    sweep.round([together], number, LARGE_VISIT)
                for visit in sweep.visits[together.id]:
                    pair = way[visit.group]
                    alone = self._values.latency.get(pair) or []
                    self._values.loaded[pair].append(without_answer(value_of(visit), alone))

    def _meet(self, sweep: Sweep, ranks: Mapping[str, int]) -> None:
        """Pairs at once that meet in one place, for what paths share."""
        deadline, size = self._pace.deadline.before(_REST / 2 * self._pace.budget_s), self._values.large_bytes
        members = [path for path in self._paths() if {path.source, path.target} <= ranks.keys()]
        over, known = (lambda: deadline.over), self.found.resources
        meetings = Meetings(self._launch, sweep, ranks, members, size, over, self._phase, resources=known)
        meetings.look()
        self.found.cells += meetings.cells
        self.found.warnings += meetings.warnings
        self.found.resources = meetings.resources
        self.found.meetings += meetings.meetings()

    def _left_out(self, what: str) -> None:
        self.found.warnings.append(f"{self._launch.net.name}: left out, the budget was over: {what}")

    # -- a sample, in one launch ---------------------------------------------------------------------------------------

    def _measure_sample(self) -> None:
        for (a, b), words in self._missing.items():
            self._errors[a, b] = words
            self._errors.setdefault((b, a), f"the way back is broken: {words}")
        group = connected(self._members, self._missing)
        agreed = promise_for(len(group))
        self._phase(f"{self._launch.net.name}: {agreed}")
        self._in_launch(group, self._some)
        self.found.promise = str(self._sample.promise if self._sample else agreed)

    def _some(self, sweep: Sweep, group: list[str]) -> None:
        ranks = {name: rank for rank, name in enumerate(group)}
        self._choose_size(sweep, ranks, [(group[0], other) for other in self._draw.sample(group[1:], 3)], len(group))
        visits = self._visits(sweep, ranks)
        budget_s = self._pace.budget_s
        self._sample = sample_network(
            visits,
            self._values,
            self._errors,
            [self._launch.endpoints[name] for name in group],
            self._launch.placement.relation,
            agreed=promise_for(len(group)),
            seed=self._pace.seed,
            progress=lambda share: self._progress(share * budget_s, budget_s),
            again=lambda pairs: self._phase(f"testing {plural(pairs, 'slow path')} again"),
        )
        self.found.cells += visits.cells
        self._curves(sweep, ranks)

    def _visits(self, sweep: Sweep, ranks: Mapping[str, int]) -> PairVisits:
        return PairVisits(
            sweep, lambda kernel, size, pair: self._launch.cell(kernel, size, ranks, pair), self._values, self._errors
        )

    def _choose_size(self, sweep: Sweep, ranks: Mapping[str, int], some: list[Pair], count: int) -> None:
        """One size for all pairs, `count` of them: the smallest that keeps the wires of a few busy for `LARGE_S`, or
        less where a round of it, each pair both ways, takes more than the time that is left."""
        if self._values.large:
            return
        for size in (*LARGE_SIZES, *(LARGE_ON_GPUS if self._launch.gpus else ())):
            self._values.large_bytes = size
            probe = [self._launch.cell("uniband", size, ranks, pair) for pair in some]
            begin_s = time.monotonic()
            sweep.round(probe, 0, LARGE_VISIT)
            now_s = time.monotonic()
            times = [value_of(visit) for cell in probe for visit in sweep.visits.pop(cell.id, [])]
            if not times or max(times) >= LARGE_S:
                break
        round_s = 2 * count * (now_s - begin_s) / max(1, len(some))
        slowest_s = max(times, default=0.0)
        left_s = min(self._pace.end_s, self._pace.deadline.end_s, now_s + _PATIENT * self._pace.budget_s) - now_s
        self._values.large_bytes = size_within(size, slowest_s, round_s, left_s)

    def _curves(self, sweep: Sweep, ranks: Mapping[str, int]) -> None:
        """A size curve for each class that has a path within this launch."""
        paths = {(path.source, path.target): path for path in self._paths()}
        for path_class in self._classes(list(paths.values())):
            inside = [pair for pair in path_class.paths if set(pair) <= ranks.keys()]
            if not inside:
                continue
            pair = representative(replace(path_class, paths=tuple(inside)), paths)
            if self._pace.deadline.before(_NAMES * self._pace.budget_s).over:
                self._left_out(f"the size curve of {path_class.id}")
                continue
            self._phase(f"size curve of {path_class.id}")
            self.found.cells += self._size_curves.measure(sweep, ranks, pair, path_class.bandwidth_bytes_per_s)

    def _finish(self) -> None:
        """Paths with figures, classes with curves, and a path with its reason for every pair that has none."""
        paths = self._paths()
        classes = self._size_curves.drawn(self._classes(paths))
        by_pair = {(path.source, path.target): path for path in paths}
        limits = [self._launch.limit(representative(path_class, by_pair)) for path_class in classes]
        classes = [replace(path_class, limit=limit) for path_class, limit in zip(classes, limits, strict=True)]
        untested = not_confirmed(self._values, [] if self._sample else self._suspicious(), self._tested)
        self.found.classes = against_plan(classes, paths, self._launch.net.declared, self._values.large_bytes, untested)
        without = [self._without_figures(a, b) for a, b in self._wanted() if (a, b) not in by_pair]
        ends, rows = self._launch.endpoints, self.found.resources
        named = [replace(path, through=through_of(rows, ends[path.source], ends[path.target])) for path in paths]
        self.found.paths = [*with_classes(named, classes), *without]
        self.found.cells = list({cell.id: cell for cell in self.found.cells}.values())
        if self._launch.shared.limited:
            self.found.warnings.append(f"{self._launch.net.name}: {self._launch.shared}")

    def _wanted(self) -> list[Pair]:
        """The pairs of which a map says something: all, or of a sample those that were tried."""
        names = list(self._launch.net.addresses)
        if not self._pace.sampled:
            return [(a, b) for a in names for b in names if a != b]
        lost = [(name, names[index - 1]) for index, name in enumerate(names) if name in self._lost]
        return list(dict.fromkeys([*self._errors, *lost]))

    def _without_figures(self, a: str, b: str) -> Path:
        """A path that is broken, or only could not be measured, with why."""
        reachable, words = True, "not measured in the time there was"
        if lost := [name for name in (a, b) if name in self._lost]:
            reachable, words = False, f"{lost[0]} cannot be started on: {self._lost[lost[0]]}"
        elif (a, b) in self._missing:
            reachable, words = False, self._missing[a, b]
        elif (b, a) in self._missing:
            reachable, words = False, f"the way back is broken: {self._missing[b, a]}"
        elif outside := [name for name in (a, b) if name in self._outside]:
            words = f"not measured: {self._outside[outside[0]]}"
        elif (a, b) in self._errors:
            words = self._errors[a, b]
            reachable = words.startswith("not measured")
        return Path(source=a, target=b, fabric=self._launch.net.name, reachable=reachable, error=words)

    def _name_transports(self) -> None:
        """What carries the bytes of each class: asked of the library and of the interfaces, on one path of it."""
        if not self.found.classes or not self._pace.transports:
            return
        if self._pace.deadline.over:
            self._left_out("what carries the bytes")
            return
        self._phase(f"which transports carry {self._launch.net.name}")
        paths = {(path.source, path.target): path for path in self.found.paths}
        pairs = {path_class.id: representative(path_class, paths) for path_class in self.found.classes}
        try:
            words = self._launch.transports_of(list(pairs.values()), self._values.large_bytes, self._pace.watchdog_s)
        except RankwiseError as error:
            self.found.warnings.append(f"transports of {self._launch.net.name} unknown: {error.first_line}")
            return
        self.found.warnings += self._launch.warnings
        self.found.classes = tuple(
            replace(path_class, transport=words[pairs[path_class.id]], limit=self._launch.limit(pairs[path_class.id]))
            for path_class in self.found.classes
        )

    def _paths(self) -> list[Path]:
        return paths_of(self._launch.net.name, self._values, self._errors)

    def _classes(self, paths: list[Path]) -> tuple[PathClass, ...]:
        endpoints, relation = self._launch.endpoints, self._launch.placement.relation
        if self._sample is None:
            return classes_of(paths, self._values, endpoints, relation)
        return classes_of_sample(
            paths,
            self._values,
            endpoints,
            relation,
            representatives=self._sample.representatives,
            suspects=self._sample.suspects,
            unsteady=self._sample.unsteady,
        )
