"""A tuning on one screen: what was tried, what stays, what each line gains, how sure that is."""

from __future__ import annotations

from rankwise.core.records import Gain, Ratio, Tried, Tuned, Tuning
from rankwise.core.units import format_measured, format_seconds, format_size
from rankwise.report.tables import aligned
from rankwise.report.words import times

_MOST_ROWS = 60
_MOST_SPOILING = 3
_PROGRAM = "the program"
ANSWERS = {
    "tuned": "These settings make it faster",
    "leave it": "Leave it: nothing that was tried is surely faster than what is in use",
    "cannot tell": "Cannot tell: the budget ended before the likeliest settings were tried and proven",
}


def lines(answer: Tuned) -> list[str]:
    """Everything that a person wants to know at the end of `tune` and of `tune verify`."""
    tuning, run = answer.tuning, answer.run
    build = f"{tuning.build.name} {tuning.build.version}"
    mean = f", {_mean_words(answer.mean, tuning.goal)}" if answer.mean and tuning.lines else ""
    found = [f"{build}: {ANSWERS[answer.answer]}{mean}."]
    if answer.tried:
        failed = sum(bool(one.error) for one in answer.tried)
        words = f" {failed} of them failed: they abort, hang or give wrong data." if failed else ""
        found.append(f"Tried: {len(answer.tried)} settings in {tuning.launches} launches.{words}")
    spoiling = [(one.ratio.ratio, one) for one in answer.tried if one.spoils and one.ratio]
    if spoiling:
        best = sorted(spoiling, key=lambda pair: -pair[0])[:_MOST_SPOILING]
        found += ["", "Faster over all and slower somewhere, so not taken (--worst allows it):"]
        found += [f"  {one.what}: {tried_words(one)}" for _, one in best]
    found += explained(tuning)
    if tuning.joint:
        whole = "Whole runs of the program:" if tuning.goal == "command" else "All lines together:"
        found += ["", whole, *aligned(gain_rows(tuning.joint))]
    if answer.dropped:
        found += ["", "Taken away again:", *(f"  {name}: {why}" for name, why in answer.dropped.items())]
    if answer.unmeasured:
        found += [
            "",
            "Not measured, because the time was over (a longer --budget proves them or takes them away):",
            *(f"  {name}" for name in answer.unmeasured),
        ]
    found += [f"warning: {text.splitlines()[0]}" for text in run.warnings[:2]]
    measured = format_seconds(run.provenance.measuring_s)
    found += [
        "",
        f"measured for {measured}; stored as run {run.id}" + (f"; page: {answer.page}" if answer.page else ""),
    ]
    if answer.file:
        found += [f"written: {answer.file}"]
    return found


def _mean_words(mean: Ratio, goal: str) -> str:
    what = "for whole runs of the program" if goal == "command" else "as the geometric mean"
    return f"{times(mean.ratio)} ({mean.low:.2f} to {mean.high:.2f}) {what}, over {mean.launch_pairs} launches"


def explained(tuning: Tuning) -> list[str]:
    """Each line in words, with its cells."""
    found: list[str] = []
    for one, words in zip(tuning.lines, tuning.words, strict=False):
        found += ["", f"* {words}"]
        if one.gains:
            found += [f"    {row}" for row in aligned(gain_rows(one.gains))]
        found.append(f"    to undo it: {one.undo}")
    return found


def gain_rows(gains: tuple[Gain, ...]) -> list[tuple[str, ...]]:
    """A table of cells before and after."""
    rows: list[tuple[str, ...]] = [("kernel", "size", "before", "after", "ratio (95 %)", "it is")]
    for one in gains[:_MOST_ROWS]:
        rows.append(
            (
                _PROGRAM if one.kernel == "command" else one.kernel,
                "" if one.kernel == "command" else _size(one.size_bytes),
                format_measured(one.before_s, one.figure),
                format_measured(one.after_s, one.figure),
                f"{times(one.ratio.ratio)} ({one.ratio.low:.2f} to {one.ratio.high:.2f})",
                one.ratio.answer,
            )
        )
    return rows


def _size(size_bytes: int) -> str:
    size = format_size(size_bytes)
    return f"{size} B" if size.isdigit() else size


def tried_words(one: Tried) -> str:
    """What came of one candidate."""
    if one.error:
        return f"failed: {one.error}"
    if one.ratio is None:
        return "not measured"
    if one.ratio.high / one.ratio.low > 100:
        return f"about {times(one.ratio.ratio)}, launched once"
    spoils = f"; slower than the default at {one.spoils}" if one.spoils else ""
    return f"{times(one.ratio.ratio)} ({one.ratio.low:.2f} to {one.ratio.high:.2f}){spoils}"
