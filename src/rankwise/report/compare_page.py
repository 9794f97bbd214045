"""The page of a comparison: the answer in words, every cell with its ratios and ranking, curves and ratios drawn."""

from __future__ import annotations

from typing import Any

from rankwise.core import said
from rankwise.core.records import Estimate
from rankwise.core.units import format_bytes, format_measured
from rankwise.experiment.records import ComparedCell, Comparison
from rankwise.report import svg_bars, words
from rankwise.report.fastest import not_compared, of_compared
from rankwise.report.page import environment
from rankwise.report.svg_bars import Bar, bar_plot, ratio_plot
from rankwise.report.svg_plot import rate_plot, rate_series, time_plot, time_series

KINDS = {"faster": "good", "slower": "slow", "same": "unsure", "cannot tell": "unsure"}
_LEAST_CURVE = 2  # sizes that make a curve
_MOST_RATIOS = 24  # in one figure


def render(comparison: Comparison) -> str:
    """The page as text."""
    kernels = list(dict.fromkeys(cell.kernel for cell in comparison.cells))
    return environment().get_template("compare.html.j2").render(
        comparison=comparison,
        run=comparison.run,
        letters=words.LETTERS,
        mpis=[_mpi(comparison, side) for side in comparison.sides],
        rows=[_row(comparison, cell) for cell in comparison.cells],
        figures=[*(figure for kernel in kernels for figure in _curves(comparison, kernel)), *_ratios(comparison)],
        control=_control(comparison),
        unlooked_at=list(not_compared(comparison)),
        sentences=[*comparison.summary, *filter(None, [of_compared(comparison)])],
    )  # fmt: skip


def _name(cell: ComparedCell) -> str:
    """`allreduce, 64KiB`; a kernel without a message has its name alone."""
    return cell.kernel if cell.sizeless else f"{cell.kernel}, {format_bytes(cell.size_bytes)}"


def _mpi(comparison: Comparison, side: str) -> str:
    mpi = comparison.run.mpis.get(side)
    return f"{mpi.name} {mpi.version}" if mpi else ""


def _row(comparison: Comparison, cell: ComparedCell) -> dict[str, Any]:
    names = dict(zip(comparison.sides, words.LETTERS, strict=False))
    return {
        "name": _name(cell),
        "values": [
            {
                "words": "failed" if side in cell.failed else _value(comparison, cell.times_s.get(side)),
                "why": cell.failed.get(side, ""),
            }
            for side in comparison.sides
        ],
        "ratios": [
            {
                "words": words.ratio(ratio),
                "answer": words.answer(ratio),
                "kind": KINDS[ratio.answer],
                "why": cell.why.get(side, ""),
            }
            if (ratio := cell.ratios.get(side))
            else None
            for side in comparison.sides[1:]
        ],
        "ranking": " > ".join(" = ".join(names[side] for side in place) for place in cell.ranking),
        "control": f"{cell.control.ratio:.2f}" if cell.control else "–",
    }


def _value(comparison: Comparison, value: float | None) -> str:
    if value is None:
        return "–"
    return format_measured(value, comparison.figure)


def _curves(comparison: Comparison, kernel: str) -> list[tuple[str, str]]:
    """Time against size for one kernel, all sides on the same axes; bars where there is one size only."""
    cells = [cell for cell in comparison.cells if cell.kernel == kernel]
    if comparison.figure or len(cells) < _LEAST_CURVE:
        bars = [
            Bar(side, value, _value(comparison, value), colour)
            for cell in cells
            for colour, side in enumerate(comparison.sides)
            if (value := cell.times_s.get(side))
        ]
        return [(_name(cells[0]), bar_plot(f"{kernel}, all sides", bars))] if bars else []
    estimates = _estimates(comparison)
    times, rates = [], []
    for colour, side in enumerate(comparison.sides):
        known = [
            (cell.size_bytes, estimate)
            for cell in cells
            if (estimate := estimates.get((side, kernel, cell.size_bytes)))
        ]
        times.append(time_series(side, colour, known))
        rates.append(rate_series(side, colour, known))
    figures = [(f"{kernel}: time", time_plot(f"Time of {kernel} against message size, all sides", times))]
    if kernel == "pingpong":
        figures.append((f"{kernel}: bandwidth", rate_plot(f"Bandwidth of {kernel} against message size", rates)))
    return figures


def _estimates(comparison: Comparison) -> dict[tuple[str, str, int], Estimate]:
    cells = {cell.id: cell for cell in comparison.run.plan.cells}
    return {
        (cell.side, cell.kernel, cell.size_bytes): result.estimate
        for result in comparison.run.results
        if result.estimate and (cell := cells.get(result.cell))
    }


def _ratios(comparison: Comparison) -> list[tuple[str, str]]:
    """A figure for each side beside the baseline: every cell's ratio with its interval, and the band of the control."""
    bars = []
    for side in comparison.sides[1:]:
        rows = [
            svg_bars.RatioBar(_name(cell), ratio.ratio, ratio.low, ratio.high, KINDS[ratio.answer], words.ratio(ratio))
            for cell in comparison.cells
            if (ratio := cell.ratios.get(side))
        ]
        if rows:
            title = f"{comparison.sides[0]} / {side}"
            bars.append((title, ratio_plot(f"Time of {title}: above 1 means {side} is faster", rows[:_MOST_RATIOS])))
    return bars


def _control(comparison: Comparison) -> str:
    controls = [cell.control for cell in comparison.cells if cell.control]
    if not controls:
        return "There is no control: the baseline has no figure beside a second one."
    ratios = [control.ratio for control in controls if said.is_known(control.low, control.high)]
    if not ratios:
        return "Control: a second launch of the baseline is too uncertain for a figure."
    return f"Control: the baseline beside a second launch of itself is {min(ratios):.2f} to {max(ratios):.2f}."
