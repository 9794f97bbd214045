"""Machines and published tables that ship with rankwise, and machines of files by the same door."""

from __future__ import annotations

import csv
import difflib
from functools import cache
from pathlib import Path
from typing import Final

from rankwise.cluster.machine import is_machine, read_machine
from rankwise.cluster.records import Machine
from rankwise.core.errors import UsageError
from rankwise.core.files import is_file

REFERENCE: Final = Path(__file__).parents[1] / "reference"
"""Published figures, and the machines that they are of."""


def shipped() -> tuple[str, ...]:
    """The names of the shipped machines."""
    return tuple(sorted(file.stem for file in (REFERENCE / "machines").glob("*.toml")))


def is_machine_name(name: str) -> bool:
    """Whether a word names a shipped machine, or a file of one."""
    return name in shipped() or (Path(name).suffix == ".toml" and is_file(name) and is_machine(Path(name)))


def like(name: str) -> str:
    """The shipped machine whose name is much like this one; empty where there is none."""
    return next(iter(difflib.get_close_matches(name, shipped(), n=1)), "")


def machine_named(name: str) -> Machine:
    """A shipped machine by its name, or that of a file. Raises UsageError where there is none, or it is not sound."""
    if name in shipped():
        return _shipped(name)
    if Path(name).suffix != ".toml":
        near = like(name)
        raise UsageError(
            "no-machine",
            f"there is no machine '{name}'",
            f"do you mean {near}?" if near else f"name a .toml file, or {', '.join(shipped())}",
        )
    return read_machine(Path(name))


@cache
def table(file: str) -> tuple[dict[str, str], ...]:
    """The rows of a published table that ships with rankwise."""
    with (REFERENCE / file).open(encoding="utf-8") as lines:
        return tuple(csv.DictReader(lines))


@cache
def _shipped(name: str) -> Machine:
    return read_machine(REFERENCE / "machines" / f"{name}.toml")
