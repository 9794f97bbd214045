"""What several functions do with an argument: where ranks run, and the folder of results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rankwise.core import settings

if TYPE_CHECKING:
    from rankwise.verbs.where import Where


def where_to_run(
    ranks: int, endpoints: str | Path | None, hosts: Sequence[str], plan: str | Path | None = None
) -> Where:
    """Where the ranks run: as many cores of this machine, the endpoints of a file, hosts, or a plan."""
    from rankwise.verbs.where import where_of

    return where_of(ranks=ranks, hosts=hosts, endpoints=endpoints, plan=plan)


def out_folder(out: str | Path | None) -> Path:
    """The folder of results: the one that is named, else the setting `out`."""
    return Path(settings.value("out", text(out)))


def text(path: str | Path | None) -> str | None:
    """A path as a setting holds it."""
    return str(path) if path is not None else None
