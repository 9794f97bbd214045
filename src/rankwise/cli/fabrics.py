"""`rankwise fabrics`: every transport of an MPI here: which work, how fast, and which one the MPI selects by itself."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer, paged, status_of
from rankwise.cli.options import Allow, Json, Quiet, failing_on
from rankwise.cli.targets import enter_lab
from rankwise.core import settings
from rankwise.core.errors import Exit
from rankwise.verbs.fabrics import fabrics as verb

if TYPE_CHECKING:
    from rankwise.experiment.records import FabricSurvey


@command("fabrics", verb)
def fabrics(
    asked: partial[FabricSurvey],
    *,
    allow: Allow = None,
    fail_on: Annotated[
        str,
        failing_on("`unused`: exit with status 1 when a faster transport than the default is available.", "unused"),
    ] = "",
    json: Json = False,
    quiet: Quiet = False,
) -> Answer:
    """Try every transport of an MPI between endpoints: which ones work, how fast they are, which one is the default.

    Without --hosts, --endpoints, --plan or --lab: two cores of this machine.
    """
    from rankwise.cli.watching import watching
    from rankwise.report.fabrics import lines
    from rankwise.verbs.mpi import choose_mpis

    given = asked.keywords
    enter_lab(given.get("lab"))

    with watching(quiet) as watcher:
        survey = asked(watcher=watcher)
    left_out = choose_mpis(settings.value("mpi", given.get("mpi")))[1]
    warnings = [*left_out, *survey.run.warnings]
    if given.get("buffers"):
        return Answer(survey, lambda: [*lines(survey), *survey.summary], status_of(survey.run), warnings)
    unused = fail_on == "unused" and any(finding.severity == "warning" for finding in survey.findings)
    status = Exit.ANSWER_IS_NO if unused else Exit.DONE
    told = json or survey.run.status == "failed"
    return paged(survey, survey.run, given.get("out"), status, warnings if told else left_out)
