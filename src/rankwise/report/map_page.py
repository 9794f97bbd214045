"""The page of a map: its drawing for each fabric, classes, what stands out, matrices, size curves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rankwise.model.records import Map, PathClass
from rankwise.report.map_view import view_of
from rankwise.report.map_words import (
    exceptions,
    figure_heads,
    loaded_share,
    merged,
    of_limit,
    suspected,
    unmeasured,
    unreachable,
)
from rankwise.report.page import environment
from rankwise.report.svg_map import class_colour, drawing
from rankwise.report.svg_matrix import matrix
from rankwise.report.svg_plot import message_plots
from rankwise.report.verdicts import of_map
from rankwise.report.words import plus_minus

_CURVES = 6  # series in one plot


def render(machine: Map) -> str:
    """The page as text."""
    fabrics = [_fabric(one_fabric(machine, fabric.id)) for fabric in machine.fabrics]
    template = environment().get_template("map.html.j2")
    return template.render(
        run=None, map=machine, sentences=of_map(machine), fabrics=fabrics, heads=figure_heads(machine)
    )


def one_fabric(machine: Map, fabric: str) -> Map:
    """The part of a map that is over one of its fabrics."""
    return replace(
        machine,
        name=f"{machine.name}, {fabric}",
        fabrics=tuple(entry for entry in machine.fabrics if entry.id == fabric),
        paths=tuple(path for path in machine.paths if path.fabric == fabric),
        classes=tuple(path_class for path_class in machine.classes if path_class.fabric == fabric),
    )


def _matrices(machine: Map) -> Iterator[tuple[str, str]]:
    """One of the latencies and one of the bandwidths, of what is known of any pair."""
    if any(path.latency_s is not None for path in machine.paths):
        yield "Latency of every pair", matrix(machine, "latency")
    if any(path.bandwidth_bytes_per_s is not None for path in machine.paths):
        yield "Bandwidth of every pair", matrix(machine, "bandwidth")


def _fabric(machine: Map) -> dict[str, Any]:
    view = view_of(machine)
    classes = sorted(machine.classes, key=lambda item: item.latency_s)
    shares = {path_class.id: loaded_share(path_class, list(machine.paths)) for path_class in classes}
    return {
        "fabric": machine.fabrics[0],
        "drawing": drawing(machine),
        "width": _width,
        "figures": [
            *_matrices(machine),
            *_curves(classes),
        ],
        "loaded": any(shares.values()),
        "classes": [
            {
                "colour": class_colour(view, path_class.id),
                "holds": merged(path_class.relations),
                "of": path_class,
                "loaded": f"{share:.0%}" if (share := shares[path_class.id]) else "–",
                "transport": ". ".join(filter(None, (path_class.transport, of_limit(path_class)))),
            }
            for path_class in classes
        ],
        "exceptions": exceptions(classes),
        "suspected": suspected(classes),
        "unreachable": unreachable(list(machine.paths)),
        "unmeasured": unmeasured(list(machine.paths)),
    }


def _width(value: float, low: float, high: float) -> str:
    return plus_minus(value, low, high) if high > low else ""


def _curves(classes: list[PathClass]) -> list[tuple[str, str]]:
    curves = [(merged(row.relations)[0], row.curve) for row in classes if row.curve and len(row.curve.sizes_bytes) > 1]
    return message_plots(
        "class",
        [
            (name, number, list(zip(curve.sizes_bytes, curve.median_s, curve.low_s, curve.high_s, strict=True)))
            for number, (name, curve) in enumerate(curves[:_CURVES])
        ],
    )
