"""The search for a tuning: races with early elimination, one kind of setting after the other, each on the last."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as replace_fields

from msgspec.structs import replace

from rankwise.core.errors import UsageError
from rankwise.core.records import Change, CollectiveRule, Gain, TuningLine
from rankwise.core.units import format_size
from rankwise.decide.explain import THE_PROGRAM
from rankwise.decide.goals import Spot, Target, guards
from rankwise.decide.race import Seen, covered, noticed, ranges, score, survivors, winners
from rankwise.decide.space import LARGEST_BYTES, Candidate, bundles, limited
from rankwise.decide.tuning import doubtful, harmed, surely_gains
from rankwise.verbs.tune.arena import Arena
from rankwise.verbs.tune.picks import (
    as_one,
    best_of,
    first_values,
    next_larger,
    one_size,
    side_by_side,
    varied,
    with_between,
)

_LEAST_GAIN = 0.01
_LEAST_RULE = 0.03
_GLIMPSE = -0.03  # one launch is off by that much
_MOST_LAUNCHES = 16
_ROUNDS = 4
_FINAL_ROUNDS = 3
_GUARDING, _MOST_GUARDED = 6, 3
_MOST_SPARED = 4
_ALL = "all rules"
_REACH = 4.0  # a trace may hold a single size: what serves it says nothing of sizes far away
# How many candidates of a collective are kept at each size (0: all), the launches of each, and when that ends.
_ALGORITHM_STAGES = ((0, 1, 0.5), (4, 2, 0.75), (2, 4, 1.3))
_SLOW_STAGES = ((0, 1, 0.4), (3, 1, 0.6), (2, 3, 1.0))


@dataclass
class Trial:
    """What was seen of a candidate, at the last stage that it reached."""

    seen: Seen
    stage: str
    taken: bool = False


Judge = Callable[[Sequence[TuningLine], Mapping[str, Sequence[TuningLine]], float], Mapping[str, Gain]]
"""Of lines in use and sets of lines to take with them, until a time: what each set that is worth it gains, the best
first."""


@dataclass
class Search:
    """Lines in use so far, and everything that was tried. `carry` makes one change of a launch from lines; `spoilt`
    says where a candidate that gains on average is slower than the default. `combined`, where a rule for some sizes of
    a collective changes the others too: the algorithm of one rule for all sizes, from rules for parts of them. `judge`:
    what has the last word on a line, where there is such a thing: a program of the user's own. `guards` False leaves
    harm that a candidate does at some sizes to the proof, where nothing is searched on top of it."""

    arena: Arena
    target: Target
    carry: Callable[[Sequence[TuningLine]], Change]
    tell: Callable[[str], None]
    used: list[Candidate] = field(default_factory=list)
    rules: list[TuningLine] = field(default_factory=list)
    combined: Callable[[Sequence[CollectiveRule]], str] | None = None
    judge: Judge | None = None
    guards: bool = True
    trials: dict[str, Trial] = field(default_factory=dict)
    spoilt: dict[str, str] = field(default_factory=dict)

    def lines(self) -> list[TuningLine]:
        """What is in use, in the order in which it was taken."""
        return [*(one.line for one in self.used), *self.rules]

    def climb(self, stage: str, found: Sequence[Candidate], spots: Sequence[Spot], until: float) -> None:
        """Races candidates against what is in use, takes the best one that surely gains, and goes on with the next
        best ones on top of it until none gains or the time is over. For finalists that spoil a size, the next best
        ones that were no finalists get their turn: the best are often variants of one thing, and fall together."""
        left = [one for one in found if not self._contradicts(one)]
        if not left or time.monotonic() > until:
            return
        self.tell(f"{stage}: {len(left)} candidates")
        finalists, reserve = self._halved(stage, left, spots, until)
        if len(left) > self.arena.most_sides and any(self._gains(one) for one in finalists):
            finalists = self._confirmed(stage, finalists, spots, until)
        while True:
            stands: list[Candidate] = []
            self._spot_harm(finalists)
            while (sure := [one for one in finalists if self._gains(one)]) and not stands:
                stands = (self._judged if self.judge else self._guarded)(sure[:_MOST_GUARDED], until)
            if stands:
                self.take(stands[0])
            elif not reserve or not any(one.name in self.spoilt for one in finalists):
                return
            if time.monotonic() > until:
                return
            alive = [one for one in finalists if one.name not in self.spoilt]
            room = max(0, self.arena.most_sides - len(alive))
            again, reserve = [*alive, *reserve[:room]], reserve[room:]
            again = [one for one in again if not self._contradicts(one)][: self.arena.most_sides]
            finalists = self._final(stage, again, spots, until)

    def screen(self, found: Sequence[Candidate], spots: Sequence[Spot], until: float) -> list[Candidate]:
        """Candidates worth a race of their own: those that stand alone, and the members of every bundle that changed
        something when all of it was set at once. Candidates of another value of the same knob share its fate."""
        groups = bundles(found)
        joint = {f"bundle {index}": first_values(group) for index, group in enumerate(groups)}
        changes = {
            name: change
            for name, members in joint.items()
            if len(members) > 1 and (change := self._change(members)) is not None
        }
        seen = {name: Seen() for name in changes}
        self.arena.race(self._base(), changes, spots, seen, launches=1, rounds=_ROUNDS, until=until)
        worth_it = noticed(seen)
        kept: list[Candidate] = []
        unknown: list[Candidate] = []
        for name, group in zip(joint, groups, strict=True):
            if name in worth_it:
                kept += group
            elif name not in seen or seen[name].error or not seen[name].launches:
                unknown += group
            else:
                for one in group:
                    self._note("bundle", one, seen[name])
        return [*kept, *unknown]

    def algorithms(
        self, found: Sequence[Candidate], spots: Sequence[Spot], until: float, *, slow: bool = False
    ) -> None:
        """The best algorithm of each collective by size. Collectives do not disturb one another: each launch takes one
        candidate of every collective. Over `slow` links the largest messages would take nearly all of the time: they
        are left to those that are good at smaller ones."""
        by_collective: dict[str, list[Candidate]] = {}
        for one in found:
            by_collective.setdefault(next(iter(one.kernels)), []).append(one)
        self.tell(f"algorithms: {len(found)} candidates for {len(by_collective)} collectives")
        seen = {one.name: Seen() for one in found}
        begin = time.monotonic()
        more = 2 if self.combined else 1  # every size needs one that does it no harm
        largest = max(size for _, size in spots) if slow else 0
        for keep, launches, share in _SLOW_STAGES if slow else _ALGORITHM_STAGES:
            if keep:
                by_collective = {
                    name: best_of(group, seen, more * keep, every_size=self.combined is not None)
                    for name, group in by_collective.items()
                }
            group = [one for group in by_collective.values() for one in group]
            first = [spot for spot in spots if keep or spot[1] != largest]
            self.vectors(group, first, seen, launches, begin + share * (until - begin))
        for one in found:
            self._note("algorithms", one, seen[one.name])
        names = {one.name: one for one in found}
        shown = {name: {one.name: seen[one.name] for one in group} for name, group in by_collective.items()}
        if self.combined:
            best = self._spared(shown, names)
        else:
            best = {collective: winners(own, collective, _LEAST_RULE) for collective, own in shown.items()}
        for chosen in best.values():
            self._rules(chosen, names)
        if self.judge and self.rules:
            self.rules = self._judged_rules(self.rules, until)

    def take(self, one: Candidate) -> None:
        """Puts a candidate in use."""
        self.used.append(one)
        self.trials[one.name].taken = True
        self.tell(f"taken: {one.name}")

    # -- races --------------------------------------------------------------------------------------------------------

    def _halved(
        self, stage: str, found: Sequence[Candidate], spots: Sequence[Spot], until: float
    ) -> tuple[list[Candidate], list[Candidate]]:
        """The best few, best first: everyone is launched once, the better third again, the best six to the end, these
        at the sizes between too, where some that look best do harm. And those that also looked like a gain when they
        were left out."""
        seen = {one.name: Seen() for one in found}
        alive = list(found)
        begin = time.monotonic()
        every = self._guarding(spots)
        stages = (
            (len(alive), 1, 0.6, spots, _ROUNDS),
            (max(6, len(alive) // 3), 1, 0.75, every, _FINAL_ROUNDS),
            (6, 3, 1.0, every, _FINAL_ROUNDS),
        )
        for keep, launches, share, at, rounds in stages:
            if any(one.launches for one in seen.values()):
                names = survivors(self._scores(seen, alive), len(alive), _GLIMPSE)
                alive = varied([one for name in names for one in alive if one.name == name])[:keep]
            if launches > 1:  # not cut short: few finalists that are sure are worth more than many that are not
                alive = alive[: 6 if time.monotonic() < until else 3]
            changes = self._changes(alive)
            end = begin + share * (until - begin) if launches == 1 else self._last_end_s(until)
            self.arena.race(self._base(), changes, at, seen, launches=launches, rounds=rounds, until=end)
            for one in alive:
                self._note(stage, one, seen[one.name])
        while time.monotonic() < until and (open_ := [one for one in alive if self._may_gain(one)][:3]):
            changes = self._changes(open_)
            end = self._last_end_s(until)
            self.arena.race(self._base(), changes, every, seen, launches=3, rounds=_FINAL_ROUNDS, until=end)
        names = survivors(self._scores(seen, found), len(found), _LEAST_GAIN)
        ranked = [one for name in names for one in found if one.name == name]
        return [one for one in ranked if one in alive], [one for one in ranked if one not in alive]

    def _judged(self, found: Sequence[Candidate], until: float) -> list[Candidate]:
        """Those of the candidates that the judge finds worth it, best first, with what each gains there."""
        assert self.judge is not None
        gains = self.judge(self.lines(), {one.name: [one.line] for one in found}, until)
        self.spoilt |= {one.name: THE_PROGRAM for one in found if one.name not in gains}
        names = {one.name: one for one in found}
        return [
            replace_fields(names[name], line=replace(names[name].line, gains=(gain,))) for name, gain in gains.items()
        ]

    def _guarded(self, found: Sequence[Candidate], _until: float) -> list[Candidate]:
        """Those of the candidates that make no size slower than the default, at sizes between those of the races too:
        what comes later stands on what is taken here, so harm that only the proof saw would cost all of it. Sizes that
        look slower are launched again before that is believed or not."""
        if not self._is_guarded:
            return list(found)
        seen = {one.name: Seen() for one in found}
        changes = self._changes(found)
        self.tell(f"guarding: {', '.join(changes)}")
        self.arena.race(self.carry(()), changes, guards(self.target), seen, launches=_GUARDING, rounds=_FINAL_ROUNDS)
        again = {spot: None for shown in seen.values() for spot in doubtful(shown, self.target.worst)}
        if again:
            self.arena.race(self.carry(()), changes, list(again), seen, launches=2 * _GUARDING, rounds=_FINAL_ROUNDS)
        for name, shown in seen.items():
            if spots := harmed(shown, self.target.worst):
                self._spoil(name, spots)
        return [one for one in found if one.name not in self.spoilt]

    def _spot_harm(self, found: Sequence[Candidate]) -> None:
        """Notes candidates whose harm the races have shown already, beside the default: no guard needs to look."""
        if self.lines() or not self._is_guarded:
            return
        for one in found:
            if one.name not in self.spoilt and (spots := harmed(self.trials[one.name].seen, self.target.worst)):
                self._spoil(one.name, spots)

    def _spoil(self, name: str, spots: Sequence[Spot]) -> None:
        self.spoilt[name] = ", ".join(f"{kernel} {format_size(size)}" for kernel, size in spots[:3])
        self.tell(f"not taken: {name} is slower at {self.spoilt[name]}")

    def _confirmed(
        self, stage: str, found: Sequence[Candidate], spots: Sequence[Spot], until: float
    ) -> list[Candidate]:
        """Finalists as fresh launches show them, the best first: of a hundred candidates, some look sure by luck. Where
        there is no time for that they stay, and the proof has the word."""
        before = {one.name: self.trials[one.name] for one in found}
        fresh = self._final(stage, found, spots, self._last_end_s(until))
        return fresh if any(self.trials[name] is not trial for name, trial in before.items()) else list(found)

    def _final(self, stage: str, found: Sequence[Candidate], spots: Sequence[Spot], until: float) -> list[Candidate]:
        seen = {one.name: Seen() for one in found}
        changes = self._changes(found)
        at = self._guarding(spots)
        self.arena.race(self._base(), changes, at, seen, launches=4, rounds=_FINAL_ROUNDS, until=until)
        for one in found:
            self._note(f"{stage}, again", one, seen[one.name])
        names = survivors(self._scores(seen, found), len(found), _LEAST_GAIN)
        return [one for name in names for one in found if one.name == name]

    def vectors(
        self,
        found: Sequence[Candidate],
        spots: Sequence[Spot],
        seen: dict[str, Seen],
        launches: int,
        until: float,
    ) -> None:
        """Races candidates of all collectives, each launch with one of every collective. Members of a launch that fails
        are tried by themselves for a moment, and those that work share launches once more."""
        alone = self._rows(side_by_side(found), spots, seen, launches, until)
        if not alone:
            return
        changes = self._changes(alone)
        moment = {name: Seen() for name in changes}
        self.arena.race(self._base(), changes, one_size(spots), moment, launches=1, rounds=1, until=until)
        for one in alone:
            seen[one.name].error = moment[one.name].error if one.name in moment else "contradicts what is in use"
        works = [one for one in alone if not seen[one.name].error and moment[one.name].launches]
        for one in self._rows(side_by_side(works), spots, seen, launches, until):
            seen[one.name].error = "fails together with algorithms of other collectives"

    def _rows(
        self,
        rows: Sequence[Sequence[Candidate]],
        spots: Sequence[Spot],
        seen: dict[str, Seen],
        launches: int,
        until: float,
    ) -> list[Candidate]:
        """Races rows; the members of those that failed."""
        by_name = {f"row {index}": row for index, row in enumerate(rows)}
        changes = {name: change for name, row in by_name.items() if (change := self._change(row)) is not None}
        joint = {name: Seen() for name in changes}
        kernels = {name: frozenset().union(*(one.kernels for one in row)) for name, row in by_name.items()}
        self.arena.race(
            self._base(), changes, spots, joint, launches=launches, rounds=_ROUNDS, until=until, kernels=kernels
        )
        for name, found in joint.items():
            for one in by_name[name] if not found.error else ():
                for spot, paired in found.pairs.items():
                    if spot[0] in one.kernels:
                        seen[one.name].add(spot, paired)
        return [one for name, row in by_name.items() if name not in joint or joint[name].error for one in row]

    def _lines_of(self, best: Mapping[int, str], names: Mapping[str, Candidate]) -> list[TuningLine]:
        """Rules that give each size its algorithm; one for all sizes where rules for some change the others too."""
        traced = self.target.goal == "trace" and not self.combined
        low, high = (self.target.between if not self.combined else ()) or (0, LARGEST_BYTES)
        lines = []
        for one in ranges(best, smallest=low, largest=high, reach=_REACH if traced else math.inf):
            line = names[one.name].line
            assert line.rule is not None
            lines.append(limited(line, replace(line.rule, from_bytes=one.from_bytes, to_bytes=one.to_bytes)))
        return [as_one(lines, self.combined)] if self.combined and len(lines) > 1 else lines

    def _rules(self, best: Mapping[int, str], names: Mapping[str, Candidate]) -> None:
        for line in self._lines_of(best, names):
            if self._carried([*self.lines(), line]) is None:
                continue
            self.rules.append(line)
            self.tell(f"taken: {line.id}")
        for name in filter(None, best.values()):
            self.trials[name].taken = True

    def _spared(
        self, by_collective: Mapping[str, Mapping[str, Seen]], names: Mapping[str, Candidate]
    ) -> dict[str, dict[int, str]]:
        """An algorithm for each size of each collective, where one rule must serve all sizes: raced as a whole, at
        sizes between those of the races too. A size where it is slower gets the algorithm of the next larger one, then
        the next best; a collective that is slower to the end keeps the library's own choice."""
        out: dict[str, set[tuple[int, str]]] = {collective: set() for collective in by_collective}
        between: dict[str, set[int]] = {collective: set() for collective in by_collective}
        found: dict[str, dict[int, str]] = {}
        for _ in range(_MOST_SPARED):
            found = {name: covered(seen, name, _LEAST_RULE, out[name]) for name, seen in by_collective.items()}
            measured = {name: sorted(best) for name, best in found.items()}
            for name, sizes in measured.items():
                found[name] |= {size: found[name][next_larger(sizes, size)] for size in between[name] if sizes}
            lines = [line for best in found.values() for line in self._lines_of(best, names)]
            change = self._carried([*self.lines(), *lines])
            spots = [spot for spot in guards(self.target) if found.get(spot[0])]
            if change is None or not spots or self.target.worst <= 0:
                return found
            shown = {_ALL: Seen()}
            self.tell(f"guarding rules of {', '.join(name for name, best in found.items() if best)}")
            self.arena.race(self._base(), {_ALL: change}, spots, shown, launches=_GUARDING, rounds=_ROUNDS)
            slower = harmed(shown[_ALL], self.target.worst)
            if not slower:
                return found
            for name, size in slower:
                if size not in found[name]:
                    between[name].add(size)
                else:
                    at = next_larger(measured[name], size)
                    out[name].add((at, found[name][at]))
        for name in {name for name, _ in slower}:
            self.tell(f"not taken: rules of {name} are slower whatever serves some sizes")
            found[name] = {}
        return found

    def _judged_rules(self, rules: Sequence[TuningLine], until: float) -> list[TuningLine]:
        """The rules that the judge finds worth it: all of them, or the one that is more by itself."""
        assert self.judge is not None
        used = [one.line for one in self.used]
        sets = {_ALL: list(rules), **({one.id: [one] for one in rules[:_MOST_GUARDED]} if len(rules) > 1 else {})}
        for name, shown in self.judge(used, sets, until).items():
            return [replace(one, gains=(shown,)) if len(sets[name]) == 1 else one for one in sets[name]]
        self.tell("not taken: the rules gain nothing there")
        return []

    # -- small things -------------------------------------------------------------------------------------------------

    @property
    def _is_guarded(self) -> bool:
        return self.target.worst > 0 and self.guards

    def _guarding(self, spots: Sequence[Spot]) -> Sequence[Spot]:
        return with_between(spots, self.target) if self._is_guarded else spots

    def _base(self) -> Change:
        return self.carry(self.lines())

    def _last_end_s(self, until: float) -> float:
        """When races of finalists end. Over a network one may take as long as the proof of all that was taken."""
        return until if self.arena.away else self.arena.deadline

    def _changes(self, found: Sequence[Candidate]) -> dict[str, Change]:
        """What is in use with each of the candidates, by name; without those that contradict it."""
        return {one.name: change for one in found if (change := self._change([one])) is not None}

    def _change(self, more: Sequence[Candidate]) -> Change | None:
        return self._carried([*self.lines(), *(one.line for one in more)])

    def _carried(self, lines: Sequence[TuningLine]) -> Change | None:
        try:
            return self.carry(lines)
        except UsageError:  # lines that contradict each other cannot be in use together
            return None

    def _contradicts(self, one: Candidate) -> bool:
        return self._change([one]) is None or any(used.name == one.name for used in self.used)

    def _gains(self, one: Candidate) -> bool:
        return one.name not in self.spoilt and surely_gains(self.trials[one.name].seen, self.target.weights)

    def _may_gain(self, one: Candidate) -> bool:
        """Whether a finalist that looks like a gain may become a sure one by more launches."""
        trial = self.trials.get(one.name)
        if trial is None or not 0 < trial.seen.launches < _MOST_LAUNCHES or self._gains(one):
            return False
        return score(trial.seen, self.target.weights, self.target.worst) > _LEAST_GAIN

    def _scores(self, seen: Mapping[str, Seen], found: Sequence[Candidate]) -> dict[str, float]:
        return {one.name: score(seen[one.name], self.target.weights, self.target.worst) for one in found}

    def _note(self, stage: str, one: Candidate, seen: Seen) -> None:
        if seen.launches or seen.error:
            self.trials[one.name] = Trial(seen, stage)
