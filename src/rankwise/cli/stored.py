"""What commands on stored runs share: the store's place, the `--out` flag, a run and its survey by name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rankwise.core import settings
from rankwise.core.errors import UsageError

if TYPE_CHECKING:
    from rankwise.core.records import Run, Survey
    from rankwise.store import Store

DATABASE = "rankwise.db"

Out = Annotated[str | None, typer.Option("--out", help="Directory of results.", metavar="DIR")]
RunName = Annotated[str, typer.Argument(help="A run's id, the beginning of one, or `last`.", metavar="RUN")]


def database(out: str | None) -> Path:
    """The store's file in the directory of results."""
    return Path(settings.value("out", out)) / DATABASE


def page_file(run: Run, out: str | None) -> Path:
    """Where the page of a run is, or will be."""
    return database(out).parent / f"{run.kind}-{run.id}.html"


def open_store(out: str | None) -> Store:
    """The store, for reading. Raises UsageError when there is none."""
    from rankwise.store import Store

    return Store.open(database(out), create=False)


def survey_of(store: Store, name: str) -> Survey:
    """The survey of a stored run. Raises UsageError when the run has none, because it was not finished."""
    from rankwise.core.records import Survey

    run = store.load(name)
    survey = store.get(run.id, "survey", Survey)
    if survey is None:
        raise UsageError(
            "no-survey",
            f"run {run.id} is {run.status} and has no verdict",
            "`rankwise runs export` gives what it measured",
        )
    return survey
