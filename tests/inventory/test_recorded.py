"""Every recorded machine gives the inventory that stands beside it. `PYTHONPATH=tests python FILE` writes them anew."""

import json

import pytest

from rankwise.core.records import decode, to_builtins
from rankwise.inventory import archive
from rankwise.inventory.records import NodeInventory
from recorded.machines import FOLDER, NAMES, node, recorded


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_machine_gives_its_inventory(name: str) -> None:
    assert node(name) == decode(NodeInventory, (FOLDER / f"{name}.json").read_text())


@pytest.mark.parametrize("name", NAMES)
def test_a_recording_survives_being_written_and_read(name: str) -> None:
    assert archive.parse(recorded(name).text()) == recorded(name)


def _golden(node_inventory: NodeInventory) -> str:
    """JSON with one line for each field, and for each part of a list."""
    lines = []
    for name, value in to_builtins(node_inventory).items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            parts = ",\n".join(f"    {json.dumps(part, ensure_ascii=False)}" for part in value)
            lines.append(f"  {json.dumps(name)}: [\n{parts}\n  ]")
        else:
            lines.append(f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    for machine in NAMES:
        (FOLDER / f"{machine}.json").write_text(_golden(node(machine)))
