"""Nodes from hwloc's synthetic words."""

from __future__ import annotations

import pytest

from rankwise.core.errors import UsageError
from rankwise.inventory.synthetic import from_synthetic


def test_levels_become_objects() -> None:
    node = from_synthetic("pack:2 numa:2 l3:1 core:2 pu:2")
    assert len(node.cpus) == 16
    assert [cpu.siblings for cpu in node.cpus[:3]] == [(0, 1), (0, 1), (2, 3)]
    assert [own.cpus for own in node.numa] == [(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15)]
    assert {cpu.socket for cpu in node.cpus} == {0, 1}
    assert [cache.level for cache in node.caches] == [3, 3, 3, 3]


def test_memory_may_hang_on_a_level() -> None:
    assert [own.cpus for own in from_synthetic("pack:2 [numa(memory=1GB)] core:2").numa] == [(0, 1), (2, 3)]


@pytest.mark.parametrize("text", ["", "core:0", "core:-1", "mushroom:2", "core:99 pu:99", "pack:2 core:x", "a b"])
def test_what_is_no_node_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match=r"(no level|describes no CPUs|1 to 4096)"):
        from_synthetic(text)
