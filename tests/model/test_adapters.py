"""Adapters that endpoints share are told from what was looked at, with the rate of port or lanes."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from rankwise.core.records import Endpoint
from rankwise.core.sharing import through_of
from rankwise.inventory.records import Nic, PcieLink
from rankwise.model.adapters import adapters, plain_name, slots

LANES = PcieLink(gts=8.0, width=4, gts_capable=8.0, width_capable=16)


def port(name: str = "ib0", speed: float | None = 12.5e9, pcie: PcieLink | None = None) -> Nic:
    pci = "0000:03:00.0"
    return Nic(
        name=name, kind="ethernet", state="up", speed_bytes_per_s=speed, mtu=9000, addresses=(), pci=pci, pcie=pcie
    )


@dataclass(frozen=True)
class Rail:
    """An endpoint for each core, at an adapter."""

    node: str
    adapter: str = ""

    def ends(self, count: int) -> list[Endpoint]:
        return [
            Endpoint(id=f"{self.node}{self.adapter}:c{core}", node=self.node, cpus=(core,), adapter=self.adapter)
            for core in range(count)
        ]


def test_endpoints_of_a_node_share_its_port_or_its_lanes() -> None:
    ends = [*Rail("n1").ends(2), *Rail("n2").ends(2), *Rail("n3").ends(1)]
    nics = {end.id: [port(pcie=LANES) if end.node == "n2" else port()] for end in ends}
    one, other = adapters("10.0.0.0/8", ends, nics)
    assert (one.name, one.at, other.at) == ("10.0.0.0-8-adapter", ("n1",), ("n2",))  # n3 has one endpoint
    assert 11e9 < one.rate_bytes_per_s < 12.5e9 and one.evidence == "the 100 Gbit/s of ib0 on n1"
    assert other.rate_bytes_per_s < 4e9 and "x4 of ib0 on n2" in other.evidence
    assert through_of((one, other), ends[0], ends[2]) == (one.name,)
    assert through_of((one, other), ends[0], ends[4]) == (one.name,)
    assert through_of((one, other), ends[0], ends[1]) == ()


def test_each_adapter_of_a_node_is_one_place() -> None:
    ends = [*Rail("n1", "ib0").ends(2), *Rail("n1", "ib1").ends(2)]
    rows = adapters("net", ends, {end.id: [port()] for end in ends})
    assert [row.at for row in rows] == [("n1:ib0",), ("n1:ib1",)]


def test_ports_of_one_card_share_its_lanes() -> None:
    ends = [Endpoint(id=f"n1:mlx{port}", node="n1", adapter=f"mlx{port}", slot="0000:03:00") for port in (0, 1)]
    nics = {end.id: [port(end.adapter, pcie=LANES)] for end in ends}
    (row,) = slots("net", ends, nics)
    assert (row.name, row.per, row.at) == ("net-slot", "slot", ("n1:0000:03:00",))
    assert 3e9 < row.rate_bytes_per_s < 4e9 and row.evidence == "x4 at 8 GT/s, as its ports tell"
    assert slots("net", ends, {end.id: [port(end.adapter)] for end in ends}) == [], "no lanes are told"
    assert slots("net", ends, {end.id: [port(pcie=LANES)] for end in ends}) == [], "it is one port"
    assert slots("net", [replace(end, slot="") for end in ends], nics) == []


@pytest.mark.parametrize(
    "nics", [{}, {"n1:c0": [port()], "n1:c1": []}, {f"n1:c{core}": [port(speed=None)] for core in (0, 1)}]
)
def test_what_tells_no_rate_is_not_guessed(nics: dict[str, list[Nic]]) -> None:
    assert adapters("net", Rail("n1").ends(2), nics) == []


def test_a_network_that_is_called_by_its_address_has_a_plain_name() -> None:
    assert plain_name("InfiniBand ports", "uplink") == "InfiniBand-ports-uplink"
    assert len(plain_name("n" * 90, "uplink")) == 60
