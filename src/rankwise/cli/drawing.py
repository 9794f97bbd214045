"""The drawing of a map or machine: in files, or on the terminal where none is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from rankwise.cli.envelope import Answer
from rankwise.model.records import Map

if TYPE_CHECKING:
    from rich.console import ConsoleRenderable


def drawing(machine: Map, *, svg: Path | None, png: Path | None, html: Path | None) -> Answer:
    """The answer with the map itself; its words are the names of the files, or the map where there are none."""
    written = []
    if svg or png:
        from rankwise.report.svg_map import write_png, write_svg

        written += [str(write_svg(machine, svg))] if svg else []
        written += [str(write_png(machine, png))] if png else []
    if html:
        from rankwise.report.answers import write

        written.append(str(write(machine, html)))

    def lines() -> Iterable[str | ConsoleRenderable]:
        from rankwise.report import answers

        return written or answers.lines(machine)

    return Answer(machine, lines)
