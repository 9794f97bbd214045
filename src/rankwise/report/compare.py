"""A comparison as a table of one screen; on the page with the answer in words, curves and ratios drawn."""

from __future__ import annotations

from rankwise.core import said
from rankwise.core.grouped import grouped
from rankwise.core.records import Estimate
from rankwise.core.units import format_bytes, format_measured, format_seconds, plural
from rankwise.experiment.records import ComparedCell, Comparison
from rankwise.model.records import Ratio
from rankwise.report import words
from rankwise.report.fastest import not_compared, of_compared
from rankwise.report.not_looked import not_looked
from rankwise.report.page import environment
from rankwise.report.svg_bars import Bar, bar_plot, ratio_bar, ratio_plot
from rankwise.report.svg_plot import rate_plot, rate_series, time_plot, time_series, times_of
from rankwise.report.tables import apart, fitted, told

_MOST_SIDES = 3  # sides in a table that shows how each stands to the first
_LEAST_CURVE = 2  # sizes that make a curve
_MOST_RATIOS = 24  # in one figure


def lines(comparison: Comparison) -> list[str]:
    """The table, and what to know beside it."""
    names = dict(zip(comparison.sides, words.LETTERS, strict=False))
    output = [f"{letter} = {_described(comparison, side)}" for side, letter in names.items()]
    table = fitted(_two(comparison)) if len(names) == 2 else apart(_many(comparison, names), 2, 4 + len(names))
    output += ["", *table, ""] if comparison.cells else [""]
    output += ["Not told apart are those with = between them: the same, or undecided."] if len(names) > 2 else []
    output.append(_control(comparison))
    whys = sorted({why for cell in comparison.cells for why in cell.why.values()})
    if whys:
        output += told(f"cannot tell, although the interval excludes 1: {whys[0]}")
    elif any(_excludes_one(ratio) for cell in comparison.cells for ratio in cell.ratios.values()):
        many = plural(len(comparison.cells), "cell")
        output += told(f"cannot tell, although the interval excludes 1: to be sure of {many} takes more launches")
    output += words.warning_lines(comparison.run.warnings)
    launches = max((facts.index for facts in comparison.run.launches), default=-1) + 1
    measured_s = comparison.run.provenance.measuring_s
    visited = max((result.estimate.launches for result in comparison.run.results if result.estimate), default=0)
    seen = f"{plural(launches, 'launch')} of each side, " if launches else f"{plural(visited, 'run')} of each side, "
    stopped = "interrupted; " if comparison.run.status == "interrupted" else ""
    output.append(f"{seen}{format_seconds(measured_s)}; {stopped}stored as run {comparison.run.id}")
    output += not_looked(list(not_compared(comparison)))
    return [*output, *(line for text in filter(None, [of_compared(comparison)]) for line in told(text))]


def _excludes_one(ratio: Ratio) -> bool:
    return ratio.answer == "cannot tell" and (ratio.low > 1.0 or ratio.high < 1.0)


def _described(comparison: Comparison, side: str) -> str:
    mpi = comparison.run.mpis.get(side)
    return f"{side}  ({mpi.name} {mpi.version})" if mpi else side


def _two(comparison: Comparison) -> list[tuple[str, ...]]:
    first, second = comparison.sides
    rows: list[tuple[str, ...]] = [("kernel", "size", "A", "B", _ratio_title(comparison), "B is", "A / A")]
    for cell in comparison.cells:
        ratio = cell.ratios.get(second)
        rows.append(
            (
                cell.kernel,
                _size(cell),
                _value(comparison, cell, first),
                _value(comparison, cell, second),
                words.ratio(ratio) if ratio else "-",
                words.answer(ratio) if ratio else "-",
                _beside_itself(cell),
            )
        )
    return rows


def _ratio_title(comparison: Comparison, letter: str = "B") -> str:
    """Above 1 is faster; `speed` where some rows are times, and others a figure of which more is better."""
    if not comparison.higher_is_better:
        return f"A / {letter} (95 %)"
    return f"{'speed ' * any(cell.kernel != 'command' for cell in comparison.cells)}{letter} / A (95 %)"


def _many(comparison: Comparison, names: dict[str, str]) -> list[tuple[str, ...]]:
    others = comparison.sides[1:] if len(names) <= _MOST_SIDES else ()
    titles = [_ratio_title(comparison, names[side]) for side in others]
    rows: list[tuple[str, ...]] = [("kernel", "size", *names.values(), "from fast to slow", "A / A", *titles)]
    for cell in comparison.cells:
        ratios = [cell.ratios.get(side) for side in others]
        rows.append(
            (
                cell.kernel,
                _size(cell),
                *(_value(comparison, cell, side) for side in names),
                _ranking(comparison, cell),
                _beside_itself(cell),
                *(_ratio_and_answer(ratio) if ratio else "-" for ratio in ratios),
            )
        )
    return rows


def _ratio_and_answer(ratio: Ratio) -> str:
    return " ".join(dict.fromkeys((words.ratio(ratio), words.answer(ratio))))


def _value(comparison: Comparison, cell: ComparedCell, side: str) -> str:
    value = cell.times_s.get(side)
    if value is None:
        return "failed" if side in cell.failed else "-"
    return format_measured(value, comparison.figure if cell.kernel == "command" else "")


def _size(cell: ComparedCell) -> str:
    return "" if cell.sizeless else format_bytes(cell.size_bytes)


def _beside_itself(cell: ComparedCell) -> str:
    """A beside a second A; `?` where the interval is too wide for a figure."""
    control = cell.control
    if control is None:
        return "-"
    return f"{control.ratio:.2f}" if said.is_known(control.low, control.high) else "?"


def _control(comparison: Comparison) -> str:
    controls = [cell.control for cell in comparison.cells if cell.control]
    if not controls:
        return "There is no control: A has no figure beside a second A."
    known = [control.ratio for control in controls if said.is_known(control.low, control.high)]
    different = sum(control.answer in ("faster", "slower") for control in controls)
    told = f"; called different in {plural(different, 'cell')}: take small differences for nothing" if different else ""
    ends = dict.fromkeys(f"{value:.2f}" for value in (min(known), max(known))) if known else ()
    between = " to ".join(ends) or "too uncertain for a figure (?)"
    unknown = (
        f", and too uncertain (?) in {plural(len(controls) - len(known), 'cell')}"
        if 0 < len(known) < len(controls)
        else ""
    )
    return f"Control: A beside a second A is {between}{unknown}{told}."


def render(comparison: Comparison) -> str:
    """The page as text."""
    kernels = list(dict.fromkeys(cell.kernel for cell in comparison.cells))
    return environment().get_template("compare.html.j2").render(
        comparison=comparison,
        run=comparison.run,
        letters=words.LETTERS,
        mpis=[_mpi(comparison, side) for side in comparison.sides],
        name=_name,
        value=_value,
        ranking=_ranking,
        beside_itself=_beside_itself,
        kinds=words.ANSWERS,
        drawings=[*(figure for kernel in kernels for figure in _curves(comparison, kernel)), *_ratios(comparison)],
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


def _ranking(comparison: Comparison, cell: ComparedCell) -> str:
    names = dict(zip(comparison.sides, words.LETTERS, strict=False))
    ranked = " > ".join(" = ".join(names[side] for side in place) for place in cell.ranking)
    alike = grouped((names[after], names[before]) for before, after in cell.open)
    return ", ".join([ranked, *(" = ".join([after, *before]) for after, before in alike.items())])


def _curves(comparison: Comparison, kernel: str) -> list[tuple[str, str]]:
    """Time against size for one kernel, all sides on the same axes; bars where there is one size only."""
    cells = [cell for cell in comparison.cells if cell.kernel == kernel]
    if comparison.figure or len(cells) < _LEAST_CURVE:
        bars = [
            Bar(side, value, _value(comparison, cell, side), colour)
            for cell in cells
            for colour, side in enumerate(comparison.sides)
            if (value := cell.times_s.get(side))
        ]
        return [(_name(cells[0]), bar_plot(f"{kernel}, all sides", bars))] if bars else []
    estimates = _estimates(comparison)
    times, rates = [], []
    for colour, side in enumerate(comparison.sides):
        known = [
            times_of(cell.size_bytes, estimate)
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
        rows = [ratio_bar(_name(cell), ratio) for cell in comparison.cells if (ratio := cell.ratios.get(side))]
        if rows:
            title = f"{comparison.sides[0]} / {side}"
            bars.append((title, ratio_plot(f"Time of {title}: above 1 means {side} is faster", rows[:_MOST_RATIOS])))
    return bars
