"""What was decided on a map: an order of ranks, a route, shares of work, schedules. In words first, then in tables."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from rankwise.core.units import format_bytes, format_rate, format_seconds, plural
from rankwise.experiment.records import Comparison
from rankwise.optimise.records import (
    DefaultAndChosen,
    Outcome,
    Placed,
    Routed,
    RouteWay,
    Scheduled,
    ScheduledSize,
    Shared,
)
from rankwise.report import words
from rankwise.report.tables import fitted, told


def place_lines(placed: Placed) -> list[str]:
    """Everything that the terminal shows."""
    rows: list[tuple[str, ...]] = [("rank", "default", "chosen", "")]
    rows += [
        (str(rank.rank), rank.default, rank.chosen, "" if rank.default == rank.chosen else "moved")
        for rank in placed.ranks
    ]
    moved = sum(rank.default != rank.chosen for rank in placed.ranks)
    modelled = placed.modelled_s
    output = [f"{placed.pattern}, {plural(len(placed.ranks), 'rank')} on {placed.machine}"]
    if not moved:
        output.append("The default is kept: no order that was tried takes less modelled time.")
    times = _default_and_chosen(modelled, format_seconds, "impossible, for want of a path,")
    output.append(f"modelled {placed.objective}: {times}{_gain(modelled)}")
    output += ["", *fitted(rows), ""]
    if busiest := list(dict.fromkeys(placed.busiest.values())):
        both = f"{busiest[0]} by default, {busiest[1]} chosen" if len(busiest) > 1 else f"{busiest[0]} in both orders"
        output.append(f"busiest: {both}")
    output.append(f"slowest path in use: {_default_and_chosen(placed.bottleneck_bytes_per_s, format_rate, 'no rate')}")
    for name, (source, target) in placed.slowest.items():
        output.append(f"  {name}: {source} to {target}")
    if placed.exact:
        output.append("All orders were tried: none is better.")
    else:
        output.append(
            f"Not all orders were tried. None can take less than {format_seconds(placed.bound_s)}: this one is at most "
            f"{_at_most(placed.gap)} above the best."
        )
    if placed.sharing:
        output += told(placed.sharing, "  ")
    return [*output, *(f"wrote {file}: {use}" for file, use in placed.files.items())]


def _at_most(share: float) -> str:
    """`4%`, `0.38%`: rounded up, as it is a bound."""
    digits = 2 if share < 0.01 else 0
    return f"{math.ceil(share * 100 * 10**digits - 1e-9) / 10**digits:.{digits}f}%"


def _default_and_chosen(figures: DefaultAndChosen, form: Callable[[float], str], none: str) -> str:
    """Both figures; a rate of 0 is of two endpoints without a path."""

    def text(value: float | None) -> str:
        if value is None:
            return none
        return form(value) if value else "no path"

    return f"{text(figures.default)} by default, {text(figures.chosen)} chosen"


def _gain(figures: DefaultAndChosen) -> str:
    if not figures.default or not figures.chosen:
        return ""
    return f" ({figures.default / figures.chosen:.2f}x)"


RELAYED = (
    "rankwise relays TCP over IPv4 alone.",
    "Messages in shared memory, or over an adapter's own protocol such as InfiniBand's, stay on the direct way.",
)
"""Which of these ways a job can take today."""


def route_lines(routed: Routed) -> list[str]:
    """What to think of it, then both ways in a table."""
    ways = [("direct", routed.direct)]
    if routed.best.endpoints != routed.direct.endpoints:
        ways.append((f"{len(routed.best.endpoints) - 2} relay" + "s" * (len(routed.best.endpoints) > 3), routed.best))
    rows = [("way", "through", "pieces", "time", "rate"), *(_way(name, way, routed.size_bytes) for name, way in ways)]
    if len(ways) == 1:
        verdict = "The direct way is the fastest: no relay pays at this size."
    elif routed.gain is None:
        verdict = "There is no direct path; the relays connect them."
    elif routed.tried is None:
        verdict = f"The relays are {routed.gain:.2f}x faster by the map's figures; nothing was sent to try it."
    else:
        verdict = f"{_TRIED[routed.outcome]} By the map's figures they are {routed.gain:.2f}x faster."
    output = [f"{format_bytes(routed.size_bytes)} on {routed.machine}", *told(verdict), "", *fitted(rows)]
    if routed.tried is not None:
        output += ["", "Measured beside the direct path:", *fitted(_tried(routed.tried))]
    notes = [*(RELAYED if len(ways) > 1 and routed.tried is None else ()), routed.sharing, routed.forwarding]
    notes = list(filter(None, notes))
    output += ["", *(line for note in notes for line in told(note, "  "))] if notes else []
    if routed.file:
        output += ["", f"{routed.file}: {words.run_with(routed.file, 'mpirun -n 2 ./app')}"]
    return output


_TRIED: dict[Outcome, str] = {
    "faster": "Messages are faster through the relays.",
    "slower": "Messages are slower through the relays: no tuning is written.",
    "same": "Messages take the same through the relays: no tuning is written.",
    "cannot tell": "It cannot be told whether messages are faster through the relays: no tuning is written. More "
    "--budget may tell.",
    "failed": "Not everything came through the relays and was measured: no tuning is written.",
}


def _way(name: str, way: RouteWay, size_bytes: int) -> tuple[str, ...]:
    pieces = f"{way.pieces} of {format_bytes(way.piece_bytes)}" if way.pieces > 1 else "whole"
    if way.time_s is None:
        return name, " > ".join(way.endpoints), pieces, "no path", "-"
    rate = format_rate(size_bytes / way.time_s)
    return name, " > ".join(way.endpoints), pieces, format_seconds(way.time_s), rate


def _tried(tried: Comparison) -> list[tuple[str, ...]]:
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


def share_lines(shared: Shared) -> list[str]:
    """Everything that the terminal shows."""
    rows: list[tuple[str, ...]] = [("endpoint", "speed", *(item.mode for item in shared.shares))]
    for name, speed in shared.speeds.items():
        rows.append((name, f"{speed:g}/s", *(f"{item.units[name] / shared.work:.1%}" for item in shared.shares)))
    times = {item.mode: item.time_s for item in shared.shares}
    slower = max(times.values()) / times[shared.faster]
    alike = slower < 1.005  # it would be shown as 1.00x
    output = [
        f"{shared.work:g} unit{'' if shared.work == 1 else 's'} of work on {shared.machine}",
        "Both take the same modelled time." if alike else f"{shared.faster} is {slower:.2f}x faster, by the model.",
        "",
        *fitted(rows),
        "",
    ]
    for item in shared.shares:
        better = item.equal_s / item.time_s
        output.append(
            f"{item.mode}: all end after {format_seconds(item.time_s)}; with equal shares "
            f"{format_seconds(item.equal_s)} ({better:.2f}x)"
        )
    return [*output, *told(shared.sharing, "  ")] if shared.sharing else output


_SHOWN_WAYS = 6


def schedule_lines(answer: Scheduled) -> list[str]:
    """The best schedules of each size beside the bound and the library."""
    of_root = f" from root {answer.root}" if answer.root >= 0 else ""
    ranks = plural(answer.ranks, "rank")
    output = [f"{answer.collective}{of_root}, {ranks} on {answer.machine}, reductions {answer.reductions}"]
    if answer.run and not any(size.default_s for size in answer.sizes):
        output.append("Nothing was measured: see the warnings, or give more --budget. Times are predicted.")
    elif not answer.run:
        output.append("Times are predicted by the map's figures; --try measures them beside the library.")
    elif won := sum(bool(size.chosen) for size in answer.sizes):
        output.append(f"Faster than the library at {won} of {plural(len(answer.sizes), 'size')}.")
    else:
        output.append("No schedule was surely faster than the library: it stays as it is.")
    for size in answer.sizes:
        output += ["", *_size(size)]
    if answer.sharing:
        output += ["", *told(answer.sharing, "  ")]
    if answer.file:
        output += ["", f"tuning: {answer.file}", f"use it: {words.run_with(answer.file, 'mpirun ...')}"]
    return output


def _size(size: ScheduledSize) -> Iterator[str]:
    bound = f", bound {format_seconds(size.bound_s)}" if size.bound_s else ""
    default = f", the library takes {format_seconds(size.default_s)}" if size.default_s else ""
    yield f"{format_bytes(size.size_bytes)}{bound}{default}"
    shown = [way for number, way in enumerate(size.ways) if number < _SHOWN_WAYS or way.ratio is not None]
    rows = [("schedule", "messages", "predicted", "of bound", "measured", "gain", "")]
    for way in shown:
        rows.append(
            (
                way.name,
                str(way.messages),
                format_seconds(way.predicted_s),
                f"{way.predicted_s / size.bound_s:.1f}x" if size.bound_s else "-",
                format_seconds(way.time_s) if way.time_s else "-",
                f"{words.ratio(way.ratio)} {way.ratio.answer}" if way.ratio else way.failed or "-",
                "chosen" if way.name == size.chosen else "",
            )
        )
    yield from fitted(rows)
