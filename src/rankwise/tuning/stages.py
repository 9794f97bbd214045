"""The stages of a search in their order, and the proof of what they put in use."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from rankwise.model.regressions import likely_regressions
from rankwise.mpis.families import FAMILIES
from rankwise.tuning.climb import climb, final
from rankwise.tuning.goals import BenchmarkPoint, Target
from rankwise.tuning.in_use import InUseFails
from rankwise.tuning.judge import ask
from rankwise.tuning.launch import told
from rankwise.tuning.pairs import STAGE as _PAIRS
from rankwise.tuning.pairs import race_pairs
from rankwise.tuning.picks import collective_points, first_values, transport_points, varied
from rankwise.tuning.proof import Proof
from rankwise.tuning.prove import prove
from rankwise.tuning.race import evidence, noticed
from rankwise.tuning.regressions import without_regressions
from rankwise.tuning.rule_search import RuleSearch
from rankwise.tuning.search import MOST_CHECKED, ROUNDS, Search
from rankwise.tuning.sources import placed, progressing
from rankwise.tuning.space import HINTED, UCX, Candidate, bundles
from rankwise.tuning.trials import BUNDLE

_TRANSPORTS, _COMPONENTS = "transports and known causes", "components of collectives"
_PROTOCOL, _ALGORITHMS, _PLACES, _PROGRESS = "protocol", "algorithms", "placement", "asynchronous progress"
# Stages in order, each with its share of the search's time. What a stage takes beyond its share, all later ones lose
# alike: where the first took what algorithms had, too few of them were tried to say "leave it". Protocols are many and
# gain least: before algorithms, guarding them left no time for these in three of five searches on MPICH.
_STAGES = {_TRANSPORTS: 0.35, _COMPONENTS: 0.1, _ALGORITHMS: 0.35, _PROTOCOL: 0.14, _PAIRS: 0.06}
# Of collectives the algorithm matters most, and what came before was seen to leave no time for Intel's hundred presets.
# Over a network every call takes so long that there may be time for nothing else.
_ALGORITHMS_FIRST = {_ALGORITHMS: 0.85, _TRANSPORTS: 0.1, _COMPONENTS: 0.02, _PROTOCOL: 0.03}
_OWN = 0.5
"""Of the time for algorithms, what the library's own have where schedules come after them."""
_MOST_NEXT: Final = 9  # candidates that get their turn
_MOST_PROBES: Final = 4  # for each setting: each costs as much as a size of the goal


def run_stages(
    search: Search,
    space: Sequence[Candidate],
    begin: float,
    seconds: float,
    *,
    hints: bool,
    places: bool = True,
    new: Collection[str] | None = None,
) -> bool:
    """All stages; whether there was the time to see the candidates that promise most, of those that are `new` where
    earlier searches have tried others."""
    away = search.runner.away
    transports = [
        candidate for candidate in space if candidate.kind in ("preload", "transport") or candidate.order == HINTED
    ]
    components = [
        candidate
        for candidate in space
        if candidate not in transports and candidate.component and candidate.kind == "collective"
    ]
    rest = [
        candidate
        for candidate in space
        if candidate not in transports and candidate not in components and candidate.kind != "algorithm"
    ]
    forced = [candidate for candidate in space if candidate.kind == "algorithm"]
    points, collective = _transport_points(search), collective_points(search.target)
    stages = _ALGORITHMS_FIRST if away or search.target.goal == "collectives" else _STAGES

    def step(stage: str, until: float) -> None:
        if stage == _TRANSPORTS and points:
            climb(search, stage, transports, points, until)
        elif stage == _PROTOCOL and points:
            _protocols(search, rest, points, until)
        elif stage == _PAIRS and points:
            race_pairs(search, points, until)
        elif collective and stage == _COMPONENTS:
            climb(search, stage, components, collective, until)
        elif collective and forced and stage == _ALGORITHMS:
            _algorithms(search, forced, collective, until)

    mpi, end = search.runner.mpi, begin + seconds
    if hints and places:
        retried(search, partial(ask, search, _PLACES, placed(mpi), begin + stages[_TRANSPORTS] * seconds))
    left = 1.0
    for stage, share in stages.items():
        if stage == _PROTOCOL and hints and search.target.overlaps():
            retried(search, partial(ask, search, _PROGRESS, progressing(mpi), end))
        now = search.clock()
        retried(search, partial(step, stage, now + (end - now) * min(1.0, share / left)))
        left -= share
    if search.in_use.settings and points and not away:  # what was no finalist may gain on top of what was taken
        retried(search, partial(climb, search, f"{_TRANSPORTS}, once more", transports, points, end))
    likely = [forced] if stages is _ALGORITHMS_FIRST and collective else [transports, forced if collective else []]
    tried = search.trials.by_name
    if space and not tried:
        return False
    for group in likely:
        open_ = [candidate for candidate in group if new is None or candidate.name in new]
        if sum(candidate.name in tried for candidate in open_) * 2 < len(open_):
            return False
    # With a judge no time is kept for a proof: it has seen what was taken.
    return search.judge is not None or search.runner.left_s > 0


def retried(search: Search, stage: Callable[[], None]) -> None:
    """A stage to its end, begun anew without the line that was taken last whenever what is in use turns out to fail."""
    while True:
        try:
            return stage()
        except InUseFails as error:
            search.take_back(told(error))


def prove_found(search: Search, asked: Target, *, later: bool = False) -> Proof:
    """The proof, at what is asked, of what is in use, else of the next best setting that stands. With a judge, or where
    whole runs of a program are to prove it `later`, nothing is measured: what is in use stays. Those runs decide about
    the setting that kernels like best, where none is in use."""
    if search.judge is not None or later:
        liked = search.trials.best_alone()[:1] if later else []
        return Proof(tuple(search.in_use.lines() or [candidate.line for candidate in liked]))
    probed = with_probes(search, asked)
    proof = prove(search.runner, search.in_use.carry, search.in_use.lines(), probed, search.tell)
    return proof if proof.lines else prove_next_best(search, asked, proof)


def prove_next_best(search: Search, asked: Target, proof: Proof) -> Proof:
    """The proof of the first of the next best settings that stands. Lines that fell together without a
    regression may each gain where they do the same, and get their turn alone."""
    gone = proof.dropped if len(search.in_use.lines()) == 1 else proof.regressing
    for candidate in next_best(search, gone, _transport_points(search)):
        proof = prove(search.runner, search.in_use.carry, [candidate.line], asked, search.tell).after(proof)
        if proof.lines:
            break
    return proof


def _algorithms(search: Search, forced: Sequence[Candidate], points: Sequence[BenchmarkPoint], until: float) -> None:
    """Schedules of rankwise beside the library's algorithms; on top of their best where these have one rule for all
    sizes, for schedules have one for each."""
    mpi = search.runner.mpi
    combined, slow = FAMILIES[mpi.family].rules.combining(mpi), search.runner.away
    own = [candidate for candidate in forced if not candidate.line.schedules]
    if combined is None or own == forced:
        RuleSearch(search, combined).find(forced, points, until, slow=slow)
        return
    begin = search.clock()
    RuleSearch(search, combined).find(own, points, begin + _OWN * (until - begin), slow=slow)
    RuleSearch(search).find([candidate for candidate in forced if candidate.line.schedules], points, until, slow=slow)


def _transport_points(search: Search) -> list[BenchmarkPoint]:
    """Of several nodes only benchmark points that count: windows of large messages take seconds there, and what they
    lose is left to the proof."""
    points = transport_points(search.target)
    return [point for point in points if search.target.weights[point] > 0] if search.runner.away else points


def _protocols(search: Search, candidates: Sequence[Candidate], points: Sequence[BenchmarkPoint], until: float) -> None:
    if not through_ucx(search):
        candidates = [
            candidate for candidate in candidates if not any(name.startswith(UCX) for name in candidate.line.knobs)
        ]
    search.tell(f"{_PROTOCOL}: which of {len(candidates)} candidates change anything")
    worth = screened(search, candidates, points, search.clock() + 0.5 * (until - search.clock()))
    climb(search, _PROTOCOL, worth, points, until)


def through_ucx(search: Search) -> bool:
    """Whether UCX moves bytes with what is in use."""
    runner, chosen = search.runner, search.in_use.base().knobs.values()
    own = FAMILIES[runner.mpi.family].netmod(runner.mpi) if runner.away else ""
    return "ucx" in chosen or (own == "ucx" and "ofi" not in chosen)


def next_best(search: Search, gone: Collection[str], points: Sequence[BenchmarkPoint]) -> Iterator[Candidate]:
    """Each of the next best settings that surely gains and regresses nowhere, one after the other, alone in use while
    the caller looks at it, as long as there is time for another proof. What is `gone` stays away."""
    trials = search.trials
    trials.gone |= set(gone)
    search.in_use.clear()
    left = varied(trials.best_alone()[:_MOST_NEXT])
    while left and search.clock() < search.end_s:
        some, left = left[:MOST_CHECKED], left[MOST_CHECKED:]
        if open_ := [candidate for candidate in some if not trials.gains_alone(candidate)]:
            final(search, "the next best", open_, points, search.end_s)
        sure = [candidate for candidate in some if trials.gains_alone(candidate)]
        for candidate in without_regressions(search, sure) if sure else ():
            search.in_use.clear()
            search.take(candidate)
            yield candidate
            if search.clock() > search.end_s:
                break
        search.in_use.clear()


def with_probes(search: Search, asked: Target) -> Target:
    """What a proof asks, with the powers of two between the sizes of the races where a setting in use is most likely
    slower than the limit, as its own races let one expect. They have no weight. Of a trace none: its own sizes
    count."""
    if not search.checks_regressions or asked.goal == "trace":
        return asked
    probes: dict[tuple[str, int], float] = {}
    for setting in search.in_use.settings:
        trial = search.trials.by_name.get(setting.name)
        seen = evidence(trial.seen) if trial else {}
        sizes = {kernel: _powers(min(at), max(at)) for kernel, at in seen.items()}
        probes |= dict.fromkeys(likely_regressions(seen, sizes, asked.worst, _MOST_PROBES), 0.0)
    return replace(asked, weights=probes | dict(asked.weights))


def _powers(low: int, high: int) -> list[int]:
    return [1 << power for power in range(3, high.bit_length()) if low < 1 << power < high]


def screened(
    search: Search, candidates: Sequence[Candidate], points: Sequence[BenchmarkPoint], until: float
) -> list[Candidate]:
    """Those that stand alone, and the members of every bundle that changed something when all of it was set at once.
    Candidates of another value of the same knob share its fate."""
    groups = bundles(candidates)
    joint = {f"bundle {index}": first_values(group) for index, group in enumerate(groups)}
    several = {name: [candidate.line for candidate in members] for name, members in joint.items() if len(members) > 1}
    joined = {name: search.in_use.with_lines(lines) for name, lines in several.items()}
    changes = {name: change for name, change in joined.items() if change is not None}
    seen = search.race(changes, points, launches=1, rounds=ROUNDS, until=until)
    worth_it = noticed(seen)
    kept: list[Candidate] = []
    unknown: list[Candidate] = []
    for name, group in zip(joint, groups, strict=True):
        if name in worth_it:
            kept += group
        elif name not in seen or seen[name].error or not seen[name].launches:
            unknown += group
        else:
            search.note(BUNDLE, group, dict.fromkeys((candidate.name for candidate in group), seen[name]))
    return [*kept, *unknown]
