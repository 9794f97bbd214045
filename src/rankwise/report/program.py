"""What a program did, with each MPI: phases, figure of merit and check; in words first."""

from __future__ import annotations

from pathlib import Path

from rankwise.core.records import Programmed, ProgramResult
from rankwise.core.units import format_seconds
from rankwise.report.run_page import Table, write_tables
from rankwise.report.tables import aligned

_PREFIXES = ("", "k", "M", "G", "T")


def lines(answer: Programmed) -> list[str]:
    """Everything that the terminal shows."""
    name = " ".join([answer.program, *answer.arguments])
    words = [_verdict(answer), "", *aligned(table(answer)), ""]
    words += [f"{result.mpi}: check: {_check(result)}" for result in answer.results if result.check]
    words += [f"{result.mpi} did not end well: {result.error}" for result in answer.results if result.error]
    if any(result.paced for result in answer.results):
        words.append("paced: it slept in the place of computing")
    if answer.run.status == "interrupted":
        words.append("Interrupted: these are the MPIs that were done.")
    words.append(
        "One run each: how much a second would differ is not known. `rankwise compare` with this program's path"
    )
    words.append(f"(`rankwise program path {answer.program}`) tells what is faster.")
    return [name, *words, f"stored as run {answer.run.id}"]


def write(answer: Programmed, path: Path) -> Path:
    """Writes the page. Raises EnvironmentProblem when it cannot be written."""
    rows = table(answer)
    return write_tables(answer.run, _verdict(answer), [Table("Phases", tuple(rows[0]), rows[1:])], (), path)


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
    slowest = max(well[0].phases, key=lambda phase: phase.median_s)
    return f"{answer.program} on {well[0].ranks} ranks: {', '.join(parts)}. Most of the time is {slowest.name}."
