"""The search for rules: which algorithm of each collective serves which sizes, on top of what a search has in use."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from rankwise.core.grouped import grouped
from rankwise.core.units import plural
from rankwise.tuning.goals import BenchmarkPoint, regression_points
from rankwise.tuning.judge import judged_rules
from rankwise.tuning.picks import as_one, best_of, next_larger, one_size, side_by_side
from rankwise.tuning.race import CandidateTimes, covered, ranges, winners
from rankwise.tuning.records import CollectiveRule, TuningLine
from rankwise.tuning.regressions import regressions
from rankwise.tuning.search import ROUNDS, Search
from rankwise.tuning.space import LARGEST_BYTES, Candidate, limited

_MOST_SPARED: Final = 4
_ALL: Final = "all rules"
_REACH: Final = 4.0  # a trace may hold a single size: what serves it says nothing of sizes far away
# How many candidates of a collective are kept at each size (0: all), the launches of each, and when that ends.
_STAGES: Final = ((0, 1, 0.45), (4, 2, 0.65), (2, 4, 1.0))
_SLOW_STAGES: Final = ((0, 1, 0.4), (3, 1, 0.6), (2, 3, 1.0))


@dataclass
class RuleSearch:
    """Puts rules in use in `search`. `combined`, where a rule for some sizes of a collective changes the others too:
    the algorithm of one rule for all sizes, from rules for parts of them."""

    search: Search
    combined: Callable[[Sequence[CollectiveRule]], str] | None = None

    def find(
        self, candidates: Sequence[Candidate], points: Sequence[BenchmarkPoint], until: float, *, slow: bool = False
    ) -> None:
        """The best algorithm of each collective by size. Collectives do not disturb one another: each launch takes one
        candidate of every collective. Over `slow` links the largest messages would take nearly all of the time: they
        are left to those that are good at smaller ones."""
        by_collective = grouped((next(iter(candidate.kernels)), candidate) for candidate in candidates)
        search = self.search
        search.tell(
            f"algorithms: {plural(len(candidates), 'candidate')} for {plural(len(by_collective), 'collective')}"
        )
        seen = {candidate.name: CandidateTimes() for candidate in candidates}
        begin = search.clock()
        more = 2 if self.combined else 1  # every size needs one that does not slow it
        largest = max(size for _, size in points) if slow else 0
        for keep, launches, share in _SLOW_STAGES if slow else _STAGES:
            if keep:
                by_collective = {
                    name: best_of(group, seen, more * keep, every_size=self.combined is not None)
                    for name, group in by_collective.items()
                }
            group = [candidate for group in by_collective.values() for candidate in group]
            first = [point for point in points if keep or point[1] != largest]
            self.vectors(group, first, seen, launches, begin + share * (until - begin))
        search.note("algorithms", candidates, seen)
        names = {candidate.name: candidate for candidate in candidates}
        shown = {
            name: {candidate.name: seen[candidate.name] for candidate in group} for name, group in by_collective.items()
        }
        if self.combined:
            best = self._spared(shown, names)
        else:
            best = {collective: winners(own, collective) for collective, own in shown.items()}
        rules = self._standing([line for chosen in best.values() for line in self._lines_of(chosen, names)])
        parts = {line.id: names for line, names in rules}
        lines = [line for line, _ in rules]
        for line in judged_rules(search, lines, until) if search.judge and lines else lines:
            search.take_rule(line, parts[line.id])

    def vectors(
        self,
        candidates: Sequence[Candidate],
        points: Sequence[BenchmarkPoint],
        seen: dict[str, CandidateTimes],
        launches: int,
        until: float,
    ) -> None:
        """Races candidates of all collectives, each launch with one of every collective. Members of a launch that fails
        are tried by themselves for a moment, and those that work share launches once more."""
        alone = self._rows(side_by_side(candidates), points, seen, launches, until)
        if not alone:
            return
        changes = self.search.in_use.with_each(alone)
        moment = self.search.race(changes, one_size(points), launches=1, rounds=1, until=until)
        for candidate in alone:
            seen[candidate.name].error = (
                moment[candidate.name].error if candidate.name in moment else "contradicts what is in use"
            )
        works = [candidate for candidate in alone if not seen[candidate.name].error and moment[candidate.name].launches]
        for row in self._rows(side_by_side(works), points, seen, launches, until):
            seen[row.name].error = "fails together with algorithms of other collectives"

    def _rows(
        self,
        rows: Sequence[Sequence[Candidate]],
        points: Sequence[BenchmarkPoint],
        seen: dict[str, CandidateTimes],
        launches: int,
        until: float,
    ) -> list[Candidate]:
        """Races rows; the members of those that failed."""
        by_name = {f"row {index}": row for index, row in enumerate(rows)}
        joined = {
            name: self.search.in_use.with_lines([candidate.line for candidate in row]) for name, row in by_name.items()
        }
        changes = {name: change for name, change in joined.items() if change is not None}
        kernels = {name: frozenset().union(*(candidate.kernels for candidate in row)) for name, row in by_name.items()}
        joint = self.search.race(changes, points, launches=launches, rounds=ROUNDS, until=until, kernels=kernels)
        for name, together in joint.items():
            for candidate in by_name[name] if not together.error else ():
                for point, paired in together.pairs.items():
                    if point[0] in candidate.kernels:
                        seen[candidate.name].add(point, paired, together.numbers.get(point))
        return [
            candidate for name, row in by_name.items() if name not in joint or joint[name].error for candidate in row
        ]

    def _lines_of(
        self, best: Mapping[int, str], names: Mapping[str, Candidate]
    ) -> list[tuple[TuningLine, Collection[str]]]:
        """Rules that give each size its algorithm, with the candidates that each is made of; one for all sizes where
        rules for some change the others too."""
        traced = self.search.target.goal == "trace" and not self.combined
        low, high = (self.search.target.between if not self.combined else ()) or (0, LARGEST_BYTES)
        lines: list[tuple[TuningLine, Collection[str]]] = []
        for span in ranges(best, smallest=low, largest=high, reach=_REACH if traced else math.inf):
            line = names[span.name].line
            assert line.rule is not None
            rule = replace(line.rule, from_bytes=span.from_bytes, to_bytes=span.to_bytes)
            lines.append((limited(line, rule), (span.name,)))
        if not self.combined or len(lines) < 2:
            return lines
        return [(as_one([line for line, _ in lines], self.combined), set(filter(None, best.values())))]

    def _standing(
        self, rules: Sequence[tuple[TuningLine, Collection[str]]]
    ) -> list[tuple[TuningLine, Collection[str]]]:
        """The rules that were not taken back before, and that contradict neither what is in use nor each other."""
        kept: list[tuple[TuningLine, Collection[str]]] = []
        for line, parts in rules:
            together = [*(other for other, _ in kept), line]
            if line.id not in self.search.trials.gone and self.search.in_use.with_lines(together) is not None:
                kept.append((line, parts))
        return kept

    def _spared(
        self, by_collective: Mapping[str, Mapping[str, CandidateTimes]], names: Mapping[str, Candidate]
    ) -> dict[str, dict[int, str]]:
        """An algorithm for each size of each collective, where one rule must serve all sizes: raced as a whole, at
        sizes between those of the races too. A size where it is slower gets the algorithm of the next larger one, then
        the next best; a collective that is slower to the end keeps the library's own choice."""
        out: dict[str, set[tuple[int, str]]] = {collective: set() for collective in by_collective}
        between: dict[str, set[int]] = {collective: set() for collective in by_collective}
        spared: dict[str, dict[int, str]] = {}
        target, in_use = self.search.target, self.search.in_use
        for _ in range(_MOST_SPARED):
            spared = {name: covered(seen, name, out[name]) for name, seen in by_collective.items()}
            measured = {name: sorted(best) for name, best in spared.items()}
            for name, sizes in measured.items():
                spared[name] |= {size: spared[name][next_larger(sizes, size)] for size in between[name] if sizes}
            lines = [line for best in spared.values() for line, _ in self._lines_of(best, names)]
            change = in_use.with_lines(lines)
            points = [point for point in regression_points(target) if spared.get(point[0])]
            if change is None or not points or target.worst <= 0:
                return spared
            of = ", ".join(name for name, best in spared.items() if best)
            self.search.tell(f"checking for regressions: rules of {of}")
            with in_use.launched():
                checked = regressions(
                    self.search.runner, in_use.base(), {_ALL: change}, points, target.worst, until=self.search.end_s
                )
            regression = checked.get(_ALL)
            if regression is None or regression.error:  # the proof takes failures apart, line by line
                return spared
            slower = regression.slower
            for name, size in slower:
                if size not in spared[name]:
                    between[name].add(size)
                else:
                    at = next_larger(measured[name], size)
                    out[name].add((at, spared[name][at]))
        for name in {name for name, _ in slower}:
            self.search.tell(f"not taken: rules of {name} are slower whatever serves some sizes")
            spared[name] = {}
        return spared
