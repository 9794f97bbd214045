"""Endpoints from the topology of a node: every part, every relation, never the first so many."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rankwise.core.errors import UsageError
from rankwise.inventory.records import Cache, Cpu, Inventory, Nic, NodeInventory, NumaNode
from rankwise.model.endpoints_of import PER, Per, endpoints_of, strata
from rankwise.model.topology import Topology, core_endpoints
from rankwise.placement.where import Where
from recorded.machines import node


def big(sockets: int = 2, cores: int = 96, numas: int = 4) -> NodeInventory:
    """Two sockets of 96 cores with two threads each, numbered as Linux does: all cores first, then their siblings."""
    count = sockets * cores
    per_numa = cores // numas
    cpus = tuple(
        Cpu(
            id=cpu,
            core=cpu % count,
            socket=(cpu % count) // cores,
            numa=(cpu % count) // per_numa,
            siblings=(cpu % count, cpu % count + count),
            online=True,
        )
        for cpu in range(2 * count)
    )
    groups = [[cpu.id for cpu in cpus if cpu.numa == numa] for numa in range(sockets * numas)]
    caches = tuple(
        Cache(level=3, kind="unified", size_bytes=32 << 20, cpus=tuple(group[half::2]))
        for group in groups
        for half in (0, 1)
    )
    distances = [
        tuple(10 if a == b else 12 if a // numas == b // numas else 32 for b in range(len(groups)))
        for a in range(len(groups))
    ]
    nodes = tuple(
        NumaNode(id=index, cpus=tuple(group), memory_bytes=1 << 34, distances=distances[index])
        for index, group in enumerate(groups)
    )
    small = node("two-socket-smt")
    sandbox = replace(small.sandbox, allowed_cpus=tuple(cpu.id for cpu in cpus))
    return replace(small, cpus=cpus, caches=caches, numa=nodes, nics=(), gpus=(), sandbox=sandbox)


def test_of_many_cores_every_relation_keeps_a_pair() -> None:
    machine = big()
    choice = endpoints_of(machine, "core", 64)
    chosen = [end.cpus[0] for end in choice.endpoints]
    assert len(chosen) == len(set(chosen)) == 64
    everyone = set(strata(machine, [cpu.id for cpu in machine.cpus]))
    assert set(strata(machine, chosen)) == everyone
    assert {"same core (SMT)", "shared L3", "same NUMA node", "same socket", "other socket"} <= {
        s.word for s in everyone
    }
    assert any("of 192 cores" in words for words in choice.left_out)
    sockets = [next(cpu.socket for cpu in machine.cpus if cpu.id == one) for one in chosen]
    assert abs(sockets.count(0) - sockets.count(1)) <= 2


def test_distances_that_differ_by_direction_are_both_kept() -> None:
    machine = big(sockets=1, cores=2, numas=2)
    one, other = machine.numa
    unlike = (replace(one, distances=(10, 31)), replace(other, distances=(21, 10)))
    (stratum,) = strata(replace(machine, numa=unlike), (0, 1))
    assert stratum.distances == (21, 31)


def test_the_first_cores_alone_would_miss_a_socket() -> None:
    """What was wrong: the first 64 of 192 cores are all of one socket."""
    machine = big()
    first = core_endpoints(machine)[:64]
    assert {next(cpu.socket for cpu in machine.cpus if cpu.id == end.cpus[0]) for end in first} == {0}


def test_without_a_twin_no_core_has_two_endpoints() -> None:
    machine = big()
    choice = endpoints_of(machine, "core", 64, twin=False)
    count = len(machine.cpus) // 2
    assert all(end.cpus[0] < count for end in choice.endpoints)


@pytest.mark.parametrize(("per", "count"), [("node", 1), ("socket", 2), ("numa", 8), ("l3", 16)])
def test_each_part_has_an_endpoint_on_a_core_of_its_own(per: Per, count: int) -> None:
    machine = big()
    choice = endpoints_of(machine, per)
    assert len(choice.endpoints) == count
    assert len({end.cpus for end in choice.endpoints}) == count
    assert not choice.left_out
    if per == "socket":
        assert [end.id for end in choice.endpoints] == [f"{machine.hostname}:s0", f"{machine.hostname}:s1"]
        assert Topology(_inventory(machine)).relation(*choice.endpoints) == "other socket"


def _inventory(machine: NodeInventory) -> Inventory:
    return Inventory(nodes=(machine,))


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(UsageError, match="no GPU"):
        endpoints_of(big(), "gpu")
    with pytest.raises(UsageError, match="unknown part of a node"):
        Where(per="drawer")
    with pytest.raises(UsageError, match="--per makes endpoints"):
        Where(per="socket", ranks=2)
    assert set(PER) == {"node", "socket", "numa", "l3", "core", "adapter", "gpu"}


def test_this_machine_per_core_and_what_a_run_keeps() -> None:
    placement = Where(per="core").placement()
    assert all(len(end.cpus) == 1 for end in placement.endpoints)
    assert placement.local
    assert Where.kept_in(Where(per="core", hosts=("a", "b")).kept()) == Where(per="core", hosts=("a", "b"))


def a_nic(name: str, kind: str = "ethernet", **fields: Any) -> Nic:
    told = {"state": "up", "speed_bytes_per_s": 1.25e9, "mtu": 1500, "addresses": (), "pci": f"0000:{name}"}
    return Nic(name=name, kind=kind, **{**told, **fields})


def test_adapters_are_named_once_and_those_that_are_down_are_told() -> None:
    """A port that RDMA takes, its own interface, a second port of one device, a bridge, and one without a cable."""
    machine = replace(
        big(),
        nics=(
            a_nic("mlx5_0:1", "infiniband", rdma_device="mlx5_0", pci="0000:01:00.0", numa=0),
            a_nic("ib0", "infiniband", rdma_device="mlx5_0", pci="0000:01:00.0"),
            a_nic("mlx5_1:1", "infiniband", rdma_device="mlx5_1", pci="0000:02:00.0"),
            a_nic("mlx5_1:2", "infiniband", rdma_device="mlx5_1", pci="0000:02:00.0"),
            a_nic("eth0"),
            a_nic("docker0", "bridge"),
            a_nic("eth1", state="DOWN"),
        ),
    )
    choice = endpoints_of(machine, "adapter")
    names = [end.id.removeprefix(f"{machine.hostname}:") for end in choice.endpoints]
    assert names == ["mlx5_0", "mlx5_1:1", "mlx5_1:2", "eth0"]
    assert [text for text in choice.left_out if "which is" in text] == [f"{machine.hostname}:eth1, which is DOWN"]
    assert [end.slot for end in choice.endpoints] == ["0000:01:00", "0000:02:00", "0000:02:00", "0000:eth0"]
