"""All lines that were taken, beside the default, a control, and themselves without each of them in turn."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as replace_options

from rankwise.core.records import Comparison, Gain, Ratio, TuningLine
from rankwise.core.units import plural
from rankwise.tuning.acceptance import LEAST_WIN
from rankwise.tuning.sides import started_with
from rankwise.verbs.compare.program import SideFailed, compare_programs
from rankwise.verbs.improve.case import LITTLE
from rankwise.verbs.tune.jury import DEFAULT, ROUNDS, Jury, how_it_failed

_ALL, _WITHOUT = "all lines", "without "
_UNDECIDED = "too few final runs, or runs too unequal, to tell"
_SPOILS = "the final runs were to decide, and with it the program is not surely faster"
_NEEDLESS = "without it the program is not surely slower"


@dataclass(frozen=True)
class Proof:
    """`lines` that win together; `whole` is the default beside them, `without` they beside themselves less one, by its
    id. `lost` says of the others why they are gone. `decided` False: there was too little time to tell, `open` are then
    the lines that were tried together."""

    lines: tuple[TuningLine, ...] = ()
    whole: Gain | None = None
    control: Ratio | None = None
    without: Mapping[str, Ratio] = field(default_factory=dict)
    lost: Mapping[str, str] = field(default_factory=dict)
    decided: bool = True
    open: tuple[TuningLine, ...] = ()


def prove(jury: Jury, lines: Sequence[TuningLine], until: float) -> Proof:
    """Fresh runs of the default, of all lines, and of all but each, in random order. A line without which the program
    is no slower goes, and so does the last one when the program fails with them; the rest is proven anew.

    Raises SideFailed where the program fails by itself, KeyboardInterrupt.
    """
    lost: dict[str, str] = {}
    left = list(lines)
    while left:
        jury.watcher.phase(f"the program with {plural(len(left), 'line')}, on fresh runs")
        try:
            shown = _runs(jury, left, until)
        except SideFailed as error:
            if error.side == DEFAULT:
                raise
            gone = left[-1]
            lost[gone.id] = f"with it the program fails: {how_it_failed(error)}"
            jury.failures.append(f"a run with {error.side} failed: {how_it_failed(error)}")
            left.remove(gone)
            continue
        if shown.run.status == "interrupted":
            raise KeyboardInterrupt
        whole, control = _gain(shown), next((cell.control for cell in shown.cells), None)
        if whole is None:
            return Proof(lost=lost, decided=False)
        seen = {line.id: _beside_all(shown, f"{_WITHOUT}{line.id}") for line in left}
        without = {name: ratio for name, ratio in seen.items() if ratio is not None}
        needless = [line for line in left if line.id in without and without[line.id].low <= 1.0]
        if whole.ratio.low < LEAST_WIN or whole.ratio.answer != "faster":
            guesses = [line for line in left if not line.gains]
            if 0 < len(guesses) < len(left) and time.monotonic() < until:
                lost |= {line.id: _SPOILS for line in guesses}
                left = [line for line in left if line.gains]
                continue
            decided = whole.ratio.answer in ("same", "slower") or whole.ratio.high < LITTLE
            why = "together the lines do not make the program faster" if decided else _UNDECIDED
            lost |= dict.fromkeys((line.id for line in left), why)
            return Proof((), whole, control, {}, lost, decided, tuple(left))
        if not needless or len(needless) == len(left):
            # Where none is needed by itself each does what the others do, and all of them stay.
            return Proof(tuple(left), whole, control, without, lost)
        lost |= {line.id: _NEEDLESS for line in needless}
        left = [line for line in left if line not in needless]
    return Proof(lost=lost)


def _runs(jury: Jury, lines: Sequence[TuningLine], until: float) -> Comparison:
    """All lines are the baseline: beside them the default, and each of the others, is decided."""
    argv = jury.asked.argv
    sides = [started_with(_ALL, jury.carried, lines, argv), started_with(DEFAULT, jury.carried, (), argv)]
    if len(lines) > 1:
        for line in lines:
            if line.mpi is not None:  # settings of the others may be of that MPI alone
                continue
            rest = [one for one in lines if one is not line]
            sides.append(started_with(f"{_WITHOUT}{line.id}", jury.carried, rest, argv))
    # Each side is tried once and a few rounds decide: less says nothing, whatever the budget was.
    least_s = ROUNDS * (len(sides) + 1) * jury.run_s
    budget_s = max(until - time.monotonic(), least_s)
    return compare_programs(sides, replace_options(jury.asked, budget_s=budget_s), jury.watcher)


def _gain(shown: Comparison) -> Gain | None:
    """What all lines gain beside the default; None where no round has both."""
    if (ratio := _beside_all(shown, DEFAULT)) is None:
        return None
    times = next(cell.times_s for cell in shown.cells)
    return Gain(
        kernel="command",
        size_bytes=0,
        ranks=0,
        before_s=times[DEFAULT],
        after_s=times[_ALL],
        ratio=ratio,
        figure=bool(shown.figure),
    )


def _beside_all(shown: Comparison, side: str) -> Ratio | None:
    """The time of a side over that of all lines; None where no round has both."""
    return next((cell.ratios[side].inverse() for cell in shown.cells if side in cell.ratios), None)
