"""How a launch differs from the usual one: what experiments, tunings and sides of a comparison hand to a launcher."""

from __future__ import annotations

from rankwise.core.records.base import Record
from rankwise.core.words import Text, Title


class Change(Record, frozen=True, kw_only=True):
    """Knobs of the MPI (`env:NAME`, `mca:NAME`; values may be paths of files made for them), variables taken away, one
    of rankwise's own libraries to preload, no binding, files of schedules that collectives follow."""

    knobs: dict[Text, Text] = {}
    unset: tuple[Text, ...] = ()
    preload: Text | None = None
    bind: bool = True
    schedules: tuple[Text, ...] = ()


class DeviceMemory(Record, frozen=True, kw_only=True):
    """Where messages lie while an MPI is tuned: `buffers` as cells have them (`D`, `D,H`), on a `device` (`gpu` or
    `software[:OPTIONS]`), of which `devices` are used. `library`: ranks load the one for device buffers."""

    buffers: Title
    device: Title = "gpu"
    devices: Title = "auto"
    library: bool = False
