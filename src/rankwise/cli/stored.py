"""What commands on stored runs share: the store's place, and the page of a run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rankwise.core import settings

if TYPE_CHECKING:
    from rankwise.core.records import Run
    from rankwise.store import Store

DATABASE = "rankwise.db"


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
