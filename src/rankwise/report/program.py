"""What a program did, with each MPI: phases, figure of merit and check; in words first."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from rankwise.core.units import format_seconds, plural
from rankwise.experiment.records import Comparison
from rankwise.programs.records import Programmed, ProgramResult
from rankwise.report.run_page import Table, page_of_tables
from rankwise.report.svg_bars import Bar, bar_plot
from rankwise.report.tables import fitted, told

_ENOUGH = 5
_PREFIXES = ("", "k", "M", "G", "T")


def lines(answer: Programmed) -> list[str]:
    """Everything that the terminal shows."""
    name = " ".join([answer.program, *answer.arguments])
    if answer.planned:
        return [name, *answer.planned, f"stored as run {answer.run.id}"]
    words = [*_within([_verdict(answer), *_fastest(answer)]), ""]
    if any(result.phases for result in answer.results):
        words += [*fitted(table(answer)), ""]
    return [name, *words, *_within(_said(answer)), f"stored as run {answer.run.id}"]


def _within(sentences: Sequence[str]) -> list[str]:
    """The same in the width of the terminal; a command stays on one line."""
    return [line for sentence in sentences for line in told(sentence, "  ")]


def _said(answer: Programmed) -> list[str]:
    """What terminal and page say beside the table: checks, what the machine would allow, and what is not known."""
    words = [line for result in answer.results for line in _of(result)]
    if any(result.paced for result in answer.results):
        words.append("paced: it slept in the place of computing")
    if answer.run.status == "interrupted" and any(result.figures for result in answer.results):
        words.append("Interrupted: these are the MPIs that were done.")
    if any(len(result.figures) == 1 for result in answer.results):
        words += [_one_run_each(answer)]
    return words


def _one_run_each(answer: Programmed) -> str:
    """What a single run leaves open, and the command that tells it."""
    if len(answer.results) == 1:
        return "One run: how much a second would differ is not known; --repeat 5 shows it."
    return f"One run each: how much a second would differ is not known.{_how_to_tell(answer)}"


def _how_to_tell(answer: Programmed) -> str:
    """The command that compares the MPIs whose answers are right; nothing where there are not two."""
    sides = [f"mpi={result.mpi}" for result in answer.results if result.figures]
    program = shlex.quote(":".join([answer.program, shlex.join(answer.arguments)]).rstrip(":"))
    return (
        f" To tell what is faster: `rankwise compare {' '.join(sides)} --program {program}`" if len(sides) > 1 else ""
    )


def _fastest(answer: Programmed) -> list[str]:
    """Which MPI was fastest and in which phase most; to use it only where each of its runs was faster than all others.
    By chance the five runs of one of two equal MPIs are all faster in one of a hundred cases."""
    well = sorted(
        (result for result in answer.results if result.figure is not None), key=lambda result: -(result.figure or 0.0)
    )
    if len(well) < 2:
        return []
    best, second = well[:2]
    beside = {phase.name: phase.slowest_s for phase in second.phases}
    gains = [(beside.get(phase.name, 0.0) - phase.slowest_s, phase) for phase in best.phases]
    gained_s, phase = max(gains, key=lambda gain: gain[0], default=(0.0, None))
    why = ""
    if phase is not None and gained_s > 0.0:
        of_others = format_seconds(beside[phase.name])
        why = f", most of it in {phase.name}: {format_seconds(phase.slowest_s)}, and with {second.mpi} {of_others}"
    fewest = min(len(result.figures) for result in well)
    if fewest < 2:  # what is not known after one run stands in its own line
        return [f"In this one run {best.mpi} was fastest{why}."]
    apart = all(min(best.figures) > max(other.figures) for other in well[1:])
    if apart and fewest >= _ENOUGH:
        return [f"Use {best.mpi}: each of its {len(best.figures)} runs was faster than all others{why}."]
    doubt = f"{fewest} runs each are too few" if apart else "runs overlap"
    ahead = f"In the middle run of each {best.mpi} was ahead{why}."
    return [f"Which MPI is fastest cannot be told: {doubt}. {ahead}{_how_to_tell(answer)}"]


def best_split(answer: Comparison) -> str:
    """Which split of ranks and threads to use, or that they are the same."""
    if not answer.cells:
        return "No split was compared."
    first = answer.cells[0].first
    if len(first) == len(answer.sides):
        return "The splits are the same, or cannot be told apart."
    also = f"; {', '.join(first[1:])} cannot be told from it" if len(first) > 1 else ""
    return f"Use {first[0]}{also}." if first else "It cannot be told which split is best."


def _of(result: ProgramResult) -> list[str]:
    """What is said of one MPI below the table."""
    words = [f"{result.mpi}: check: {_check(result)}"] if result.check else []
    if result.facts:
        words.append(f"{result.mpi}: {', '.join(f'{name} {value:,.0f}' for name, value in result.facts.items())}")
    if len(result.figures) > 1:
        least, most = scaled(min(result.figures), result.unit), scaled(max(result.figures), result.unit)
        words.append(f"{result.mpi}: {len(result.figures)} runs, from {least} to {most}")
    if result.allowed and result.figure is not None:
        share = result.figure / result.allowed
        allowed = f"the machine would allow {scaled(result.allowed, result.unit)} ({result.why})"
        words.append(f"{result.mpi}: {allowed}: {share:.0%} of it")
        if result.short:
            words.append(f"{result.mpi}: the time is lost in {result.short}")
    if result.error:
        words.append(f"{result.mpi} did not end well: {result.error}")
    if result.so_far:
        words.append(f"{result.mpi}: done by then: {result.so_far}")
    return words


def render(answer: Programmed) -> str:
    """The page as text."""
    tables = [Table("Phases", table(answer))]
    drawn = "Where the time goes"
    said = [*_fastest(answer), *_said(answer)]
    return page_of_tables(answer.run, _verdict(answer), tables, _bars(answer), drawn=drawn, summary=said)


def _bars(answer: Programmed) -> list[tuple[str, str]]:
    """A bar for the median of each phase, all MPIs on one scale, each in a colour of its own."""
    known = [result for result in answer.results if result.phases]
    bars = [
        Bar(
            phase.name if len(known) == 1 else f"{result.mpi}: {phase.name}",
            phase.median_s,
            f"{format_seconds(phase.median_s)}, rank {phase.slowest_rank} {format_seconds(phase.slowest_s)}",
            colour,
        )
        for colour, result in enumerate(known)
        for phase in result.phases
    ]
    title = "Median of the ranks in each phase, and the slowest rank"
    return [(title, bar_plot(title, bars))] if bars else []


def table(answer: Programmed) -> list[tuple[str, ...]]:
    """A row for each phase of each MPI, below a heading."""
    rows: list[tuple[str, ...]] = [
        ("MPI", "phase", "median", "slowest rank", "rank", "share of communication", "figure")
    ]
    for result in answer.results:
        for number, phase in enumerate(result.phases):
            first = number == 0
            rows.append(
                (
                    result.mpi if first else "",
                    phase.name,
                    format_seconds(phase.median_s),
                    format_seconds(phase.slowest_s),
                    str(phase.slowest_rank),
                    f"{100 * result.communication_share:.0f} %" if first else "",
                    scaled(result.figure, result.unit) if first else "",
                )
            )
    return rows


def scaled(value: float | None, unit: str) -> str:
    """`34.2 Mcells/s`; `wrong` without a value."""
    if value is None:
        return "wrong"
    step = 0
    while abs(value) >= 1000.0 and step + 1 < len(_PREFIXES):
        value, step = value / 1000.0, step + 1
    return f"{value:.3g} {_PREFIXES[step]}{unit}"


def _check(result: ProgramResult) -> str:
    words = f"{result.check}: {result.off:.3g}, allowed {result.tolerance:.3g}"
    return f"{words}: right" if result.right else f"{words}: WRONG"


def _verdict(answer: Programmed) -> str:
    """Whether the answers are right, and where most of the time went."""
    wrong = [result.mpi for result in answer.results if result.check and not result.right]
    if wrong:
        return f"{answer.program} computed a wrong answer with {', '.join(wrong)}."
    well = [result for result in answer.results if result.figure is not None]
    if not well:
        return f"{answer.program} did not end well."
    parts = [f"{result.mpi} {scaled(result.figure, result.unit)}" for result in well]
    words = f"{answer.program} on {plural(well[0].ranks, 'rank')}: {', '.join(parts)}."
    slowest = max(well[0].phases, key=lambda phase: phase.median_s, default=None)
    if slowest is None:
        return words
    whose = f" with {well[0].mpi}" if len(well) > 1 else ""
    return f"{words} Most of the time{whose} is {slowest.name}."
