"""Whole runs of a program, started in several ways, interleaved in random order until each ratio is decided."""

from __future__ import annotations

import dataclasses
import math
import random
import re
import shlex
import time
from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from rankwise.core import process
from rankwise.core.errors import MeasurementFailed, UsageError
from rankwise.core.limit import TooLong, within
from rankwise.core.records import Cell, CellResult, Plan, Stop, Visit
from rankwise.core.units import format_seconds, plural
from rankwise.experiment.compare import LOOK_LEVEL, LOOKS, MeasuredCell, compared, settled, summary
from rankwise.experiment.paired import paired
from rankwise.experiment.records import ComparedCell, Comparison
from rankwise.measure.outcome import CellState
from rankwise.measure.provenance import new_run
from rankwise.measure.watcher import Progress, Watcher
from rankwise.model.robust import median
from rankwise.placement.preparation import AGAIN, allowed_words
from rankwise.placement.program import Program, whole_run
from rankwise.store import Store, recorded
from rankwise.tuning.records import Gain

_LEAST_LIMIT_S = 1.0  # for a first run, whatever others have left of the budget
_FIGURE_S = 5.0  # to search what a run printed
_MOST_ROUNDS = LOOKS[-1]
_DIGITS = tuple(".0123456789")
# Behind a number: more digits of it, minutes and seconds, an exponent. Before it: the same.
_GOES_ON = re.compile(r"(?<=[\d.])(?:[.,']?\d+|:\d\d(?!\d))*(?:[eEdD][+-]?\d+)?")
_BEGAN = re.compile(r"[\d.,:+eEdD-]{0,20}\d(?:\.|[eEdD][+-]?)?\Z")
_DECIMAL = re.compile(r"(?!\d{1,3}(?:\.\d{3})+\Z)\d*\.\d*")
_THOUSANDS = re.compile(r"\d{1,3}(?:(?:,\d{3})+\.\d+|,\d{3}(?:,\d{3})+|(?:'\d{3})+(?:\.\d+)?)(?:[eEdD][+-]?\d+)?")
"""Such as 1,234.5 and 1,234,567: a single comma may be a decimal one."""
_DAYS = re.compile(r"\d+d\d+")  # 1d12 is also a day and twelve hours
LONGER = 1.2  # than the longest run so far, the runs of a round may take on a busy machine


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """How whole runs of the command line `argv` are judged. `figure`: a pattern with one group that finds a number in
    the output, in place of the wall time; the last match counts. `higher_is_better` is about that number. A run that
    takes longer than `limit_s` (0: the budget) is ended. `allow`: knobs that tunings set although none may. `phases`
    reads the seconds of each phase from what a run printed; they are compared too."""

    argv: tuple[str, ...]
    figure: str = ""
    higher_is_better: bool = False
    budget_s: float = 60.0
    limit_s: float = 0.0
    precision: float = 0.05
    margin: float = 0.02
    out: Path = Path("rankwise-results")
    seed: int = 1
    allow: tuple[str, ...] = ()
    phases: Callable[[str], dict[str, float]] | None = None

    def __post_init__(self) -> None:
        if self.higher_is_better and not self.figure:
            raise UsageError("no-figure", "of wall times less is better, always", r"add --figure 'rate: ([\d.]+)'")


class SideFailed(MeasurementFailed):
    """A run of this `side` failed, or printed no figure."""

    def __init__(self, side: str, code: str, message: str, hint: str = "") -> None:
        super().__init__(code, f"{side}: {message}", hint)
        self.side = side


@dataclass
class _Runs:
    """Values of every side, one for each round in which it ran, and the seconds of their phases."""

    values: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    phases: dict[str, list[dict[str, float]]] = field(default_factory=lambda: defaultdict(list))
    longest_s: float = 0.0

    def measured(self, kernel: str, names: Sequence[str], values: Mapping[str, Sequence[float]]) -> MeasuredCell:
        """These values of each side; each round is a launch. The first side is the baseline."""
        rounds = {name: {(number, 0): value for number, value in enumerate(own)} for name, own in values.items()}
        control = paired(rounds[names[0]], rounds.get(names[0] + AGAIN, {}))
        return MeasuredCell(kernel, 0, 0, {name: rounds[name] for name in names}, control)


@process.guarded()
def compare_programs(programs: Sequence[Program], options: RunOptions, watcher: Watcher | None = None) -> Comparison:
    """Compares whole runs of programs; the first is the baseline. Every one runs once uncounted, so that files are
    cached and failures show. Stores the run, kind `compare`.

    Raises UsageError for a figure that is no pattern, SideFailed with the output of a run that failed or printed no
    figure.
    """
    watcher = watcher or Watcher()
    pattern = _pattern(options.figure)
    names = [side.name for side in programs]
    everyone = [*programs, dataclasses.replace(programs[0], name=names[0] + AGAIN)]
    with Store.of(options.out) as store, ExitStack() as stack:
        cells = {side.name: _cell(side.name) for side in everyone}
        plan = Plan(
            name="compare",
            endpoints=(),
            cells=tuple(cells.values()),
            seed=options.seed,
            precision=options.precision,
            budget_s=options.budget_s,
            min_rounds=1,
            launches=_MOST_ROUNDS,
        )
        mpis = {side.name: side.mpi for side in programs if side.mpi is not None}
        settings = {"margin": str(options.margin), "program": " ".join(options.argv), **allowed_words(options.allow)}
        told = [f"{side.name}: {word}" for side in programs for word in side.warnings]
        run = new_run("compare", plan, mpis, settings, told)
        recording = stack.enter_context(recorded(store, run))
        watcher.begin(run, options.budget_s)
        states = {cell.id: CellState(cell) for cell in cells.values()}
        runs = _Runs()
        begin_s = time.monotonic()
        interrupted = False
        try:
            for side in programs:
                watcher.phase(f"trying {side.name}")
                limit_s = options.limit_s or max(_LEAST_LIMIT_S, options.budget_s - (time.monotonic() - begin_s))
                _run(side, dataclasses.replace(options, limit_s=limit_s), pattern, runs, count=False)
            watcher.phase(f"comparing {' and '.join(names)}")
            order = random.Random(options.seed)
            for number in range(_MOST_ROUNDS):
                left_s = options.budget_s - (time.monotonic() - begin_s)
                if left_s < LONGER * runs.longest_s * len(everyone) or (
                    number in LOOKS and _settled(names, runs, options)
                ):
                    break
                for side in order.sample(everyone, len(everyone)):
                    visit = _run(side, options, pattern, runs, number=number)
                    states[visit.cell].add(visit)
                    recording.add([visit])
                watcher.progress(_progress(options, number, states))
        except KeyboardInterrupt:
            interrupted = True
        run = replace(recording.ended(interrupted=interrupted), results=_results(states, interrupted=interrupted))
        answered = (*_compared(names, runs, options), *_compared_phases(names, runs, options))
        answer = Comparison(
            run=run,
            sides=tuple(names),
            cells=answered,
            summary=summary(answered, names),
            figure=options.figure,
            higher_is_better=options.higher_is_better,
            figures={name: tuple(values) for name, values in runs.values.items()} if options.figure else {},
        )
        return recording.keep(answer)


def gain_of(shown: Comparison, before: str, after: str) -> Gain | None:
    """What whole runs show of one side beside another, one of which is the baseline; None where no round has both."""
    for cell in shown.cells[:1]:
        forth, back = cell.ratios.get(after), cell.ratios.get(before)
        ratio = forth if before == shown.sides[0] else back and back.inverse()
        if ratio is not None:
            return Gain(
                kernel="command",
                size_bytes=0,
                ranks=0,
                before_s=cell.times_s[before],
                after_s=cell.times_s[after],
                ratio=ratio,
                figure=bool(shown.figure),
            )
    return None


def try_once(program: Program, options: RunOptions) -> float:
    """Runs a program once; the seconds that it took. Raises SideFailed when it fails or prints no figure."""
    return _run(program, options, _pattern(options.figure), _Runs(), count=False).samples_s[0]


def cost_once(program: Program, options: RunOptions) -> float:
    """Runs a program once; what it costs, less is better: its time, or what it printed, over which one is divided where
    more is better. Raises SideFailed."""
    runs = _Runs()
    _run(program, options, _pattern(options.figure), runs)
    value = runs.values[program.name][0]
    return 1.0 / value if options.higher_is_better else value


def _pattern(figure: str) -> re.Pattern[str] | None:
    if not figure:
        return None
    with suppress(re.error):
        if (pattern := re.compile(figure, re.MULTILINE)).groups == 1:
            return pattern
    raise UsageError(
        "bad-figure", f"'{figure}' is not a pattern with one group", r"write for example --figure 'time: ([\d.]+)'"
    )


def _cell(side: str) -> Cell:
    return Cell(id=f"{side}/command", side=side, kernel="command", size_bytes=0, groups=((0,),))


def _run(
    program: Program,
    options: RunOptions,
    pattern: re.Pattern[str] | None,
    runs: _Runs,
    *,
    number: int = 0,
    count: bool = True,
) -> Visit:
    begin_s = time.monotonic()
    limit_s = options.limit_s or options.budget_s
    done = whole_run(program, limit_s)
    wall_s = time.monotonic() - begin_s
    runs.longest_s = max(runs.longest_s, wall_s)
    if not done.ok:
        words, hint = done.describe(), "run this line by hand to see more"
        if done.returncode is None:  # its last words are those of a launcher that was ended
            words = f"one run of `{shlex.join(done.argv)}` did not end in {format_seconds(limit_s)}"
            hint = "give more --budget, or let the program do less"
        elif program.mpi is not None:
            told = f"`rankwise doctor -- {shlex.join(done.argv)}` looks for the cause"
            hint = f"{told}; a program runs only under the MPI that it is linked to"
        raise SideFailed(program.name, "program-failed", words, hint)
    value = wall_s if pattern is None else _figure(program, pattern, done)
    if count:
        if options.phases is not None:
            runs.phases[program.name].append(options.phases(done.stdout))
        runs.values[program.name].append(value)
    return Visit(
        cell=_cell(program.name).id,
        launch=number,
        round=0,
        group=0,
        at_s=begin_s,
        calls_per_sample=1,
        samples_s=(wall_s,),
    )


def _figure(program: Program, pattern: re.Pattern[str], done: process.Completed) -> float:
    try:
        with within(_FIGURE_S):
            matches = deque(pattern.finditer(done.stdout + "\n" + done.stderr), maxlen=1)
    except TooLong:
        raise UsageError(
            "slow-figure",
            f"'{pattern.pattern}' takes more than {_FIGURE_S:g} s to search what {program.name} printed",
            "write a pattern with one repetition at a place: '(a+)+' tries every way to divide the a's",
        ) from None
    with suppress(ValueError, IndexError):
        if 0 < (value := figure_of(matches[0])) < math.inf:
            return value
    raise SideFailed(
        program.name,
        "no-figure",
        f"'{pattern.pattern}' finds no number above zero in what the program printed:\n"
        + "\n".join(f"  | {line}" for line in done.stdout.strip().splitlines()[-12:]),
        "its one group must be a number such as 12.5 or 1e-3",
    )


def figure_of(match: re.Match[str]) -> float:
    """The number of a pattern's group, with what of it stands behind the group where that is clear: digits, an exponent
    (D is Fortran's E), groups of thousands. Raises UsageError where the group has another part of a number alone,
    ValueError where it has no number."""
    begin, end = match.span(1)
    taken = match[1] or ""
    goes_on = _GOES_ON.match(match.string, end)
    rest = goes_on[0] if goes_on and taken else ""
    if rest[:1] not in "eEdD" and (match.end() > end or (rest[0] == "," and _DECIMAL.fullmatch(taken))):
        rest = ""  # the pattern says itself what stands behind it, or a list does
    began = _BEGAN.search(match.string[max(0, begin - 20) : begin]) if taken[:1] in _DIGITS else None
    whole = taken + rest
    if began is None and not _DAYS.fullmatch(whole):
        plain = re.sub("[,']", "", whole) if _THOUSANDS.fullmatch(whole) else whole
        with suppress(ValueError):
            return float(re.sub("[dD]", "E", plain))
    if began is None and not rest:
        raise ValueError(whole)
    raise UsageError(
        "bad-figure",
        f"'{match.re.pattern}' takes '{taken}' of the number '{began[0] if began else ''}{whole}'",
        "let the group take the whole number: '.*' before it takes digits too; what 1,02 and 1:02 mean is not clear",
    )


def _compared(names: Sequence[str], runs: _Runs, options: RunOptions) -> tuple[ComparedCell, ...]:
    if not all(runs.values[name] for name in names):
        return ()
    sign = -1 if options.higher_is_better else 1
    costs = {name: [value**sign for value in values] for name, values in runs.values.items()}
    (cell,) = compared([runs.measured("command", names, costs)], names, margin=options.margin, level=LOOK_LEVEL)
    return (replace(cell, times_s={name: median(runs.values[name]) for name in names}),)


def _compared_phases(names: Sequence[str], runs: _Runs, options: RunOptions) -> tuple[ComparedCell, ...]:
    """A cell for each phase that all runs tell."""
    told = [phases for name in names for phases in runs.phases[name]]
    if not all(runs.phases[name] for name in names):
        return ()
    cells = [
        runs.measured(phase, names, {name: [phases[phase] for phases in own] for name, own in runs.phases.items()})
        for phase in told[0]
        if all(phases.get(phase) for phases in told)
    ]
    return compared(cells, names, margin=options.margin, level=LOOK_LEVEL)


def _settled(names: Sequence[str], runs: _Runs, options: RunOptions) -> bool:
    cells = _compared(names, runs, options)
    return bool(cells) and settled(cells[0], names[1:], options.precision)


def _progress(options: RunOptions, number: int, states: dict[str, CellState]) -> Progress:
    return Progress(
        total_s=options.budget_s,
        launch=number,
        round=0,
        precise=frozenset(),
        least_visits=_MOST_ROUNDS,
        states=states,
        words=f"{plural(number + 1, 'run')} of each",
    )


def _results(states: dict[str, CellState], *, interrupted: bool) -> tuple[CellResult, ...]:
    stop: Stop = "interrupted" if interrupted else "budget"
    return tuple(CellResult(cell=name, estimate=state.estimate(stop)) for name, state in states.items())
