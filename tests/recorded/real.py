"""Real machines, recorded by others, by name; and what hwloc counts in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rankwise.inventory.collect import load
from rankwise.inventory.records import NodeInventory

FOLDER = Path(__file__).parent / "hwloc"
COUNTS: dict[str, dict[str, Any]] = json.loads((FOLDER / "counts.json").read_text())
RECORDED = sorted(COUNTS)
IN_XML = sorted(path.name.removesuffix(".xml.gz") for path in FOLDER.glob("*.xml.gz"))
EVERY = sorted(path.name for path in FOLDER.glob("*.gz"))


def machine(file: str) -> NodeInventory:
    """The inventory of one of `EVERY`."""
    return load(FOLDER / file)
