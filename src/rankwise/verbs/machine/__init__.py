"""`machine`: machines that ship with rankwise or stand in a file: listed, shown, drawn, exported."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rankwise.cluster.machine import fabrics
from rankwise.cluster.machine_map import to_map
from rankwise.cluster.machine_toml import text_of
from rankwise.cluster.records import Machine
from rankwise.cluster.reference import machine_named, shipped, table
from rankwise.core import files
from rankwise.core.errors import UsageError
from rankwise.model.records import Map
from rankwise.verbs.records import ListedMachine, PublishedRow, ShownMachine, WrittenMachine

_DRAWN_NODES: Final = 2
_DRAWN_ENDPOINTS: Final = 64


def listed() -> list[ListedMachine]:
    """The machines that ship with rankwise."""
    return [
        ListedMachine(
            name=machine.name,
            origin=machine.origin,
            description=machine.description,
            endpoints=machine.nodes * len(machine.endpoints),
            fabrics=fabrics(machine),
            figures=sum(len(rule.times_s) or 1 for rule in machine.rules) + len(_rows(machine)),
        )
        for machine in map(machine_named, shipped())
    ]


def show(name: str) -> ShownMachine:
    """A machine, and the published rows of it that are of no path."""
    machine = machine_named(name)
    return ShownMachine(machine=machine, rows=_rows(machine))


def draw(name: str) -> Map:
    """The map that is drawn of a machine: its first two nodes where it has many endpoints."""
    machine = machine_named(name)
    many = machine.nodes * len(machine.endpoints) > _DRAWN_ENDPOINTS
    return to_map(machine, _DRAWN_NODES if many else 0)


def export(name: str, file: Path) -> WrittenMachine:
    """Writes a machine as a file of its own, to be edited. Raises UsageError where a file is there."""
    machine = machine_named(name)
    if files.is_file(file):
        raise UsageError("exists", f"{file} is there already", "name another file, or move it away")
    return WrittenMachine(machine=machine, file=str(files.put(file, text_of(machine), "choose another file")))


def _rows(machine: Machine) -> tuple[PublishedRow, ...]:
    return tuple(
        PublishedRow(file=item.file, values={name: value for name, value in row.items() if value})
        for item in machine.tables
        for row in table(item.file)
        if row.get(item.column) == item.system
    )
