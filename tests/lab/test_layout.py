from pathlib import Path

import pytest

from rankwise.cluster.plan import read_plan
from rankwise.lab import layout
from rankwise.lab.records import Lab, LabLink

EXAMPLE = Path(__file__).parents[2] / "examples/phi-cluster.toml"


def example() -> Lab:
    plan = read_plan(EXAMPLE)
    ports = layout.ports_of(plan)
    return Lab(
        name="x",
        folder="/nowhere",
        plan=plan,
        keeper_pid=1,
        keeper_start=1,
        rootless=False,
        ports=ports,
        links=layout.links_of(plan, ports),
    )


def test_every_pair_of_a_network_has_a_link_each_way() -> None:
    lab = example()
    assert len(lab.ports) == 11 + 10
    assert len(lab.links) == 11 * 10 + 10 * 9
    assert len({(link.source, link.target) for link in lab.links}) == len(lab.links)


def test_links_are_stretched_by_the_slowdown_of_their_network() -> None:
    lab = example()
    by_names = {
        (lab.ports[link.source].network, lab.ports[link.source].endpoint, lab.ports[link.target].endpoint): link
        for link in lab.links
    }
    fast = by_names["infiniband", "c001-n001-mic2", "c001-n002-mic3"]
    assert (fast.delay_s, fast.rate_bytes_per_s) == (pytest.approx(200e-6), pytest.approx(12.5e6))
    slow = by_names["ethernet", "c001-n001", "c001-n002"]
    assert (slow.delay_s, slow.rate_bytes_per_s) == (75e-6, 110e6)


def test_links_lead_through_what_the_plan_says_that_they_share(tmp_path: Path) -> None:
    text = EXAMPLE.read_text().replace(
        'from = "host", to = "host", latency = "4.75us", rate = "3.8GB/s"',
        'from = "host", to = "host", latency = "4.75us", rate = "3.8GB/s", through = ["adapter"]',
    )
    rows = '[[resources]]\nname = "adapter"\nrate = "2GB/s"\nper = "node"\n'
    file = tmp_path / "cluster.toml"
    file.write_text(text + "\n" + rows)
    plan = read_plan(file)
    ports = layout.ports_of(plan)
    lines = layout.gate_lines(plan, ports, layout.links_of(plan, ports))
    # Leaving and entering of each of two nodes, twenty times slower as the network is.
    assert lines[:4] == [f"gate {number} 100000000.0" for number in range(4)]
    one, other = (
        number
        for number, port in enumerate(ports)
        if port.network == "infiniband" and port.endpoint in ("c001-n001", "c001-n002")
    )
    assert lines[4:] == [
        f"through {one} {other} 0",
        f"through {one} {other} 1",
        f"through {other} {one} 2",
        f"through {other} {one} 3",
    ]


def test_too_short_a_delay_is_refused_with_the_slowdown_that_would_do() -> None:
    with pytest.raises(layout.BelowFloor, match="should take 75 us; the floor of this machine is 100 us") as caught:
        layout.refuse_below(100e-6, example())
    assert "slowdown = 1.4" in caught.value.hint
    slower = caught.value.slower
    assert slower is not None and "ethernet 2, infiniband 30 times" in slower.warnings[-1]
    assert {network.name: network.slowdown for network in slower.networks} == {"ethernet": 2.0, "infiniband": 30.0}
    layout.refuse_below(70e-6, example())


def test_windows_fit_the_widest_path() -> None:
    assert layout.receive_buffer_bytes(()) == 1 << 20
    wide = LabLink(source=0, target=1, delay_s=0.01, rate_bytes_per_s=1e9, mtu=1500)
    assert layout.receive_buffer_bytes((wide,)) == 8 * 20_000_000


def test_a_port_says_the_rate_of_its_fastest_link() -> None:
    lab = example()
    speeds = layout.speeds_of(lab.ports, lab.links)
    fastest = [
        max(link.rate_bytes_per_s or 0.0 for link in lab.links if number in (link.source, link.target)) * 8e-6
        for number in range(len(lab.ports))
    ]
    assert speeds == [round(rate) for rate in fastest]
    assert all(speeds)
