"""What changed between two separate runs, and what only looks as if it had.

Launches of separate runs never lived at the same time, so the machine's changes are between them. A difference is
called one only when the launches of both runs separate, the false-discovery rate over all cells is kept, and it exceeds
the band: what identical launches were seen to differ by within these runs, and identical runs in the past."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from statistics import variance

from msgspec.structs import replace

from rankwise.core.grouped import grouped
from rankwise.core.records import Cell, Pace, Run, Visit
from rankwise.core.units import few, number_ranges
from rankwise.experiment.records import CellChange, Diff, Incomparable
from rankwise.model.ratio import LEAST_PAIRS, decide
from rankwise.model.records import Ratio
from rankwise.model.robust import SMALLEST_TIME_S, logs, median, quantile, t_quantile, t_two_sided

FLOOR_PHYSICAL = 1.05
"""Least factor called a difference between runs of a machine of its own."""
FLOOR_VIRTUAL = 2.0
"""The same for a virtual machine without history: identical runs minutes apart were measured at 0.17 and 0.39 us."""
ENOUGH_HISTORY = 4
"""With so many earlier runs of the same machine and software their own spread takes the place of the floor."""

SAME = 1.25
"""Cells are called the same when the whole interval lies within this factor; a wider one is too noisy to tell."""

_SIZE_CLASSES = (4096, 262144)  # regimes of latency, of copying and of memory bandwidth are different ones
_QUANTILE = 0.95
_WIDEST = math.log(100.0)
_LEAST_VARIANCE = 1e-8  # of a logarithm: a hundredth of a per cent, squared

_PACES: Mapping[Pace, str] = {
    "": "in the kernel's own way",
    "barrier": "call by call behind barriers",
    "batch": "back to back",
}

_RANKS = ("the slowest rank", "the mean of ranks")

_Kind = tuple[str, int]  # a side, and a class of sizes
LaunchTimes = Mapping[str, Mapping[int, float]]


def launch_times(visits: Iterable[Visit]) -> dict[str, dict[int, float]]:
    """Cell id -> launch -> median over visits of the visit's median time, in seconds."""
    times_of: dict[str, dict[int, list[float]]] = {}
    for visit in visits:
        if visit.samples_s:
            times_of.setdefault(visit.cell, {}).setdefault(visit.launch, []).append(median(visit.samples_s))
    return {cell: {launch: median(times) for launch, times in by.items()} for cell, by in times_of.items()}


def diff(
    before: Run,
    after: Run,
    times: tuple[LaunchTimes, LaunchTimes],
    *,
    floor: float = FLOOR_VIRTUAL,
    history: Sequence[Run] = (),
    disturbed: str = "",
    fdr: float = 0.05,
) -> Diff:
    """Compares the cells that both runs measured; `times` are the `launch_times` of both.

    `history` are further runs of this machine with the same software, for the spread between runs; `floor` is the least
    factor that counts as a difference while there are too few of them. Of runs that were `disturbed`, in words, none is
    called one.
    """
    old = {cell.id: cell for cell in before.plan.cells}
    new = {cell.id: cell for cell in after.plan.cells}
    measured = [name for name in old if times[0].get(name) and times[1].get(name)]
    alike = [old[name] for name in measured if new.get(name) == old[name]]
    elsewhere = {cell.id: why for cell in alike if (why := _elsewhere(cell, before, after))}
    both = [cell for cell in alike if cell.id not in elsewhere]
    history = [run for run in history if not any(_elsewhere(cell, before, run) for cell in both)]
    within = _bands(both, times)
    between = _between_runs(both, [before, *history])
    told = Counter(kind for run in history for kind in _measured(run, both))
    least = {kind: FLOOR_PHYSICAL if told[kind] >= ENOUGH_HISTORY else floor for kind in within}
    bands = [max(within[kind], between[kind], least[kind]) for kind in map(_kind, both)]
    compared = [
        _compare(times[0][cell.id], times[1][cell.id], min(band, SAME)) for cell, band in zip(both, bands, strict=True)
    ]
    answers = iter(decide([ratio for ratio in compared if ratio], fdr=fdr))
    answered = [ratio and next(answers) for ratio in compared]
    names = {cell.id for cell in alike}
    only_before = [name for name in times[0] if name not in names]
    only_after = [name for name in times[1] if name not in names]
    apart = (
        *(Incomparable(before=name, after=name, why=why) for name, why in elsewhere.items()),
        *_incomparable(_known(old, only_before), _known(new, only_after)),
    )
    gone, come = {pair.before for pair in apart}, {pair.after for pair in apart}
    return Diff(
        before=before.id,
        after=after.id,
        changes=tuple(
            _judge(cell, (times[0][cell.id], times[1][cell.id]), answer, band, disturbed)
            for cell, answer, band in zip(both, answered, bands, strict=True)
        ),
        incomparable=apart,
        only_before=tuple(name for name in only_before if name not in gone),
        only_after=tuple(name for name in only_after if name not in come),
        warnings=tuple(_differences(before, after)),
    )


def _known(cells: Mapping[str, Cell], names: Iterable[str]) -> list[Cell]:
    return [cells[name] for name in names if name in cells]


def _incomparable(before: Iterable[Cell], after: Iterable[Cell]) -> Iterator[Incomparable]:
    """Cells that would be the same one, were they timed and counted alike."""
    alike = grouped((_whatever_its_time_means(cell), cell) for cell in after)
    for old in before:
        for new in alike.get(_whatever_its_time_means(old), ()):
            why = f"definition {old.definition} before, {new.definition} after"
            if old.pace != new.pace:
                why = f"timed {_PACES[old.pace]} before, {_PACES[new.pace]} after"
            elif old.mean_of_ranks != new.mean_of_ranks:
                why = f"times of {_RANKS[old.mean_of_ranks]} before, of {_RANKS[new.mean_of_ranks]} after"
            yield Incomparable(before=old.id, after=new.id, why=why)


def _elsewhere(cell: Cell, before: Run, after: Run) -> str:
    """How the nodes between which a cell was measured differ; empty where they do not, or where one is not known. Of
    ranks on one node it may be another one of each run: that is how nodes are compared."""
    old, new = _nodes(before, cell), _nodes(after, cell)
    if sorted(old) == sorted(new) or not (old and new) or len({*old}) == len({*new}) == 1:
        return ""
    first, then = (few(list(dict.fromkeys(nodes)), between=" and ") for nodes in (old, new))
    return f"between {first} before, between {then} after"


def _nodes(run: Run, cell: Cell) -> tuple[str, ...]:
    """The nodes of a cell's ranks in their order; empty where not all are known, as in a job that others started."""
    ranks = sorted({rank for group in (*cell.groups, *cell.load_groups) for rank in group})
    endpoints = run.plan.endpoints
    nodes = tuple(endpoints[rank].node for rank in ranks if rank < len(endpoints))
    return nodes if len(nodes) == len(ranks) and "?" not in nodes else ()


def _whatever_its_time_means(cell: Cell) -> Cell:
    return replace(cell, id="", pace="", definition=1, mean_of_ranks=False)


def _compare(before: Mapping[int, float], after: Mapping[int, float], same: float) -> Ratio | None:
    """Welch's t of the logarithms of launch medians: before / after. None where one of them is a single launch."""
    old, new = logs(list(before.values())), logs(list(after.values()))
    launches = min(len(old), len(new))
    if launches < 2:
        return None
    centre = sum(old) / len(old) - sum(new) / len(new)
    # A variance of zero is a clock that resolves no more, not certainty.
    parts = [max(variance(values), _LEAST_VARIANCE) / len(values) for values in (old, new)]
    error = math.sqrt(sum(parts))
    degrees = sum(parts) ** 2 / (parts[0] ** 2 / (len(old) - 1) + parts[1] ** 2 / (len(new) - 1))
    half_width = min(t_quantile(degrees) * error, _WIDEST)
    return Ratio(
        ratio=math.exp(centre),
        low=math.exp(centre - half_width),
        high=math.exp(centre + half_width),
        p_value=t_two_sided(centre / error, degrees),
        launch_pairs=launches,
        visit_pairs=0,
        margin=same - 1.0,
        answer="cannot tell",
    )


def _judge(
    cell: Cell, times: tuple[Mapping[int, float], Mapping[int, float]], ratio: Ratio | None, band: float, disturbed: str
) -> CellChange:
    why = ""
    if ratio is None or ratio.launch_pairs < LEAST_PAIRS:
        why = f"fewer than {LEAST_PAIRS} launches"
    elif ratio.answer in ("faster", "slower"):
        old, new = times[0].values(), times[1].values()
        if min(old) <= max(new) and min(new) <= max(old):
            why = "launches of both runs overlap"
        elif 1.0 / band <= ratio.ratio <= band:
            why = f"identical launches or runs differ by up to {band:.2f}x here"
        else:
            why = disturbed
    elif ratio.answer == "cannot tell":
        why = "the launches of a run differ too much"
    return CellChange(
        cell=cell.id,
        side=cell.side,
        kernel=cell.kernel,
        size_bytes=cell.size_bytes,
        before_s=max(median(list(times[0].values())), SMALLEST_TIME_S),
        after_s=max(median(list(times[1].values())), SMALLEST_TIME_S),
        launches=(len(times[0]), len(times[1])),
        ratio=replace(ratio, answer="cannot tell") if ratio and why else ratio,
        band=band,
        why=why,
    )


def _bands(cells: Sequence[Cell], times: tuple[LaunchTimes, LaunchTimes]) -> dict[_Kind, float]:
    """The factor that 95 % of pairs of identical launches within a run stay below.

    For cells of one side and similar size together, because a regime is a property of the launch: a cell whose few
    launches agree by luck has neighbours whose launches do not.
    """
    values = [(cell, logs(list(run[cell.id].values()))) for cell in cells for run in times]
    return _usual_gaps(values)


def _between_runs(cells: Sequence[Cell], runs: Sequence[Run]) -> dict[_Kind, float]:
    """The factor that 95 % of pairs of identical runs stay below."""
    medians = grouped(
        (result.cell, result.estimate.median_s) for run in runs for result in run.results if result.estimate
    )
    return _usual_gaps([(cell, logs(medians.get(cell.id, []))) for cell in cells])


def _measured(run: Run, cells: Sequence[Cell]) -> set[_Kind]:
    """The kinds of these cells that a run has figures of."""
    known = {result.cell for result in run.results if result.estimate}
    return {_kind(cell) for cell in cells if cell.id in known}


def _usual_gaps(values: Iterable[tuple[Cell, list[float]]]) -> dict[_Kind, float]:
    apart: dict[_Kind, list[float]] = {}
    for cell, logarithms in values:
        gaps = apart.setdefault(_kind(cell), [])
        gaps += [abs(a - b) for a, b in combinations(logarithms, 2)]
    return {kind: math.exp(quantile(sorted(gaps), _QUANTILE)) if gaps else 1.0 for kind, gaps in apart.items()}


def _kind(cell: Cell) -> _Kind:
    return cell.side, sum(cell.size_bytes > limit for limit in _SIZE_CLASSES)


def _differences(before: Run, after: Run) -> Iterable[str]:
    pairs = [
        ("host", before.provenance.hostname, after.provenance.hostname),
        ("engine", before.provenance.engine_source_hash[:12], after.provenance.engine_source_hash[:12]),
    ]
    places = [
        ("the choice of nodes", _node_names(before), _node_names(after)),
        ("the choice of CPUs", _cpus(before), _cpus(after)),
    ]
    pairs += [(name, old, new) for name, old, new in places if old and new]  # of an imported run none is known
    pairs += [(name, before.mpis[name].version, after.mpis[name].version) for name in before.mpis if name in after.mpis]
    lacking = [
        f"{when}: {warning}"
        for when, run in (("before", before), ("after", after))
        if run.kind == "import"
        for warning in run.warnings
    ]
    return [
        *(
            f"{name} differs: {old or 'unknown'} before, {new or 'unknown'} after"
            for name, old, new in pairs
            if old != new
        ),
        *lacking,
    ]


def _cpus(run: Run) -> str:
    return number_ranges([cpu for end in run.plan.endpoints for cpu in end.cpus])


def _node_names(run: Run) -> str:
    return few(list(dict.fromkeys(end.node for end in run.plan.endpoints)))
