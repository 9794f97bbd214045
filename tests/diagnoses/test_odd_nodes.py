"""Nodes held against each other: the odd one is named with what differs, and no one where there is no majority."""

import pytest
from msgspec.structs import replace

from rankwise.diagnoses.odd_nodes import odd_nodes
from rankwise.inventory.records import Inventory, NodeInventory
from recorded.machines import node

PHI = node("phi-host")


def cluster(count: int, *changed: NodeInventory) -> Inventory:
    nodes = [replace(PHI, hostname=f"n{index}") for index in range(count)]
    return Inventory(nodes=(*nodes[: count - len(changed)], *changed))


def test_equal_nodes_are_not_accused() -> None:
    assert odd_nodes(cluster(5)) == []


@pytest.mark.parametrize(
    ("changes", "fact", "severity"),
    [
        ({"kernel": "9.9"}, "kernel", "warning"),
        ({"nics": PHI.nics[:0]}, "adapters", "serious"),
        ({"limits": replace(PHI.limits, memlock_bytes=None)}, "locked memory", "serious"),
        ({"shared_memory": replace(PHI.shared_memory, size_bytes=1 << 26)}, "/dev/shm", "warning"),
        ({"nics": tuple(replace(nic, mtu=9000) for nic in PHI.nics)}, "MTU of", "serious"),
        ({"nics": tuple(replace(nic, speed_bytes_per_s=1.25e8) for nic in PHI.nics)}, "rate of", "serious"),
        ({"modules": ("nvidia_peermem",)}, "GPU modules", "warning"),
    ],
)
def test_who_differs_is_told_with_what(changes: dict[str, object], fact: str, severity: str) -> None:
    odd = replace(PHI, hostname="odd", **changes)  # type: ignore[arg-type]
    (found,) = odd_nodes(cluster(5, odd))
    assert found.affects == ("odd",) and found.severity == severity
    assert any(each.source.startswith(fact) for each in found.evidence)
    assert found.verify == "rankwise doctor --hosts odd,n0,n1", "it is typed as it stands"


def test_of_two_that_differ_neither_is_odd_and_what_they_differ_in_is_told() -> None:
    (unlike,) = odd_nodes(Inventory(nodes=(PHI, replace(PHI, hostname="b", kernel="9.9"))))
    assert (unlike.id, unlike.severity, unlike.affects) == ("unlike-nodes", "warning", (PHI.hostname, "b"))
    shm = [replace(PHI.shared_memory, size_bytes=size) for size in (270_040_000_000, 270_000_000_000)]
    twins = [replace(PHI, hostname=f"t{size.size_bytes}", shared_memory=size) for size in shm]
    assert odd_nodes(Inventory(nodes=tuple(twins))) == []
    halves = [replace(PHI, hostname=f"h{index}", kernel=f"{index % 2}") for index in range(6)]
    (unlike,) = odd_nodes(Inventory(nodes=tuple(halves)))
    assert unlike.title == "Nodes with the same processor differ: kernel 0: h0, h2, h4; 1: h1, h3, h5"
    assert odd_nodes(Inventory(nodes=(PHI, replace(PHI, hostname="card", carrier="h0", kernel="9.9")))) == []


def test_other_processors_are_other_kinds() -> None:
    others = [replace(PHI, hostname=f"o{index}", cpu_model="other", kernel="1") for index in range(3)]
    assert odd_nodes(Inventory(nodes=(*cluster(5).nodes, *others))) == []
