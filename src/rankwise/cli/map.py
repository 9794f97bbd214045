"""`rankwise map`: who reaches whom, how fast, over what; and the drawing of any map."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rankwise.cli.command import command
from rankwise.cli.drawing import drawing
from rankwise.cli.envelope import Answer, paged
from rankwise.cli.options import Allow, Quiet
from rankwise.cli.shapes import CommandGroup
from rankwise.cli.targets import enter_lab
from rankwise.core import files, settings
from rankwise.core.errors import Exit, UsageError
from rankwise.core.options import Argument, Option, Out
from rankwise.verbs.map import measure_map

if TYPE_CHECKING:
    from rankwise.maps.records import Mapped
    from rankwise.model.records import Map


@command("map", measure_map, cls=CommandGroup)
def app(
    asked: partial[Mapped],
    *,
    allow: Allow = None,
    on: Annotated[
        str | None, Option("Endpoint of the lab to start from. Default: the head, or the first host.")
    ] = None,
    export: Annotated[Path | None, Option("Also write the map to this file (JSON).", metavar="FILE")] = None,
    quiet: Quiet = False,
) -> Answer:
    """Measure which endpoints reach each other, how fast, and over which transport.

    Each pair is measured in both directions: latency, bandwidth and transport. Unreachable pairs are named.
    Without --hosts, --endpoints, --plan or --lab: the cores of this machine.
    """
    from rankwise.cli.watching import watching
    from rankwise.core.records import encode
    from rankwise.verbs.where import overlooked_labs

    given = asked.keywords
    folder = settings.folder(given.get("out"))
    enter_lab(given.get("lab"), on, [folder, *([export.parent] if export else [])])
    _writable(export)
    with watching(quiet) as watcher:
        mapped = asked(watcher=watcher)
    machine = mapped.map
    if export:
        files.put(export, encode(machine, indent=1), "choose another --export")
    told = [] if any(given.get(name) for name in ("hosts", "endpoints", "plan", "lab")) else overlooked_labs()
    status = Exit.DONE if machine.classes else Exit.MEASUREMENT_FAILED
    return replace(paged(machine, mapped.run, folder, status, told), data=mapped)


@command("map show", below=app)
def show_map(
    source: Annotated[str, Argument("Map file, cluster.toml, id of a run, or `last`.", metavar="FILE")],
    *,
    svg: Annotated[Path | None, Option("Write the drawing as SVG to this file.", metavar="OUT")] = None,
    png: Annotated[Path | None, Option("Write the drawing as PNG to this file.", metavar="OUT")] = None,
    html: Annotated[Path | None, Option("Write an HTML page to this file.", metavar="OUT")] = None,
    fabric: Annotated[str | None, Option("Show this transport. Default: the best one for each pair.")] = None,
    out: Out = None,
) -> Answer:
    """Show or draw a map from a file: declared by a plan, measured or imported."""
    from rankwise.verbs.map import read_map

    machine = read_map(source, out)
    if fabric:
        machine = _only(machine, fabric)
    return drawing(machine, svg=svg, png=png, html=html)


def _writable(export: Path | None) -> None:
    """Before the long run: raises EnvironmentProblem when the file cannot be written."""
    if export is not None:
        files.reserve(export, "choose another --export")


def _only(machine: Map, fabric: str) -> Map:
    from rankwise.report.map_page import one_fabric

    known = [fabric.id for fabric in machine.fabrics]
    if fabric not in known:
        raise UsageError("no-fabric", f"the map has no transport '{fabric}'", f"it has: {', '.join(known)}")
    return one_fabric(machine, fabric)
