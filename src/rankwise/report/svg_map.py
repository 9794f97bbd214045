"""The one drawing of a Map: devices as boxes inside nodes, lines as thick as bandwidth, coloured by path class."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from rankwise.core import files
from rankwise.core.units import format_rate, format_seconds
from rankwise.model.records import Map
from rankwise.report.map_layout import Layout, Placed, arrange
from rankwise.report.map_view import PathView, View, boxes_of, view_of
from rankwise.report.raster import png
from rankwise.report.svg import SIDES, figure, group, label, num, rect, standalone, text, text_width

_THIN, _THICK = 1.6, 9.0
_SHORT = 24  # letters of an error that fit on a line; longer ones show when it is pointed at
_ALARM = 3.5  # what stands out is drawn at least so thick
_ALL_LABELLED = 8  # with more lines than this each class is labelled once
_ALIKE = 1.1  # both directions within 10 %: one line
_Spot = tuple[float, float, float, float]  # a rectangle: left, top, right, bottom
_ELSEWHERE = "choose another file"


@dataclass(frozen=True)
class _Edge:
    start: Placed
    end: Placed
    path: PathView
    both: bool  # one line for both directions


def class_colour(view: View, path_class: str | None) -> int:
    """The palette's colour of a class: fastest first."""
    return view.classes.index(path_class) % SIDES if path_class in view.classes else 0


def drawing(machine: Map) -> str:
    """An SVG of the map. Width of a line grows with the logarithm of its bandwidth."""
    view = view_of(machine)
    boxes = boxes_of(view)
    inside = {box.name: _words(path) for box in boxes if (path := view.between(box.members, box.members)) is not None}
    labels = [_words(path) for path in view.pairs.values()]
    layout = arrange(boxes, inside, max((text_width(words, 11) for words in labels), default=0.0))
    edges = _edges(view, layout)
    rates = [edge.path.bandwidth_bytes_per_s for edge in edges if edge.path.bandwidth_bytes_per_s]
    limits = (min(rates), max(rates)) if rates else (1.0, 1.0)
    taken: list[_Spot] = [(box.x, box.y, box.x + box.width, box.y + box.height) for box in layout.boxes]
    # A network that joins some pairs only: what it does not join is not drawn.
    sparse = sum(edge.path.error is not None for edge in edges) > len(edges) / 2
    wires, alarms, pills, named = "", "", "", set()
    # Level lines choose the place of their label first: they have least choice.
    for edge in sorted(
        edges, key=lambda edge: (not edge.path.stands_out and edge.path.error is None, abs(edge.start.y - edge.end.y))
    ):
        if edge.path.error and sparse:
            continue
        troubled = bool(edge.path.error) or edge.path.stands_out
        kind = (
            "slow"
            if troubled
            else "unsure"
            if _unmeasured(edge.path)
            else f"s{class_colour(view, edge.path.path_class)}"
        )
        curve = _curve(edge, layout)
        again = edge.path.path_class in view.classes[SIDES:]
        thickness = _thickness(edge.path, limits)
        if troubled:
            alarms += group(kind, _wire(edge, curve, max(thickness, _ALARM), again=False))
        else:
            wires += group(kind, _wire(edge, curve, thickness, again=again))
        if len(edges) <= _ALL_LABELLED or troubled or edge.path.path_class not in named:
            named.add(edge.path.path_class if not troubled else None)
            pills += group(kind, _pill(curve, _words(edge.path), taken, hot=troubled))
    frames = "".join(_frame(frame.x, frame.y, frame.width, frame.height, frame.name) for frame in layout.frames)
    pills += "".join(_mark(box, view) for box in layout.boxes)
    devices = "".join(_device(box, inside.get(box.box.name), view) for box in layout.boxes)
    words = f"{machine.name}: {len(machine.endpoints)} endpoints joined by {len(machine.classes)} classes of paths"
    return figure(
        layout.width, layout.height, words, frames + group("faint" if alarms else "", wires) + alarms + devices + pills
    )


def _edges(view: View, layout: Layout) -> list[_Edge]:
    edges = []
    for index, start in enumerate(layout.boxes):
        for end in layout.boxes[index + 1 :]:
            there = view.between(start.box.members, end.box.members)
            back = view.between(end.box.members, start.box.members)
            if there and back and _same(there, back):
                edges.append(_Edge(start, end, there, both=True))
                continue
            if there:
                edges.append(_Edge(start, end, there, both=False))
            if back:
                edges.append(_Edge(end, start, back, both=False))
    return edges


def _unmeasured(path: PathView) -> bool:
    return not path.error and path.latency_s is None and path.bandwidth_bytes_per_s is None


def _same(there: PathView, back: PathView) -> bool:
    if there.error or back.error:
        return bool(there.error) == bool(back.error)
    if there.stands_out != back.stands_out or there.path_class != back.path_class:
        return False
    pairs = ((there.latency_s, back.latency_s), (there.bandwidth_bytes_per_s, back.bandwidth_bytes_per_s))
    return all(not a or not b or max(a, b) / min(a, b) <= _ALIKE for a, b in pairs)


def _curve(edge: _Edge, layout: Layout) -> tuple[tuple[float, float], tuple[float, float], tuple[float, float]]:
    """Start, control point and end of a quadratic curve: bent where a straight line would hide behind something."""
    (x1, y1), (x2, y2) = edge.start.middle, edge.end.middle
    across, down = x2 - x1, y2 - y1
    length = math.hypot(across, down) or 1.0
    bend = 0.0 if edge.both else 26.0
    if len(layout.frames) > 1 and abs(across) < 1.0 and edge.start.box.node == edge.end.box.node:
        # Stacked in one node: out of the stack on the side away from the other nodes, further for the next but one.
        outwards = -1.0 if x1 < layout.width / 2 else 1.0
        width = edge.start.width
        reach = width * 0.62 + max(length - 100, 0.0) * 0.5 + bend * (1 if down > 0 else -0.2)
        return (x1, y1), (x1 + outwards * reach * 1.6, (y1 + y2) / 2), (x2, y2)
    middle = ((x1 + x2) / 2 - down / length * bend * 2, (y1 + y2) / 2 + across / length * bend * 2)
    return (x1, y1), middle, (x2, y2)


def _at(curve: tuple[tuple[float, float], ...], share: float) -> tuple[float, float]:
    (x1, y1), (cx, cy), (x2, y2) = curve
    rest = 1 - share
    return (
        rest * rest * x1 + 2 * rest * share * cx + share * share * x2,
        rest * rest * y1 + 2 * rest * share * cy + share * share * y2,
    )


def _wire(edge: _Edge, curve: tuple[tuple[float, float], ...], width: float, *, again: bool) -> str:
    (x1, y1), (cx, cy), (x2, y2) = curve
    # Colours begin again after the last one, with dashes.
    nothing = edge.path.error or _unmeasured(edge.path)
    dashes = ' stroke-dasharray="2 7"' if nothing else ' stroke-dasharray="14 10"' if again else ""
    arrow = "to" if not edge.both else "and"
    tip = f"{edge.start.box.name} {arrow} {edge.end.box.name}: {edge.path.error or _words(edge.path)}"
    tip += f" ({edge.path.path_class})" if edge.path.path_class else ""
    body = (
        f'<path class="wire" stroke-width="{num(width)}"{dashes} '
        f'd="M{num(x1)} {num(y1)}Q{num(cx)} {num(cy)} {num(x2)} {num(y2)}"><title>{text(tip)}</title></path>'
    )
    return body if edge.both else body + _arrow(edge, curve, width)


def _arrow(edge: _Edge, curve: tuple[tuple[float, float], ...], width: float) -> str:
    """A head where the curve meets its target."""
    box, reach = edge.end, 6 + width
    around = (box.x - reach, box.y - reach, box.x + box.width + reach, box.y + box.height + reach)
    shares = [step / 50 for step in range(48, 25, -1)]
    share = next((share for share in shares if not _inside(_at(curve, share), around)), 0.6)
    (x, y), (ahead_x, ahead_y) = _at(curve, share), _at(curve, share + 0.03)
    turn = math.degrees(math.atan2(ahead_y - y, ahead_x - x))
    size = 7 + width * 0.5
    return (
        f'<path class="bar" transform="translate({num(x)} {num(y)}) rotate({num(turn)})" '
        f'd="M{num(-size / 2)} {num(-size * 0.7)}L{num(size)} 0L{num(-size / 2)} {num(size * 0.7)}Z"/>'
    )


def _inside(point: tuple[float, float], spot: _Spot) -> bool:
    return spot[0] <= point[0] <= spot[2] and spot[1] <= point[1] <= spot[3]


def _pill(curve: tuple[tuple[float, float], ...], words: str, taken: list[_Spot], *, hot: bool) -> str:
    """A label on its line, where it covers least of what is already there."""
    width, height = text_width(words, 11) + 14, 18.0

    def spot(share: float) -> _Spot:
        x, y = _at(curve, share)
        return (x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    # Near the middle unless something is there; under an equal cover the earlier candidate wins.
    shares = sorted((0.5 + step / 50 for step in range(-19, 20)), key=lambda share: abs(share - 0.5))
    best = min((spot(share) for share in shares), key=lambda place: sum(_overlap(place, other) for other in taken))
    taken.append((best[0] - 6, best[1] - 5, best[2] + 6, best[3] + 5))
    pill = rect(best[0], best[1], width, height, "hot" if hot else "pill", radius=9)
    return pill + label((best[0] + best[2]) / 2, best[3] - 5, words, "inv m sm" if hot else "m sm")


def _overlap(box: _Spot, other: _Spot) -> float:
    across = min(box[2], other[2]) - max(box[0], other[0])
    down = min(box[3], other[3]) - max(box[1], other[1])
    return max(across, 0.0) * max(down, 0.0)


def _device(placed: Placed, inside: str | None, view: View) -> str:
    x, _ = placed.middle
    # A card or GPU has rounder corners and a second outline, so that it is not told from a host by words alone.
    radius = 10 if placed.box.kind == "core" else 18
    body = rect(
        placed.x, placed.y, placed.width, placed.height, "dev", radius=radius, tip=", ".join(placed.box.members[:32])
    )
    if placed.box.kind != "core":
        body += rect(placed.x + 3, placed.y + 3, placed.width - 6, placed.height - 6, "dev", radius=radius - 3)

    body += label(x, placed.y + 19, placed.box.name, "m b") + label(x, placed.y + 34, placed.box.words, "t m sm")
    if inside:
        path = view.between(placed.box.members, placed.box.members)
        kind = f"s{class_colour(view, path.path_class if path else None)}"
        body += group(kind, label(x, placed.y + 50, inside, "lb m sm"))
    return body


def _mark(placed: Placed, view: View) -> str:
    """What is wrong on a device, on its upper edge."""
    marks = dict.fromkeys(view.marks[end] for end in placed.box.members if end in view.marks)
    if not marks:
        return ""
    words = ", ".join(marks)
    width = text_width(words, 11) + 14
    x, _ = placed.middle
    pill = rect(x - width / 2, placed.y - 16, width, 18, "hot", radius=9)
    return group("slow", pill + label(x, placed.y - 3, words, "inv m sm"))


def _frame(x: float, y: float, width: float, height: float, name: str) -> str:
    return rect(x, y, width, height, "node", radius=16) + label(x + 16, y + 22, name, "b")


def _thickness(path: PathView, limits: tuple[float, float]) -> float:
    low, high = limits
    if path.error or not path.bandwidth_bytes_per_s:
        return _THIN
    if high / low < 1.05:
        return (_THIN + _THICK) / 2
    return _THIN + (_THICK - _THIN) * math.log(path.bandwidth_bytes_per_s / low) / math.log(high / low)


def _words(path: PathView) -> str:
    if path.error:
        return path.error if len(path.error) <= _SHORT else "no path"
    known = [format_seconds(path.latency_s)] if path.latency_s else []
    if _unmeasured(path):
        return "not measured"
    return " · ".join(known + ([format_rate(path.bandwidth_bytes_per_s)] if path.bandwidth_bytes_per_s else []))


def write_svg(machine: Map, path: Path) -> Path:
    """Writes the drawing; it follows the reader's light or dark theme. Raises EnvironmentProblem."""
    return files.put(path, standalone(drawing(machine)), _ELSEWHERE)


def write_png(machine: Map, path: Path) -> Path:
    """Writes the drawing as pixels. Raises EnvironmentProblem."""
    return files.put(path, png(drawing(machine)), _ELSEWHERE)
