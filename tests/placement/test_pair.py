"""Two endpoints in the words of a side of a comparison."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rankwise.core.errors import UsageError
from rankwise.core.records import Endpoint
from rankwise.inventory.records import Nic, NodeInventory
from rankwise.measure.endpoints import Entry
from rankwise.placement.choice import parse
from rankwise.placement.pair import EndpointPair, need_two, pair_of
from rankwise.placement.placement import Placement
from rankwise.placement.where import this_machine


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
    placement = Placement("two", ends, {end.id: host for end, host in zip(ends, hosts, strict=True)})
    pair = EndpointPair(placement, "e0", "e1", {}, {})
    assert pair.place() == words
    side = parse(f"mpi=mpich+fabric=ofi/tcp;ofi_rxm:10.0.0.0/8+{words}".rstrip("+"))
    assert side.fabric == "ofi/tcp;ofi_rxm:10.0.0.0/8"
    assert side.hosts or side.cpus or not words


def test_what_a_file_says_of_an_endpoint_no_side_can_say() -> None:
    ends = tuple(Endpoint(id=name, node=name) for name in ("a", "b"))
    entries = {"a": Entry(id="a", address="a", prefix="/opt/mpi"), "b": Entry(id="b", address="b")}
    placement = Placement("two", ends, {"a": "a", "b": "b"}, entries=entries)
    assert EndpointPair(placement, "a", "b", {}, {}).place() == ""


def test_one_endpoint_has_no_paths() -> None:
    with pytest.raises(UsageError, match="two endpoints or more"):
        need_two(this_machine(1))


def test_a_network_that_each_node_has_for_itself_joins_no_pair() -> None:
    def nic(name: str, address: str) -> Nic:
        return Nic(name=name, kind="ethernet", state="up", speed_bytes_per_s=None, mtu=1500, addresses=(address,))

    here = this_machine(1)
    (node,) = here.inventory.nodes
    nodes: dict[str | None, NodeInventory] = {
        name: replace(node, hostname=name, nics=(nic("eth0", f"10.0.0.{index}/24"), nic("docker0", "172.17.0.1/16")))
        for index, name in enumerate(("a", "b"), start=1)
    }
    ends = tuple(Endpoint(id=name, node=name) for name in ("a", "b"))
    placement = Placement("two", ends, {"a": "a", "b": "b"}, nodes_looked_at=nodes)
    assert pair_of(placement, ("a", "b")).networks == {"10.0.0.0/24": {"a": ("eth0",), "b": ("eth0",)}}
