"""Lines proven by whole runs of a program: all of them beside the default, and beside themselves less each in turn."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace as replace_options
from typing import Final

from rankwise.core.units import plural
from rankwise.experiment.compare import wins
from rankwise.experiment.programs import LONGER, SideFailed, compare_programs, gain_of
from rankwise.experiment.records import Comparison
from rankwise.tuning.program_judge import DEFAULT, ROUNDS, ProgramJudge, how_it_failed
from rankwise.tuning.proof import Proof
from rankwise.tuning.records import TuningLine

LITTLE: Final = 1.1
"""A gain that is surely below this is not sought with more runs."""
UNDECIDED: Final = "too few final runs, or runs too unequal, to tell"
_FIRST: Final = 0.6
"""Of the time, for runs without each line: what is left when one goes is proven in the rest."""
_ALL, _WITHOUT = "all lines", "without "
_SPOILS = "the final runs were to decide, and with it the program is not surely faster"
_NEEDLESS = "without it the program is not surely slower"
_NO_GAIN = "together the lines do not make the program faster"


def prove_by_runs(judge: ProgramJudge, lines: Sequence[TuningLine], until: float, late_s: float | None = None) -> Proof:
    """Fresh runs of the default, of all lines, and of all but each, in random order. A line without which the program
    is no slower goes, and so does the last one when the program fails with them; the rest is proven anew. That nothing
    is gained is said only where a gain of a tenth is excluded: else the lines stay open.

    It has six rounds of runs, also where these end after `until`; with `late_s` it ends at most so long after. Then
    as many lines are left out as there is time for, those first that no whole run has judged.

    Raises SideFailed where the program fails by itself, KeyboardInterrupt.
    """
    dropped: dict[str, str] = {}
    left = list(lines)
    while left and (not dropped or late_s is None or time.monotonic() < until + late_s):
        judge.watcher.phase(f"the program with {plural(len(left), 'line')}, on fresh runs")
        try:
            shown = _runs(judge, left, until, late_s)
        except SideFailed as error:
            if error.side == DEFAULT:
                raise
            gone = left.pop()
            dropped[gone.id] = f"with it the program fails: {how_it_failed(error)}"
            judge.failures.append(f"a run with {error.side} failed: {how_it_failed(error)}")
            judge.watcher.phase(f"taken back: {gone.id}: {dropped[gone.id]}")
            continue
        if shown.run.status == "interrupted":
            raise KeyboardInterrupt
        if (whole := gain_of(shown, DEFAULT, _ALL)) is None:
            break
        proof = Proof(dropped=dropped, whole=whole, control=shown.cells[0].control)
        if not wins(whole.ratio):
            guesses = [line for line in left if not line.gains]
            if 0 < len(guesses) < len(left) and time.monotonic() < until:
                dropped |= {line.id: _SPOILS for line in guesses}
                left = [line for line in left if line.gains]
                continue
            if whole.ratio.answer in ("same", "slower") or whole.ratio.high < LITTLE:
                dropped |= {line.id: _NO_GAIN for line in left}
            else:
                proof.leave(left)
            return proof
        without = {line.id: gain_of(shown, f"{_WITHOUT}{line.id}", _ALL) for line in left}
        proof.without = {name: gain.ratio for name, gain in without.items() if gain is not None}
        needless = {name for name, ratio in proof.without.items() if ratio.low <= 1.0}
        if not needless or len(needless) == len(left):
            # Where none is needed by itself each does what the others do, and all of them stay.
            proof.lines = tuple(left)
            return proof
        dropped |= dict.fromkeys(needless, _NEEDLESS)
        left = [line for line in left if line.id not in needless]
    proof = Proof(dropped=dropped)
    proof.leave(left)
    return proof


def _runs(judge: ProgramJudge, lines: Sequence[TuningLine], until: float, late_s: float | None) -> Comparison:
    """All lines are the baseline: beside them the default, and each of the others, is decided."""
    left_s = until - time.monotonic()
    round_s = ROUNDS * judge.run_s  # for each side: less says nothing, whatever the budget was
    sides = [judge.side(_ALL, lines), judge.side(DEFAULT)]
    # With another MPI come settings that may be of that MPI alone: it is not left out.
    alone = [line for line in lines if line.mpi is None] if len(lines) > 1 else []
    if late_s is not None:
        left_s = max(left_s, min(late_s, left_s + late_s))
        most = max(0, int(left_s / round_s) - len(sides) - 1)
        alone = sorted(alone, key=lambda line: bool(line.gains))[:most]
        left_s *= _FIRST if alone else 1.0
    for line in alone:
        sides.append(judge.side(f"{_WITHOUT}{line.id}", [other for other in lines if other is not line]))
    budget_s = (
        left_s if late_s is not None else max(left_s, LONGER * round_s * (len(sides) + 1) + len(sides) * judge.run_s)
    )
    return compare_programs(sides, replace_options(judge.options, budget_s=budget_s), judge.watcher)
