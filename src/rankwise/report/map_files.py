"""The drawing of a map as a file of its own."""

from __future__ import annotations

from pathlib import Path

from rankwise.core import files
from rankwise.model.records import Map
from rankwise.report.raster import png
from rankwise.report.svg import standalone
from rankwise.report.svg_map import drawing

_ELSEWHERE = "choose another file"


def write_svg(machine: Map, path: Path) -> Path:
    """Writes the drawing; it follows the reader's light or dark theme. Raises EnvironmentProblem."""
    return files.put(path, standalone(drawing(machine)), _ELSEWHERE)


def write_png(machine: Map, path: Path) -> Path:
    """Writes the drawing as pixels. Raises EnvironmentProblem."""
    return files.put(path, png(drawing(machine)), _ELSEWHERE)
