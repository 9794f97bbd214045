"""The heat map of a Map: who reaches whom how fast, every ordered pair."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from rankwise.core.grouped import grouped
from rankwise.core.units import format_rate, format_seconds
from rankwise.model.records import Map
from rankwise.report.map_view import PathView, by_switch, middle, view_of
from rankwise.report.svg import figure, label, line, num, rect, text, text_width

Quantity = Literal["latency", "bandwidth"]

_WIDTH = 480.0  # at most
_SCALE = 22.0  # of a colour in the scale
_WHOLE = 16  # up to this many endpoints every pair has a field of its own
_BLOCKS = 64  # of neighbours, which share a field where endpoints are more than twice as many
_WRITTEN = 8  # with more endpoints than this the numbers would not fit into the fields
# One hue, even in lightness: it reads in grey print and for every kind of colour vision.
_COLOURS = ("#e3eef9", "#c5dcf1", "#98c3e3", "#66a5d1", "#3f84bb", "#27649e", "#17477b", "#0c2d54")
_DARK_FROM = 4
_LEAST_SPAN = 4.0  # a map whose paths differ by less than this does not use the darkest colours
_TINY = 1e-12  # of a latency of zero, which has no logarithm
_MOST = 24  # leaves that are still named and told apart; of more, pods
_ROOM = 12.0  # beside a name


def matrix(machine: Map, quantity: Quantity) -> str:
    """An SVG of `latency` or `bandwidth` for all ordered pairs; light is fast. Rows send, columns receive. Of many
    endpoints neighbours share a row, and a field is the median of their paths. Endpoints of one switch are next to
    each other."""
    pairs = view_of(machine).pairs
    names = [endpoint.id for endpoint in by_switch(machine.endpoints)]
    whole = f"every ordered pair of {len(names)} endpoints"
    if len(names) > 2 * _BLOCKS:
        names, pairs, width = _in_blocks(names, pairs)
        whole = f"blocks of {width} of {len(machine.endpoints)} endpoints, median of the paths of each"
    values = [value for path in pairs.values() if (value := _value(path, quantity))]
    limits = _limits(values, quantity)
    left = min(max((text_width(name, 11) for name in names), default=0.0) + 12, 130.0)
    groups = SwitchGroups(names, {endpoint.id: endpoint.switches for endpoint in machine.endpoints})
    side = min((_WIDTH - left - groups.room) / max(len(names), 1), 54.0)
    top = 24.0
    every = max(1, math.ceil(13 / side))  # rows are named where their names do not touch
    widest = max((text_width(name.rpartition(":")[2], 10.5) for name in names), default=0.0) + 4
    columns = max(1, math.ceil(min(widest, 40.0) / side))
    body = ""
    fields: list[_Field] = []
    for row, source in enumerate(names):
        if row % every == 0:
            body += label(left - 6, top + row * side + side / 2 + 4, source, "t e sm")
        if row % columns == 0:
            body += label(left + row * side + side / 2, top - 8, _short(source, side * columns), "t m sm")
        for column, target in enumerate(names):
            spot = (left + column * side, top + row * side)
            fields.append(_field(pairs.get((source, target)), f"{source} to {target}", spot, limits, quantity))
    body += (
        "".join(_drawn(field, side, len(names)) for field in fields) if len(names) <= _WHOLE else _merged(fields, side)
    )
    body += groups.drawn(left, top, side, len(names))
    height = top + side * len(names) + 38
    wide = left + max(side * len(names) + groups.room, _SCALE * len(_COLOURS)) + 1
    body += _scale(left, height - 22, limits, quantity)
    if len(names) < len(machine.endpoints):
        height += 16
        body += label(left, height - 4, f"a field: median of the paths of {width} x {width} endpoints", "t sm")
    return figure(wide, height, f"{quantity} of {whole} of {machine.name}", body)


def _in_blocks(
    names: Sequence[str], pairs: Mapping[tuple[str, str], PathView]
) -> tuple[list[str], dict[tuple[str, str], PathView], int]:
    """The first names of blocks of neighbours, the median path between each two blocks, and how many are in a block."""
    width = math.ceil(len(names) / _BLOCKS)
    first = {name: names[index // width * width] for index, name in enumerate(names)}
    between = grouped(((first[source], first[target]), path) for (source, target), path in pairs.items())
    return list(dict.fromkeys(first.values())), {block: middle(paths) for block, paths in between.items()}, width


@dataclass(frozen=True)
class _Field:
    x: float
    y: float
    level: int | None
    words: str
    tip: str


def _field(
    path: PathView | None, pair: str, spot: tuple[float, float], limits: tuple[float, float], quantity: Quantity
) -> _Field:
    value = _value(path, quantity) if path else None
    level = None if value is None else _level(value, limits, quantity)
    words = _words(value, quantity) if value is not None else "x" if path and path.error else ""
    return _Field(*spot, level, words, f"{pair}: {_tip(path)}" if path else "")


def _drawn(field: _Field, side: float, count: int) -> str:
    fill = _COLOURS[field.level] if field.level is not None else ""
    kind = "" if fill else "none"
    body = rect(field.x, field.y, side - 1, side - 1, kind, radius=3, tip=field.tip, fill=fill)
    if not field.words or count > _WRITTEN:
        return body
    ink = f' style="fill:{"#fff" if field.level >= _DARK_FROM else "#111"}"' if field.level is not None else ""
    parts = field.words.split(" ")
    for number, part in enumerate(parts):
        x, y = field.x + side / 2, field.y + side / 2 + 4 + (number - (len(parts) - 1) / 2) * 12
        body += f'<text class="m sm" pointer-events="none" x="{num(x)}" y="{num(y)}"{ink}>{text(part)}</text>'
    return body


def _merged(fields: list[_Field], side: float) -> str:
    """One path for all fields of a colour: the matrix of a big machine stays small."""
    shapes: dict[int | None, list[str]] = {}
    # A little larger than the grid, so that no hair lines show between fields.
    size = num(side + 0.15)
    for field in fields:
        shapes.setdefault(field.level, []).append(f"M{num(field.x)} {num(field.y)}h{size}v{size}h-{size}z")
    body = ""
    for level, parts in shapes.items():
        look = 'class="none"' if level is None else f'fill="{_COLOURS[level]}"'
        body += f'<path {look} d="{"".join(parts)}"/>'
    return body


def _scale(left: float, top: float, limits: tuple[float, float], quantity: Quantity) -> str:
    low, high = limits
    order = range(len(_COLOURS)) if quantity == "latency" else range(len(_COLOURS) - 1, -1, -1)
    size = f'width="{num(_SCALE)}" height="8"'
    body = "".join(
        f'<rect x="{num(left + _SCALE * place)}" y="{num(top)}" {size} fill="{_COLOURS[level]}"/>'
        for place, level in enumerate(order)
    )
    body += label(left, top + 20, _words(low, quantity), "t sm")
    return body + label(left + _SCALE * len(_COLOURS), top + 20, _words(high, quantity), "t sm e")


def _limits(values: list[float], quantity: Quantity) -> tuple[float, float]:
    """The ends of the colour scale: the fast end is the best value, the other one at least `_LEAST_SPAN` away."""
    low, high = (max(min(values), _TINY), max(values)) if values else (1.0, 1.0)
    return (low, max(high, low * _LEAST_SPAN)) if quantity == "latency" else (min(low, high / _LEAST_SPAN), high)


def _level(value: float, limits: tuple[float, float], quantity: Quantity) -> int:
    low, high = limits
    share = math.log(max(value, low) / low) / math.log(high / low)
    slow = share if quantity == "latency" else 1.0 - share
    return min(int(slow * len(_COLOURS)), len(_COLOURS) - 1)


def _value(path: PathView, quantity: Quantity) -> float | None:
    return path.latency_s if quantity == "latency" else path.bandwidth_bytes_per_s


def _words(value: float, quantity: Quantity) -> str:
    return format_seconds(value) if quantity == "latency" else format_rate(value)


def _tip(path: PathView) -> str:
    if path.error:
        return path.error
    known = [format_seconds(path.latency_s)] if path.latency_s else []
    known += [format_rate(path.bandwidth_bytes_per_s)] if path.bandwidth_bytes_per_s else []
    return ", ".join([*known, path.path_class or "no class"]) + ("" if path.own else " (value of the class)")


def _short(name: str, room: float) -> str:
    tail = name.rpartition(":")[2]
    return tail if text_width(tail, 10.5) <= room else tail[-max(int(room // 6.5), 2) :]


class SwitchGroups:
    """Runs of `names` (the rows, in order) that are at one switch. `places`: the switches of each, pod first."""

    def __init__(self, names: Sequence[str], places: Mapping[str, tuple[str, ...]]) -> None:
        known = [places.get(name, ()) for name in names]
        leaves = _runs(known)
        pods = _runs([place[:1] for place in known])
        self._pods = {start for start, _, _ in pods}
        self._runs = [run for run in (leaves if len(leaves) <= _MOST else pods) if run[2]]
        if len(self._runs) > _MOST or len({place for *_, place in self._runs}) < len(self._runs):
            self._runs = []  # blocks of neighbours that are of several switches

    @property
    def room(self) -> float:
        """How wide the names are."""
        return max((text_width(self._words(run), 11) + _ROOM for run in self._runs), default=0.0)

    def drawn(self, left: float, top: float, side: float, count: int) -> str:
        """Lines between groups, thicker ones between pods, and the name of each group behind its rows."""
        body, whole = "", side * count
        for start, stop, place in self._runs:
            if start:
                kind = "pod" if start in self._pods and len(place) > 1 else "leaf"
                body += line(left, top + start * side, left + whole, top + start * side, kind)
                body += line(left + start * side, top, left + start * side, top + whole, kind)
            middle = top + (start + stop) / 2 * side + 4
            body += label(left + whole + _ROOM / 2, middle, self._words((start, stop, place)), "sm")
        return body

    def _words(self, run: tuple[int, int, tuple[str, ...]]) -> str:
        start, _, place = run
        return f"{place[-1]}, {place[0]}" if len(place) > 1 and start in self._pods else place[-1]


def _runs(places: Sequence[tuple[str, ...]]) -> list[tuple[int, int, tuple[str, ...]]]:
    """First row, row behind the last, and place of all rows beside each other that have one place."""
    runs, start = [], 0
    for place, rows in groupby(places):
        stop = start + len(list(rows))
        runs.append((start, stop, place))
        start = stop
    return runs
