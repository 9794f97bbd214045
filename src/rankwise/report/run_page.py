"""The page of a run that is a list of figures: its tables as on the terminal, and a curve for each kernel."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from rankwise.core.records import Run
from rankwise.report import bench, scale, words
from rankwise.report import trace as trace_words
from rankwise.report.page import environment
from rankwise.report.svg_plot import Times, time_plot, time_series, times_of
from rankwise.report.svg_timeline import time_line
from rankwise.report.verdicts import of_bench, of_scale
from rankwise.tracing.records import Trace
from rankwise.verbs.records import ScaleReport

_LEAST_POINTS = 3


@dataclass(frozen=True)
class Table:
    """Rows, of which the first is the head; `notes` are lines below."""

    title: str
    rows: Sequence[tuple[str, ...]]
    notes: Sequence[str] = ()


def render(run: Run) -> str:
    """The page of a run as text."""
    tables = [Table(", ".join(title), [head, *rows]) for title, head, rows in bench.tables(run)]
    return page_of_tables(run, "", tables, _curves(run), notes=bench.notes(run), drawn="", summary=of_bench(run))


def render_scale(report: ScaleReport) -> str:
    """The page of start-up and memory by number of processes."""
    tables = []
    for scaling in report.transports:
        notes = [*scale.not_projected(scaling), *scale.starts(scaling), *scale.not_to_the_end(scaling)]
        tables.append(Table(f"{scaling.fabric} ({scaling.mode})", scale.table(scaling), notes))
    times = scale.times(report)
    tables += [Table("Time of one message", times)] if len(times) > 1 else []
    advice = report.advice
    reasons = advice.reasons[2:] if advice else []  # the first two are in the summary
    return page_of_tables(report.run, "", tables, (), notes=reasons, drawn="", summary=of_scale(report))


def render_trace(trace: Trace) -> str:
    """The page of what an application sent: its calls, and who sends how much to whom."""
    tables = [Table(title, rows) for title, rows in trace_words.tables(trace) if len(rows) > 1]
    advice = [f"{words.sentence(line.text)} ({trace_words.costs(trace, line)}; {line.where})" for line in trace.advice]
    return page_of_tables(trace.run, "", tables, time_line(trace), drawn="Time line", summary=(*trace.words, *advice))


def page_of_tables(
    run: Run,
    heading: str,
    tables: Sequence[Table],
    figures: Sequence[tuple[str, str]],
    *,
    notes: Sequence[str] = (),
    drawn: str = "Gains",
    summary: Sequence[str] = (),
) -> str:
    """The page of a run that is tables, under a heading and a summary; `figures` by their titles, and `drawn` says of
    what they are."""
    template = environment().get_template("run.html.j2")
    return template.render(
        run=run, tables=tables, lines=notes, drawings=figures, title=heading, drawn=drawn, summary=summary
    )


def _curves(run: Run) -> list[tuple[str, str]]:
    """Time against size for each kernel that was measured at several sizes on the same ranks, a line for each side."""
    cells = {cell.id: cell for cell in run.plan.cells}
    known: dict[str, dict[str, list[Times]]] = defaultdict(lambda: defaultdict(list))
    for result in run.results:
        cell = cells[result.cell]
        if result.estimate is not None and cell.size_bytes and result.estimate.low_s > 0:
            title = ", ".join(word for word in bench.title(cell) if word != cell.side)
            known[title][cell.side].append(times_of(cell.size_bytes, result.estimate))
    figures = []
    for title, sides in known.items():
        series = [time_series(side, colour, sorted(points)) for colour, (side, points) in enumerate(sides.items())]
        if max(len(sery.points) for sery in series) >= _LEAST_POINTS:
            figures.append((title, time_plot(f"Time of {title} against message size", series)))
    return figures
