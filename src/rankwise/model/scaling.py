"""A quantity against process count: fitted, and projected beyond what was measured, with an interval that says how far.

Forms are sums with coefficients that are not negative: more processes never cost less. Errors are relative. The value
comes from the form that best predicts each level from the others (leave-one-out: Stone, J. R. Stat. Soc. B 36 (1974)
111); the interval is the union of the 95 % prediction intervals of all forms that do so nearly as well, because few
levels cannot choose between them.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from rankwise.core.records import Projection, ScalingFit
from rankwise.model.robust import median, t_quantile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

FAR: Final = 10.0
"""Beyond ten times the largest measured count a projection is called extrapolated."""
NEARLY: Final = 2.0
"""Forms with up to twice the leave-one-out error of the best one count for the interval."""
LEAST_ERROR: Final = 0.02
"""No relative error is believed to be smaller: what a level is measured to on a busy machine."""
LEAST_LEVELS: Final = 4  # one more than it takes to leave one out of a line
_ROUNDS = 12
_WIDEST = math.log(1e3)
FORMS: Final[dict[str, tuple[Callable[[float], float], ...]]] = {
    "a": (),
    "a + b log2(n)": (math.log2,),
    "a + b n": (lambda n: n,),
    "a + b n + c n^2": (lambda n: n, lambda n: n * n),
}


@dataclass(frozen=True)
class _Fitted:
    """One form on the levels: `spread` is the relative standard error, `inverse` that of the normal matrix."""

    form: str
    coefficients: Array
    spread: float
    inverse: Array
    degrees: int

    def value(self, count: float) -> float:
        return float(_row(self.form, count) @ self.coefficients)

    def interval(self, count: float) -> tuple[float, float]:
        """95 % for a new measurement at that count: a factor up and down, for nothing here can be below zero."""
        row, value = _row(self.form, count), self.value(count)
        error = self.spread * math.sqrt(1.0 + float(row @ self.inverse @ row) / (value * value))
        factor = math.exp(min(t_quantile(max(self.degrees, 1)) * error, _WIDEST))
        return value / factor, value * factor


def fit(points: Iterable[tuple[int, float]], projected: Sequence[int] = ()) -> ScalingFit:
    """Fits (processes, value) and projects to the counts asked for. Several values at one count are one level, their
    median. From five levels on, the largest is also projected from the others, so that its error can be told.

    Raises ValueError with fewer than four levels, or a value that is not above zero.
    """
    levels: dict[int, list[float]] = defaultdict(list)
    for count, value in points:
        if value <= 0 or not math.isfinite(value):
            raise ValueError(f"{value} at {count} processes is not a quantity that scales")
        levels[count].append(value)
    if len(levels) < LEAST_LEVELS:
        raise ValueError(f"{len(levels)} process counts are too few to fit; {LEAST_LEVELS} are needed")
    found = _fit(levels, projected)
    if len(levels) == LEAST_LEVELS:
        return found
    fewer = {count: values for count, values in levels.items() if count < found.largest}
    return replace(found, held_out=_fit(fewer, (found.largest,)).projections[0])


def inside(projection: Projection, value: float) -> bool:
    """Whether a value lies in the interval."""
    return projection.low <= value <= projection.high


def _fit(levels: Mapping[int, Sequence[float]], projected: Sequence[int]) -> ScalingFit:
    counts = sorted(levels)
    values = [median(levels[count]) for count in counts]
    repeated = [
        abs(level / median(levels[count]) - 1) for count in counts for level in levels[count] if len(levels[count]) > 1
    ]
    noise = max(median(repeated) * 1.4826 if repeated else 0.0, LEAST_ERROR)
    fitted = [one for form in FORMS if (one := _fitted(form, counts, values, noise)) is not None]
    errors = {one.form: _left_out(one.form, counts, values, noise) for one in fitted}
    best = min(fitted, key=lambda item: (errors[item.form], len(item.coefficients)))
    kept = [one for one in fitted if errors[one.form] <= max(NEARLY * errors[best.form], noise)]
    return ScalingFit(
        form=best.form,
        coefficients=tuple(float(coefficient) for coefficient in best.coefficients),
        relative_error=best.spread,
        largest=counts[-1],
        points=tuple(zip(counts, values, strict=True)),
        projections=tuple(_projection(best, kept, count, counts[-1]) for count in projected),
    )


def _projection(best: _Fitted, kept: Sequence[_Fitted], count: int, largest: int) -> Projection:
    intervals = [one.interval(count) for one in kept]
    return Projection(
        processes=count,
        value=best.value(count),
        low=min(low for low, _ in intervals),
        high=max(high for _, high in intervals),
        extrapolated=count > FAR * largest,
    )


def _row(form: str, count: float) -> Array:
    import numpy as np

    return np.array([1.0, *(term(count) for term in FORMS[form])])


def _fitted(form: str, counts: Sequence[int], values: Sequence[float], noise: float) -> _Fitted | None:
    """Least squares of relative errors; None when there are too few levels or a coefficient is negative."""
    import numpy as np

    size = 1 + len(FORMS[form])
    degrees = len(counts) - size
    if degrees < 1:
        return None
    rows = np.array([_row(form, count) for count in counts])
    observed = np.array(values)
    expected = observed
    for _ in range(_ROUNDS):  # weights from the fit, not from the values: those that came out low by luck would pull
        weighted = rows / expected[:, None]
        coefficients, *_rest = np.linalg.lstsq(weighted, observed / expected, rcond=None)
        expected = rows @ coefficients
        if (coefficients[1:] < 0).any() or (expected <= 0).any():
            return None
    errors = float(np.sum((observed / expected - 1.0) ** 2))
    inverse = np.linalg.pinv(weighted.T @ weighted)
    return _Fitted(form, coefficients, max(math.sqrt(errors / degrees), noise), inverse, degrees)


def _left_out(form: str, counts: Sequence[int], values: Sequence[float], noise: float) -> float:
    """Root mean square of the relative errors at each level, predicted from the others; infinite when it cannot be."""
    squares = []
    for index, (count, value) in enumerate(zip(counts, values, strict=True)):
        others = [*counts[:index], *counts[index + 1 :]], [*values[:index], *values[index + 1 :]]
        one = _fitted(form, *others, noise)
        if one is None:
            return math.inf
        squares.append((one.value(count) / value - 1.0) ** 2)
    return math.sqrt(sum(squares) / len(squares))
