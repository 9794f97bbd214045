"""Whether the lines of a tuning win, on fresh launches: the bar of `tune` and of `tune verify`."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace as replace_fields

from msgspec.structs import replace

from rankwise.core import said
from rankwise.core.records import Change
from rankwise.core.units import plural
from rankwise.experiment.compare import LEAST_WIN
from rankwise.model.ratio import LEAST_PAIRS
from rankwise.model.records import Ratio
from rankwise.mpis.families import FAMILIES
from rankwise.tuning.acceptance import LEAST_LAUNCHES, Verdict, concerns, narrowed, offenders, touches, verdict
from rankwise.tuning.goals import LEAST_SPEED_RATIO, BenchmarkPoint, Target
from rankwise.tuning.joint import WHOLE, Joint, joint_check
from rankwise.tuning.proof import Loss, Proof
from rankwise.tuning.records import Gain, TuningLine
from rankwise.tuning.trial_runner import TrialRunner

_LAUNCHES, _SCREENING = 16, 5
_MOST_CHECKS = 8
_LIKELY = 0.01  # of one cell by itself: few launches decide nothing of fifty together
_ENOUGH = 6  # launches that decide of a gain that is worth it


def prove(
    runner: TrialRunner,
    carry: Callable[[Sequence[TuningLine]], Change],
    lines: Sequence[TuningLine],
    wanted: Target,
    tell: Callable[[str], None],
) -> Proof:
    """The lines together beside the default, in fresh launches; those that do not win or that regress are taken
    away, and the rest is measured again."""
    proof = Proof()
    left = list(lines)
    many = len(left) > 1
    proven: set[str] = set()  # won in a full check; what is taken away after that is other cells' rules, or did nothing
    known: Joint | None = None  # the full checks so far
    screening, gone = True, []
    share = 0.7 if runner.away else 0.45

    def accept(joint: Joint) -> Proof:
        proof.joint = joint
        proof.lines = tuple(replace(line, gains=_shown(joint.lines.get(line.id)) or line.gains) for line in left)
        return proof

    for attempt in range(_MOST_CHECKS):
        if not left or (attempt and runner.left_s < 1.0):
            break
        tell(f"checking {plural(len(left), 'line')} together")
        # A few launches show what is not worth the rest of the time. Over a network there is time for few in all.
        screening = many and attempt == 0 and not runner.away
        joint = joint_check(
            runner,
            carry,
            left,
            _points(left, wanted, away=runner.away),
            weights=wanted.weights,
            launches=_SCREENING if screening else _LAUNCHES,
            rounds=2,
            budget_s=max(1.0, runner.left_s * (0.25 if screening else share if len(left) > 1 else 0.7)),
            worst=0.0 if screening else wanted.worst,
            judged=known.lines if known else (),
        )
        joint = joint.after(known, left) if known else joint
        out = losers(left, joint, screening=screening, proven=proven, worst=wanted.worst)
        if not (out or screening or _silent(left, joint)):
            return accept(over_all_cells(joint, wanted))
        whole = joint.error or FAMILIES[runner.mpi.family].rules.combining(runner.mpi)
        part = {} if whole else _narrowed(left, out, joint, wanted.worst)
        proof.drop({name: loss for name, loss in out.items() if name not in part})
        gone = [line for line in left if line.id in out]
        left = [part.get(line.id, line) for line in left if line.id in part or line.id not in out]
        if not screening:
            known = joint
            proven |= {line.id for line in left if line.id in joint.lines and joint.lines[line.id].wins}
            open_ = [line for line in left if line.id not in proven]
            if share * runner.left_s < _ENOUGH * joint.launch_s and (rest := without(joint, [*gone, *open_], wanted)):
                # A check that decides nothing would cost what this one has proven.
                proof.leave(open_)
                left = [line for line in left if line.id in proven]
                if left:
                    return accept(rest)
        if screening:
            side_s = joint.launch_s / max(1, len(joint.names))
            chosen = affordable(left, joint, int(0.6 * runner.left_s / side_s / _ENOUGH), wanted.weights)
            proof.leave([line for line in left if line not in chosen])
            left = chosen
    if left and not screening and (rest := without(joint, gone, wanted)) and all(line.id in proven for line in left):
        return accept(rest)
    proof.leave(left)
    return proof


def _points(lines: Sequence[TuningLine], wanted: Target, *, away: bool) -> list[BenchmarkPoint]:
    """Where a check measures: everywhere, but over a network, where calls take long, rules alone change no other cells
    than their own; and a window of large messages takes seconds."""
    rules = away and all(line.rule is not None for line in lines)
    return [
        point
        for point, counts in wanted.weights.items()
        if any(concerns(line, point) for line in lines) or (counts > 0 and not rules)
    ]


def without(joint: Joint, gone: Sequence[TuningLine], wanted: Target) -> Joint | None:
    """The last check, when there is no time for another one, at the cells that no rule of those that are gone concerns:
    what is left was measured there. The cells of rules that are gone count as 1 in its mean: they have the default
    now. None where that does not win either, or more than rules are gone."""
    if joint.paired is None or not all(line.rule is not None for line in gone):
        return None
    points = [point for point in wanted.weights if not any(concerns(line, point) for line in gone)]
    whole = verdict(joint.paired, WHOLE, points, wanted.weights)
    if not whole.wins or whole.regressed(wanted.worst):
        return None
    return over_all_cells(replace_fields(joint, whole=whole), wanted)


def over_all_cells(joint: Joint, wanted: Target) -> Joint:
    """The check with a mean over all cells that count: those that no line concerns have the default, and count as 1."""
    whole = joint.whole
    shown = {(cell.kernel, cell.size_bytes) for cell in whole.gains}
    kept = sum(counts for point, counts in wanted.weights.items() if point in shown)
    total = sum(wanted.weights.values())
    if whole.mean is None or not 0 < kept < total:
        return joint
    mean_cells = sum(counts > 0 for counts in wanted.weights.values())
    mean = _over_all(whole.mean, kept / total)
    return replace_fields(joint, whole=replace_fields(whole, mean=mean, mean_cells=mean_cells))


def _over_all(mean: Ratio, share: float) -> Ratio:
    """A geometric mean over cells that have this share of the weight, as one over all cells: the others count as 1."""
    ratio, low, high = (bound**share for bound in (mean.ratio, mean.low, mean.high))
    return replace(mean, ratio=ratio, low=low, high=high)


def _narrowed(
    lines: Sequence[TuningLine], out: Mapping[str, Loss], joint: Joint, worst: float
) -> dict[str, TuningLine]:
    """What is left of rules that win and are slower at some of their sizes, by id."""
    losing = [line for line in lines if line.id in out and line.id in joint.lines and joint.lines[line.id].wins]
    parts = {line.id: narrowed(line, joint.lines[line.id], joint.whole.regressed(worst)) for line in losing}
    return {name: part for name, part in parts.items() if part is not None}


def affordable(
    lines: Sequence[TuningLine], joint: Joint, sides: int, weights: Mapping[BenchmarkPoint, float]
) -> list[TuningLine]:
    """The lines that gained most over all cells that count together, in their order, as many as a check with so many
    sides holds: the default, its control, all lines, one without each line, and one without all rules. Rules, or one
    other line, need no side of their own, however many rules they are."""

    def gained(tuning_line: TuningLine) -> float:
        gains = joint.lines[tuning_line.id].gains if tuning_line.id in joint.lines else ()
        return sum(weights.get((cell.kernel, cell.size_bytes), 0.0) * math.log(cell.ratio.ratio) for cell in gains)

    def needed(chosen: Sequence[TuningLine]) -> int:
        settings = sum(line.rule is None for line in chosen)
        return 3 + (settings if settings > 1 else 0) + (0 < settings < len(chosen))

    rules = [line for line in lines if line.rule is not None]
    settings = sorted((line for line in lines if line.rule is None), key=gained, reverse=True)
    first = [settings[:count] for count in range(len(settings) + 1)]
    sets = [chosen for best in first for chosen in ([*rules, *best], best) if needed(chosen) <= max(3, sides)]
    best = max(sets, key=lambda chosen: (sum(map(gained, chosen)), len(chosen)))
    return [line for line in lines if line in best]


def losers(
    lines: Sequence[TuningLine],
    joint: Joint,
    *,
    screening: bool = False,
    proven: Collection[str] = (),
    worst: float = LEAST_SPEED_RATIO,
) -> dict[str, Loss]:
    """Lines to take away after a check, with the reason: the last one when the tuning cannot be launched; else those
    that do not win by themselves; else those that slow some cell most; else the last one that may slow it. A
    `screening` takes away only what does not even look like a gain; what was `proven` before stays as long as it looks
    like one. Until each line has had a side without it, only those that surely slow a cell answer for it."""
    if joint.error:
        return {lines[-1].id: Loss(f"with it the tuning fails: {joint.error}")}
    out = {}
    for line in lines:
        verdict = joint.lines.get(line.id)
        if verdict is None or verdict.wins:
            continue
        promising = verdict.mean is not None and verdict.mean.ratio > LEAST_WIN
        if not ((screening or line.id in proven) and (promising or _stands_out(verdict))):
            out[line.id] = Loss(f"no gain was proven: {_mean_words(verdict)}", undecided=promising or _is_new(verdict))
    if screening:
        return out
    if out:
        # What is likely to win stays while there is anything else to take away: the rest of the time is then its own.
        unlikely = {name: loss for name, loss in out.items() if not _likely(joint.lines[name])}
        return unlikely or out
    if regression := joint.whole.regressed(worst):
        silent = _silent(lines, joint)
        if blamed := offenders(regression, joint.touched, surely=silent):
            return {name: Loss(_slower_at(cells), regressions=True) for name, cells in blamed.items()}
        able = [line for line in lines if any(touches(line, (cell.kernel, cell.size_bytes)) for cell in regression)]
        if able and not silent:
            return {able[-1].id: Loss(_slower_at(regression))}
    return {} if joint.whole.wins else {line.id: Loss("together the lines do not win") for line in lines}


def _silent(lines: Sequence[TuningLine], joint: Joint) -> bool:
    """Whether there is a line that no check had a side for so far."""
    return any(line.id not in joint.lines for line in lines)


def _is_new(verdict: Verdict) -> bool:
    """Whether there were too few launches to say anything."""
    return verdict.mean is None or verdict.mean.launch_pairs < LEAST_PAIRS


def _mean_words(verdict: Verdict) -> str:
    if verdict.mean is None or _is_new(verdict):
        return "too few launches in the time that was left"
    if not said.is_known(verdict.mean.low, verdict.mean.high):
        return said.ratio(verdict.mean.ratio, verdict.mean.low, verdict.mean.high)
    words = f"{verdict.mean.ratio:.3f} ({verdict.mean.low:.3f} to {verdict.mean.high:.3f})"
    few = verdict.mean.launch_pairs < LEAST_LAUNCHES
    return f"{words} in {verdict.mean.launch_pairs} launches, and it takes {LEAST_LAUNCHES}" if few else words


def _slower_at(cells: Sequence[Gain]) -> str:
    return "slower than the default at " + ", ".join(f"{cell.kernel} {cell.size_bytes} B" for cell in cells[:3])


def _stands_out(verdict: Verdict) -> bool:
    """Whether some cell looks like a gain: one size of fifty may gain twofold and move no mean."""
    return any(gain.ratio.low >= LEAST_WIN and gain.ratio.p_value <= _LIKELY for gain in verdict.gains)


def _likely(verdict: Verdict) -> bool:
    return verdict.mean is not None and verdict.mean.low > 1.0


def _shown(verdict: Verdict | None) -> tuple[Gain, ...]:
    """The cells of a line that a file keeps: those where it is faster or slower."""
    gains = verdict.gains if verdict is not None else ()
    return tuple(gain for gain in gains if gain.ratio.answer in ("faster", "slower"))
