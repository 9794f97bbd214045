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


def test_what_hwloc_exports_is_read() -> None:
    node = from_synthetic(
        "Package:1 [NUMANode(memory=1 indexes=0)] L3Cache:1(size=1) L2Cache:2(size=1) L1dCache:1(size=32768) "
        "L1iCache:1(size=32768) Core:1 PU:1"
    )
    assert [cache.cpus for cache in node.caches] == [(0,), (1,), (0,), (1,), (0, 1)]


@pytest.mark.parametrize("indexes", ["2*4:1*2", "0,4,1,5,2,6,3,7"])
def test_cpus_have_the_numbers_that_hwloc_gives_them(indexes: str) -> None:
    node = from_synthetic(f"Package:2 Core:2 PU:2(indexes={indexes})")
    assert [cpu.id for cpu in node.cpus] == list(range(8))
    assert [cpu.siblings for cpu in node.cpus[:4]] == [(0, 4), (1, 5), (2, 6), (3, 7)]
    assert [cpu.socket for cpu in node.cpus] == [0, 0, 1, 1, 0, 0, 1, 1]
    three = from_synthetic("Package:2 Core:2 PU:2 (indexes=4*2:2*2:1*2)")
    assert [cpu.siblings for cpu in three.cpus[:4]] == [(0, 4), (1, 5), (2, 6), (3, 7)]
    assert [cpu.socket for cpu in three.cpus] == [0, 1, 0, 1, 0, 1, 0, 1]


@pytest.mark.parametrize(
    ("text", "cpus"),
    [
        ("pack:2 [numa] [numa(memory=16GiB)] core:2", [(0, 1), (2, 3), (), ()]),
        ("[numa] pack:2 [numa] core:2", [(0, 1, 2, 3), (), ()]),
        ("pack:2 numa:1 [numa] core:2", [(0, 1), (2, 3), (), ()]),
        ("pack:2 [MemCache] core:2", [(0, 1, 2, 3)]),
    ],
)
def test_further_memory_of_a_level_has_no_cpus_of_its_own(text: str, cpus: list[tuple[int, ...]]) -> None:
    assert [own.cpus for own in from_synthetic(text).numa] == cpus


def test_kinds_that_hwloc_takes_are_levels() -> None:
    node = from_synthetic("Group0:2 Tile:1 Module:1 l3u:1 L2uCache:2 core:1 2")
    assert (len(node.cpus), [cache.level for cache in node.caches]) == (8, [2, 2, 2, 2, 3, 3])


@pytest.mark.parametrize("text", ["2 3 4", "core:2 2 4", "core:2 pu:2 numa:2"])
def test_a_level_without_a_kind_is_of_cpus_and_the_last(text: str) -> None:
    with pytest.raises(UsageError, match="below its CPUs"):
        from_synthetic(text)


@pytest.mark.parametrize("indexes", ["core:package", "4*2", "0,1,2", "0,0,1,2,3,4,5,6", "", "0*8"])
def test_numbers_that_are_not_read_are_refused(indexes: str) -> None:
    with pytest.raises(UsageError, match="does not number 8 CPUs"):
        from_synthetic(f"Package:2 Core:2 PU:2(indexes={indexes})")


@pytest.mark.parametrize("text", ["", "core:0", "core:-1", "mushroom:2", "core:99 pu:99", "pack:2 core:x", "a b"])
def test_what_is_no_node_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match=r"(no level|describes no CPUs|1 to 4096)"):
        from_synthetic(text)
