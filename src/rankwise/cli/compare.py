"""`rankwise compare`: which side is faster, by how much, and how sure that is."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

from rankwise.cli.after_dashes import WithProgram
from rankwise.cli.command import command
from rankwise.cli.envelope import Answer, paged
from rankwise.cli.options import Allow, Json, Quiet, failing_on
from rankwise.core.errors import Exit
from rankwise.verbs.compare import compare as verb

if TYPE_CHECKING:
    from rankwise.experiment.records import Comparison


@command("compare", verb, cls=WithProgram)
def compare(
    asked: partial[Comparison],
    *,
    fail_on: Annotated[
        str, failing_on("`slower`: exit with status 1 when a side is slower at any benchmark point.", "slower")
    ] = "",
    allow: Allow = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Answer:
    """Compare MPIs, settings or placements: alternated every few milliseconds, until each ratio is decided.

    With `-- COMMAND` at the end whole runs of a program are compared: `rankwise compare default env:UCX_TLS=tcp --
    mpirun -n 2 ./app`. Status 1 when nothing could be decided.
    """
    from rankwise.cli.watching import watching

    with watching(quiet, lambda _run: "comparing") as watcher:
        answer = asked(allow=allow or (), watcher=watcher)
    ratios = [ratio for cell in answer.cells for ratio in cell.ratios.values()]
    undecided = all(ratio.answer == "cannot tell" for ratio in ratios)
    slower = fail_on == "slower" and any(ratio.answer == "slower" for ratio in ratios)
    status = Exit.ANSWER_IS_NO if undecided or slower else Exit.DONE
    told = paged(answer, answer.run, asked.keywords.get("out"), status, answer.run.warnings if json else ())
    if slower and told.status == Exit.MEASUREMENT_FAILED:  # cells that failed take nothing from those that are slower
        told.status = Exit.ANSWER_IS_NO
    return told
