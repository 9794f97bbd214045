"""Start-up and memory against process count as tables of one screen, and the advice in words."""

from __future__ import annotations

from collections.abc import Iterator

from rankwise.core.grouped import grouped
from rankwise.core.units import few, format_rate, format_seconds, plural
from rankwise.model.records import Projection, ScalingFit
from rankwise.report.fabrics import size
from rankwise.report.tables import fitted
from rankwise.verbs.records import PublishedScaling, ScaleReport, TransportScaling

QUANTITIES = {
    "ready_s": "start-up",
    "connect_s": "first messages to all",
    "uss_bytes": "private memory",
    "pss_bytes": "memory (PSS)",
    "sockets": "open sockets",
}


def lines(report: ScaleReport) -> list[str]:
    """Everything that the terminal shows."""
    mpi = report.run.mpis[report.mpi]
    nodes = list(dict.fromkeys(endpoint.node for endpoint in report.run.plan.endpoints))
    where = nodes[0] if len(nodes) == 1 else f"{len(nodes)} nodes ({nodes[0]} to {nodes[-1]})"
    output = [f"{mpi.name} {mpi.version}, sleeping processes on {where}", ""]
    for transport in report.transports:
        output += [f"{transport.fabric} ({transport.mode})", "", *fitted(table(transport)), *basis(transport), ""]
        told = [*not_projected(transport), *starts(transport), *not_to_the_end(transport)]
        output += [*told, ""] if told else []
    output += [*fitted(times(report)), ""] if len(times(report)) > 1 else []
    output += [f"{mode}: {words}" for mode, words in report.missing.items()]
    if report.run.status == "interrupted":
        output.append("Interrupted: this is what was measured before.")
    if report.advice:
        output += report.advice.reasons[2:]  # the first two are in the verdict
    elif report.run.status != "interrupted" and len({transport.mode for transport in report.transports}) > 1:
        output.append("No recommendation: connections and datagrams were not both measured at four process counts.")
    output += [f"published: {published(row)}" for row in report.published if "start-up" in row.quantity]
    return [*output, f"stored as run {report.run.id}"]


def starts(transport_scaling: TransportScaling) -> Iterator[str]:
    """`64 processes: 2 of 3 starts hung: ...`, and how many launches figures are of where some were left out."""
    for each in transport_scaling.starts:
        if each.failed and each.measured:
            how = "hung" if each.hung == each.failed else "failed"
            tries = plural(each.measured + each.failed, "start")
            yield f"{each.processes} processes: {each.failed} of {tries} {how}: {each.why}"
    known = [each for each in transport_scaling.starts if each.measured]
    fewer = grouped(((each.measured, each.left_out), str(each.processes)) for each in known if each.left_out)
    for (count, why), processes in fewer.items():
        of = "each count" if len(processes) == len(known) else f"{few(processes)} processes"
        yield f"{'one launch' if count == 1 else f'{count} launches'} of {of}; others were left out: {why}"


def not_projected(transport_scaling: TransportScaling) -> list[str]:
    """That no law was fitted to the measured counts, so that nothing is projected."""
    counts = sorted({level.processes for level in transport_scaling.levels})
    if transport_scaling.fits or not counts:
        return []
    return [f"nothing is projected: {plural(len(counts), 'process count')} measured, 4 are needed"]


def not_to_the_end(transport_scaling: TransportScaling) -> list[str]:
    """That some counts have no figures, and why."""
    return [f"not measured to the end: {transport_scaling.error}"] if transport_scaling.error else []


def table(transport_scaling: TransportScaling) -> list[tuple[str, ...]]:
    """Measured levels and projections, a row for each process count."""
    rows: list[tuple[str, ...]] = [("processes", *QUANTITIES.values(), "")]
    measured = {count for fit in transport_scaling.fits.values() for count, _ in fit.points}
    counts = sorted({*measured, *(p.processes for fit in transport_scaling.fits.values() for p in fit.projections)})
    for count in counts or sorted({level.processes for level in transport_scaling.levels}):
        cells, notes = [], ""
        for quantity in QUANTITIES:
            fit = transport_scaling.fits.get(quantity)
            if fit is None:
                values = [getattr(level, quantity) for level in transport_scaling.levels if level.processes == count]
                cells.append(_value(quantity, values[0]) if values else "-")
            elif count in dict(fit.points):
                cells.append(_value(quantity, dict(fit.points)[count]))
            else:
                projection = next(p for p in fit.projections if p.processes == count)
                cells.append(projected(quantity, projection))
                notes = "extrapolated" if projection.extrapolated else "projected"
        rows.append((str(count), *cells, notes))
    if not transport_scaling.fits:
        return rows
    rows.append(
        ("form", *(form(transport_scaling.fits[q]) if q in transport_scaling.fits else "-" for q in QUANTITIES), "")
    )
    return rows


def basis(transport_scaling: TransportScaling) -> list[str]:
    """What projections are made from, and how far off they were for the largest count, held out."""
    fits = {quantity: fit for quantity, fit in transport_scaling.fits.items() if fit.held_out}
    if not fits:
        return []
    counts = [count for count, _ in next(iter(fits.values())).points]
    errors = [f"{QUANTITIES[quantity]} {_error(fit):+.0%}" for quantity, fit in fits.items()]
    return [
        f"projected from {counts[0]} to {counts[-1]} processes; from the others, {counts[-1]} would have been "
        f"projected with an error of: {', '.join(errors)}"
    ]


def _error(fit: ScalingFit) -> float:
    assert fit.held_out is not None
    return fit.held_out.value / fit.points[-1][1] - 1.0


def form(fit: ScalingFit) -> str:
    """`a + b n (±4 %)`; `base + a + b k` of k peers, where the growth in one process was fitted."""
    if fit.grown:
        return f"base + {fit.form.replace('n', 'k')} for k peers (±{fit.relative_error:.0%})"
    return f"{fit.form} (±{fit.relative_error:.0%})"


def projected(quantity: str, projection: Projection) -> str:
    """`12.1 s (9.3 to 15.0)`; nothing where the interval says nothing."""
    if not projection.is_known:
        return "cannot tell"
    low, high = _value(quantity, projection.low), _value(quantity, projection.high)
    return f"{_value(quantity, projection.value)} ({low} to {high})"


def times(report: ScaleReport) -> list[tuple[str, ...]]:
    """What a message takes and what a process holds, by size, for each transport."""
    known = [transport for transport in report.transports if transport.times]
    sizes = sorted({int(at) for curve in known for at in curve.times})
    head = ("size", *(word for curve in known for word in (curve.fabric, "held")))
    rows: list[tuple[str, ...]] = [head]
    for at in sizes:
        cells: list[str] = []
        for curve in known:
            estimate = curve.times.get(str(at))
            held = next((message.uss_bytes for message in curve.messages if message.size_bytes == at), None)
            rate = f" {format_rate(at / estimate.median_s)}" if estimate and at >= 1 << 14 else ""
            cells += [format_seconds(estimate.median_s) + rate if estimate else "-", _bytes(held) if held else "-"]
        rows.append((size(at), *cells))
    return rows


def published(scaling: PublishedScaling) -> str:
    """`start-up of a hello-world program, connected (DAPL): above 90 s (16384 processes)`."""
    value = f"{scaling.bound} {scaling.value:g} {scaling.unit}"
    return f"{scaling.quantity}, {scaling.transport}: {value} ({scaling.conditions})"


def _value(quantity: str, value: float) -> str:
    if quantity == "sockets":
        return f"{value:.0f}"
    return _bytes(value) if quantity.endswith("bytes") else format_seconds(value) if value > 0 else "0 s"


def _bytes(value: float) -> str:
    return f"{value / 1e6:.1f} MB" if value < 1e9 else f"{value / 1e9:.2f} GB"
