"""A route in words: direct against the fastest way."""

from __future__ import annotations

from rankwise.core.units import format_rate, format_seconds, format_size
from rankwise.experiment.records import Comparison
from rankwise.optimise.records import Routed, RouteWay
from rankwise.report import words
from rankwise.report.tables import aligned

RELAYED = (
    "rankwise relays TCP over IPv4 alone.\nMessages in shared memory, or over an adapter's own protocol such as "
    "InfiniBand's, stay on the direct way."
)
"""Which of these ways a job can take today."""


def lines(routed: Routed) -> list[str]:
    """Both ways in a table, then what to think of it."""
    ways = [("direct", routed.direct)]
    if routed.best.endpoints != routed.direct.endpoints:
        ways.append((f"{len(routed.best.endpoints) - 2} relay" + "s" * (len(routed.best.endpoints) > 3), routed.best))
    rows = [("way", "through", "pieces", "time", "rate"), *(_row(name, way, routed.size_bytes) for name, way in ways)]
    if len(ways) == 1:
        words = "The direct way is the fastest: no relay pays at this size."
    elif routed.gain is None:
        words = "There is no direct path; the relays connect them."
    elif routed.tried is None:
        words = f"The relays are {routed.gain:.2f}x faster by the map's figures; nothing was sent to try it."
    else:
        words = f"The relays are {routed.gain:.2f}x faster by the map's figures. Measured beside the direct path:"
    output = [] if routed.tried is None else ["", *aligned(_measured(routed.tried))]
    if routed.file:
        output += ["", f"{routed.file}: rankwise run --tuning {routed.file} -- mpirun -n 2 ./app"]
    if len(ways) > 1 and routed.tried is None:
        words += f"\n{RELAYED}"
    told = [routed.sharing] if routed.sharing else []
    return [f"{format_size(routed.size_bytes)} on {routed.machine}", "", *aligned(rows), "", words, *told, *output]


def _row(name: str, way: RouteWay, size_bytes: int) -> tuple[str, ...]:
    pieces = f"{way.pieces} of {format_size(way.piece_bytes)}" if way.pieces > 1 else "whole"
    if way.time_s is None:
        return name, " > ".join(way.endpoints), pieces, "no path", "-"
    rate = format_rate(size_bytes / way.time_s)
    return name, " > ".join(way.endpoints), pieces, format_seconds(way.time_s), rate


def _measured(tried: Comparison) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("kernel", "direct", "relayed", "faster by", "answer")]
    for cell in tried.cells:
        if cell.failed or not cell.ratios:
            rows.append((cell.kernel, "-", "-", "-", "; ".join(cell.failed.values()) or "not measured"))
            continue
        direct, relayed = cell.times_s.values()
        (ratio,) = cell.ratios.values()
        interval = words.ratio(ratio)
        rows.append((cell.kernel, format_seconds(direct), format_seconds(relayed), interval, ratio.answer))
    return rows
