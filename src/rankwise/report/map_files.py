"""The drawing of a map as a file of its own."""

from __future__ import annotations

from pathlib import Path

from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import Map
from rankwise.report.raster import png
from rankwise.report.svg import standalone
from rankwise.report.svg_map import drawing


def write_svg(machine: Map, path: Path) -> Path:
    """Writes the drawing; it follows the reader's light or dark theme. Raises EnvironmentProblem."""
    return _write(path, standalone(drawing(machine)).encode())


def write_png(machine: Map, path: Path) -> Path:
    """Writes the drawing as pixels. Raises EnvironmentProblem."""
    return _write(path, png(drawing(machine)))


def _write(path: Path, content: bytes) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise EnvironmentProblem("cannot-write", f"{path}: {error.strerror}", "choose another file") from error
    return path
