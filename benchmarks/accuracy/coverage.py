"""Do intervals keep their word? The campaign that users run states them; later measurements are held against them."""

from __future__ import annotations

import random
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.accuracy.lasting import PRECISION, Lasting, plan_of
from benchmarks.accuracy.sides import PAIR, two_cores
from benchmarks.goals import Goal, Report, percent, share
from rankwise.core.records import Cell, Estimate, Visit
from rankwise.core.units import parse_sizes
from rankwise.measure.campaign import Campaign
from rankwise.measure.cells import cell
from rankwise.measure.side import Side
from rankwise.model.estimate import LATER_VISITS, within
from rankwise.model.robust import median, t_quantile
from rankwise.mpis.install import install
from rankwise.placement.sides import make_side

LATER_SHARE, OTHERS_SHARE = 0.90, 0.85
_KERNEL_SIZES = {
    "pingpong": "0,8,1KiB,8KiB,64KiB,1MiB,4MiB",
    "sendrecv": "8,64KiB",
    "exchange": "8,64KiB",
    "uniband": "4KiB",
    "message_rate": "8",
    "barrier": "0",
    "bcast": "8,64KiB",
    "allreduce": "8,64KiB",
    "alltoall": "1KiB",
    "gather": "1KiB",
}


@dataclass(frozen=True)
class _Extent:
    """How much is measured: campaigns of one launch with seconds and later visits of each; campaigns of several
    launches, with launches and seconds of each."""

    alone: int
    alone_s: float
    later: int
    campaigns: int
    launches: int
    campaign_s: float


_FULL = _Extent(alone=30, alone_s=4.0, later=LATER_VISITS, campaigns=6, launches=6, campaign_s=20.0)
_QUICK = _Extent(alone=1, alone_s=1.0, later=4, campaigns=2, launches=2, campaign_s=2.0)


@dataclass(frozen=True)
class _Held:
    """An interval that was stated: whether it was within the asked precision, and whether it held."""

    cell: str
    precise: bool
    held: bool


def coverage(quick: bool) -> Report:
    """Coverage of the interval over visits and of the interval over launches, for 20 cells on MPICH."""
    extent = _QUICK if quick else _FULL
    side = make_side("mpich", install("mpich"), two_cores())
    cells = [
        cell(side.name, kernel, size, PAIR) for kernel, sizes in _KERNEL_SIZES.items() for size in parse_sizes(sizes)
    ]
    alone = [_alone(side, cells, seed, extent) for seed in range(extent.alone)]
    several = _several(side, cells, extent)
    return Report(
        method=f"{len(cells)} cells on MPICH, by the campaign that `rankwise bench` runs, to {percent(PRECISION)}. "
        f"{extent.alone} campaigns of one launch and {extent.alone_s:g} s, each held against {extent.later} or as many "
        f"later visits of its launch; {extent.campaigns} of {extent.launches} launches and {extent.campaign_s:g} s, "
        "each held against the launches of the others. Cells of a launch err together: what follows `+-` is the 95 % "
        "interval over campaigns",
        goals=(
            _goal("intervals of one launch hold the median of its later visits", alone, LATER_SHARE),
            _goal(f"those within {percent(PRECISION)} do", _precise(alone), LATER_SHARE),
            _goal("intervals over launches hold the median of others, or regimes were stated", several, OTHERS_SHARE),
            _goal(f"those within {percent(PRECISION)} do", _precise(several), OTHERS_SHARE),
        ),
        header=("cell", "one launch", "within 2 %", "several launches", "within 2 %"),
        rows=tuple(
            (one.id, *(_of_cell(trials, one.id) for trials in (alone, _precise(alone), several, _precise(several))))
            for one in cells
        ),
    )


def _goal(what: str, campaigns: Sequence[Sequence[_Held]], least: float) -> Goal:
    shares = [sum(one.held for one in held) / len(held) for held in campaigns if held]
    every = [one.held for held in campaigns for one in held]
    if not every:
        return Goal(what, "none was", f">= {percent(least)}", None)
    found = share(sum(every), len(every))
    if len(shares) > 2:
        mean = sum(shares) / len(shares)
        variance = sum((one - mean) ** 2 for one in shares) / (len(shares) - 1)
        found += f" +- {percent(t_quantile(len(shares) - 1) * (variance / len(shares)) ** 0.5)}"
    return Goal(what, found, f">= {percent(least)}", sum(every) >= least * len(every))


def _precise(campaigns: Sequence[Sequence[_Held]]) -> list[list[_Held]]:
    return [[one for one in held if one.precise] for held in campaigns]


def _of_cell(campaigns: Sequence[Sequence[_Held]], cell_id: str) -> str:
    held = [one.held for each in campaigns for one in each if one.cell == cell_id]
    return share(sum(held), len(held)) if held else "-"


def _held(cell_id: str, stated: Estimate, later_s: Sequence[float]) -> _Held:
    held = stated.launches > 1 and len(stated.regimes) > 1
    return _Held(cell_id, within(stated, PRECISION), held or stated.low_s <= median(later_s) <= stated.high_s)


def _alone(side: Side, cells: Sequence[Cell], seed: int, extent: _Extent) -> list[_Held]:
    """One launch: what its campaign states of each cell, held against as many visits again, `later` at least."""
    noise, begin_s = random.Random(seed), time.monotonic()
    with Lasting(side, plan_of("coverage", cells, seed, extent.alone_s)) as lasting:
        stated = lasting.stated()
        later = lasting.later({id_: max(extent.later, one.visits) for id_, one in stated.items()}, noise)
    print(f"  launch {seed + 1} of {extent.alone}: {time.monotonic() - begin_s:.0f} s", file=sys.stderr, flush=True)
    return [_held(id_, one, later[id_]) for id_, one in stated.items() if later[id_]]


def _several(side: Side, cells: Sequence[Cell], extent: _Extent) -> list[list[_Held]]:
    stated: list[dict[str, Estimate]] = []
    medians: list[dict[str, list[float]]] = []  # of the launches of each campaign, by cell
    for seed in range(extent.campaigns):
        visits: dict[tuple[str, int], list[float]] = defaultdict(list)

        def keep(measured: list[Visit], visits: dict[tuple[str, int], list[float]] = visits) -> None:
            for visit in measured:
                if visit.samples_s:
                    visits[visit.cell, visit.launch].append(median(visit.samples_s))

        plan = plan_of("coverage", cells, seed, extent.campaign_s, launches=extent.launches)
        campaign = Campaign(plan, [side], sink=keep)
        campaign.run()
        print(f"  campaign {seed + 1} of {extent.campaigns}", file=sys.stderr, flush=True)
        stated.append({result.cell: result.estimate for result in campaign.results() if result.estimate})
        medians.append(defaultdict(list))
        for (cell_id, _), times_s in visits.items():
            medians[-1][cell_id].append(median(times_s))
    return [
        [
            _held(id_, one, [time_s for at, each in enumerate(medians) if at != mine for time_s in each[id_]])
            for id_, one in estimates.items()
        ]
        for mine, estimates in enumerate(stated)
    ]
