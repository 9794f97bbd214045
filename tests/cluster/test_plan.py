import re
from collections.abc import Callable

import pytest

from rankwise.cluster.plan import endpoint_names
from rankwise.cluster.records import ClusterPlan
from rankwise.core.errors import UsageError

Read = Callable[..., ClusterPlan]

SECOND = """
[[networks]]
name = "fast"
interface = "ib0"
cidr = "10.34.0.0/15"
host = "10.34.{cabinet}.{node}"
links = [{ latency = "100us" }]
"""


def test_names_and_addresses_follow_their_rules(plan_of: Read) -> None:
    plan = plan_of()
    assert endpoint_names(plan) == (
        "c001-n001",
        "c001-n001-mic0",
        "c001-n001-mic1",
        "c001-n002",
        "c001-n002-mic0",
        "c001-n002-mic1",
    )
    assert {i.endpoint: i.address for i in plan.networks[0].interfaces}["c001-n002-mic1"] == "10.33.1.42"


def test_explicit_address_wins(plan_of: Read) -> None:
    plan = plan_of(("links =", 'addresses = { "c001-n002" = "10.33.7.7" }\nlinks ='))
    assert {i.endpoint: i.address for i in plan.networks[0].interfaces}["c001-n002"] == "10.33.7.7"


@pytest.mark.parametrize(
    ("old", "new", "printed"),
    [
        ("10.32.0.0/15", "10.33.0.0/15", "10.33.0.0/15 has host bits set; the network is 10.32.0.0/15"),
        ("links =", 'broadcast = "10.35.255.255"\nlinks =', "is not that of 10.32.0.0/15: 10.33.255.255"),
        ("(card + 1)}", "(card + 1)}/24", "has mask /24, its network 10.32.0.0/15 has another"),
        ("{node + 20 * (card + 1)}", "{node}", "c001-n001 and c001-n001-mic0 both have 10.33.1.1"),
        ("numbers = [1, 2]", "numbers = [1, 21]", "c001-n001-mic0 and c001-n021 both have 10.33.1.21"),
        ("numbers = [1, 2]", "numbers = [1, 230]", "Octet 270 (> 255)"),
        ("numbers = [1, 2]", "numbers = [1, 1]", "2 endpoints are named 'c001-n001'"),
        ("10.33.{cabinet}.{node}", "10.36.{cabinet}.{node}", "10.36.1.1, which is outside 10.32.0.0/15"),
        ("10.33.{cabinet}.{node}", "10.33.{rack}.{node}", "unknown name 'rack'"),
        ("sockets = [0, 1]", "sockets = [0, 2]", "has 2 sockets, none is 2"),
        ("100MB/s", "fast", "networks[0].links[0].rate: 'fast' is not a rate"),
        ("{ latency", '{ from = "card", to = "card", latency', "no link covers c001-n001 to c001-n001-mic0"),
        ("{ latency", '{ latency = "1us", to = "mars" }, { latency', "(any to mars, any) matches no pair"),
        (
            "links =",
            "slowdown = 0.5\nlinks =",
            "slowdown: 0.5 is not a slowdown (a lab can only be slower",
        ),
        ("cidr =", "cdir = 1\ncidr =", "unknown field `cdir` - at `$.networks[0]`"),
        ("[[networks]]", "[lab.endpoints.nobody]\n[[networks]]", "there is no endpoint 'nobody'"),
    ],
)
def test_what_is_wrong_is_named(plan_of: Read, old: str, new: str, printed: str) -> None:
    with pytest.raises(UsageError, match=re.escape(printed)) as caught:
        plan_of((old, new))
    assert caught.value.code == "bad-plan"


def test_overlapping_networks_are_refused(plan_of: Read) -> None:
    with pytest.raises(UsageError, match=r"10\.32\.0\.0/14 of networks|10\.34\.0\.0/15 overlaps 10\.32\.0\.0/14"):
        plan_of(("10.32.0.0/15", "10.32.0.0/14"), extra=SECOND)


def test_second_network_has_names_of_its_own(plan_of: Read) -> None:
    assert plan_of(extra=SECOND).networks[1].suffix == "-fast"


def test_all_problems_are_told_at_once(plan_of: Read) -> None:
    with pytest.raises(UsageError) as caught:
        plan_of(("10.32.0.0/15", "10.33.0.0/15"), extra='[[services]]\nname = "x"\non = "moon"\n')
    assert caught.value.message.count("\n  - ") == 2
    with pytest.raises(UsageError) as caught:
        plan_of(("links =", "mtu = 5\nlinks ="), ("100MB/s", "x"))
    assert caught.value.message.count("\n  - ") == 2


def test_settings_of_a_lab_by_pattern(plan_of: Callable[..., ClusterPlan]) -> None:
    plan = plan_of(
        extra="""
[lab.endpoints."*-mic?"]
files = { "/opt/a" = "/x" }
hidden = ["/srv"]
[lab.endpoints.c001-n002-mic1]
files = { "/opt/b" = "/y" }
clock_offset = "-3s"
"""
    )
    assert list(plan.settings) == ["c001-n001-mic0", "c001-n001-mic1", "c001-n002-mic0", "c001-n002-mic1"]
    assert plan.settings["c001-n001-mic0"].files == {"/opt/a": "/x"}
    last = plan.settings["c001-n002-mic1"]
    assert (last.files, last.hidden, last.clock_offset_s) == ({"/opt/a": "/x", "/opt/b": "/y"}, ("/srv",), -3.0)


def test_settings_that_make_no_sense(plan_of: Callable[..., ClusterPlan]) -> None:
    for text, printed in (
        ("x9]\nhidden = []", "there is no endpoint 'x9'"),
        ('"*"]\nclock_offset = "0.5s"', "whole number"),
    ):
        with pytest.raises(UsageError, match=printed):
            plan_of(extra=f"\n[lab.endpoints.{text}\n")
