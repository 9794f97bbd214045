"""`docs/claims.md`: every claim with its figures, made from `docs/claims.json` and what has changed since."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from benchmarks import exercised
from benchmarks.claims import CLAIMS, Claim
from benchmarks.goals import Figure, Goal
from benchmarks.kept import Result
from benchmarks.table import BENCHMARKS, BY_NAME, Benchmark

_MOST_FIGURES = 4
_HEAD = """\
# Claims

How good rankwise is: what it claims, each with the figure that was measured. This page is generated: `make bench`
proves the first table on one commit in an hour, `make bench ARGS=--all` every row ([how](dev/benchmarks.md)).

- *holds*: every figure that is judged meets what is asked. *missed*: one does not. *stale*: a file that the benchmark
  exercises has changed since, so the figure is of older code. *not measured*: it was ended, or there was no quiet
  machine that has what it needs.
- A figure has its 95 % interval in brackets, and behind *asked* what it must reach. It is held against the anchor.
"""
_HEADER = ("claim", "status", "figures", "anchor", "again", "measured")


def page(results: dict[str, Result]) -> str:
    """The page of these results."""
    stale = stale_in(results)
    parts = [_HEAD]
    for title, rows in (("The headline", True), ("The others", False)):
        chosen = [claim for claim in CLAIMS if claim.headline is rows]
        parts += [f"## {title}\n", "\n".join(_table(_row(claim, results, stale) for claim in chosen)) + "\n"]
    parts += ["## Machines\n", "\n".join(_machines(results)) + "\n"]
    return "\n".join(parts)


def stale_in(results: dict[str, Result]) -> set[str]:
    """The benchmarks whose files have changed since they were measured."""
    return {name for name, result in results.items() if name in BY_NAME and _is_stale(BY_NAME[name], result)}


def _is_stale(row: Benchmark, result: Result) -> bool:
    files = exercised.of_list(result.files) if result.files else exercised.exercised(row.module)
    return bool(exercised.changed(files, result.exercised))


def figures(claim: Claim, results: dict[str, Result]) -> dict[str, Goal]:
    """The goals of a claim that are judged, missed ones first, by their words, with the benchmark's name before them
    where the claim has several."""
    several = len(claim.benchmarks) > 1
    judged = [
        (f"{row.name}: {goal.what}" if several else goal.what, goal)
        for row in claim.benchmarks
        if (result := results.get(row.name)) and result.report
        for goal in result.report.goals
        if goal.met is not None
    ]
    return dict(sorted(judged, key=lambda item: (item[1].met is True, item[1].figure is None)))


def _row(claim: Claim, results: dict[str, Result], stale: set[str]) -> tuple[str, ...]:
    names = [row.name for row in claim.benchmarks]
    mine = [results[name] for name in names if name in results]
    judged = figures(claim, results)
    shown = [_shown(what, goal) for what, goal in [*judged.items()][:_MOST_FIGURES]]
    if more := len(judged) - len(shown):
        met = sum(goal.met is True for goal in [*judged.values()][_MOST_FIGURES:])
        shown.append(f"{met} of {more} more met")
    why = [f"{result.benchmark}: {result.why}" for result in mine if result.why]
    lacking = [name for name in names if name not in results]
    shown += [*why, *([f"never measured: {', '.join(lacking)}"] if lacking and mine else [])]
    return (
        f'<a id="{claim.id}"></a>{claim.sentence}',
        f"*{claim.status(results, stale)}*",
        "; ".join(shown) or "-",
        claim.anchor,
        f"`make bench ARGS='{' '.join(names)}'`",
        "; ".join(dict.fromkeys(f"{result.date}, {result.commit}" for result in mine)) or "-",
    )


def _shown(what: str, goal: Goal) -> str:
    interval = f" [{_interval(goal.figure)}]" if goal.figure and goal.figure.low < goal.figure.high else ""
    return f"{what}: **{goal.found}**{interval}, asked {goal.goal}{'' if goal.met else ', missed'}"


def _interval(figure: Figure) -> str:
    if figure.unit == "of 1":
        return f"{100 * figure.low:.3g} to {100 * figure.high:.3g} %"
    if figure.unit == "s" and max(abs(figure.low), abs(figure.high)) < 1e-6:
        return f"{1e9 * figure.low:.3g} to {1e9 * figure.high:.3g} ns"
    unit = f" {figure.unit}" if figure.unit and figure.unit != "x" else figure.unit
    return f"{figure.low:.3g} to {figure.high:.3g}{unit}"


def _machines(results: dict[str, Result]) -> list[str]:
    machines: dict[str, list[str]] = {}
    for row in BENCHMARKS:
        if (result := results.get(row.name)) and result.machine:
            machines.setdefault(result.machine, []).append(row.name)
    lines = (f"- {machine}: {', '.join(names)}." for machine, names in machines.items())
    return [textwrap.fill(line, 120, subsequent_indent="  ", break_on_hyphens=False) for line in lines]


def _table(rows: Iterable[Sequence[str]]) -> list[str]:
    body = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return ["| " + " | ".join(_HEADER) + " |", "|" + "---|" * len(_HEADER), *body]
