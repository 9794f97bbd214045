"""Two checks of every comparison: nothing found between identical sides, a planted difference found."""

from __future__ import annotations

from benchmarks.accuracy.sides import PAIR, compare, half_width, twins
from benchmarks.goals import Goal, Report, percent, share, share_goal
from rankwise.core.records import Cell
from rankwise.core.units import format_size
from rankwise.measure.cells import cell
from rankwise.model.ratio import decide
from rankwise.model.records import Ratio
from rankwise.model.robust import median
from rankwise.mpis.install import install

LAUNCH_PAIRS, ROUNDS = 8, 8
SLOWDOWN = 0.05
FALSE_ALARMS = 0.01  # 2 of 200, as docs/statistics.md promises of comparisons that are decided together
CAMPAIGNS_WRONG = 3  # of 25, the unit, as cells that share launches err together; of 5 % more than 3 are luck in 3 %
LEAST_FOUND = 0.86  # 43 of 50
PLANTED_SIZES = (8, 4 << 10, 64 << 10, 1 << 20)
_CELLS = (
    *(cell("a", "pingpong", size, PAIR) for size in PLANTED_SIZES),
    cell("a", "sendrecv", 1 << 10, PAIR),
    cell("a", "exchange", 16 << 10, PAIR),
    cell("a", "allreduce", 8, PAIR),
    cell("a", "bcast", 64 << 10, PAIR),
)


def identical(quick: bool) -> Report:
    """200 comparisons of identical launches, decided together; and those of each campaign, which share its launches."""
    campaigns = 1 if quick else 25
    found = _campaigns(campaigns, _CELLS, 0.0, quick)
    answers = decide([one for group in found for one in group])
    wrong = sum(any(one.answer in ("faster", "slower") for one in decide(group)) for group in found)
    different = sum(answer.answer in ("faster", "slower") for answer in answers)
    outside = sum(not answer.low <= 1.0 <= answer.high for answer in answers)
    rows = [_row(planned, [group[at] for group in found], 1.0) for at, planned in enumerate(_CELLS)]
    return Report(
        method=f"{campaigns} campaigns of {len(_CELLS)} cells on MPICH, {_launches(quick)} launch pairs each, all "
        "decided together, and once more by campaign, as a comparison of sides decides",
        goals=(
            share_goal(
                "identical sides called different",
                different,
                len(answers),
                f"<= {percent(FALSE_ALARMS)}",
                different <= FALSE_ALARMS * len(answers),
            ),
            share_goal(
                "campaigns that call some cell different",
                wrong,
                len(found),
                f"<= {CAMPAIGNS_WRONG} of 25: 5 % by its meaning, and luck",
                wrong <= CAMPAIGNS_WRONG,
            ),
            Goal("interval without 1", share(outside, len(answers)), "about 5 % by its meaning", None),
        ),
        header=_HEADER,
        rows=tuple(rows),
    )


def planted(quick: bool) -> Report:
    """50 comparisons of two builds of the engine, one of which stretches every timed batch by 5 %."""
    repetitions = 2 if quick else 50
    cells = _CELLS[: len(PLANTED_SIZES)]
    found = _campaigns(repetitions, cells, SLOWDOWN, quick)
    goals, rows = [], []
    for at, planned in enumerate(cells):
        ratios = [group[at] for group in found]
        name = format_size(planned.size_bytes)
        seen = sum(ratio.answer in ("faster", "slower") and ratio.ratio > 1.0 for ratio in ratios)
        inside = sum(ratio.low <= 1.0 + SLOWDOWN <= ratio.high for ratio in ratios)
        least = LEAST_FOUND * len(ratios)
        goals += [
            share_goal(
                f"{percent(SLOWDOWN)} slower found, {name}",
                seen,
                len(ratios),
                f">= {percent(LEAST_FOUND)}",
                seen >= least,
            ),
            share_goal(
                f"{1 + SLOWDOWN} in the interval, {name}",
                inside,
                len(ratios),
                f">= {percent(LEAST_FOUND)}",
                inside >= least,
            ),
        ]
        rows.append(_row(planned, ratios, 1.0 + SLOWDOWN))
    return Report(
        method=f"{repetitions} campaigns on MPICH, {_launches(quick)} launch pairs each; one of two equal builds "
        "stretches every timed batch",
        goals=tuple(goals),
        header=_HEADER,
        rows=tuple(rows),
    )


_HEADER = ("cell", "comparisons", "median ratio", "median half width", "different", "truth inside")


def _row(planned: Cell, ratios: list[Ratio], truth: float) -> tuple[str, ...]:
    return (
        planned.id.removeprefix("a/"),
        str(len(ratios)),
        f"{median([ratio.ratio for ratio in ratios]):.4f}",
        percent(median([half_width(ratio) for ratio in ratios])),
        str(sum(ratio.answer in ("faster", "slower") for ratio in ratios)),
        str(sum(ratio.low <= truth <= ratio.high for ratio in ratios)),
    )


def _launches(quick: bool) -> int:
    return 3 if quick else LAUNCH_PAIRS


def _campaigns(count: int, cells: tuple[Cell, ...], slowdown: float, quick: bool) -> list[list[Ratio]]:
    sides = twins(install("mpich"), slowdown)
    return [
        compare(sides, cells, launch_pairs=_launches(quick), rounds=4 if quick else ROUNDS, seed=seed)
        for seed in range(1, count + 1)
    ]
