"""Two endpoints in the words of a side of a comparison."""

from __future__ import annotations

import pytest

from rankwise.core.records import Endpoint, Inventory
from rankwise.model.topology import Topology
from rankwise.placement.choice import parse
from rankwise.placement.pair_ground import PairGround
from rankwise.placement.targets import Targets


@pytest.mark.parametrize(
    ("hosts", "cpus", "words"),
    [
        (("n1", "n2"), (), "hosts=n1,n2"),
        ((None, "n2"), (), "hosts=node0,n2"),
        ((None, None), (3,), "cpus=3,3"),
        ((None, None), (), ""),
    ],
)
def test_a_pair_is_named_as_a_side_names_it(hosts: tuple[str | None, ...], cpus: tuple[int, ...], words: str) -> None:
    ends = tuple(Endpoint(id=f"e{index}", node=f"node{index}", cpus=cpus) for index in range(2))
    relation = Topology(Inventory(nodes=())).relation
    targets = Targets("two", ends, (), relation, {one.id: host for one, host in zip(ends, hosts, strict=True)})
    ground = PairGround(targets, "e0", "e1", None, "mpiexec", "unix", {}, {})
    assert ground.place() == words
    side = parse(f"mpi=mpich+fabric=ofi/tcp;ofi_rxm:10.0.0.0/8+{words}".rstrip("+"))
    assert side.fabric == "ofi/tcp;ofi_rxm:10.0.0.0/8"
    assert side.hosts or side.cpus or not words
