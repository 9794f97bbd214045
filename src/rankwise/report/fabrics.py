"""Fabrics as a table of one screen for each path, and findings in words; on the page with curves on the same axes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from rankwise.core import said
from rankwise.core.records import Finding
from rankwise.core.units import format_rate, format_seconds, format_size
from rankwise.experiment.records import FabricPath, FabricPoint, FabricSurvey, FabricTrial
from rankwise.model.records import Ratio
from rankwise.report import words
from rankwise.report.not_looked import not_looked
from rankwise.report.page import environment
from rankwise.report.svg_plot import message_plots, times_of
from rankwise.report.tables import aligned, columns, told

MARKS = {"works": "✓", "not used": "≠", "aborts": "✗", "hangs": "✗", "fails": "✗"}
MEANINGS = {"✓": "carries messages", "≠": "was asked for, and others carried them", "✗": "does not work"}
BESIDE = "1.20x: faster than the default, ?: cannot tell"
_SHORT_BYTES, LONG_BYTES = 8, 1 << 20  # where no transport has figures
_COLUMNS = 100  # of a terminal; the page has ratios with intervals, and what the library says
_CURVES = 8  # in one plot; the fastest, and the default
_CLASSES = {"works": "good", "not used": "unsure", "aborts": "slow", "hangs": "slow", "fails": "slow"}


def lines(survey: FabricSurvey) -> list[str]:
    """Everything that the terminal shows."""
    output: list[str] = []
    for path in survey.paths:
        output += [title(survey, path), "", *aligned(brief(path), columns(_COLUMNS)), ""]
        output += [*(line for note in notes(path) for line in told(note)), ""]
    for mpi in dict.fromkeys(trial.mpi for trial in survey.device_trials):
        output += [*device_lines(survey, mpi), ""]
    for finding in survey.findings:
        output += finding_lines(finding)
    if survey.run.status == "interrupted":
        output.append("Interrupted: this is what was seen before.")
    if words.NOT_KNOWN in "\n".join(output):
        output.append(words.NOT_KNOWN_WORDS)
    output += not_looked(survey.not_looked)
    return [*output, f"stored as run {survey.run.id}"]


def device_lines(survey: FabricSurvey, mpi: str) -> list[str]:
    """What one MPI did with buffers on devices: a line for each thing that was tried."""
    trials = [trial for trial in survey.device_trials if trial.mpi == mpi]
    rows = [("", "device buffers", "8 B", "1 MiB", "")]
    for trial in trials:
        name = f"{trial.capability}, {trial.buffers}" if trial.buffers else trial.capability
        short = format_seconds(trial.short_s) if trial.short_s is not None else "-"
        rate = format_rate(trial.rate_bytes_per_s) if trial.rate_bytes_per_s is not None else "-"
        mark = "✓" if trial.outcome == "works" else "✗"
        rows.append((mark, name, short, rate, ": ".join(filter(None, (trial.outcome, trial.reason)))))
    return [f"{mpi} {survey.run.mpis[mpi].version}", "", *aligned(rows)]


def title(survey: FabricSurvey, path: FabricPath) -> str:
    """`MPICH 5.0.2, n1 to n2 (two nodes)`."""
    mpi = survey.run.mpis[path.mpi]
    where = "two nodes" if path.between_nodes else "one node"
    return f"{mpi.name} {mpi.version}, {path.source} to {path.target} ({where})"


def table(path: FabricPath) -> list[tuple[str, ...]]:
    """One row for each transport: does it work, what carried messages, latency and bandwidth beside the default."""
    ends = _ends(path)
    short, long = map(size, ends)
    rows: list[tuple[str, ...]] = [("", "fabric", short, "beside default", long, "beside default", "carried by")]
    for trial in sorted(path.trials, key=_order):
        rows.append((MARKS[trial.outcome], name(trial, path), *_figures(trial, ends), carried(trial)))
    return rows


def brief(path: FabricPath) -> list[tuple[str, ...]]:
    """The same in the width of a terminal."""
    ends = _ends(path)
    rows: list[tuple[str, ...]] = [("", "fabric", size(ends[0]), "", size(ends[1]), "", "carried by")]
    for trial in sorted(path.trials, key=_order):
        short, beside, long, beside_long = _figures(trial, ends, brief=True)
        rows.append((MARKS[trial.outcome], name(trial, path), short, beside, long, beside_long, carried(trial, False)))
    return rows


def name(fabric_trial: FabricTrial, path: FabricPath) -> str:
    """The transport's name, of the default also what it is. Marks what programs lose, and what serves one node only."""
    if fabric_trial.choice.name == "default":
        return f"default (= {path.resembles})" if path.resembles else "default"
    marks = ("†" if fabric_trial.choice.reach == "node" else "") + ("*" if fabric_trial.choice.semantics else "")
    return f"{fabric_trial.choice.name} {marks}".rstrip()


def carried(fabric_trial: FabricTrial, with_words: bool = True) -> str:
    """`memory, long cma (says sm)`, with the library's own words or without; or why it did not work."""
    if fabric_trial.outcome in ("aborts", "hangs", "fails"):
        return f"{fabric_trial.outcome}: {fabric_trial.reason}"
    use = fabric_trial.use
    if use is None:
        return ""
    counted = (
        "not counted" if use.long is None else use.long if use.short == use.long else f"{use.short}, long {use.long}"
    )
    named = f" (says {' '.join(use.words)})" if use.words and with_words else ""
    lost = (
        f"; lost beside the others: {fabric_trial.reason}"
        if fabric_trial.reason and fabric_trial.outcome == "works"
        else ""
    )
    return (f"NOT USED: {fabric_trial.reason}" if fabric_trial.outcome == "not used" else counted) + named + lost


def notes(path: FabricPath) -> list[str]:
    """Crossovers, the fastest transport by size, what is marked, what finds no device, the control."""
    output = [
        f"{turn.short} is faster below {size(turn.size_bytes)}, {turn.long} above "
        f"(between {size(turn.low_bytes)} and {size(turn.high_bytes)})."
        for turn in path.crossovers
        if path.resembles not in (turn.short, turn.long)  # the default is told in its place
    ]
    known = [mark for mark in MEANINGS if any(MARKS[trial.outcome] == mark for trial in path.trials)]
    output.append("; ".join(f"{mark} {MEANINGS[mark]}" for mark in known) + f"; {BESIDE}.")
    if path.fastest:
        output.append(f"Fastest: {'; '.join(_fastest(path.fastest))}.")
    semantics = sorted({trial.choice.semantics for trial in path.trials if trial.choice.semantics})
    if any(trial.choice.reach == "node" for trial in path.trials):
        output.append("† carries messages inside a node alone: between nodes a job needs another transport.")
    output += [f"* measured only, never proposed: {words_}." for words_ in semantics]
    if path.idle:
        output.append(f"Providers that are installed and find no device: {', '.join(path.idle)}.")
    if path.control:
        output.append(f"Control: the default beside itself differs by at most {path.control - 1:.0%}.")
    return output


def finding_lines(finding: Finding) -> list[str]:
    """A finding as a paragraph."""
    output = told(f"{finding.severity}: {words.sentence(finding.title)} {words.sentence(finding.cause)}")
    for evidence in finding.evidence:
        output += told(f"  {evidence.source}: {evidence.observation}", "    ")
    for fix in finding.fixes:
        output += told(f"  {fix.launcher}: {fix.words}", "    ") if fix.words else [f"  {fix.launcher}: {fix.line}"]
    verify = told(f"  verify: {finding.verify_words}", "    ")
    return [*output, *(verify if finding.verify_words else [f"  verify: {finding.verify}"]), ""]


def size(count: int) -> str:
    """`8 B`, `4KiB`, `11.3KiB`."""
    text = format_size(count)
    if not text.isdecimal():
        return text
    return f"{count / 1024:.3g}KiB" if count >= 1024 else f"{count} B"


def _fastest(fastest: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """The fastest transports of sizes beside each other that have the same: `8 B to 4KiB shm`."""
    for _, same in groupby(fastest.items(), key=lambda item: set(item[1])):
        (at, transports), *more = same
        last = f" to {size(int(more[-1][0]))}" if more else ""
        yield f"{size(int(at))}{last} {_first(transports)}"


def _first(transports: tuple[str, ...]) -> str:
    return " = ".join(transports) if len(transports) < 4 else f"{len(transports)} transports not told apart"


def _order(fabric_trial: FabricTrial) -> tuple[int, float]:
    place = {"works": 1, "not used": 2}.get(fabric_trial.outcome, 3)
    if fabric_trial.choice.name == "default":
        place = 0
    return place, fabric_trial.points[0].time.median_s if fabric_trial.points else 0.0


def _ends(path: FabricPath) -> tuple[int, int]:
    """The sizes in bytes of the two columns: the smallest that was measured, and a long one, or the largest."""
    sizes = {point.size_bytes for trial in path.trials for point in trial.points} or {_SHORT_BYTES, LONG_BYTES}
    return min(sizes), LONG_BYTES if LONG_BYTES in sizes else max(sizes)


def _figures(fabric_trial: FabricTrial, ends: tuple[int, int], *, brief: bool = False) -> tuple[str, str, str, str]:
    known = {point.size_bytes: point for point in fabric_trial.points}
    short, long = (known.get(size_bytes) for size_bytes in ends)
    time, beside = _time(short, brief)
    if long is None or not long.size_bytes:
        return time, beside, *_time(long, brief)
    rate = f"{format_rate(long.size_bytes / long.time.median_s)} {words.precision(long.time)}"
    return time, beside, rate, _beside(long.ratio, brief)


def _time(point: FabricPoint | None, brief: bool) -> tuple[str, str]:
    if point is None:
        return "-", "-"
    return f"{format_seconds(point.time.median_s)} {words.precision(point.time)}", _beside(point.ratio, brief)


def _beside(ratio: Ratio | None, brief: bool) -> str:
    if ratio is None:
        return ""
    if brief:
        known = said.factor(ratio.ratio, ratio.low, ratio.high).replace("at least ", ">").replace("at most ", "<")
        return "same" if ratio.answer == "same" else known if ratio.answer in ("faster", "slower") else "?"
    answer = "" if ratio.answer in ("faster", "slower") else " same" if ratio.answer == "same" else " ?"
    shown = words.ratio(ratio)
    return shown if shown == said.CANNOT_TELL else f"{shown}{answer}"


def render(survey: FabricSurvey) -> str:
    """The page as text."""
    paths = [_path(survey, path) for path in survey.paths]
    return environment().get_template("fabrics.html.j2").render(survey=survey, run=survey.run, paths=paths)


def _path(survey: FabricSurvey, path: FabricPath) -> dict[str, Any]:
    outcomes = {name(trial, path): trial for trial in path.trials}
    return {
        "title": title(survey, path),
        "rows": [
            {"cells": row[1:], "kind": _CLASSES[outcomes[row[1]].outcome], "tip": outcomes[row[1]].choice.description}
            for row in table(path)[1:]
        ],
        "head": table(path)[0][1:],
        "notes": notes(path),
        "figures": _curves(path),
    }


def _curves(path: FabricPath) -> list[tuple[str, str]]:
    known = [trial for trial in path.trials if len(trial.points) > 1]
    known = known[:1] + sorted(known[1:], key=lambda item: item.points[0].time.median_s)[: _CURVES - 1]
    return message_plots(
        "fabric",
        [
            (trial.choice.name, colour, [times_of(point.size_bytes, point.time) for point in trial.points])
            for colour, trial in enumerate(known)
        ],
    )
