"""`machine beside`: measured paths beside published ones of the same relation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rankwise.cluster.reference import machine_named, shipped
from rankwise.core import settings
from rankwise.core.errors import UsageError
from rankwise.maps.beside import beside_map
from rankwise.maps.read import read_map
from rankwise.maps.records import Beside
from rankwise.model.records import Map
from rankwise.store import Store
from rankwise.verbs.records import Survey


def beside(source: str, names: Sequence[str] = (), out: str | Path | None = None) -> Beside:
    """The paths of a map, plan, run or survey, each class with published ones of its relation. Raises UsageError."""
    machines = [machine_named(name) for name in names or shipped()]
    shown = [beside_map(machine, machines) for machine in _measured(source, out)]
    return Beside(
        measured=shown[0].measured,
        rows=tuple(row for each in shown for row in each.rows),
        origin=shown[0].origin,
        unmatched=tuple(dict.fromkeys(name for each in shown for name in each.unmatched)),
    )


def _measured(source: str, out: str | Path | None) -> list[Map]:
    if source == "last" or not any(mark in source for mark in "./"):
        try:
            with Store.of(settings.folder(out), create=False) as store:
                run, answer = store.answered(source, (Survey, Map) if source == "last" else None)
        except UsageError:
            return [read_map(source, out)]
        if isinstance(answer, Survey):
            if not answer.maps:
                raise UsageError("no-map", f"run {run.id} has no paths", "`rankwise map` measures some")
            return list(answer.maps.values())
        source = run.id
    return [read_map(source, out)]
