"""The answer as text for a terminal and as a Markdown file that says which machine gave it, and when."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timezone
from pathlib import Path

import rankwise
from benchmarks.goals import Goal, Report
from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem
from rankwise.inventory.collect import collect

_MARK = {True: "met", False: "MISSED", None: "-"}
_GOAL_HEADER = ("", "goal", "found", "asked")
_HEAD = """\
# Benchmark results

Each section is what `python -m benchmarks NAME --write` found when it says, with the commit of the code that was run.
Sections marked as old are of an engine, a campaign or statistics that changed since;
`python -m benchmarks --old FILE` marks them. Why a goal is missed, and what was tried: [notes](notes.md).

"""
_JUDGED = ("src/rankwise/measure", "src/rankwise/model")
"""What numbers come from: a section that was measured before a change of these is old."""
_OLD = "**Old:"


def terminal(name: str, report: Report, took_s: float) -> str:
    """One benchmark: method, table, goals."""
    parts = [f"{name} ({took_s:.0f} s): {report.method}"]
    if report.rows:
        parts.append(_columns([report.header, *report.rows]))
    parts.append(_columns([_GOAL_HEADER, *map(_goal_row, report.goals)]))
    return "\n\n".join(parts) + "\n"


def write(path: Path, name: str, report: Report, took_s: float, quick: bool) -> None:
    """One benchmark's answer as a section of a Markdown file, in the place of the one that it had there; the other
    sections stay as they are, each with the time, machine and load that it was measured at."""
    sections = _sections(path.read_text()) if path.exists() else {}
    lines = [_measured_on(), ""]
    if quick:
        lines += ["**Quick run: it shows that everything works, and is too short to judge by.**", ""]
    lines += [f"{report.method}. It took {took_s:.0f} s.", ""]
    lines += [*_markdown([_GOAL_HEADER, *map(_goal_row, report.goals)]), ""]
    if report.rows:
        lines += [*_markdown([report.header, *report.rows]), ""]
    sections[name] = "\n".join(lines)
    path.parent.mkdir(parents=True, exist_ok=True)
    _put(path, sections)


def mark_old(path: Path) -> None:
    """Marks the sections of a file that were measured with other code than this."""
    _put(path, _sections(path.read_text()))


def _put(path: Path, sections: dict[str, str]) -> None:
    path.write_text(_HEAD + "\n".join(f"## {one}\n\n{_dated(text)}" for one, text in sections.items()))


def _dated(text: str) -> str:
    """A section with the mark that it is old, or without."""
    if text.startswith(_OLD):
        text = text.partition("\n\n")[2]
    why = _why_old(text.partition("\n")[0])
    return f"{_OLD} {why}.**\n\n{text}" if why else text


def _why_old(measured: str) -> str:
    """What happened since to the code that a section was measured with; empty where nothing did, or git cannot say."""
    named = re.search(r"with rankwise \S+ \(([0-9a-f]{7,40})\)", measured)
    if not named:
        return "of a commit that nobody noted"
    log: list[str | Path] = [
        "git",
        "-C",
        Path(__file__).parents[1],
        "log",
        "--oneline",
        f"{named[1]}..HEAD",
        "--",
        *_JUDGED,
    ]
    with contextlib.suppress(EnvironmentProblem):
        done = process.run(log, timeout_s=10)
        if done.returncode != 0:
            return f"of commit {named[1]}, which is not in this history"
        if changes := len(done.stdout.splitlines()):
            return f"{changes} commits since {named[1]} changed the engine, the campaign or the statistics"
    return ""


def _sections(text: str) -> dict[str, str]:
    """The sections of a file that `write` has written, by name."""
    parts = re.split(r"^## (.+)\n\n", text, flags=re.MULTILINE)[1:]
    return {name: body.strip("\n") + "\n" for name, body in zip(parts[::2], parts[1::2], strict=True)}


def _goal_row(goal: Goal) -> tuple[str, ...]:
    return (_MARK[goal.met], goal.what, goal.found, goal.goal)


def _measured_on() -> str:
    node = collect()
    load = "unknown" if node.load_1min is None else f"{node.load_1min:.1f}"
    return (
        f"Measured until {datetime.now(timezone.utc):%Y-%m-%d %H:%M} UTC with rankwise {_version()} on: "
        f"{node.cpu_model or node.arch}, {len(node.sandbox.allowed_cpus)} CPUs, {node.os or 'Linux'}, kernel "
        f"{node.kernel}, virtualisation {node.sandbox.virtualization or 'none seen'}, load {load} at the end."
    )


def _version() -> str:
    """The version, and the commit where git knows one."""
    with contextlib.suppress(EnvironmentProblem):
        done = process.run(["git", "-C", Path(__file__).parent, "rev-parse", "--short", "HEAD"], timeout_s=10)
        if done.returncode == 0:
            return f"{rankwise.__version__} ({done.stdout.strip()})"
    return rankwise.__version__


def _columns(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  " + "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def _markdown(rows: Iterable[Sequence[str]]) -> list[str]:
    header, *body = rows
    return ["| " + " | ".join(row) + " |" for row in (header, ["---"] * len(header), *body)]
