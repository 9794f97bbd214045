"""`rankwise report`: the page of a stored run, made again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rankwise.cli.envelope import Answer, Json, command
from rankwise.cli.stored import Out, RunName, open_store, page_file, survey_of


@command("report")
def report(
    run: RunName = "last",
    page: Annotated[Path | None, typer.Option("--page", help="File to write.", metavar="FILE")] = None,
    show: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
    out: Out = None,
    json: Json = False,
) -> Answer:
    """Write the page of a stored run: one HTML file that needs no network."""
    from rankwise.core.records import Map, Tuned
    from rankwise.report import map_page, tune_page
    from rankwise.report.page import write

    with open_store(out) as store:
        found = store.load(run)
        machine = store.get(found.id, "map", Map) if found.kind == "map" else None
        tuned = store.get(found.id, "tuned", Tuned)
        survey = None if machine or tuned else survey_of(store, run)
    target = page or page_file(found, out)
    if machine:
        file = map_page.write(machine, target)
    elif tuned:
        file = tune_page.write(tuned, target)
    else:
        assert survey is not None
        file = write(survey, target)
    if show:
        import webbrowser

        webbrowser.open(file.absolute().as_uri())
    return Answer({"run": found.id, "page": str(file)}, lambda: print(file))
