"""`rankwise study`: published measurements repeated, with a verdict for each figure that was predicted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.core.errors import Exit
from rankwise.core.options import Argument, Option

On = Literal["simulated", "lab", "here"]


@command("study")
def study(
    name: Annotated[str, Argument("Name of a study, or `list`.", metavar="NAME")],
    *,
    on: Annotated[On, Option("Where: simulated, lab or here.")] = "simulated",
    svg: Annotated[Path | None, Option("Also draw the machine of the study as SVG.", metavar="OUT")] = None,
) -> Answer:
    """Repeat a published measurement: what was published, what we find, the ratio, and the reason.

    `rankwise study list` names all. Ends with status 1 where a prediction is outside of the study's tolerance.
    """
    from rankwise.report import study as report
    from rankwise.verbs.study import run as verb

    if name == "list":
        studies = verb.listed()
        return Answer(studies, lambda: print("\n".join(report.list_lines(studies))))
    studied = verb.study(name, on)
    if svg is not None and (machine := verb.machine_of(name)):
        from msgspec.structs import replace

        from rankwise.report.map_files import write_svg
        from rankwise.verbs.machine import draw

        studied = replace(studied, files=(str(write_svg(draw(machine), svg)),))
    missed = any(row.verdict == "missed" for row in studied.rows)
    return Answer(studied, lambda: print("\n".join(report.lines(studied))), Exit.ANSWER_IS_NO if missed else Exit.DONE)
