"""From estimates to what a user reads: the map of a side, and a line for everything that has an expectation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from rankwise.core import said
from rankwise.core.records import Cell, CellResult, Endpoint, Estimate
from rankwise.core.units import format_size
from rankwise.experiment.paired import Series, over_parts
from rankwise.inventory.records import Inventory
from rankwise.model.classes import MeasuredPath, classify
from rankwise.model.curve import curve
from rankwise.model.expected import Key, expectations
from rankwise.model.records import Expected, Fabric, Map, Path, PathClass, Verdict
from rankwise.model.topology import relation
from rankwise.model.verdict import judge, missed_by
from rankwise.verbs.records import VerdictLine

LATENCY_BYTES = 8
BANDWIDTH_BYTES = 1 << 20
RATES_FROM_BYTES = 1 << 16
CURVE_LINES = (LATENCY_BYTES, 1 << 12, 1 << 16, BANDWIDTH_BYTES, 1 << 22)
HEADLINES = frozenset(
    {*(("pingpong", size) for size in CURVE_LINES), ("barrier", 0), ("message_rate", 8), ("biband", BANDWIDTH_BYTES)}
    | {(kernel, size) for kernel in ("allreduce", "bcast", "alltoall") for size in (8, 1 << 16)}
)


@dataclass(frozen=True)
class SideResults:
    """All that was measured on one side, by cell. `shared_memory`: all its ranks are on one node."""

    side: str
    cells: Mapping[str, Cell]
    results: Mapping[str, CellResult]
    endpoints: Sequence[Endpoint]

    def measured(self) -> list[tuple[Cell, CellResult, Estimate]]:
        return [
            (self.cells[name], result, result.estimate)
            for name, result in self.results.items()
            if result.estimate is not None and self.cells[name].side == self.side
        ]

    @property
    def shared_memory(self) -> bool:
        return len({endpoint.node for endpoint in self.endpoints}) == 1


def side_map(inventory: Inventory, side: SideResults, library: str, slowdown: float = 1.0) -> Map:
    """The measured map of one side: every pair that was measured, in classes, with the curve of a representative.
    `slowdown`: how many times a lab stretches the times of its networks."""
    fabric = (
        Fabric(id="shared memory", kind="shm", description="memory of one node", evidence="all ranks are on one node")
        if side.shared_memory
        else Fabric(id="default", kind="default", description="what the MPI chose", evidence=library, slowdown=slowdown)
    )
    by_path: dict[tuple[str, str], dict[int, Estimate]] = {}
    for cell, _, estimate in side.measured():
        if cell.kernel == "pingpong":
            source, target = (side.endpoints[rank].id for rank in cell.groups[0])
            by_path.setdefault((source, target), {})[cell.size_bytes] = estimate
    endpoints = {endpoint.id: endpoint for endpoint in side.endpoints}
    measured = [
        _measured_path(inventory, fabric, endpoints[source], endpoints[target], estimates)
        for (source, target), estimates in by_path.items()
        if LATENCY_BYTES in estimates and BANDWIDTH_BYTES in estimates
    ]
    classes = tuple(_with_curve(path_class, by_path) for path_class in classify(measured)) if measured else ()
    class_of = {path: path_class.id for path_class in classes for path in path_class.paths}
    return Map(
        name=side.side,
        origin="measured",
        source=library,
        endpoints=tuple(side.endpoints),
        fabrics=(fabric,),
        paths=tuple(
            Path(
                source=source,
                target=target,
                fabric=fabric.id,
                path_class=class_of.get((source, target)),
                estimates={str(size): estimate for size, estimate in sorted(estimates.items())},
                latency_s=estimates[LATENCY_BYTES].median_s if LATENCY_BYTES in estimates else None,
                # At one size for all paths: some were measured at many sizes, some at two, and a peak is the curve's.
                bandwidth_bytes_per_s=(
                    BANDWIDTH_BYTES / estimates[BANDWIDTH_BYTES].median_s if BANDWIDTH_BYTES in estimates else None
                ),
            )
            for (source, target), estimates in by_path.items()
        ),
        classes=classes,
    )


def verdict_lines(
    sides: Sequence[SideResults],
    series: Mapping[str, Series],
    uniform_paths: bool,
    own_best: Mapping[str, Sequence[Expected]],
    related: Callable[[Endpoint, Endpoint], str],
) -> list[VerdictLine]:
    """A line for each path class and size worth a word, and for each collective, judged against what it should be by
    the `series` of cells.

    `own_best` holds what experiments showed a cell to reach under another setting of the same MPI, by cell id;
    `related` says what two endpoints are to each other.
    """
    keyed = {side.side: _by_key(side) for side in sides}
    estimates = {name: {key: row[2] for key, row in rows.items()} for name, rows in keyed.items()}
    lines: list[VerdictLine] = []
    for side in sides:
        rows = keyed[side.side]
        copies = [key.size_bytes / estimate.median_s for key, (_, _, estimate) in rows.items() if key.kernel == "copy"]
        for key, (cell, result, estimate) in rows.items():
            if not _worth_a_line(key):
                continue
            reachable = expectations(
                key,
                estimates[side.side],
                copy_rate_bytes_per_s=min(copies) if copies and side.shared_memory else None,
                other_mpis={name: others for name, others in estimates.items() if name != side.side},
                siblings=_siblings(cell, side, related),
                uniform_paths=uniform_paths,
            )
            beside = [_beside(cell, expectation, side.side, keyed, series) for expectation in reachable]
            expected = sorted([*beside, *own_best.get(cell.id, ())], key=lambda item: item.time_s)
            verdict, factor = judge(estimate, expected)
            missed = missed_by(estimate, expected)
            lines.append(
                VerdictLine(
                    id=cell.id,
                    title=_title(key),
                    side=side.side,
                    cell=cell.id,
                    measured=estimate,
                    rate_bytes_per_s=result.rate_bytes_per_s,
                    expected=tuple(expected),
                    ratio=factor,
                    verdict=verdict,
                    because=(),
                    text=_text(verdict, expected, estimate),
                    headline=(key.kernel, key.size_bytes) in HEADLINES,
                    ratio_low=missed[1] if missed else None,
                    ratio_high=missed[2] if missed else None,
                    unit="rate" if key.size_bytes >= RATES_FROM_BYTES and result.rate_bytes_per_s else "time",
                )
            )
    return lines


def _siblings(cell: Cell, side: SideResults, related: Callable[[Endpoint, Endpoint], str]) -> dict[str, Estimate]:
    """The same cell between other pairs of the same relation, by the names of their paths. The way back of its own
    pair is no other path."""
    if len(cell.groups[0]) != 2:
        return {}
    source, target = (side.endpoints[rank] for rank in cell.groups[0])
    siblings: dict[str, Estimate] = {}
    for other, _, estimate in side.measured():
        pair = other.groups[0]
        alike = (other.kernel, other.size_bytes, len(pair)) == (cell.kernel, cell.size_bytes, 2)
        if alike and set(pair) != set(cell.groups[0]):
            a, b = (side.endpoints[rank] for rank in pair)
            if related(a, b) == related(source, target):
                siblings[f"{a.id} -> {b.id}"] = estimate
    return siblings


def _beside(
    cell: Cell, expected: Expected, side: str, keyed: Mapping[str, Mapping[Key, Row]], series: Mapping[str, Series]
) -> Expected:
    """The expectation with the ratio of the cell to it, round by round, where its parts were visited in the same."""
    parts: list[tuple[float, Series]] = []
    for part in expected.parts:
        row = keyed.get(part.side or side, {}).get(Key(part.kernel, part.size_bytes, part.ranks))
        parts.append((part.times, series.get(row[0].id, {}) if row else {}))
    answer = over_parts(series.get(cell.id, {}), parts)
    if answer is None:
        return expected
    return replace(expected, ratio=answer.ratio, ratio_low=answer.low, ratio_high=answer.high)


Row = tuple[Cell, CellResult, Estimate]


def _by_key(side: SideResults) -> dict[Key, Row]:
    """The side's cells by what they are; of several pairs, the representative one (measured first, with all sizes)."""
    rows: dict[Key, Row] = {}
    for cell, result, estimate in side.measured():
        rows.setdefault(Key(cell.kernel, cell.size_bytes, len(cell.groups[0])), (cell, result, estimate))
    return rows


def _worth_a_line(key: Key) -> bool:
    """Curves have too many sizes for a line each: five say it all, the page shows the rest. Copies are the measure."""
    return key.kernel != "copy" and (key.kernel != "pingpong" or key.size_bytes in CURVE_LINES)


def _title(key: Key) -> str:
    if key.kernel == "barrier":
        return f"barrier, {key.ranks} ranks"
    ranks = "" if key.kernel == "pingpong" else f", {key.ranks} ranks"
    return f"{key.kernel} {format_size(key.size_bytes)}{' B' if key.size_bytes < 1024 else ''}{ranks}"


def _text(verdict: Verdict, expected: Sequence[Expected], measured: Estimate) -> str:
    """The expectation that decided, in words: for `slow` the one missed by most, else the one that was nearest."""
    if not expected:
        return "nothing to hold it against"
    deciding = max(expected, key=lambda item: item.ratio or measured.median_s / item.time_s)
    missed = missed_by(measured, (deciding,))
    if verdict == "good":
        return f"as it should be: {deciding.explanation}"
    if verdict == "slow":
        factor = said.factor(*missed, unit=" times") if missed else ""
        return f"{factor or 'more than'} what it should be: {deciding.explanation}"
    return f"too close or too noisy to tell: {deciding.explanation}"


def _measured_path(
    inventory: Inventory, fabric: Fabric, source: Endpoint, target: Endpoint, estimates: Mapping[int, Estimate]
) -> MeasuredPath:
    latency, large = estimates[LATENCY_BYTES], estimates[BANDWIDTH_BYTES]
    return MeasuredPath(
        source=source.id,
        target=target.id,
        fabric=fabric.id,
        relation=relation(inventory, source, target),
        latency_s=latency.median_s,
        latency_low_s=latency.low_s,
        latency_high_s=latency.high_s,
        bandwidth_bytes_per_s=BANDWIDTH_BYTES / large.median_s,
        bandwidth_low_bytes_per_s=BANDWIDTH_BYTES / large.high_s,
        bandwidth_high_bytes_per_s=BANDWIDTH_BYTES / large.low_s,
    )


def _with_curve(path_class: PathClass, by_path: Mapping[tuple[str, str], Mapping[int, Estimate]]) -> PathClass:
    longest = max((by_path[path] for path in path_class.paths), key=len)
    if len(longest) < 4:
        return path_class
    sizes = sorted(longest)
    return replace(path_class, curve=curve(sizes, [longest[size] for size in sizes]))
