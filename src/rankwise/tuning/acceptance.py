"""Whether a tuning and each of its lines win: the same bar for the search's own check and for `tune verify`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from rankwise.experiment.compare import LEAST_WIN, MeasuredCell, compared, wins
from rankwise.experiment.paired import Paired
from rankwise.model.ratio import LEAST_PAIRS, decide, ratio
from rankwise.model.records import Ratio
from rankwise.tuning.goals import (
    CALLS,
    COLLECTIVES,
    LEAST_SPEED_RATIO,
    POINT_TO_POINT,
    BenchmarkPoint,
    Target,
    near,
    regression_points,
    target,
    unseen,
    weight,
    within,
)
from rankwise.tuning.guidelines import looked_at
from rankwise.tuning.race import CandidateTimes, gain, pooled
from rankwise.tuning.records import CollectiveRule, Gain, Tuning, TuningLine
from rankwise.tuning.space import limited

LEAST_LAUNCHES: Final = 6
"""A mean over cells decides nothing with fewer launch pairs. Three that follow each other within a second share its
launch bias: they agreed to 1 % (1.12 to 1.15) where no cell by itself could be told from the default."""


@dataclass(frozen=True)
class Verdict:
    """What one change does: its cells, the geometric mean of those that count (None without any) and how many these
    are, and whether it wins."""

    gains: tuple[Gain, ...]
    mean: Ratio | None
    wins: bool
    mean_cells: int = 0

    def regressed(self, worst: float = LEAST_SPEED_RATIO) -> tuple[Gain, ...]:
        """Cells surely below `worst`: of fifty intervals one or two lie there by luck, so all are decided together and
        beside the control, as gains are."""
        return tuple(gain for gain in self.gains if gain.ratio.answer == "slower" and gain.ratio.high < worst)


def verdict(
    paired: Paired,
    sides: tuple[str, str],
    points: Sequence[BenchmarkPoint],
    weights: Mapping[BenchmarkPoint, float] | None = None,
) -> Verdict:
    """The answer of the second of two sides beside the first, for the benchmark points that a change concerns, all
    decided together.

    It wins where one cell is faster by more than identical launches differ and by 2 % at least at the near end of its
    interval; or where the mean over its cells is, as surely, over six launches at least.
    """
    before, after = sides
    pairs = {point: paired.by_launch(before, after, point) for point in points}
    control = {point: paired.by_launch(*paired.control, point) for point in points}
    measured = [
        MeasuredCell(
            kernel=point[0],
            size_bytes=point[1],
            ranks=paired.ranks,
            times=dict(zip(sides, paired.judging(before, after, point, LEAST_LAUNCHES), strict=True)),
            control=list(control[point].values()),
        )
        for point in points
        if pairs[point]
    ]
    gains = tuple(
        Gain(
            kernel=cell.kernel,
            size_bytes=cell.size_bytes,
            ranks=cell.ranks,
            before_s=cell.times_s[before],
            after_s=cell.times_s[after],
            ratio=cell.ratios[after],
        )
        for cell in compared(measured, sides)
    )
    given = (
        weights if weights is not None and any(weights.get(point) for point in points) else dict.fromkeys(points, 1.0)
    )
    mean, identical = pooled(pairs, given), pooled(control, given)
    band = max(LEAST_WIN, math.exp(abs(math.log(identical.ratio))) if identical else LEAST_WIN)
    sure = mean is not None and mean.launch_pairs >= LEAST_LAUNCHES and mean.p_value <= 0.01 and mean.low > band
    cell_wins = any(wins(gain.ratio) for gain in gains)
    mean_cells = sum(given.get(point, 0.0) > 0 for point in points if pairs[point])
    return Verdict(gains, mean, sure or cell_wins, mean_cells)


def doubtful(seen: CandidateTimes, worst: float = LEAST_SPEED_RATIO) -> list[BenchmarkPoint]:
    """Benchmark points that look slower than `worst`, by luck or not: worth more launches before a candidate is
    believed."""
    return [point for point, pairs in seen.pairs.items() if pairs and gain(pairs) < math.log(worst)]


def regressed(seen: CandidateTimes, worst: float = LEAST_SPEED_RATIO) -> list[BenchmarkPoint]:
    """Benchmark points where a candidate is surely slower, all decided together, and surely below `worst`, worst
    first."""
    points = [point for point, pairs in seen.pairs.items() if pairs]
    answers = zip(points, decide([ratio(seen.pairs[point]) for point in points]), strict=True)
    slow = [(answer.ratio, point) for point, answer in answers if answer.answer == "slower" and answer.high < worst]
    return [point for _, point in sorted(slow)]


def surely_gains(seen: CandidateTimes, weights: Mapping[BenchmarkPoint, float]) -> bool:
    """Whether the mean over all benchmark points surely gains; or some benchmark point by what is worth a line, all
    decided together, while the mean loses nothing. The proof asks as much beside a control, and with more launches."""
    mean = seen.mean(weights)
    if mean is None or mean.launch_pairs < LEAST_PAIRS or mean.ratio <= 1.0:
        return False
    own = [ratio(pairs) for point, pairs in seen.pairs.items() if pairs and weights.get(point, 0.0) > 0]
    return mean.low > 1.0 or any(map(wins, decide(own)))


def narrowed(line: TuningLine, verdict: Verdict, slow: Sequence[Gain]) -> TuningLine | None:
    """The rule without the sizes at which it is slower: it keeps the side of them where it gains more, up to the
    geometric mean of the nearest sizes. None for what is no rule, and where no gain is left."""
    sizes = [
        gain.size_bytes for gain in slow if line.rule is not None and concerns(line, (gain.kernel, gain.size_bytes))
    ]
    wins = [gain for gain in verdict.gains if gain.ratio.answer == "faster"]
    below = [win for win in wins if sizes and win.size_bytes < min(sizes)]
    above = [win for win in wins if sizes and win.size_bytes > max(sizes)]
    if line.rule is None or not (below or above):
        return None
    if sum(math.log(gain.ratio.ratio) for gain in below) >= sum(math.log(gain.ratio.ratio) for gain in above):
        threshold = math.isqrt(max(gain.size_bytes for gain in below) * min(sizes))
        return limited(line, replace(line.rule, to_bytes=threshold))
    threshold = math.isqrt(min(gain.size_bytes for gain in above) * max(sizes)) + 1
    return limited(line, replace(line.rule, from_bytes=threshold))


def concerns(line: TuningLine, point: BenchmarkPoint) -> bool:
    """Whether a line can change the time of a benchmark point: rules by collective and size, others by where they were
    seen to matter, anywhere when that is not known."""
    if line.rule is not None:
        return line.rule.collective == point[0] and line.rule.from_bytes <= point[1] <= line.rule.to_bytes
    kernels = {gain.kernel for gain in line.gains if gain.ratio.answer == "faster"}
    return not kernels or point[0] in kernels


def touches(line: TuningLine, point: BenchmarkPoint) -> bool:
    """Whether a line may slow a benchmark point: a rule those of its own sizes, any other all, wherever it was seen to
    gain."""
    return line.rule is None or concerns(line, point)


def on_top(base: Sequence[TuningLine], lines: Sequence[TuningLine]) -> list[TuningLine]:
    """The lines with those of `base` that they leave standing: a knob that they set is theirs, a preload as well, and
    so are the sizes of a rule for the same collective and communicator."""
    knobs = {name for line in lines for name in line.knobs}
    preload, order = any(line.preload for line in lines), any(line.placement for line in lines)
    rules = [line.rule for line in lines if line.rule is not None]
    left: list[TuningLine] = []
    for earlier in base:
        if earlier.rule is not None:
            left += _beside(earlier, rules)
        elif not (knobs & set(earlier.knobs) or (preload and earlier.preload) or (order and earlier.placement)):
            left.append(earlier)
    return [*left, *lines]


def _beside(line: TuningLine, rules: Sequence[CollectiveRule]) -> list[TuningLine]:
    """The parts of a line with a rule at sizes that no other rule has."""
    assert line.rule is not None
    parts = [line.rule]
    for other in rules:
        if (other.collective, other.ranks) == (line.rule.collective, line.rule.ranks):
            parts = [
                replace(part, from_bytes=low, to_bytes=high)
                for part in parts
                for low, high in (
                    (part.from_bytes, min(part.to_bytes, other.from_bytes - 1)),
                    (max(part.from_bytes, other.to_bytes + 1), part.to_bytes),
                )
                if low <= high
            ]
    return [line if part == line.rule else limited(line, part) for part in parts]


def offenders(
    regressed: Sequence[Gain], by_line: Mapping[str, Verdict], *, surely: bool = False
) -> dict[str, list[Gain]]:
    """Regressed cells by the line that slows each of them most; cells that no line (`surely`) slows are left out."""
    blamed: dict[str, list[Gain]] = {}
    for cell in regressed:
        point = (cell.kernel, cell.size_bytes)
        ratios = {
            name: gain.ratio.ratio
            for name, verdict in by_line.items()
            for gain in verdict.gains
            if (gain.kernel, gain.size_bytes) == point
            and (gain.ratio.answer == "slower" if surely else gain.ratio.ratio < 1.0)
        }
        if ratios:
            blamed.setdefault(min(ratios, key=lambda name: ratios[name]), []).append(cell)
    return blamed


def to_verify(given: Tuning, seed: int) -> Target:
    """Fresh sizes of all kernels; one within the sizes of each rule; and, without weight, one near that where another
    line gained most of what its goal is about, so that what a line claims is asked of it.

    A trace names the sizes that count, and how much each does: they are measured again, by other launches. Of a file
    without it each cell counts as one call.
    """
    if given.goal == "trace" and (given.sent or given.joint):
        own = {(cell.kernel, cell.size_bytes): cell.share for cell in given.sent}
        own = own or {(cell.kernel, cell.size_bytes): cell.before_s for cell in given.joint}
        return Target("trace", own, given.worst)
    usual = target(given.goal, given.ranks, given.sizes_bytes)
    seen = {*regression_points(usual), *looked_at(usual)}
    drawn = unseen(seen, (*POINT_TO_POINT, *COLLECTIVES), seed, given.sizes_bytes)
    for line in given.lines:
        if line.rule is not None and not any(concerns(line, point) for point in drawn):
            drawn.append((line.rule.collective, within(line.rule, seed)))
    weights = {point: weight(given.goal, *point) for point in drawn}
    for claim in filter(None, (_claim(line, given) for line in given.lines if line.rule is None)):
        if point := near(claim, {*seen, *weights}, seed, given.sizes_bytes):
            weights[point] = 0.0
    return Target(given.goal, weights, given.worst)


def _claim(line: TuningLine, given: Tuning) -> BenchmarkPoint | None:
    """Where the line gained most, of what the goal is about; a program of a user's own is no kernel."""
    gains = {
        (gain.kernel, gain.size_bytes): gain.ratio.ratio
        for gain in line.gains
        if gain.ratio.answer == "faster"
        and gain.kernel in (*POINT_TO_POINT, *CALLS)
        and weight(given.goal, gain.kernel, gain.size_bytes) > 0
    }
    return max(gains, key=lambda point: gains[point], default=None)
