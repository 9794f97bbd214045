"""`rankwise study`: published measurements repeated, with a verdict for each figure that was predicted."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.core.errors import Exit
from rankwise.core.options import Option
from rankwise.verbs.study import list_studies, machine_of, study_named
from rankwise.verbs.study import study as verb

if TYPE_CHECKING:
    from rankwise.verbs.records import Studied


@command("study", verb)
def study(
    asked: partial[Studied],
    *,
    svg: Annotated[Path | None, Option("Also draw the machine of the study as SVG.", metavar="OUT")] = None,
) -> Answer:
    """Repeat a published measurement: what was published, what we find, the ratio, and the reason.

    `rankwise study list` names all. Ends with status 1 where a prediction is outside of the study's tolerance.
    """
    from rankwise.cli.watching import shown
    from rankwise.report import study as report

    name, program = asked.keywords.get("name", ""), asked.keywords["program"]
    if name == "list" and not program:
        listed = list_studies()
        return Answer(listed, lambda: report.list_lines(listed))
    name = study_named(name, program)
    with shown(quiet=False) as live:
        live.phase(f"repeating study {name}")
        studied = asked()
    if svg is not None and (machine := machine_of(name)):
        from msgspec.structs import replace

        from rankwise.report.svg_map import write_svg
        from rankwise.verbs.machine import draw

        studied = replace(studied, files=(str(write_svg(draw(machine), svg)),))
    missed = any(row.verdict == "missed" for row in studied.figures)
    return Answer(studied, lambda: report.lines(studied), Exit.ANSWER_IS_NO if missed else Exit.DONE)


study.no_args_is_help = True  # as of a group, whose commands are its studies
