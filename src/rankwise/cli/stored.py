"""What commands on stored runs share: the store's place, the `--out` flag, a run by name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rankwise.core import settings

if TYPE_CHECKING:
    from rankwise.core.records import Run
    from rankwise.store import Store

DATABASE = "rankwise.db"

Out = Annotated[str | None, typer.Option("--out", help="Directory of results.", metavar="DIR")]
RunName = Annotated[str, typer.Argument(help="A run's id, the beginning of one, or `last`.", metavar="RUN")]


def database(out: str | None) -> Path:
    """The store's file in the directory of results."""
    return Path(settings.value("out", out)) / DATABASE


def page_file(run: Run, out: str | None) -> Path:
    """Where the page of a run is, or will be."""
    from rankwise.answers import page_name

    return database(out).parent / page_name(run)


def open_store(out: str | None) -> Store:
    """The store, for reading. Raises UsageError when there is none."""
    from rankwise.store import Store

    return Store.open(database(out), create=False)
