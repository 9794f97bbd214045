"""Answers of benchmarks as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.goals import Goal, Report

_MARK = {True: "met", False: "MISSED", None: "-"}
_GOAL_HEADER = ("", "goal", "found", "asked")


def terminal(name: str, report: Report, took_s: float) -> str:
    """One benchmark: method, table, goals."""
    parts = [f"{name} ({took_s:.0f} s): {report.method}"]
    if report.rows:
        parts.append(columns([report.header, *report.rows]))
    parts.append(columns([_GOAL_HEADER, *map(_goal_row, report.goals)]))
    return "\n\n".join(parts) + "\n"


def columns(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  " + "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def _goal_row(goal: Goal) -> tuple[str, ...]:
    return (_MARK[goal.met], goal.what, goal.found, goal.goal)
