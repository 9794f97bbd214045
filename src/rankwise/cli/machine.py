"""`rankwise machine`: published machines listed, shown, drawn, exported; and beside what was measured here."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from rankwise.cli.command import command
from rankwise.cli.drawing import drawing
from rankwise.cli.envelope import Answer
from rankwise.cli.shapes import Group
from rankwise.core.errors import Exit
from rankwise.core.options import Argument, Option, Out

app = Group("machine", help="Published machines and machine files.")

Named = Annotated[str, Argument("A shipped machine by its name, or a machine file.", metavar="MACHINE")]


@command("machine list", below=app)
def list_machines() -> Answer:
    """List the machines that ship with rankwise, with the figures that were published of them."""
    from rankwise.report.machine import list_lines
    from rankwise.verbs.machine import listed

    machines = listed()
    return Answer(machines, lambda: list_lines(machines))


@command("machine show", below=app)
def show_machine(name: Named) -> Answer:
    """Show every figure of a machine: what it is of, and where it comes from."""
    from rankwise.report.machine import lines
    from rankwise.verbs.machine import show

    shown = show(name)
    return Answer(shown, lambda: lines(shown))


@command("machine draw", below=app)
def draw_machine(
    name: Named,
    *,
    svg: Annotated[Path | None, Option("Write the drawing as SVG to this file.", metavar="OUT")] = None,
    png: Annotated[Path | None, Option("Write the drawing as PNG to this file.", metavar="OUT")] = None,
    html: Annotated[Path | None, Option("Write an HTML page to this file.", metavar="OUT")] = None,
) -> Answer:
    """Draw a machine; of one with many nodes the first two. Without a file: its paths on the terminal."""
    from rankwise.verbs.machine import draw

    return drawing(draw(name), svg=svg, png=png, html=html)


@command("machine export", below=app)
def export_machine(
    name: Named,
    file: Annotated[Path, Option("File to write.", "--to", metavar="FILE")],
) -> Answer:
    """Write a machine as a file of its own: edit it and simulate both, to see what a change would bring."""
    from rankwise.verbs.machine import export

    written = export(name, file)
    return Answer(written, lambda: [f"wrote {written.file}"])


@command("machine import", below=app)
def import_machine(
    sources: Annotated[
        list[str],
        Argument("Map file, run, text of IMB or OMB, or CSV; a fabric each.", metavar="SOURCE"),
    ],
    file: Annotated[Path, Option("Machine file to write.", "--to", metavar="FILE")],
    *,
    name: Annotated[str, Option("Name of the machine. Default: that of the file.")] = "",
    out: Out = None,
) -> Answer:
    """Make a machine file of a map, a run, results of IMB or OMB, or a CSV table."""
    from rankwise.verbs.machine.imported import imported

    written = imported(sources, file, name or file.stem, out)
    return Answer(written, lambda: [*written.notes, f"wrote {written.file}"])


@command("machine beside", below=app)
def beside_machines(
    measured: Annotated[str, Argument("Map file, cluster.toml, id of a run, or `last`.", metavar="RUN")],
    names: Annotated[
        list[str] | None,
        Argument("Machines to compare with. Default: all that ship.", metavar="[MACHINE]..."),
    ] = None,
    *,
    out: Out = None,
) -> Answer:
    """Show measured paths beside published ones of the same relation, by the same definition.

    Ends with status 1 when no published path has the same relation.
    """
    from rankwise.report.machine import beside_lines
    from rankwise.verbs.machine.beside import beside

    shown = beside(measured, names or [], out)
    return Answer(shown, lambda: beside_lines(shown), Exit.DONE if shown.rows else Exit.ANSWER_IS_NO)
