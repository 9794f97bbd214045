"""The answer as text for a terminal and as a Markdown file that says which machine gave it, and when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path

import rankwise
from benchmarks.goals import Goal, Report
from rankwise.inventory.collect import collect

_MARK = {True: "met", False: "MISSED", None: "-"}
_GOAL_HEADER = ("", "goal", "found", "asked")


def terminal(name: str, report: Report, took_s: float) -> str:
    """One benchmark: method, table, goals."""
    parts = [f"{name} ({took_s:.0f} s): {report.method}"]
    if report.rows:
        parts.append(_columns([report.header, *report.rows]))
    parts.append(_columns([_GOAL_HEADER, *map(_goal_row, report.goals)]))
    return "\n\n".join(parts) + "\n"


def write(path: Path, reports: Mapping[str, tuple[Report, float]], quick: bool) -> None:
    """All benchmarks so far, as Markdown; written again after each one, so that an interrupted run leaves a result."""
    lines = ["# Benchmark results", "", *_machine(), ""]
    if quick:
        lines += ["**Quick run: it shows that everything works, and is too short to judge by.**", ""]
    for name, (report, took_s) in reports.items():
        lines += [f"## {name}", "", f"{report.method}. It took {took_s:.0f} s.", ""]
        lines += [*_markdown([_GOAL_HEADER, *map(_goal_row, report.goals)]), ""]
        if report.rows:
            lines += [*_markdown([report.header, *report.rows]), ""]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines))


def _goal_row(goal: Goal) -> tuple[str, ...]:
    return (_MARK[goal.met], goal.what, goal.found, goal.goal)


def _machine() -> list[str]:
    node = collect()
    load = "unknown" if node.load_1min is None else f"{node.load_1min:.1f}"
    return [
        f"Measured {datetime.now(timezone.utc):%Y-%m-%d %H:%M} UTC with rankwise {rankwise.__version__} by "
        f"`python -m benchmarks --write` on: {node.cpu_model or node.arch}, {len(node.sandbox.allowed_cpus)} CPUs, "
        f"{node.os or 'Linux'}, kernel {node.kernel}, virtualisation {node.sandbox.virtualization or 'none seen'}, "
        f"load {load} when this was written."
    ]


def _columns(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  " + "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def _markdown(rows: Iterable[Sequence[str]]) -> list[str]:
    header, *body = rows
    return ["| " + " | ".join(row) + " |" for row in (header, ["---"] * len(header), *body)]
