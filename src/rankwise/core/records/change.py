"""How a launch differs from the usual one: what experiments, tunings and sides of a comparison hand to a launcher."""

from __future__ import annotations

from rankwise.core.records.base import Record
from rankwise.core.words import Text


class Change(Record, frozen=True, kw_only=True):
    """Knobs of the MPI (`env:NAME`, `mca:NAME`; values may be paths of files made for them), variables taken away, one
    of rankwise's own libraries to preload, no binding, files of schedules that collectives follow."""

    knobs: dict[Text, Text] = {}
    unset: tuple[Text, ...] = ()
    preload: Text | None = None
    bind: bool = True
    schedules: tuple[Text, ...] = ()
