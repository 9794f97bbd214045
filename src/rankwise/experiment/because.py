"""From experiments to findings: a suspect is a cause only where removing it was seen to make the cell faster."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from rankwise.core import said
from rankwise.core.grouped import grouped
from rankwise.core.records import Cell, Estimate, Evidence, Experiment, Finding, Mpi, Severity
from rankwise.core.units import format_seconds
from rankwise.experiment.suspects import Suspect, fix_lines
from rankwise.model.records import Expected, Ratio
from rankwise.verbs.records import VerdictLine

LEAST_GAIN = 1.05
"""Below 5 % a cause is not worth a finding."""


def experiment(cell: Cell, suspect: Suspect, before: Estimate, after: Estimate, measured: Ratio) -> Experiment:
    """What alternating with and without the suspect says: proven, refuted (no gain of 5 % is possible), cannot tell.

    `measured` is decided together with all other comparisons of the run (false-discovery rate).
    """
    conclusion: Literal["proven", "refuted", "cannot tell"] = "cannot tell"
    if measured.answer == "faster" and measured.low > LEAST_GAIN:
        conclusion = "proven"
    elif measured.high < LEAST_GAIN:
        conclusion = "refuted"
    return Experiment(
        cell=cell.id,
        change=suspect.title,
        before=before,
        after=after,
        ratio=measured.ratio,
        ratio_low=measured.low,
        ratio_high=measured.high,
        launch_pairs=measured.launch_pairs,
        conclusion=conclusion,
    )


def finding(suspect: Suspect, mpi: Mpi, experiments: Sequence[Experiment], preload_path: str) -> Finding | None:
    """The finding that the experiments with one suspect prove; None when they prove nothing."""
    proven = sorted((trial for trial in experiments if trial.conclusion == "proven"), key=lambda item: -item.ratio)
    if not proven:
        return None
    severity: Severity = "serious" if proven[0].ratio >= 1.5 else "warning"
    slower = [trial for trial in experiments if trial.ratio_high < 1.0 / LEAST_GAIN]
    evidence = [Evidence(source="experiment", observation=_observed(trial, mpi)) for trial in proven]
    evidence += [
        Evidence(
            source="experiment",
            observation=f"{_what(trial, mpi)} gets slower without it: {1.0 / trial.ratio:.2f} times",
        )
        for trial in slower
    ]
    return Finding(
        id=f"{mpi.name}:{suspect.id}",
        title=f"{mpi.name}: {suspect.title}",
        severity=severity,
        cause=suspect.cause,
        evidence=tuple(evidence),
        fixes=fix_lines(suspect, mpi, preload_path),
        verify="rankwise survey",
        verify_words="run `rankwise survey` again with the fix in place: these lines must turn good",
        affects=tuple(trial.cell for trial in proven),
        experiments=tuple(experiments),
    )


def own_best(experiments: Sequence[Experiment]) -> dict[str, list[Expected]]:
    """What each cell was shown to reach by the same MPI without a proven cause, relative to its own measured median.

    The ratio of alternated launches carries over, the absolute time of another launch does not.
    """
    return grouped(
        (
            trial.cell,
            Expected(
                basis="experiment",
                time_s=trial.before.median_s / trial.ratio,
                explanation=f"what it takes without the cause '{trial.change}'",
            ),
        )
        for trial in experiments
        if trial.conclusion == "proven"
    )


def explained(lines: Sequence[VerdictLine], findings: Sequence[Finding]) -> list[VerdictLine]:
    """The lines, each slow one with the findings that were proven on its cell, the largest effect first."""
    proven = {
        (finding.id, experiment.cell): experiment
        for finding in findings
        for experiment in finding.experiments
        if experiment.conclusion == "proven"
    }
    told: list[VerdictLine] = []
    for line in lines:
        causes = sorted(
            (finding for finding in findings if line.cell in finding.affects),
            key=lambda item: -proven[item.id, line.cell].ratio,
        )
        if line.verdict != "slow":
            told.append(line)
        elif causes:
            words = "; ".join(f"{cause.title}{_effect(proven[cause.id, line.cell])}" for cause in causes)
            told.append(
                replace(line, because=tuple(cause.id for cause in causes), text=f"{line.text}, because {words}")
            )
        else:
            told.append(replace(line, text=f"{line.text}; no cause that could be removed here explains it"))
    return told


def _effect(experiment: Experiment) -> str:
    """` (1.80x)`; nothing where it is not known how much."""
    known = said.factor(experiment.ratio, experiment.ratio_low, experiment.ratio_high)
    return f" ({known})" if known else ""


def _observed(experiment: Experiment, mpi: Mpi) -> str:
    before, after = format_seconds(experiment.before.median_s), format_seconds(experiment.after.median_s)
    times = said.ratio(experiment.ratio, experiment.ratio_low, experiment.ratio_high, " times")
    pairs = f"{experiment.launch_pairs} launch pairs"
    return f"{_what(experiment, mpi)}: {before} with it, {after} without: {times}, {pairs}"


def _what(experiment: Experiment, mpi: Mpi) -> str:
    """`pingpong 8`. A cell's id begins with its side, whose name may hold slashes (`mpich@/usr`)."""
    return " ".join(experiment.cell.removeprefix(f"{mpi.name}/").split("/")[:2])
