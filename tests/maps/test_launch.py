"""What the hardware of a path allows is known without a launch where its messages are kept on one interface."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from builders.runs import mpi
from builders.surveys import node
from rankwise.core.records import Endpoint
from rankwise.inventory.records import Nic
from rankwise.maps.launch import NetworkLaunch
from rankwise.maps.network import NetworkRun
from rankwise.maps.pace import Pace
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


@pytest.mark.parametrize("visits", [1, 2])
def test_a_path_slower_than_declared_is_told_once_it_was_measured_again(visits: int) -> None:
    slow = launch(("ib0",))
    slow.net.declared.update({("a", "b"): (300e-6, 20e6), ("b", "a"): (300e-6, 20e6)})
    run = NetworkRun(
        slow, missing={}, outside={}, suspects=set(), pace=Pace(1.0, 1.0, False, 1),
        sink=lambda _: None, progress=lambda *_: None, phase=lambda _: None,
    )  # fmt: skip
    for pair in (("a", "b"), ("b", "a")):
        run._values.latency[pair], run._values.large[pair] = [5e-3] * visits, [1.0] * visits
    run._finish()
    (one,) = run.found.classes
    assert (len(one.exceptions), len(one.suspected)) == ((0, 2) if visits == 1 else (2, 0))
