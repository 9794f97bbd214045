"""Trees by levels leave each group of ranks once, however groups lie within each other."""

from __future__ import annotations

import itertools

import pytest

from builders.declared import declared_map
from rankwise.optimise.schedules.levels import levels
from rankwise.optimise.schedules.network import network_of


@pytest.mark.parametrize("root", range(6))
def test_a_tree_leaves_a_rack_of_nodes_once(root: int) -> None:
    """Two racks of three nodes, between which messages take ten times as long."""
    ends = [f"{rack}{number}" for rack in "ab" for number in range(3)]
    near, far = (1e-6, 1e9), (1e-5, 1e8)
    paths = {(a, b): near if a[0] == b[0] else far for a, b in itertools.permutations(ends, 2)}
    parents = levels(network_of(declared_map("m", paths)), "bcast", root, 1).spread(root, 0)
    between = [rank for rank, parent in enumerate(parents) if parent >= 0 and rank // 3 != parent // 3]
    assert len(between) == 1
