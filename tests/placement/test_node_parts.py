"""Adapters as endpoints: each sends over itself, and those that cannot reach each other are on separate networks."""

from __future__ import annotations

from rankwise.core.records import Mpi
from rankwise.inventory.records import Nic
from rankwise.model.hardware import is_adapter
from rankwise.mpis import transport
from rankwise.placement.node_parts import adapter_nets

MPICH = Mpi(name="mpich", family="mpich", version="5.0.2", prefix="/", where="")


def nic(name: str, *addresses: str, layer: str | None = None) -> Nic:
    return Nic(
        name=name, kind="ethernet", state="up", speed_bytes_per_s=1e9, mtu=1500, addresses=addresses, link_layer=layer
    )


def reached(*names: str) -> dict[str, dict[str, str]]:
    return {name: {"": name.partition(":")[0]} for name in names}


def test_interfaces_of_two_networks_are_mapped_apart_and_each_keeps_to_itself() -> None:
    adapters = {
        "n1:eth0": nic("eth0", "10.32.1.1/16"),
        "n1:ib0": nic("ib0", "10.34.1.1/16"),
        "n2:eth0": nic("eth0", "fe80::1/64", "10.32.1.2/16"),
        "n2:ib0": nic("ib0", "10.34.1.2/16"),
        "n2:eth9": nic("eth9", "192.0.2.1/24"),
    }
    slow, fast = adapter_nets(adapters, reached(*adapters))
    assert slow.addresses == {"n1:eth0": {"": "10.32.1.1"}, "n2:eth0": {"": "10.32.1.2"}}
    assert fast.interfaces == {"n1:ib0": ("ib0",), "n2:ib0": ("ib0",)}
    assert transport.pinned(MPICH, fast.interfaces["n1:ib0"])["UCX_NET_DEVICES"] == "ib0"


def test_ports_of_rdma_are_one_network_and_are_named_as_each_library_wants_them() -> None:
    adapters = {name: nic(f"{name.partition(':')[2]}:1", layer="InfiniBand") for name in ("n1:mlx5_0", "n1:mlx5_1")}
    (ports,) = adapter_nets(adapters, reached(*adapters))
    assert ports.name == "InfiniBand ports"
    pinned = transport.pinned(MPICH, ports.interfaces["n1:mlx5_1"])
    assert pinned["UCX_NET_DEVICES"] == "mlx5_1:1"
    assert pinned["FI_VERBS_DEVICE_NAME"] == "mlx5_1"
    assert "FI_TCP_IFACE" not in pinned


def test_a_tap_device_counts_once_somebody_has_set_its_rate() -> None:
    def tap(megabits: float) -> Nic:
        speed = megabits * 1e6 / 8
        return Nic(name="tap0", kind="tun", state="up", speed_bytes_per_s=speed, mtu=1500, addresses=())

    assert [is_adapter(tap(rate)) for rate in (10, 800, 10_000)] == [False, True, False]
