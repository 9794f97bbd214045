"""Where the boxes of a map's drawing stand: devices inside nodes, nodes around the middle."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rankwise.core.grouped import grouped
from rankwise.report.map_view import Box
from rankwise.report.svg import text_width

BOX_HEIGHT = 44.0
_GAP = 44.0
_FRAME = 26.0
_BOLD = 1.08  # bold letters are wider


@dataclass(frozen=True)
class Placed:
    """A box and its rectangle; `column` tells boxes that are stacked in one node from those beside each other."""

    box: Box
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True)
class Frame:
    """The outline of a node."""

    name: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Layout:
    """A finished arrangement."""

    width: float
    height: float
    boxes: tuple[Placed, ...]
    frames: tuple[Frame, ...]


def arrange(boxes: list[Box], inside: dict[str, str], words: float) -> Layout:
    """Places boxes; `inside[name]` is a further line in a box, `words` the width of the longest label between boxes."""
    width = 30 + max(
        [_BOLD * text_width(line) for box in boxes for line in (box.name, box.words, inside.get(box.name, ""))],
        default=60.0,
    )
    heights = {box.name: BOX_HEIGHT + (16 if box.name in inside else 0) for box in boxes}
    nodes = grouped((box.node or "", box) for box in boxes)
    if len(nodes) == 1:
        return _one_node(next(iter(nodes)), boxes, width, heights, words)
    return _many_nodes(nodes, width, heights, words)


def _one_node(name: str, boxes: list[Box], width: float, heights: dict[str, float], words: float) -> Layout:
    """Two boxes face each other, more stand on an ellipse: every pair can be joined by a straight line."""
    count = len(boxes)
    if count <= 2:
        radius_x, radius_y = ((width + words + 70) / 2, 0.0) if count == 2 else (0.0, 0.0)
    else:
        radius_x = max(150.0, width * count / 5, words * 0.9 + width / 2)
        radius_y = max(95.0, 15.0 * count)
    tallest = max(heights.values())
    total = 2 * radius_x + width + 2 * _FRAME + 20
    height = 2 * radius_y + tallest + 2 * _FRAME + 34
    placed = []
    for index, box in enumerate(boxes):
        turn = math.pi + 2 * math.pi * index / count
        x = total / 2 + radius_x * math.cos(turn) - width / 2
        y = (height + 10) / 2 + radius_y * math.sin(turn) - heights[box.name] / 2
        placed.append(Placed(box, x, y, width, heights[box.name]))
    frames = (Frame(name, 4, 4, total - 8, height - 8),) if name else ()
    return Layout(total, height, tuple(placed), frames)


def _many_nodes(nodes: dict[str, list[Box]], width: float, heights: dict[str, float], words: float) -> Layout:
    """Nodes on an ellipse (two: side by side), the devices of each in a stack."""
    # Lines between devices of one stack bend outwards, and need room for it and for their label.
    frame_width = width + 2 * _FRAME + (words + 20 if any(len(stack) > 1 for stack in nodes.values()) else 0)
    tall = {
        name: sum(heights[box.name] for box in stack) + _GAP * (len(stack) - 1) + 2 * _FRAME + 16
        for name, stack in nodes.items()
    }
    tallest = max(tall.values())
    columns = 2 if len(nodes) <= 4 else math.ceil(math.sqrt(len(nodes)))
    rows = math.ceil(len(nodes) / columns)
    # Room for a label, or for two beside each other where stacks are joined crosswise.
    crossed = any(len(stack) > 2 for stack in nodes.values())
    gap_x, gap_y = (2.4 * words if crossed else words) + 90, 80.0
    placed, frames = [], []
    for index, (name, stack) in enumerate(nodes.items()):
        row, column = divmod(index, columns)
        left = 4 + column * (frame_width + gap_x)
        top = 4 + row * (tallest + gap_y)
        frames.append(Frame(name, left, top, frame_width, tall[name]))
        # Boxes stand on the inner side of their frame, nearest to the other nodes.
        inner = left + frame_width - _FRAME - width if column < columns / 2 else left + _FRAME
        y = top + _FRAME + 16
        for box in stack:
            placed.append(Placed(box, inner, y, width, heights[box.name]))
            y += heights[box.name] + _GAP
    total = columns * frame_width + (columns - 1) * gap_x + 8
    return Layout(total, rows * tallest + (rows - 1) * gap_y + 8, tuple(placed), tuple(frames))
