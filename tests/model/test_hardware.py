"""What adapters allow, against what was published of modern nodes: never less than was measured, and not much more."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rankwise.inventory.records import Nic, PcieLink
from rankwise.model.hardware import (
    adapter_limit,
    declared_limit,
    is_adapter,
    link_bytes_per_s,
    path_limit,
    pcie_bytes_per_s,
)
from rankwise.model.records import HardwareLimit, PathClass
from rankwise.report.map_words import carried

# Rows of published node measurements, GB/s one way, and the hardware that their source names.
PCIE = [
    ("Aurora, host to one tile (ALCF user guides, node performance overview)", 32.0, 16, 54.0),
    ("OCI BM.GPU4.8, host to A100 (OCI HPC tutorial, OMB 7.5.1)", 16.0, 16, 23.75),
]
LINKS = [
    ("Alps, between nodes (CSCS docs, MPICH 4.3.1)", 200.0, "Ethernet", 24.0),
    ("OCI BM.GPU4.8, between nodes, one adapter (OCI HPC tutorial)", 100.0, "Ethernet", 11.96),
    ("8 GPUs and 8 adapters of 400 Gbit/s (Mooncake issue 1459)", 400.0, "InfiniBand", 47.0),
]


def a_port(gigabits: float, layer: str = "InfiniBand", mtu: int | None = 4096, pcie: PcieLink | None = None) -> Nic:
    return Nic(
        name="mlx5_0:1",
        kind="infiniband",
        state="active",
        speed_bytes_per_s=gigabits * 1e9 / 8,
        mtu=mtu,
        addresses=(),
        link_layer=layer,
        pcie=pcie,
    )


@pytest.mark.parametrize(("what", "gts", "width", "measured"), PCIE)
def test_lanes_carry_what_was_measured_and_little_more(what: str, gts: float, width: int, measured: float) -> None:
    allowed = pcie_bytes_per_s(PcieLink(width=width, width_capable=width, gts=gts, gts_capable=gts)) / 1e9
    assert measured <= allowed <= measured / 0.8, what


@pytest.mark.parametrize(("what", "gigabits", "layer", "measured"), LINKS)
def test_links_carry_what_was_measured_and_little_more(what: str, gigabits: float, layer: str, measured: float) -> None:
    allowed = link_bytes_per_s(a_port(gigabits, layer))
    assert allowed and measured <= allowed / 1e9 <= measured / 0.94, what


def test_lanes_lose_their_encoding_and_24_bytes_a_packet() -> None:
    for gts, encoding in ((5.0, 8 / 10), (32.0, 128 / 130), (64.0, 242 / 256)):
        rate = pcie_bytes_per_s(PcieLink(width=4, width_capable=4, gts=gts, gts_capable=gts))
        assert rate == pytest.approx(gts * 1e9 / 8 * 4 * encoding * 256 / 280)


def test_rates_of_old_ports_are_those_of_their_signals() -> None:
    assert link_bytes_per_s(a_port(40.0)) == pytest.approx(4e9 * 4096 / 4122)  # QDR: 32 Gbit/s of data
    assert link_bytes_per_s(a_port(56.0)) == pytest.approx(7e9 * 64 / 66 * 4096 / 4122)
    ethernet = Nic(name="eth0", kind="ethernet", state="up", speed_bytes_per_s=125e6, mtu=1500, addresses=())
    assert link_bytes_per_s(ethernet) == pytest.approx(125e6 * 1448 / 1538)


@pytest.mark.parametrize(
    ("gigabits", "generation", "data_gigabits"),
    [
        (2.5, "SDR", 2.0),
        (20.0, "DDR", 16.0),
        (10.0, "QDR", 8.0),
        (120.0, "QDR", 96.0),
        (120.0, "", 96.0),
        (10.0, "FDR10", 10.0),
        (40.0, "FDR10", 40.0),
        (14.0, "FDR", 14.0 * 64 / 66),
        (168.0, "", 168.0 * 64 / 66),
        (25.0, "EDR", 25.0),
        (25.0, "", 25.0),
        (50.0, "EDR", 50.0),
        (50.0, "", 50.0),
        (50.0, "HDR", 50.0),
        (100.0, "NDR", 100.0),
        (800.0, "XDR", 800.0),
    ],
)
def test_what_of_a_rate_is_data_depends_on_the_generation(
    gigabits: float, generation: str, data_gigabits: float
) -> None:
    port = replace(a_port(gigabits), generation=generation)
    assert link_bytes_per_s(port) == pytest.approx(data_gigabits * 1e9 / 8 * 4096 / 4122)


def test_the_lesser_of_lanes_and_link_and_what_the_adapter_could_take() -> None:
    half = PcieLink(width=8, width_capable=16, gts=8.0, gts_capable=16.0)
    limit = adapter_limit(a_port(100.0, pcie=half), "n3")
    assert limit and limit.what == "the x8 of mlx5_0:1 on n3 at 8 GT/s"
    assert limit.capable == "x16 at 16 GT/s"
    assert limit.rate_bytes_per_s == pytest.approx(7.2e9, rel=0.01)
    whole = PcieLink(width=16, width_capable=16, gts=16.0, gts_capable=16.0)
    limit = adapter_limit(a_port(100.0, pcie=whole), "n1")
    assert limit and (limit.what, limit.capable) == ("the 100 Gbit/s of mlx5_0:1 on n1", "")


def test_rails_add_up_and_the_lesser_end_counts() -> None:
    one, slow = a_port(100.0), a_port(56.0)
    both = path_limit([("n1", [one, one]), ("n2", [one, slow])])
    assert both and both.rate_bytes_per_s == pytest.approx((12.5e9 + 7e9 * 64 / 66) * 4096 / 4122)
    assert both.what == "the 100 Gbit/s of mlx5_0:1 on n2 and the 56 Gbit/s of mlx5_0:1 on n2"
    silent = Nic(name="tun0", kind="tun", state="up", speed_bytes_per_s=None, mtu=None, addresses=())
    assert path_limit([("n1", [one]), ("n2", [silent])]) is None
    assert path_limit([("n1", []), ("n2", [one])]) is None


def test_a_declared_rate_counts_frames_with_their_headers() -> None:
    limit = declared_limit(125e6, "n1", "n2")
    assert limit.rate_bytes_per_s == pytest.approx(125e6 * 1448 / 1538)
    assert limit.what == "the 1 Gbit/s that the plan declares from n1 to n2"


def test_a_map_says_the_share_of_what_the_hardware_allows() -> None:
    limit = HardwareLimit(rate_bytes_per_s=12.3e9, what="the x8 of mlx5_0:1 on n3 at 8 GT/s", capable="x16")
    one = PathClass(
        id="ib-other node",
        fabric="ib",
        relations=("other node",),
        paths=(("n1", "n3"),),
        latency_s=1e-6,
        latency_low_s=1e-6,
        latency_high_s=1e-6,
        bandwidth_bytes_per_s=9.1e9,
        bandwidth_low_bytes_per_s=9.1e9,
        bandwidth_high_bytes_per_s=9.1e9,
        limit=limit,
    )
    assert list(carried([one])) == [
        "other node gets 9.10 GB/s, 74% of what the x8 of mlx5_0:1 on n3 at 8 GT/s allows; it is capable of x16"
    ]
    copied = HardwareLimit(rate_bytes_per_s=1e9, what="copy_ipc between gpu0 and gpu1")
    assert list(carried([replace(one, limit=copied)])) == [
        "other node gets 9.10 GB/s; copy_ipc between gpu0 and gpu1 tells less (1.00 GB/s), so it is no limit"
    ]


def test_frames_and_headers_are_those_of_the_standards() -> None:
    assert link_bytes_per_s(a_port(200.0, "Ethernet", mtu=1024)) == pytest.approx(25e9 * 1024 / (1024 + 44 + 38))
    assert link_bytes_per_s(a_port(200.0, mtu=None)) == pytest.approx(25e9 * 4096 / (4096 + 26))
    assert link_bytes_per_s(a_port(0.0)) is None
    plain = Nic(name="eth0", kind="ethernet", state="up", speed_bytes_per_s=125e6, mtu=None, addresses=())
    assert link_bytes_per_s(plain) == pytest.approx(125e6 * 1448 / 1538)


@pytest.mark.parametrize(("gts", "encoding"), [(5.0, 8 / 10), (5.5, 128 / 130), (32.5, 242 / 256)])
def test_an_encoding_begins_with_its_generation(gts: float, encoding: float) -> None:
    rate = pcie_bytes_per_s(PcieLink(width=1, width_capable=1, gts=gts, gts_capable=gts))
    assert rate == pytest.approx(gts * 1e9 / 8 * encoding * 256 / 280)


@pytest.mark.parametrize(
    ("kind", "pci", "rate", "hardware"),
    [
        ("ethernet", "0000:01:00.0", None, True),
        ("ethernet", None, 1.25e9, False),
        ("tun", None, 50e6, True),
        ("tun", None, 10e6 / 8, False),
        ("tun", None, 10e9 / 8, False),
        ("tun", None, None, False),
    ],
)
def test_a_rate_is_of_hardware_or_somebody_has_set_it(
    kind: str, pci: str | None, rate: float | None, hardware: bool
) -> None:
    nic = Nic(name="n", kind=kind, state="up", speed_bytes_per_s=rate, mtu=1500, addresses=(), pci=pci)
    assert is_adapter(nic) == hardware
