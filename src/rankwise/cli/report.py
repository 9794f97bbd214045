"""`rankwise report`: the page of a stored run, made again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rankwise.cli.envelope import Answer, Json, command
from rankwise.cli.stored import Out, RunName, open_store, page_file, survey_of

if TYPE_CHECKING:
    from rankwise.core.records import Run
    from rankwise.store import Store


@command("report")
def report(
    run: RunName = "last",
    page: Annotated[Path | None, typer.Option("--page", help="File to write.", metavar="FILE")] = None,
    show: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
    out: Out = None,
    json: Json = False,
) -> Answer:
    """Write the page of a stored run: one HTML file that needs no network."""
    with open_store(out) as store:
        found = store.load(run)
        file = _written(store, found, page or page_file(found, out))
    if show:
        import webbrowser

        webbrowser.open(file.absolute().as_uri())
    return Answer({"run": found.id, "page": str(file)}, lambda: print(file))


def _written(store: Store, run: Run, target: Path) -> Path:
    """The page of the run's answer, by the kind of the run; of its survey where it has one."""
    from rankwise.core.records import Comparison, FabricSurvey, Map, Tuned
    from rankwise.report import compare_page, fabrics_page, map_page, tune_page
    from rankwise.report.page import write

    if run.kind == "map" and (machine := store.get(run.id, "map", Map)):
        return map_page.write(machine, target)
    if run.kind == "compare" and (comparison := store.get(run.id, "comparison", Comparison)):
        return compare_page.write(comparison, target)
    if run.kind == "fabrics" and (fabrics := store.get(run.id, "fabrics", FabricSurvey)):
        return fabrics_page.write(fabrics, target)
    if tuned := store.get(run.id, "tuned", Tuned):
        return tune_page.write(tuned, target)
    return write(survey_of(store, run.id), target)
