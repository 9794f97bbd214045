"""Two runs beside each other: what changed in words, then the cells that did; on a terminal and as a page."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from rankwise.core.records import Run
from rankwise.core.units import format_seconds, plural
from rankwise.experiment.records import CellChange, Diff
from rankwise.model.records import Answer, Ratio
from rankwise.report import words
from rankwise.report.run_page import Table, page_of_tables
from rankwise.report.svg_bars import RatioBar, ratio_plot
from rankwise.report.tables import fitted, told

_HEAD = ("side", "cell", "before", "after", "before / after")
_DIFFERENT: Final[dict[Answer, str]] = {"faster": "good", "slower": "slow"}
_MOST_BARS = 20
NOTHING: Final = "Nothing could be compared: measure both again with a longer --budget, which gives more launches."


def lines(diff: Diff) -> list[str]:
    """Everything that the terminal shows."""
    output = [line for text in (*counted(diff), *diff.warnings) for line in told(text, "  ")]
    for table in _tables(diff):
        output += ["", *fitted(table.rows)]
    return output


def render(diff: Diff, after: Run) -> str:
    """The page as text; `after` is the later run."""
    title = "Time before over time after: right of 1 is faster now"
    bars = [_bar(change, ratio) for change, ratio in _known(diff)[:_MOST_BARS]]
    drawn = [(title, ratio_plot(title, bars))] if bars else []
    run = replace(after, kind="runs diff", warnings=diff.warnings)
    every = [(*_changed(change), words.ratio(ratio), ratio.answer) for change, ratio in _known(diff)]
    known = [Table("All cells with an interval", [(*_HEAD, "answer"), *every])] if every else []
    tables = [*_tables(diff), *known]
    return page_of_tables(run, diff.name, tables, drawn, drawn="What changed most", summary=counted(diff))


def _bar(change: CellChange, ratio: Ratio) -> RatioBar:
    kind = _DIFFERENT.get(change.answer, "unsure")
    return RatioBar(change.cell, ratio.ratio, ratio.low, ratio.high, kind, words.ratio(ratio))


def is_nothing(diff: Diff) -> bool:
    """Whether no cell has the launches that an answer takes."""
    return all(change.why.startswith("fewer than") for change in diff.changes)


def counted(diff: Diff) -> list[str]:
    """How many cells differ, are the same or cannot be told apart, and why."""
    answers = Counter(change.answer for change in diff.changes)
    which = [f"{answers[answer]} {answer}" for answer in _DIFFERENT if answers[answer]]
    different = f"different: {sum(answers[answer] for answer in _DIFFERENT)}"
    output = [
        f"{diff.name}: {plural(len(diff.changes), 'cell')} in both",
        f"{different} ({', '.join(which)})" if which else different,
    ]
    if answers["same"]:
        margin = max(change.ratio.margin for change in diff.changes if change.ratio and change.answer == "same")
        output.append(f"same: {answers['same']}, within {margin:.0%}")
    reasons = Counter(
        "identical launches or runs differ as much" if change.why.startswith("identical") else change.why
        for change in diff.changes
        if change.answer == "cannot tell"
    )
    output += [f"cannot tell: {count}, {why}" for why, count in reasons.most_common()]
    output += [NOTHING] if is_nothing(diff) else []
    alike = Counter(cell.why for cell in diff.incomparable)
    output += [f"not comparable: {count}, {why}" for why, count in alike.items()]
    for names, where in ((diff.only_before, "before"), (diff.only_after, "after")):
        output += [f"measured only {where}: {len(names)}"] if names else []
    return output


def _tables(diff: Diff) -> list[Table]:
    """The cells that differ, the largest difference first; then those of which a run has a single launch."""
    different = [(*_changed(change), words.ratio(ratio), ratio.answer) for change, ratio in _told(diff)]
    single = [change for change in diff.changes if change.ratio is None]
    single.sort(key=lambda change: abs(math.log(change.before_s / change.after_s)), reverse=True)
    rows = [(*_changed(change), _without_interval(change)) for change in single]
    return [
        *([Table("Different", [(*_HEAD, "answer"), *different])] if different else []),
        *([Table("Without an interval", [_HEAD, *rows])] if rows else []),
    ]


def _known(diff: Diff) -> list[tuple[CellChange, Ratio]]:
    """The cells whose ratio has an interval, the largest difference first."""
    pairs = [(change, change.ratio) for change in diff.changes if change.ratio]
    return sorted(pairs, key=lambda pair: (pair[0].answer not in _DIFFERENT, -abs(pair[1].ratio - 1)))


def _told(diff: Diff) -> list[tuple[CellChange, Ratio]]:
    """Of them those that differ."""
    return [pair for pair in _known(diff) if pair[0].answer in _DIFFERENT]


def _changed(change: CellChange) -> Iterator[str]:
    yield from (change.side, change.cell.removeprefix(f"{change.side}/"))
    yield from map(format_seconds, (change.before_s, change.after_s))


def _without_interval(change: CellChange) -> str:
    """The ratio of the two times beside it, and of which run there is a single launch."""
    where = "each" if max(change.launches) == 1 else "before" if change.launches[0] == 1 else "after"
    return f"{change.before_s / change.after_s:.3g}x, one launch {where}: no interval"
