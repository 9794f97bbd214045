"""The answer as text for a terminal and as a Markdown file that says which machine gave it, and when."""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timezone
from functools import lru_cache
from itertools import islice
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
_MODEL, _MEASURE = "src/rankwise/model", "src/rankwise/measure"
_STATISTICS = ("change", "estimate", "location", "overlap", "peers", "ratio", "regimes", "robust")
_CAMPAIGN = ("campaign", "cells", "convergence", "exchange", "outcome", "session", "stopping", "visit_length", "visits")
_ESTIMATES = tuple(f"{_MODEL}/{name}.py" for name in _STATISTICS)
_NUMBERS = (f"{_MEASURE}/engine", *(f"{_MEASURE}/{name}.py" for name in _CAMPAIGN), *_ESTIMATES)
_JUDGED = {
    "intervals": (*_ESTIMATES, "src/rankwise/decide/race.py"),
    "classes": (f"{_MODEL}/classes.py", f"{_MODEL}/robust.py"),
    **dict.fromkeys(("coverage", "duration", "fidelity", "identical", "planted", "sweep"), _NUMBERS),
}
"""What the numbers of a benchmark come from, else `_ALL`: a section that was measured before a change of these is old.
A change of comments and docstrings is none."""
_ALL = (_MEASURE, _MODEL)
_NAMED = 3
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
    path.write_text(_HEAD + "\n".join(f"## {one}\n\n{_dated(one, text)}" for one, text in sections.items()))


def _dated(name: str, text: str) -> str:
    """A section with the mark that it is old, or without."""
    if text.startswith(_OLD):
        text = text.partition("\n\n")[2]
    why = _why_old(name, text.partition("\n")[0])
    return f"{_OLD} {why}.**\n\n{text}" if why else text


def _why_old(name: str, measured: str) -> str:
    """What changed since of the code that a section was measured with; empty where nothing did, or git cannot say."""
    measured_with = re.search(r"with rankwise \S+ \(([0-9a-f]{7,40})\)", measured)
    if not measured_with:
        return "of a commit that nobody noted"
    commit = measured_with[1]
    with contextlib.suppress(EnvironmentProblem):
        done = _git("diff", "--name-only", commit, "HEAD", "--", *_JUDGED.get(name, _ALL))
        if done.returncode != 0:
            return f"of commit {commit}, which is not in this history"
        changed = (path for path in done.stdout.splitlines() if _code(commit, path) != _code("HEAD", path))
        if named := list(islice(changed, _NAMED + 1)):
            return f"since {commit} {', '.join(named[:_NAMED])}{' and more' if named[_NAMED:] else ''} changed"
    return ""


@lru_cache(maxsize=4096)
def _code(commit: str, path: str) -> str:
    """What a file does at a commit; nothing where it is not there."""
    return code_of(path, _git("show", f"{commit}:{path}").stdout)


def code_of(path: str, text: str) -> str:
    """What is left of a Python file without its comments and docstrings, all of any other file."""
    if not path.endswith(".py"):
        return text
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(body := getattr(node, "body", None), list):
            node.body = [one for one in body if not _is_text(one)]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _git(*words: str) -> process.Completed:
    return process.run(["git", "-C", Path(__file__).parents[1], *words], timeout_s=10)


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
        done = _git("rev-parse", "--short", "HEAD")
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
