"""`rankwise report`: the page of a stored run, made again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rankwise.cli.envelope import Answer, command
from rankwise.cli.options import Json, Out, RunName


@command("report")
def report(
    run: RunName = "last",
    page: Annotated[Path | None, typer.Option("--page", help="File to write.", metavar="FILE")] = None,
    show: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    out: Out = None,
    json: Json = False,
) -> Answer:
    """Write the page of a stored run: one HTML file that needs no network."""
    from rankwise.report.answers import write
    from rankwise.verbs import runs as verb

    stored, answer = verb.answer(run, out)
    file = write(answer, page or verb.page_file(stored, out))
    if show:
        import webbrowser

        webbrowser.open(file.absolute().as_uri())
    return Answer({"run": stored.id, "page": str(file)}, lambda: print(file))
