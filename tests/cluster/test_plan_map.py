from collections.abc import Callable
from pathlib import Path

from rankwise.cluster.hosts import hosts_file
from rankwise.cluster.plan import read_plan
from rankwise.cluster.plan_map import to_map
from rankwise.cluster.records import ClusterPlan
from rankwise.core.records import decode, encode
from rankwise.model.records import Map

EXAMPLE = Path(__file__).parents[2] / "examples/phi-cluster.toml"

STATIC_PAIR = (
    ('name = "ethernet"', 'name = "pcie"\nmodel = "static-pair"'),
    ("10.32.0.0/15", "172.31.{card + 1}.0/24"),
    ('"10.33.{cabinet}.{node}"', '"172.31.{card + 1}.254"'),
    ('"10.33.{cabinet}.{node + 20 * (card + 1)}"', '"172.31.{card + 1}.1"'),
)


def test_example_has_the_published_classes() -> None:
    declared = to_map(read_plan(EXAMPLE))
    ethernet = [c for c in declared.classes if c.fabric == "ethernet"]
    assert [(round(c.latency_s * 1e6), c.bandwidth_bytes_per_s, len(c.paths)) for c in ethernet] == [
        (75, 110e6, 2),
        (75, 22.5e6, 16),
        (400, 22.5e6, 72),
    ]
    fast = {c.bandwidth_bytes_per_s for c in declared.classes if c.fabric == "infiniband"}
    assert fast == {6.5e9, 4e9, 3.8e9, 1.3e9, 500e6, 400e6, 250e6}
    assert len(declared.paths) == 2 * 10 * 9
    assert decode(Map, encode(declared)) == declared


def test_lab_stretches_time_without_changing_shape() -> None:
    plan = read_plan(EXAMPLE)
    for real, lab in zip(to_map(plan).paths, to_map(plan, in_lab=True).paths, strict=True):
        assert real.latency_s and real.bandwidth_bytes_per_s and lab.latency_s and lab.bandwidth_bytes_per_s
        stretched = real.latency_s * real.bandwidth_bytes_per_s
        assert abs(lab.latency_s * lab.bandwidth_bytes_per_s / stretched - 1) < 1e-12


def test_static_pair_says_who_cannot_reach_whom(plan_of: Callable[..., ClusterPlan]) -> None:
    declared = to_map(plan_of(*STATIC_PAIR))
    by_pair = {(p.source, p.target): p for p in declared.paths}
    through = by_pair["c001-n001-mic0", "c001-n001-mic1"]
    assert through.reachable and through.latency_s == 200e-6
    away = by_pair["c001-n001-mic0", "c001-n002-mic0"]
    assert not away.reachable
    assert away.error == "static pair: c001-n001-mic0 reaches only c001-n001 and its cards"


def test_hosts_files_of_a_static_pair(plan_of: Callable[..., ClusterPlan]) -> None:
    plan = plan_of(*STATIC_PAIR)
    assert plan.networks[0].suffix == ""
    assert hosts_file(plan, "c001-n002").splitlines()[1:] == [
        "172.31.1.1 c001-n002-mic0 mic0",
        "172.31.2.1 c001-n002-mic1 mic1",
    ]
    assert hosts_file(plan, "c001-n002-mic1").splitlines()[1:] == [
        "172.31.2.254 host c001-n002",
        "172.31.1.1 c001-n002-mic0 mic0",
        "172.31.2.1 c001-n002-mic1 mic1",
    ]
