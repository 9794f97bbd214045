"""How long a visit is: learnt from the first visits to a cell, so that an hour of measuring tells most."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from statistics import variance

from rankwise.core.records import Visit
from rankwise.measure.frames import VisitFrame
from rankwise.measure.visits import VisitOptions
from rankwise.model.estimate import OF_MEDIAN
from rankwise.model.robust import logs, median, trimmed

_PILOT = 5  # visits that are learnt from
# Three samples survive an interruption; two clock reads are 0.14 % of 40 us.
_FIRST = VisitOptions(samples=3, batch_s=40e-6)
# The launch has been there: one batch is warm-up enough, unless it is seen not to be, and the next visit begins with a
# check. At 4 MiB a check takes as long as three calls.
_LATER = replace(_FIRST, warm_s=40e-6, checks=1)
_LONG_S = 2e-3
_FEW = 5
_LEAST_SAMPLES, _MOST_SAMPLES = 3, 25
_ASKING_S = 40e-6  # what a visit costs the tool
_COLDER = 0.015  # a sample this much slower than the later ones of its visit belongs to the warm-up


@dataclass
class VisitLength:
    """What the visits to a cell were like so far. `cost_s`: what one more takes, by the last few: one of 0.2 ms that is
    interrupted takes 8 ms, and a cell shall not look dear because of it."""

    options: VisitOptions = _FIRST
    cost_s: float = 0.0
    _took_s: deque[float] = field(default_factory=lambda: deque(maxlen=_FEW))
    _samples: list[tuple[float, ...]] = field(default_factory=list)
    _fixed_s: list[float] = field(default_factory=list)
    _each_s: list[float] = field(default_factory=list)

    @property
    def opening(self) -> VisitOptions:
        """For the first visit in a launch, which warms up for as long as calls get faster, and ends with a check."""
        return replace(self.options, warm_s=_FIRST.warm_s, checks=_FIRST.checks)

    def learn(self, visit: Visit, frame: VisitFrame) -> None:
        """From a visit that was made with `options`. The first one of a launch only tells what it costs."""
        self._took_s.append(frame.took_s + _ASKING_S)
        self.cost_s = median(self._took_s)
        if self.options is _FIRST:
            few = frame.took_s > _LONG_S
            self.options = replace(_LATER, samples=_LEAST_SAMPLES if few else _LEAST_SAMPLES + 2)
        if visit.first_call_s is not None or len(self._samples) >= _PILOT or len(visit.samples_s) < 3:
            return
        self._samples.append(visit.samples_s)
        self._fixed_s.append(frame.took_s + _ASKING_S - frame.sampling_s)
        self._each_s.append(frame.sampling_s / len(visit.samples_s))
        if len(self._samples) == _PILOT:
            cold = cold_samples(self._samples)
            warm = [samples[cold:] for samples in self._samples]
            each_s = median(self._each_s)
            best = best_samples(warm, median(self._fixed_s) + cold * each_s, each_s)
            self.options = replace(self.options, samples=best, warm_batches=1 + cold)


def cold_samples(visits: Sequence[Sequence[float]]) -> int:
    """How many samples at the beginning of a visit are slower than its last two, as a rule over `visits`."""
    seen = [logs(samples) for samples in visits]
    ratios = [median([times[at] - median(times[-2:]) for times in seen]) for at in range(min(map(len, seen)) - 2)]
    return len(list(takewhile(lambda ratio: ratio > _COLDER, ratios)))


def best_samples(visits: Sequence[Sequence[float]], fixed_s: float, each_s: float) -> int:
    """How many samples a visit should take so that a given time of visits tells most: the spread within visits over
    that between them, times the root of what a visit costs over what a sample costs. A few visits do not tell these
    spreads well, so samples get between a third and two thirds of a visit's time.

    Source: two-stage sampling, Cochran, Sampling Techniques (1977), section 10.6.
    """
    seen = [logs(samples) for samples in visits]
    within = median([variance(samples) for samples in seen]) * OF_MEDIAN
    both = trimmed([median(samples) for samples in seen])[1]
    between = both - within / min(map(len, seen))
    ratio = fixed_s / max(each_s, 1e-9)
    best = math.sqrt(within / between * ratio) if between > 0.0 else math.inf
    best = min(max(best, ratio / 2), ratio * 2)
    return round(min(max(best, _LEAST_SAMPLES), _MOST_SAMPLES))
