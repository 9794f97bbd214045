"""Results of `bench` as tables: ours, and beside them what IMB and OMB would print for the same calls."""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from rankwise.core import said
from rankwise.core.grouped import grouped
from rankwise.core.records import Cell, CellResult, Estimate, Run
from rankwise.core.units import few, format_bytes, format_rate, format_seconds, plural
from rankwise.report import words
from rankwise.report.doubt import is_wide, why_wide
from rankwise.report.tables import told

_MOST_WIDE = 4
_MOST_MISSED = 4  # sizes that were not reached, by name
_TAIL = 20
"""Samples from which on their 99th percentile is shown."""
_HEAD = ("size", "median", "95 %", "p99", "slowest", "rate", "IMB", "OMB")

_ENDED = {
    "running": "still runs",
    "finished": "finished",
    "interrupted": "was interrupted",
    "failed": "failed",
    "lost": "was lost",
}
_OVERLAP_HEAD = ("alone", "computing", "begin", "wait", "overlap", "IMB's", "OMB's", "ALCF's")


Rows = list[tuple[str, ...]]


def lines(run: Run) -> list[str]:
    """A table for each kernel of each MPI; a last line says how to read it and where the run is."""
    output: list[str] = ["", *without_figures(run)] if not run.results else []
    for heading, head, rows in tables(run):
        output += ["", ", ".join(heading), *_aligned(head, rows)]
    left_out = run.warnings if run.kind == "import" and run.results else ()
    return [*output[1:], *_effects(run), "", *left_out, *(line for note in _notes(run) for line in told(note))]


def without_figures(run: Run) -> list[str]:
    """Of a run that ended before it had an answer: what it was, and why it ended where that is known."""
    command = " ".join(map(shlex.quote, ("rankwise", *run.provenance.command[1:])))
    stored = [f"Samples that were stored by then, if any: {words.command_of(run, 'runs export')} --samples"]
    return [
        f"`{run.kind}` {_ENDED[run.status]}: it has no answer.",
        *run.warnings,
        f"It was: {command}",
        *(stored if run.plan.cells else []),
    ]


def tables(run: Run) -> list[tuple[tuple[str, ...], tuple[str, ...], Rows]]:
    """The title, the head and the rows for each kernel of each MPI, by size; columns that are empty are left out. A row
    of a cell that failed is one text alone."""
    cells = {cell.id: cell for cell in run.plan.cells}
    by_title = grouped((title(cells[result.cell]), (cells[result.cell], result)) for result in run.results)
    return [
        (heading, *_table(sorted(results, key=lambda pair: pair[0].size_bytes)))
        for heading, results in by_title.items()
    ]


def notes(run: Run) -> list[str]:
    """What the tables do not say: effects of a load, the narrowest bisection, and how to read the figures."""
    return [line.strip() for line in (*_effects(run), *_notes(run)) if line]


def _effects(run: Run) -> list[str]:
    cells = {cell.id: cell for cell in run.plan.cells}
    return [*_impacts(cells, run.results), *_narrowest(cells, run.results)]


def title(cell: Cell) -> tuple[str, ...]:
    ranks = len(cell.groups[0])
    groups = f"{len(cell.groups)} groups of " if len(cell.groups) > 1 else ""
    more = words.parameters(replace(cell, window=1, compute_share=1.0))
    order = [] if cell.groups[0] == tuple(sorted(cell.groups[0])) else [f"order {words.ranks(cell.groups[0])}"]
    return (cell.kernel, cell.side, f"{groups}{plural(ranks, 'rank')}", *filter(None, [more]), *order)


def _table(rows: Sequence[tuple[Cell, CellResult]]) -> tuple[tuple[str, ...], Rows]:
    overlaps = any(result.overlap for _, result in rows)
    head = (*_HEAD, *(_OVERLAP_HEAD if overlaps else ()))
    missed = [_label(cell) for cell, result in rows if result.error == said.NOT_REACHED]
    texts = [
        _row(cell, result, overlaps) for cell, result in rows if result.error != said.NOT_REACHED or not missed[1:]
    ]
    if missed[1:]:
        texts.append(
            (f"  {few(missed, _MOST_MISSED)}: not reached in the time there was (--budget, or fewer --sizes)",)
        )
    whole = [row for row in texts if len(row) == len(head)]
    used = [column for column in range(len(head)) if any(row[column] for row in whole)]
    return tuple(head[column] for column in used), [
        tuple(row[column] for column in used) if len(row) == len(head) else row for row in texts
    ]


def _aligned(head: tuple[str, ...], rows: Rows) -> list[str]:
    texts = [head, *rows] if head else rows
    widths = [max(len(row[column]) for row in texts if len(row) == len(head)) for column in range(len(head))]
    return [
        "  " + "  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True))
        if len(row) == len(head)
        else row[0]
        for row in texts
    ]


def _label(cell: Cell) -> str:
    window = f" w{cell.window}" if cell.window != 1 else ""
    return words.size(cell) + window + (f" x{cell.compute_share:g}" if cell.compute_share != 1.0 else "")


def _row(cell: Cell, result: CellResult, overlaps: bool) -> tuple[str, ...]:
    estimate = result.estimate
    if estimate is None:
        return (f"  {_label(cell)}: {result.error}",)
    row = [
        _label(cell),
        format_seconds(estimate.median_s),
        words.precision(estimate) + (" *" if _is_unsure(estimate) else ""),
        format_seconds(estimate.p99_s) if estimate.samples >= _TAIL else "",
        f"rank {estimate.slowest_rank}" if estimate.slowest_rank is not None else "",
        format_rate(result.rate_bytes_per_s) if result.rate_bytes_per_s else "",
        format_seconds(result.imb_max_s) if result.imb_max_s is not None else "",
        format_seconds(result.osu_avg_s) if result.osu_avg_s is not None else "",
    ]
    return (*row, *(_overlap(result) if overlaps else ()))


def _overlap(result: CellResult) -> Iterator[str]:
    overlap = result.overlap
    if overlap is None:
        yield from [""] * 8
        return
    yield from map(format_seconds, (overlap.pure_s, overlap.compute_s, overlap.begin_s, overlap.wait_s))
    yield from (
        f"{share:.0%}" for share in (overlap.share, overlap.imb_share, overlap.osu_share, overlap.alcf_published)
    )


def _impacts(cells: Mapping[str, Cell], results: Sequence[CellResult]) -> list[str]:
    """What a load does to the same cell: the impact factor, loaded over alone, with its interval; and that of the tail,
    where both have enough samples for one."""
    alone = {cells[result.cell].without_load: result.estimate for result in results if not cells[result.cell].load}
    rows = []
    for result in results:
        cell, loaded, impact = cells[result.cell], result.estimate, result.impact
        base = alone.get(cell.without_load) if cell.load else None
        if loaded and base:
            told = said.ratio(impact.ratio, impact.low, impact.high) if impact else said.CANNOT_TELL
            tail = min(loaded.samples, base.samples) >= _TAIL
            told += f", of p99 {said.times(loaded.p99_s / base.p99_s)}" * tail
            rows.append(f"  {cell.kernel} {words.size(cell)} ({cell.side}) under {cell.load}: {told}")
    return ["", "impact of the load on the time", *rows] if rows else []


def _narrowest(cells: Mapping[str, Cell], results: Sequence[CellResult]) -> list[str]:
    """Where one kernel ran over several orders of the same ranks: its lowest rate is what a bisection is."""
    rates: dict[tuple[str, str, int], list[float]] = defaultdict(list)
    for result in results:
        cell = cells[result.cell]
        if cell.kernel == "bisection" and result.rate_bytes_per_s:
            rates[cell.side, cell.kernel, cell.size_bytes].append(result.rate_bytes_per_s)
    lines = [
        f"  {format_bytes(size)} ({side}): {format_rate(min(rate))}"
        for (side, _, size), rate in rates.items()
        if len(rate) > 1
    ]
    count = max(map(len, rates.values()), default=0)
    return ["", f"narrowest of {count} bisections", *lines] if lines else []


def _wide(run: Run) -> Iterator[str]:
    """Why intervals are wide: each reason with the figures that have it."""
    cells = {cell.id: cell for cell in run.plan.cells}
    reasons: dict[str, list[str]] = defaultdict(list)
    for result in run.results:
        if result.estimate and is_wide(result.estimate):
            cell = cells[result.cell]
            reasons[why_wide(result.estimate)].append(f"{cell.kernel} {words.size(cell)} of {cell.side}")
    for why, which in list(reasons.items())[:_MOST_WIDE]:
        figures = which[0] if len(which) == 1 else plural(len(which), "figure")
        yield f"wider than ±20 %: {figures}, because {why}"
    if len(reasons) > _MOST_WIDE:
        yield f"wider than ±20 %: {sum(map(len, list(reasons.values())[_MOST_WIDE:]))} more"
    if reasons and run.kind != "import":
        yield "what narrows them: no other work on these CPUs, and more --budget"


def _notes(run: Run) -> Iterator[str]:
    estimates = [result.estimate for result in run.results if result.estimate]
    if any(map(_is_unsure, estimates)):
        yield f"* the interval is wider than the ±{100 * run.plan.precision:g} % that {_remedy(run)}"
    if any(words.precision(estimate) == words.NOT_KNOWN for estimate in estimates):
        yield words.NOT_KNOWN_WORDS
    yield from _wide(run)
    if any(estimate.samples >= _TAIL for estimate in estimates):
        yield "p99: of samples; each is the mean of a batch of calls, so a single call's tail is longer"
    if any(result.imb_max_s is not None or result.osu_avg_s is not None for result in run.results):
        yield "IMB: its t_max or t, OMB: its average latency; computed from the same calls by their definitions"
    if run.kind == "import":
        yield "median: of the times in the texts, each a mean over iterations; the slowest rank's where a text tells it"
    elif any(result.estimate and result.imb_max_s is None for result in run.results):
        some = any(result.imb_max_s is not None for result in run.results)
        where = "empty where they time" if some else "IMB and OMB are not shown: they time"
        yield f"{where} calls that follow each other in another way; `rankwise bench --suite` does as they do"
    for result in run.results:
        if result.refused_visits and result.estimate:
            visits = plural(result.refused_visits, "visit")
            yield f"{result.cell}: {visits} left out, because the clocks of its ranks were known too badly"
        if result.group_medians_s:
            fastest, slowest = min(result.group_medians_s), max(result.group_medians_s)
            count = len(result.group_medians_s)
            spread = f"from {format_seconds(fastest)} to {format_seconds(slowest)}"
            yield f"{result.cell}: the slowest of {count} groups at the same time; medians {spread}"
    if any(result.overlap for result in run.results):
        yield "overlap: 100 % when the call costs nothing; ALCF's is as published in 2012: 0 % then, -100 % for none"
    kernels = "; `rankwise bench --list` says what a kernel is" if run.results else ""
    yield f"run {run.id} ({run.status}); `{words.command_of(run, 'runs show')}` shows it again{kernels}"


def _is_unsure(estimate: Estimate) -> bool:
    return estimate.stop != "precision" and estimate.samples > 1


def _remedy(run: Run) -> str:
    if run.kind == "import":
        return "would be good: import the texts of more runs"
    return "was asked for: give more --budget" if run.plan.budget_s else "would be good: ask for more iterations"
