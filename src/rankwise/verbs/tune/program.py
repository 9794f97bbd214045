"""`tune -- COMMAND`: settings that make whole runs of a user's program faster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as replace_options
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from rankwise.apply import file as tuning_file
from rankwise.core.records import Change, Comparison, Gain, Mpi, Tuned, TuningLine
from rankwise.decide.explain import words_of
from rankwise.decide.tuning import LEAST_WIN
from rankwise.measure.preload import preload_for
from rankwise.mpis import catalog
from rankwise.verbs.compare.program import ProgramOptions, compare_programs, try_once
from rankwise.verbs.sides.choice import Choice
from rankwise.verbs.sides.launch_words import check_program
from rankwise.verbs.sides.program import Program, program
from rankwise.verbs.tune.run import Carrier, TuneOptions, tune
from rankwise.verbs.watcher import Watcher

_SEARCH = 0.5  # share of the budget that rankwise's own kernels take to find what may help
_DEFAULT, _ALL = "default", "all lines"


def tune_program(
    options: TuneOptions,
    argv: Sequence[str],
    watcher: Watcher | None = None,
    *,
    figure: str = "",
    higher_is_better: bool = False,
) -> Tuned:
    """What rankwise's own kernels show to be faster, tried on the program: all lines together, then each by itself.

    Only what makes whole runs faster stays. Raises UsageError and MeasurementFailed as `compare_program` does, before
    anything is searched when the program fails by itself.
    """
    watcher = watcher or Watcher()
    check_program(argv)
    mpi = catalog.find(options.mpi)
    asked = ProgramOptions(
        sides=(),
        argv=tuple(argv),
        figure=figure,
        higher_is_better=higher_is_better,
        budget_s=options.budget_s * (1 - _SEARCH) / 2,
        precision=0.02,
        out=options.out,
        seed=options.seed,
    )
    plain = _started(_DEFAULT, mpi, Change(), argv)
    watcher.phase("the program as it is")
    try_once(plain, asked)
    # A size that gets slower is no harm to a program that does not send it: its own runs decide, and prove.
    kernels = replace_options(options, budget_s=options.budget_s * _SEARCH, worst=0.0, write=False, prove=False)
    found = tune(kernels, watcher)
    lines = found.tuning.lines
    if not lines:
        return found
    with TemporaryDirectory(prefix="rankwise-tune-") as folder:
        carried = Carrier(mpi, Path(folder))
        whole = _started(_ALL, mpi, carried(lines), argv)
        watcher.phase(f"the program with all {len(lines)} lines")
        together = compare_programs([plain, whole], asked, watcher)
        if _wins(together, _ALL):
            return _answer(found, options, lines, together, _ALL)
        if len(lines) > 1:
            watcher.phase("the program with each line by itself")
            each = [_started(one.id, mpi, carried([one]), argv) for one in lines[:6]]
            alone = compare_programs([plain, *each], asked, watcher)
            best = max(
                (one.id for one in lines[:6] if _wins(alone, one.id)), key=lambda id_: _low(alone, id_), default=""
            )
            if best:
                return _answer(found, options, [one for one in lines if one.id == best], alone, best)
    return _answer(found, options, [], together, _ALL)


def _started(name: str, mpi: Mpi, change: Change, argv: Sequence[str]) -> Program:
    knobs = dict(change.knobs)
    if change.preload:
        knobs["env:LD_PRELOAD"] = str(preload_for(change.preload))
    return program(Choice(name=name, mpi=mpi.name, knobs=knobs), argv)


def _wins(comparison: Comparison, side: str) -> bool:
    return any(side in cell.ratios and cell.ratios[side].answer == "faster" for cell in comparison.cells) and (
        _low(comparison, side) >= LEAST_WIN
    )


def _low(comparison: Comparison, side: str) -> float:
    return max((cell.ratios[side].low for cell in comparison.cells if side in cell.ratios), default=0.0)


def _answer(found: Tuned, options: TuneOptions, lines: Sequence[TuningLine], shown: Comparison, side: str) -> Tuned:
    """The tuning with the lines that are left; its joint gain is that of the program."""
    gains = tuple(
        Gain(
            kernel="command",
            size_bytes=0,
            ranks=found.tuning.ranks,
            before_s=cell.times_s[_DEFAULT],
            after_s=cell.times_s[side],
            ratio=cell.ratios[side],
            figure=bool(shown.figure),
        )
        for cell in shown.cells
        if side in cell.ratios and side in cell.times_s
    )
    undecided = not lines and any(one.ratio.answer == "cannot tell" for one in gains)
    tuning = replace(found.tuning, lines=tuple(lines), joint=gains, goal="command")
    tuning = replace(tuning, words=words_of(tuning))
    why = "it does not make the program faster"
    dropped = {one.id: why for one in found.tuning.lines if one.id not in {line.id for line in lines}}
    if lines:
        tuning_file.write(tuning, options.file)
    return replace(
        found,
        answer="tuned" if lines else "cannot tell" if undecided else "leave it",
        tuning=tuning,
        mean=gains[0].ratio if gains else None,
        dropped={**found.dropped, **dropped},
        file=str(options.file) if lines else "",
    )
