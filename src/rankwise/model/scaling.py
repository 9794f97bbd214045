"""A quantity against process count: fitted, and projected beyond what was measured, with an interval that says how far.

Forms are sums with coefficients that are not negative: more processes never cost less. Errors are relative. The
interval is the union of the 95 % prediction intervals of all forms that the measured counts do not contradict: few
counts cannot choose between them, and a form that fits well below 64 processes may be the wrong one at 16384.

What a process holds is a large base and a small growth. Where the same process was looked at before and after it met
the others, the base cancels in the difference, and both parts are fitted by themselves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from rankwise.core.grouped import grouped
from rankwise.model.records import Projection, ScalingFit
from rankwise.model.robust import median, t_quantile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

FAR: Final = 10.0
"""Beyond ten times the largest measured count a projection is called extrapolated."""
LEAST_ERROR: Final = 0.02
"""No relative error is believed to be smaller: what a level is measured to on a busy machine."""
LEAST_LEVELS: Final = 4  # one more than it takes to leave one out of a line
GRAIN_BYTES: Final = 4096.0
"""How exactly the growth of a process is known: to a page."""
_CONTRADICTED: Final = 6.0
"""A form whose squared errors are so much larger than the best one's, in units of the noise, is contradicted: its
likelihood is below a twentieth."""
_ROUNDS = 12
FORMS: Final[dict[str, tuple[Callable[[float], float], ...]]] = {
    "a + b n": (lambda n: n,),
    "a + b log2(n)": (math.log2,),
    "a + b sqrt(n)": (math.sqrt,),
    "a + b n log2(n)": (lambda n: n * math.log2(n),),
    "a + b n^2": (lambda n: n * n,),
    "a + b n + c n^2": (lambda n: n, lambda n: n * n),
}
"""The value comes from the first that is not contradicted. The line is first: what is said of peers is said of each."""
_BASE_FORMS: Final = ("a + b n", "a + b log2(n)")
"""Of what a process holds before it meets anybody: tables of all processes, or of those on its way to them."""


@dataclass(frozen=True)
class _Fitted:
    """One form on the measured values. `spread` is the relative standard error, `inverse` that of the normal matrix,
    `misfit` the sum of squared errors, `grain` the least value that errors are relative to."""

    form: str
    coefficients: Array
    spread: float
    inverse: Array
    degrees: int
    misfit: float
    grain: float
    largest: int

    def value(self, count: float) -> float:
        return float(_row(self.form, count) @ self.coefficients)

    def interval(self, count: float) -> tuple[float, float]:
        """95 % for a new measurement at that count: never below what the largest measured count holds."""
        low, high = self._around(count)
        return (max(low, self._around(self.largest)[0]), high) if count > self.largest else (low, high)

    def _around(self, count: float) -> tuple[float, float]:
        row, value = _row(self.form, count), self.value(count)
        variance = float(row @ self.inverse @ row) + max(value, self.grain) ** 2
        half = t_quantile(max(self.degrees, 1)) * self.spread * math.sqrt(variance)
        return max(value - half, 0.0), value + half


def fit(
    points: Iterable[tuple[int, float]], projected: Sequence[int] = (), before: Iterable[tuple[int, float]] = ()
) -> ScalingFit:
    """Fits (processes, value) and projects to the counts asked for. From five counts on, the largest is also projected
    from the others, so that its error can be told.

    `before` are values in bytes of the same launches, in the same order, before processes met: the growth since is then
    fitted by itself. Raises ValueError with fewer than four counts, or a value that is not above zero.
    """
    measured, bases = list(points), list(before)
    for count, value in (*measured, *bases):
        if value <= 0 or not math.isfinite(value):
            raise ValueError(f"{value} at {count} processes is not a quantity that scales")
    levels = {count for count, _ in measured}
    if len(levels) < LEAST_LEVELS:
        raise ValueError(f"{len(levels)} process counts are too few to fit; {LEAST_LEVELS} are needed")
    if bases and [count for count, _ in bases] != [count for count, _ in measured]:
        raise ValueError("values before and after are not of the same launches")
    made = _fit(measured, bases, projected)
    if len(levels) == LEAST_LEVELS:
        return made
    fewer, fewer_bases = ([point for point in some if point[0] < made.largest] for some in (measured, bases))
    return replace(made, held_out=_fit(fewer, fewer_bases, (made.largest,)).projections[0])


def inside(projection: Projection, value: float) -> bool:
    """Whether a value lies in the interval."""
    return projection.low <= value <= projection.high


def _fit(
    measured: Sequence[tuple[int, float]], bases: Sequence[tuple[int, float]], projected: Sequence[int]
) -> ScalingFit:
    counts = sorted({count for count, _ in measured})
    if bases:
        grown = [(count - 1, after - base) for (count, after), (_, base) in zip(measured, bases, strict=True)]
        parts = [(_possible(bases, _BASE_FORMS, 0.0), 0), (_possible(grown, tuple(FORMS), GRAIN_BYTES), 1)]
    else:
        parts = [(_possible(measured, tuple(FORMS), 0.0), 0)]
    growth = parts[-1][0][0]
    return ScalingFit(
        form=growth.form,
        coefficients=tuple(float(coefficient) for coefficient in growth.coefficients),
        relative_error=growth.spread,
        largest=counts[-1],
        points=_medians(measured),
        projections=tuple(_projection(parts, count, counts[-1]) for count in projected),
        grown=bool(bases),
    )


def _medians(points: Iterable[tuple[int, float]]) -> tuple[tuple[int, float], ...]:
    levels = grouped(points)
    return tuple((count, median(levels[count])) for count in sorted(levels))


def _projection(parts: Sequence[tuple[Sequence[_Fitted], int]], count: int, largest: int) -> Projection:
    """The sum of the parts, whose errors are independent: each is told of `count` less what it leaves out."""
    value = down = up = 0.0
    for possible, less in parts:
        at = count - less
        middle = possible[0].value(at)
        intervals = [form.interval(at) for form in possible]
        value += middle
        down += (middle - min(low for low, _ in intervals)) ** 2
        up += (max(high for _, high in intervals) - middle) ** 2
    return Projection(
        processes=count,
        value=value,
        low=max(value - math.sqrt(down), 0.0),
        high=value + math.sqrt(up),
        extrapolated=count > FAR * largest,
    )


def _possible(points: Sequence[tuple[int, float]], forms: Sequence[str], grain: float) -> list[_Fitted]:
    """The forms that these values do not contradict, in the order of `FORMS`. One with another term takes part only
    where all others are contradicted: it fits whatever they fit, and says nothing of what lies beyond."""
    fitted = [made for form in forms if (made := _fitted(form, points, grain)) is not None]
    simple = [made for made in fitted if len(made.coefficients) == 2]
    best = min(fitted, key=lambda made: made.misfit)
    noise = best.spread**2

    def kept(some: Sequence[_Fitted]) -> list[_Fitted]:
        return [made for made in some if (made.misfit - best.misfit) / noise <= _CONTRADICTED]

    return kept(simple) or kept(fitted)


def _row(form: str, count: float) -> Array:
    import numpy as np

    return np.array([1.0, *(term(count) for term in FORMS[form])])


def _fitted(form: str, points: Sequence[tuple[int, float]], grain: float) -> _Fitted | None:
    """Least squares of relative errors; None when there are too few values for it. A coefficient that comes out
    negative is zero: the form stays, for what its interval allows."""
    import numpy as np

    size = 1 + len(FORMS[form])
    degrees = len(points) - size
    if degrees < 1 or len({count for count, _ in points}) < size:
        return None
    rows = np.array([_row(form, count) for count, _ in points])
    observed = np.array([value for _, value in points])
    least = max(grain / LEAST_ERROR, 1e-3 * float(np.mean(observed)))
    expected = np.maximum(observed, least)
    for _ in range(_ROUNDS):  # weights from the fit, not from the values: those that came out low by luck would pull
        weighted = rows / expected[:, None]
        coefficients = _not_negative(weighted, observed / expected)
        expected = np.maximum(rows @ coefficients, least)
    misfit = float(np.sum(((observed - rows @ coefficients) / expected) ** 2))
    inverse = np.linalg.pinv(weighted.T @ weighted)
    spread = max(math.sqrt(misfit / degrees), LEAST_ERROR)
    largest = max(count for count, _ in points)
    return _Fitted(form, coefficients, spread, inverse, degrees, misfit, least, largest)


def _not_negative(rows: Array, values: Array) -> Array:
    """Least squares whose coefficients are zero where they would be negative."""
    import numpy as np

    free = list(range(rows.shape[1]))
    coefficients = np.zeros(rows.shape[1])
    while free:
        solved, *_rest = np.linalg.lstsq(rows[:, free], values, rcond=None)
        if (solved >= 0).all():
            coefficients[free] = solved
            break
        free.pop(int(np.argmin(solved)))
    return coefficients
