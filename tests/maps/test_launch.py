"""What the hardware of a path allows is known without a launch where its messages are kept on one interface."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from builders.runs import mpi
from builders.surveys import node
from rankwise.core.records import Endpoint
from rankwise.inventory.records import Nic
from rankwise.maps.launch import NetworkLaunch
from rankwise.placement.nets import Net
from rankwise.placement.placement import Placement


def port(name: str, speed_bytes_per_s: float) -> Nic:
    return Nic(name=name, kind="tun", state="up", speed_bytes_per_s=speed_bytes_per_s, mtu=1500, addresses=())


def launch(interfaces: tuple[str, ...], nodes: tuple[str, str] = ("n1", "n2")) -> NetworkLaunch:
    """Of two endpoints whose messages are kept on these interfaces; the ports of the second are slower."""
    endpoints = tuple(Endpoint(id=name, node=where) for name, where in zip(("a", "b"), nodes, strict=True))
    looked = {
        name: replace(node(name, 2), nics=tuple(port(nic, rate) for nic in ("ib0", "ib1")))
        for name, rate in (("a", 25e6), ("b", 12.5e6))
    }
    placement = Placement(name="pair", endpoints=endpoints, hosts={"a": "a", "b": "b"}, nodes_looked_at={**looked})
    net = Net("fast", "network", "", {"a": {}, "b": {}}, {"a": interfaces, "b": interfaces})
    return NetworkLaunch(mpi("mpich"), placement, net, control="", probes=None)


def test_one_interface_at_each_end_allows_what_the_slower_does() -> None:
    for pair in (("a", "b"), ("b", "a")):
        limit = launch(("ib0",)).limit(pair)
        assert limit is not None and limit.what == "the 0.1 Gbit/s of ib0 on n2"
        assert 0.9 * 12.5e6 < limit.rate_bytes_per_s < 12.5e6


@pytest.mark.parametrize(
    ("interfaces", "nodes"), [((), ("n1", "n2")), (("ib0", "ib1"), ("n1", "n2")), (("ib0",), ("n1", "n1"))]
)
def test_nothing_is_told_where_the_bytes_may_go_elsewhere(interfaces: tuple[str, ...], nodes: tuple[str, str]) -> None:
    assert launch(interfaces, nodes).limit(("a", "b")) is None
