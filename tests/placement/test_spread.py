"""Many processes on endpoints: equal blocks, CPUs in turn, and only endpoints of one network."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from rankwise.core.records import Mpi
from rankwise.inventory.collect import collect
from rankwise.inventory.records import Nic, NodeInventory
from rankwise.mpis.records import FabricChoice
from rankwise.placement.placement import Placement
from rankwise.placement.spread import Spread, spread_over
from rankwise.placement.where import Where

NET = "10.9.0.0/24"


def node(name: str, address: str) -> NodeInventory:
    """This machine, with one interface, a name and a boot of its own, and a bridge as every node has."""
    nic = Nic(
        name=f"eth{name[-1]}", kind="ethernet", state="up", speed_bytes_per_s=None, mtu=1500, addresses=(address,)
    )
    bridge = Nic(
        name="docker0", kind="bridge", state="up", speed_bytes_per_s=None, mtu=1500, addresses=("172.17.0.1/16",)
    )
    return replace(collect(), hostname=name, boot_id=name, nics=(bridge, nic))


def placement(monkeypatch: pytest.MonkeyPatch, nodes: dict[str, NodeInventory]) -> Placement:
    monkeypatch.setattr(
        "rankwise.placement.placement.collect_all",
        lambda _agent, hosts: type("Found", (), {"nodes": [nodes[hosts[0]]]}),
    )
    return Where(hosts=tuple(nodes)).placement(partial=True)


@pytest.fixture
def spread(monkeypatch: pytest.MonkeyPatch) -> Spread:
    nodes = {"n1": node("n1", "10.9.0.1/24"), "n2": node("n2", "10.9.0.2/24"), "n3": node("n3", "10.8.0.3/24")}
    return spread_over(placement(monkeypatch, nodes))


def test_who_is_not_on_the_common_network_is_left_out_and_told(spread: Spread) -> None:
    assert spread.networks == {NET: {"n1": ("eth1",), "n2": ("eth2",)}}
    assert spread.ends == ("n1", "n2")
    assert spread.placement.warnings == (f"left out, because they are not on {NET}: n3",)


def test_processes_are_spread_in_equal_blocks_over_nodes_and_cpus(
    spread: Spread, mpich: Mpi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Placement, "programs", lambda self, _mpi: dict.fromkeys(self.hosts, "/engine"))
    monkeypatch.setattr("socket.socket.connect", lambda *_: None)
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: [(2, 2, 0, "", ("127.0.0.1", 9))])
    choice = FabricChoice(name="tcp", kind="tcp", knobs={}, network=NET, interface_variables=("IFACE",), description="")
    spec = spread.side(mpich, choice, 6).spec
    assert [place.host for place in spec.places] == ["n1"] * 3 + ["n2"] * 3
    assert {place.env["IFACE"] for place in spec.places[:3]} == {"eth1"}
    assert {place.env["IFACE"] for place in spec.places[3:]} == {"eth2"}
    allowed = collect().sandbox.allowed_cpus
    for block in (spec.places[:3], spec.places[3:]):
        shares = Counter(place.cpus for place in block)
        assert max(shares.values()) <= -(-3 // len(allowed))
    assert spec.oversubscribed
