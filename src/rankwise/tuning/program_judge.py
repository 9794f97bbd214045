"""The program as the judge of lines: whole runs with them beside whole runs without, in random order."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as record_field
from dataclasses import replace as replace_options

from rankwise.experiment.compare import wins
from rankwise.experiment.programs import RunOptions, SideFailed, compare_programs, cost_once, gain_of, try_once
from rankwise.experiment.records import Comparison
from rankwise.measure.watcher import Watcher
from rankwise.placement.program import Program
from rankwise.tuning.changes import ChangeMaker
from rankwise.tuning.in_use import InUseFails
from rankwise.tuning.records import Gain, TuningLine

JUDGED = 0.2
"""Of the budget, at most, for one question to the program."""
ROUNDS = 6
"""Of whole runs, that a question needs."""
DEFAULT, USED = "default", "in use"


@dataclass(frozen=True)
class Shown:
    """What whole runs showed of sets of lines, by their names: the gain of those of which runs were counted, and how
    the program fails with others."""

    gains: Mapping[str, Gain]
    failed: Mapping[str, str]


@dataclass
class ProgramJudge:
    """The program as the judge of lines: whole runs of it with what is in use, beside runs with more. A run takes
    `run_s`."""

    carry: ChangeMaker
    options: RunOptions
    watcher: Watcher
    run_s: float
    failures: list[str] = record_field(default_factory=list)
    """Runs that failed, and how."""

    @property
    def affordable(self) -> bool:
        """Whether there is time to ask about one set of lines at a time."""
        return 3 * self._side_s <= self._most_s

    @property
    def enough_s(self) -> float:
        """The least budget that makes that affordable."""
        return 3 * self._side_s / JUDGED

    def side(self, name: str, lines: Sequence[TuningLine] = ()) -> Program:
        """The program as it starts with these lines."""
        return self.carry.started(name, lines, self.options.argv)

    def __call__(
        self, used: Sequence[TuningLine], sets: Mapping[str, Sequence[TuningLine]], until: float
    ) -> dict[str, Gain]:
        """The sets that make the program faster, the surest first. As many are asked about at once as the time allows;
        the rest only when none of them does, and there is time. Raises InUseFails where the program fails with what is
        in use."""
        names = list(sets)
        while names:
            budget_s = min(max(until - time.monotonic(), 3 * self._side_s), self._most_s)
            several = max(1, int(budget_s / self._side_s) - 2)
            if better := self._better(used, {name: sets[name] for name in names[:several]}, budget_s):
                return better
            names = names[several:] if time.monotonic() < until else []
        return {}

    def _better(
        self, used: Sequence[TuningLine], sets: Mapping[str, Sequence[TuningLine]], budget_s: float
    ) -> dict[str, Gain]:
        gains = self.question(used, sets, budget_s).gains
        better = [name for name, gain in gains.items() if wins(gain.ratio)]
        return {name: gains[name] for name in sorted(better, key=lambda name: -gains[name].ratio.low)}

    def question(self, used: Sequence[TuningLine], sets: Mapping[str, Sequence[TuningLine]], budget_s: float) -> Shown:
        """Whole runs with each set of lines beside those with what is in use. Raises InUseFails where the program fails
        with what is in use, SideFailed where it fails by itself, KeyboardInterrupt."""
        self.watcher.phase(f"asking the program: {'; '.join(sets)}")
        failed = dict[str, str]()
        plain = self.side(USED if used else DEFAULT, used)
        more = [self.side(name, [*used, *lines]) for name, lines in sets.items()]
        more = [side for side in more if self._works(side, failed)]
        try:
            shown = self._compared(plain, more, budget_s, failed)
        except SideFailed as error:
            if used:
                raise InUseFails(error.code, f"the program: {how_it_failed(error)}", error.hint) from error
            raise
        names = shown.sides[1:] if shown else ()
        gains = {name: gain for name in names if shown and (gain := gain_of(shown, plain.name, name))}
        return Shown(gains, failed)

    def once(
        self, used: Sequence[TuningLine], sets: Mapping[str, Sequence[TuningLine]]
    ) -> tuple[dict[str, float], dict[str, str]]:
        """What one run costs with what is in use, as `USED`, and with each set; and how it failed with the others.
        Raises as `question`."""
        self.watcher.phase(f"one run each: {'; '.join(sets)}")
        cost, failed = dict[str, float](), dict[str, str]()
        for name, lines in {USED: (), **sets}.items():
            try:
                cost[name] = cost_once(self.side(name, [*used, *lines]), self.options)
            except SideFailed as error:
                if name != USED:
                    self._fails(error, failed)
                elif used:
                    raise InUseFails(error.code, f"the program: {how_it_failed(error)}", error.hint) from error
                else:
                    raise
        return cost, failed

    def _works(self, program: Program, failed: dict[str, str]) -> bool:
        """Whether the program runs with it: what aborts or hangs there, and only there, is a result."""
        try:
            try_once(program, self.options)
        except SideFailed as error:
            self._fails(error, failed)
            return False
        return True

    def _compared(
        self, plain: Program, more: Sequence[Program], budget_s: float, failed: dict[str, str]
    ) -> Comparison | None:
        """Whole runs beside those of `plain`, begun anew without what fails in one of them. None where nothing is left.
        Raises SideFailed where `plain` fails."""
        end_s = time.monotonic() + budget_s
        while more:
            left_s = max(end_s - time.monotonic(), 3 * self._side_s)
            try:
                shown = compare_programs([plain, *more], replace_options(self.options, budget_s=left_s), self.watcher)
            except SideFailed as error:
                left = [side for side in more if side.name != error.side]
                if len(left) == len(more):
                    raise
                self._fails(error, failed)
                more = left
                continue
            if shown.run.status == "interrupted":
                raise KeyboardInterrupt
            return shown
        return None

    def _fails(self, error: SideFailed, failed: dict[str, str]) -> None:
        failed[error.side] = f"with it the program fails: {how_it_failed(error)}"
        self.failures.append(f"a run with {error.side} failed: {how_it_failed(error)}")
        self.watcher.phase(f"not taken: the program fails with {error.side}")

    # Beside each set there is what is in use, and that once more as the control; each side first runs twice uncounted.

    @property
    def _side_s(self) -> float:
        return (ROUNDS + 2) * self.run_s

    @property
    def _most_s(self) -> float:
        return JUDGED * self.options.budget_s


def how_it_failed(error: SideFailed) -> str:
    """How a run ended and its last words, without the command line, which is the user's own."""
    first, *words = [line for line in error.message.splitlines() if line.strip("-= |")]  # launchers draw lines
    return "; ".join([first.rpartition("` ")[2].rstrip(":"), *words[-1:]])
