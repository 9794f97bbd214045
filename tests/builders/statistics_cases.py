"""Statistics of drawn times: what is asked of each module of `model/` that judges measurements."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from builders.drawn import a_gain, drawn_times, launch_pairs
from builders.fat_tree import FatTree
from model.build import measured
from rankwise.model import robust
from rankwise.model.confirmation import Confirmation, confirmation
from rankwise.model.estimate import estimate, visits_needed, within
from rankwise.model.location import location, most_likely
from rankwise.model.ratio import decide, ratio
from rankwise.model.records import Ratio
from rankwise.model.regimes import regimes
from rankwise.model.regressions import excluded, likely_regressions
from rankwise.model.sampling import promise, sample
from rankwise.model.scaling import fit
from rankwise.model.warmup import warmup_end

SPREADS = (0.001, 0.02, 0.3)


def _change() -> Any:
    cold = [
        [3e-6, 2e-6, 1.2e-6][:much] + drawn_times(seed, count, 0.02)
        for seed, much, count in product((1, 2), range(4), (3, 6, 20))
    ]
    return [warmup_end(series) for series in cold]


def _robust() -> Any:
    values = [drawn_times(seed, count, 0.3) for seed, count in product((1, 2), (1, 2, 3, 4, 5, 6, 9, 10, 25))]
    return [
        (
            robust.median(series),
            [robust.quantile(sorted(series), fraction) for fraction in (0.0, 0.1, 0.5, 0.77, 1.0)],
            robust.logs(series),
            robust.trimmed(series) if len(series) > 1 else None,
            robust.trimmed(series, 0.1, 3) if len(series) > 1 else None,
        )
        for series in values
    ] + [robust.t_quantile(4.0), robust.t_quantile(3.0, 0.9), robust.t_two_sided(-2.5, 6.0)]


def _location() -> Any:
    values = [
        drawn_times(seed, count, spread) for seed, count, spread in product((1, 2, 3), (1, 2, 3, 4, 6, 10), SPREADS)
    ]
    logs = [robust.logs(series) for series in values]
    return [
        (most_likely(series), location(series, error=error, widest=4.0))
        for series in (*logs, [0.0, 0.001, 0.002, 0.5, 0.501, 0.502])
        for error in (0.0, 0.01)
    ]


def _regimes() -> Any:
    draw = random.Random(7)
    found = []
    for levels, count, spread in product((1, 2, 3), (3, 4, 5, 6, 7, 9, 11, 14, 20, 40), (0.0, 0.01, 0.03, 0.1)):
        times = [1e-6 * 1.25 ** draw.randrange(levels) * math.exp(draw.gauss(0.0, spread)) for _ in range(count)]
        found.append(regimes(times, "visit" if levels == 2 else "launch"))
    return found


def _estimate() -> Any:
    found: list[Any] = []
    for launches, visits, spread, drift in product(
        (1, 2, 3, 4, 5, 6, 8), (1, 2, 5, 9, 40), (0.0, 0.02, 0.3), (0.0, 0.01)
    ):
        times = [drawn_times(seed, visits, spread, drift) for seed in range(launches)]
        found.append(estimate(times, stop="budget", samples=sorted(times[0]) if visits == 5 else None))
    for count, precision in product((2, 5, 12), (0.01, 0.05, 0.3)):
        found.append(visits_needed(drawn_times(5, count, 0.02), precision))
    found += [within(measured(1e-6, 0.05), precision) for precision in (0.01, 0.049, 0.06)]
    return found


def _ratios() -> list[Ratio]:
    return [
        ratio(launch_pairs(seed, factor, launches, spread), margin=margin)
        for seed, factor, launches, spread, margin in product(
            (1, 2), (0.8, 0.97, 1.0, 1.02, 1.5), (1, 2, 3, 4, 8), (0.001, 0.05), (0.02, 0.1)
        )
    ]


def _ratio() -> Any:
    every = _ratios()
    return [every, decide(every[::7]), decide(every[::5], fdr=0.01, margin=0.01), decide(every[3:4])]


def _confirmation() -> Any:
    tests = [
        Confirmation(rate, false, missed)
        for rate, false, missed in product((0.02, 0.1, 0.25), (1e-3, 1e-7), (0.5, 0.1))
    ]
    made = [
        confirmation(disturbed, looks, false=1e-6) for disturbed, looks in ((0, 0), (0, 1000), (100, 1000), (900, 1000))
    ]
    looks = [(1, 1), (2, 2), (4, 4), (7, 7), (3, 6), (5, 20), (1, 15), (50, 100), (30, 99), (26, 100)]
    return [
        (test, test.duty, [test.decide(*at) for at in looks], [test.found(duty) for duty in (0.02, 0.25, 0.5, 1.0)])
        for test in (*tests, *made)
    ]


def _sampling() -> Any:
    found: list[Any] = []
    for seed, duty in product((1, 2, 3, 4), (1.0, 0.5)):
        truth = FatTree(seed, leaves=8, width=16, spines=4, faulty=seed != 4, duty=duty)
        agreed = promise(truth.endpoints, least_share=1.0 / 150.0)
        seen = sample(truth.endpoints, truth.relation, truth.times_s, agreed, seed=seed)
        found.append((seen, str(seen.promise), seen.promise.false, seen.promise.missed(0.5)))
    return [*found, promise(4096, least_share=1e-3, factor=2.0, miss=1e-3)]


def _scaling() -> Any:
    laws: Sequence[Callable[[int], float]] = (
        lambda n: 9e6,
        lambda n: 5e6 + 40e3 * n,
        lambda n: 0.1 + 0.05 * math.log2(n),
        lambda n: 0.2 + 0.03 * n + 0.002 * n * n,
    )
    found = []
    for number, law in enumerate(laws):
        for spread, counts in product((0.0, 0.04), ((2, 4, 8, 16), (2, 4, 8, 16, 32))):
            draw = random.Random(f"{number} {spread} {len(counts)}")
            points = [(n, law(n) * math.exp(draw.gauss(0, spread))) for n in counts for _ in range(3)]
            found.append(fit(points, (64, 1000)))
    return found


def _regressions() -> Any:
    draw = random.Random(3)
    found = []
    for worst, most in product((0.97, 0.8), (1, 4, 100)):
        seen = {
            kernel: {1 << power: (draw.gauss(mean, 0.1), abs(draw.gauss(0, 0.02))) for power in range(3, 20, 3)}
            for kernel, mean in (("bcast", 0.1), ("reduce", -0.05), ("gather", 0.0))
        }
        sizes = {
            kernel: [0, *(1 << power for power in range(21))] for kernel in ("bcast", "reduce", "gather", "scatter")
        }
        found.append(likely_regressions(seen, sizes, worst, most))
    gains = [a_gain("bcast", 8, low + 0.1, low, low + 0.2) for low in (0.9, 0.97, 1.2)]
    return [found, excluded(gains, 0.97), excluded(gains, 0.98)]


CASES: dict[str, Callable[[], Any]] = {
    "change": _change,
    "robust": _robust,
    "location": _location,
    "regimes": _regimes,
    "estimate": _estimate,
    "ratio": _ratio,
    "confirmation": _confirmation,
    "sampling": _sampling,
    "scaling": _scaling,
    "regressions": _regressions,
}
