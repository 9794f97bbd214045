"""A two-level screening design: which two settings gain together what neither gains alone.

Design: Plackett and Burman (Biometrika 33 (1946) 305), eleven factors in twelve runs. All main effects are orthogonal,
and no interaction of two factors is the column of another effect. Analysis: Box and Meyer (Journal of Quality
Technology 25 (1993) 94). Every set of up to four factors with their interactions is a model, weighted by how well it
explains the runs and by how few factors it takes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_GENERATOR: Final = (1, 1, -1, 1, 1, 1, -1, -1, -1, 1, -1)
_LEAST_RUNS: Final = 8
_MOST_ACTIVE: Final = 4
_ACTIVE: Final = 0.25  # Box and Meyer's usual share of active factors
_SIZE: Final = 2.0  # and size of a real effect, in standard deviations of the noise
_LEAST_PROBABILITY: Final = 0.3
MOST_FACTORS: Final = 10

Run = frozenset[int]
"""The factors that are on in one run, by their place."""
_Term = tuple[int, ...]


def design(factors: int) -> list[Run]:
    """At most eleven runs of up to ten factors. The twelfth has none of them on: the others are compared with it.

    Raises ValueError for more factors."""
    if not 0 < factors <= MOST_FACTORS:
        raise ValueError(f"{factors} factors, not 1 to {MOST_FACTORS}")
    rows = [_GENERATOR[-shift:] + _GENERATOR[:-shift] for shift in range(len(_GENERATOR))]
    runs = (frozenset(place for place in range(factors) if row[place] > 0) for row in rows)
    return list(dict.fromkeys(run for run in runs if run))


@dataclass(frozen=True)
class Pair:
    """Two factors, what each gains alone and what both gain together, and the probability that both matter."""

    factors: tuple[int, int]
    alone: tuple[float, float]
    together: float
    probability: float

    @property
    def expected(self) -> float:
        """What trying both is worth."""
        return self.probability * self.together

    @property
    def interaction(self) -> float:
        """What both gain beyond the sum of what each gains alone."""
        return self.together - sum(self.alone)


def pairs(gains: Mapping[Run, float], factors: int) -> list[Pair]:
    """The pairs that likely matter, with what they gain in the mean over the models that have both, the best first.

    `gains` are those of runs over the run with nothing on, in any unit that adds up: of the design, as far as its runs
    did not fail, and of each factor by itself. With fewer than eight nothing can be told."""
    import numpy as np

    measured = {Run(): 0.0, **gains}
    if len(measured) <= _LEAST_RUNS or factors < 2:
        return []
    signs = np.array([[1.0 if place in run else -1.0 for place in range(factors)] for run in measured])
    models = _models(signs, np.array(list(measured.values())))
    likely_pairs = []
    for first, second in combinations(range(factors), 2):
        own = [(weight, model) for weight, model in models if (first, second) in model]
        likely = sum(weight for weight, _ in own)

        def gain(*on: int, of: Sequence[tuple[float, dict[_Term, float]]] = own, share: float = likely) -> float:
            return sum(weight * _gain(model, Run(on)) for weight, model in of) / share

        likely_pairs.append(Pair((first, second), (gain(first), gain(second)), gain(first, second), likely))
    return sorted(
        (pair for pair in likely_pairs if pair.probability > _LEAST_PROBABILITY), key=lambda pair: -pair.expected
    )


def _gain(effects: Mapping[_Term, float], on: Run) -> float:
    """What a run gains over the one with nothing on, where all signs are minus."""
    turned = (term for term in effects if len(on.intersection(term)) % 2)
    return 2 * sum(effects[term] if len(term) % 2 else -effects[term] for term in turned)


def _models(signs: NDArray[np.float64], response: NDArray[np.float64]) -> list[tuple[float, dict[_Term, float]]]:
    """The probability and the coefficients of every model."""
    import numpy as np

    runs, factors = signs.shape
    terms: list[_Term] = [(), *((place,) for place in range(factors)), *combinations(range(factors), 2)]
    places = {term: place for place, term in enumerate(terms)}
    columns = np.stack([np.prod(signs[:, list(term)], axis=1) for term in terms], axis=1)
    products, projected, whole = columns.T @ columns, columns.T @ response, float(response @ response)
    logs: list[float] = []
    models: list[dict[_Term, float]] = []
    for count in range(min(_MOST_ACTIVE, factors) + 1):
        for active in combinations(range(factors), count):
            own: list[_Term] = [*((place,) for place in active), *combinations(active, 2)]
            at = [0, *(places[term] for term in own)]
            precision = products[np.ix_(at, at)] + np.diag([0.0] + [_SIZE**-2] * len(own))
            values = np.linalg.solve(precision, projected[at])
            # What the model leaves of the response, with the prior's penalty for large effects.
            left = max(whole - float(values @ projected[at]), 1e-12 * whole, 1e-30)
            evidence = -len(own) * math.log(_SIZE) - 0.5 * float(np.linalg.slogdet(precision)[1])
            logs.append(count * math.log(_ACTIVE / (1 - _ACTIVE)) + evidence - 0.5 * (runs - 1) * math.log(left))
            models.append(dict(zip(own, map(float, values[1:]), strict=True)))
    weights = [math.exp(log - max(logs)) for log in logs]
    return [(weight / sum(weights), model) for weight, model in zip(weights, models, strict=True)]
