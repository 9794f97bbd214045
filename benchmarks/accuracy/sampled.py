"""How often a sampled map misses one slow port or cable: 4,096 endpoints of known truth, and the real engine on 128."""

from __future__ import annotations

import shutil
from collections import defaultdict
from itertools import permutations

from benchmarks.goals import Goal, Report, percent, share_goal
from builders.declared import Figures, declared_map
from builders.fat_tree import FatTree
from builders.simulated_sweep import SimulatedSweep
from rankwise.core.records import Cell, Endpoint
from rankwise.maps.pair_visits import PairVisits
from rankwise.maps.sampled import promise_for, sample_network
from rankwise.measure.cells import cell
from rankwise.model.mapping import PairTimes
from rankwise.model.records import Map
from rankwise.model.sampling import Promise, SlowSpot, promise, sample

_SEEDS, _QUICK_SEEDS = 500, 5
_RARE_SEEDS = 40
_ENGINE_SEEDS, _QUICK_ENGINE_SEEDS = 8, 1
_LEAVES, _QUICK_LEAVES, _WIDTH, _SPINES = 8, 2, 16, 4  # of the machine that is simulated


def sampled(quick: bool) -> Report:
    """Both parts; the second needs SimGrid."""
    seeds = _QUICK_SEEDS if quick else _SEEDS
    missed, wrong, measured = [], [], 0
    for seed in range(seeds):
        truth = FatTree(seed)
        agreed = _agreed(truth)
        found = sample(truth.endpoints, truth.relation, truth.times_s, agreed, seed)
        named = [any(truth.is_slow(pair) for pair in suspect.pairs) for suspect in found.suspects]
        missed += [] if any(named) else [seed]
        wrong += [] if all(named) else [seed]
        measured = max(measured, found.measured)
    pairs = truth.endpoints * (truth.endpoints - 1)
    goals = [
        Goal(f"4,096 endpoints, {seeds} seeds: missed", str(len(missed)), "<= 1", len(missed) <= 1),
        Goal("named something that is not slow", str(len(wrong)), "0", not wrong),
        Goal(
            "most pairs measured",
            f"{measured} of {pairs} ({percent(measured / pairs)})",
            "< 2 %",
            measured < pairs / 50,
        ),
    ]
    goals += [_now_and_then(min(seeds, _RARE_SEEDS), duty) for duty in (0.5, 1 / 3, 0.25)]
    goals += [_healthy(min(seeds, _RARE_SEEDS), disturbed) for disturbed in (0.02, 0.1)]
    goals.append(_with_engine(*((_QUICK_ENGINE_SEEDS, _QUICK_LEAVES) if quick else (_ENGINE_SEEDS, _LEAVES))))
    return Report(
        method=(
            "simulated truth (two levels of switches, noise of 3 %, one measurement in fifty disturbed), one slow port "
            f"or cable drawn by each seed; {agreed}. Then the same search with the real engine under SimGrid, a rank "
            "on each endpoint of a smaller such machine"
        ),
        goals=tuple(goals),
    )


def _now_and_then(seeds: int, duty: float) -> Goal:
    """A fault that slows some of the measurements."""
    found, promised = 0, 0.0
    for seed in range(seeds):
        truth = FatTree(seed, duty=duty)
        told = sample(truth.endpoints, truth.relation, truth.times_s, _agreed(truth), seed)
        found += bool(told.suspects) and all(map(truth.is_slow, told.suspects[0].pairs))
        promised = 1.0 - told.promise.missed(duty)
    most = 2.0 * (1.0 - promised)
    asked = f"misses at most {percent(most)}, twice what it promises"
    return share_goal(f"slow in {duty:.0%} of measurements: found", found, seeds, asked, found >= seeds * (1.0 - most))


def _healthy(seeds: int, disturbed: float) -> Goal:
    accused = 0
    for seed in range(seeds):
        truth = FatTree(seed, faulty=False, disturbed=disturbed)
        accused += bool(sample(truth.endpoints, truth.relation, truth.times_s, _agreed(truth), seed).suspects)
    what = f"no fault, {disturbed:.0%} of measurements disturbed: accused"
    return share_goal(what, accused, seeds, "0", accused == 0)


def _agreed(truth: FatTree) -> Promise:
    return promise(truth.endpoints, least_share=1 / truth.endpoints)


def _with_engine(seeds: int, leaves: int) -> Goal:
    what = f"{leaves * _WIDTH} ranks of the engine under SimGrid: named right"
    if shutil.which("smpicxx") is None:
        return Goal(what, "SimGrid is not installed", "all", None)
    right = sum(_named_right(seed, leaves) for seed in range(seeds))
    return share_goal(what, right, seeds, "all", right == seeds)


def _named_right(seed: int, leaves: int) -> bool:
    """Whether there are suspects and all of them are slow, in one direction or the other: a small message goes there
    and back."""
    truth = FatTree(seed, leaves=leaves, width=_WIDTH, spines=_SPINES)
    machine = _declared(truth)
    names = [endpoint.id for endpoint in machine.endpoints]
    values = PairTimes(1 << 20, defaultdict(list), defaultdict(list), defaultdict(list))
    number = {name: index for index, name in enumerate(names)}

    def make(kernel: str, size: int, pair: tuple[str, str]) -> Cell:
        return cell("smpi", kernel, size, (number[pair[0]], number[pair[1]]), window=1)

    def relation(a: Endpoint, b: Endpoint) -> str:
        return truth.relation((number[a.id], number[b.id]))

    def slow(suspect: SlowSpot[str]) -> bool:
        pairs = [(number[a], number[b]) for a, b in suspect.pairs]
        return all(truth.is_slow((a, b)) or truth.is_slow((b, a)) for a, b in pairs)

    visits = PairVisits(SimulatedSweep(machine), make, values, {})
    agreed = promise_for(len(names))
    found = sample_network(visits, values, {}, machine.endpoints, relation, agreed=agreed, seed=seed)
    return bool(found.suspects) and all(map(slow, found.suspects))


def _declared(truth: FatTree) -> Map:
    """10 us and 10 GB/s below one switch, 14 us and 7 GB/s across; slow pairs as much slower as the seed says."""

    def figures(pair: tuple[int, int]) -> Figures:
        latency_s, rate = (10e-6, 10e9) if truth.relation(pair) == "same leaf" else (14e-6, 7e9)
        factor = truth.factor if truth.is_slow(pair) else 1.0
        return latency_s * factor, rate / factor

    ends = range(truth.endpoints)
    return declared_map("fat tree", {(f"e{a}", f"e{b}"): figures((a, b)) for a, b in permutations(ends, 2)})
