"""What became of an application, in the order in which it was done: look, trace, tried, whole."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

from rankwise.core.records import Improved, Ratio, Tuned
from rankwise.core.units import plural
from rankwise.report import trace as trace_words
from rankwise.report.run_page import Table, write_tables
from rankwise.report.tune import control_words, explained, tried_words

_ANSWERS = {
    "faster": "faster",
    "nothing helps": "nothing helps: what was tried is not surely faster than what is in use",
    "cannot tell": "cannot tell: give more --budget, or a longer run of the program",
    "changes the output": "refused: with these settings the program prints something else",
}
_MOST_TRIED = 6


def lines(answer: Improved) -> list[str]:
    """Everything that the terminal shows."""
    return [f"{name:<7} {text}" for name, text in steps(answer)]


def steps(answer: Improved) -> Iterator[tuple[str, str]]:
    """Each step with what it showed."""
    mpi = next(iter(answer.run.mpis.values()), None)
    hosts = len({rank.host for rank in answer.ranks})
    looked = [plural(len(answer.ranks), "rank"), f"on {plural(hosts, 'machine')}"] if answer.ranks else []
    looked += [f"{mpi.family} {mpi.version}"] if mpi else []
    if answer.mpi_share is not None:
        looked.append(f"{answer.mpi_share:.0%} of the run is in MPI")
    yield "look", ", ".join(looked)
    for finding in answer.findings:
        yield "", f"{finding.severity}: {finding.title}" + (f"; {finding.fixes[0].line}" if finding.fixes else "")
    for words in answer.trace.words if answer.trace else ():
        yield "trace", words
    if answer.tuned is not None:
        yield from _tuned(answer.tuned)
    if answer.changed:
        yield "same", f"without: {answer.printed[-1]!r}; with: {answer.changed[-1]!r}"
    elif answer.same and answer.answer == "faster":
        yield "same", f"the output is the same: {answer.printed[-1]!r}"
    yield "whole", whole(answer)
    if answer.answer == "faster" and answer.tuned is not None:
        again = f"rankwise run --tuning {answer.tuned.file} -- {shlex.join(answer.command)}"
        yield "", f"-> {answer.tuned.file}; use it: {again}"


def whole(answer: Improved) -> str:
    """The answer in a line."""
    text = _ANSWERS[answer.answer]
    ratio = _whole_ratio(answer.tuned) if answer.tuned else None
    if answer.answer == "faster" and ratio is not None:
        text = f"{_times(ratio)} in fresh runs, alternated with the default"
    return text


def _whole_ratio(tuned: Tuned) -> Ratio | None:
    return next((gain.ratio for gain in tuned.tuning.joint if gain.kernel == "command"), None)


def _times(ratio: Ratio) -> str:
    return f"{ratio.ratio:.2f}x ({ratio.low:.2f} to {ratio.high:.2f})"


def _tuned(tuned: Tuned) -> Iterator[tuple[str, str]]:
    named = {line.id for line in tuned.tuning.lines}
    shown = [tried for tried in tuned.tried if tried.ratio is not None]
    shown.sort(key=lambda tried: -(tried.ratio.ratio if tried.ratio else 0.0))
    for tried in shown[:_MOST_TRIED]:
        yield "tried", f"{tried.what}: {tried_words(tried)}"
    if len(tuned.tried) > len(shown[:_MOST_TRIED]):
        yield "", f"and {plural(len(tuned.tried) - len(shown[:_MOST_TRIED]), 'setting')} more, see the page"
    for name in sorted(named):
        yield "taken", name
    for name, why in tuned.dropped.items():
        yield "dropped", f"{name}: {why}"
    if tuned.control:
        yield "", control_words(tuned.control)


def write(answer: Improved, path: Path) -> Path:
    """Writes the page and returns its path. Raises EnvironmentProblem when it cannot be written."""
    tables = [Table(whole(answer), ("step", "what it showed"), list(steps(answer)))]
    if answer.trace is not None:
        tables += [Table(title, rows[0], rows[1:]) for title, rows in trace_words.tables(answer.trace) if len(rows) > 1]
    notes = explained(answer.tuned.tuning) if answer.tuned and answer.tuned.tuning.lines else []
    return write_tables(answer.run, tables, [text for text in notes if text], path)
