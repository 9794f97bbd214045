import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from builders.lab_probes import one_way, says, stream
from rankwise.core.errors import UsageError
from rankwise.core.records import Lab
from rankwise.lab import control, endpoint, faults, state

pytestmark = pytest.mark.netns


@contextmanager
def broken(lab: Lab, kind: str, *args: str, **options: object) -> Iterator[Lab]:
    with_fault = faults.add(lab, kind, args, **options)  # type: ignore[arg-type]
    try:
        yield with_fault
    finally:
        assert faults.clear(with_fault).faults == ()


def total(lab: Lab, reason: str) -> int:
    return sum(getattr(item, reason) for item in control.counters(lab))


def test_link_down(lab: Lab) -> None:
    with broken(lab, "link-down", "n1", "n2", network="slow"):
        assert one_way(lab, "n1", "n2", "10.33.1.2", 2) == []
        assert len(one_way(lab, "n1", "n2", "10.34.1.2", 2)) == 2
    assert len(one_way(lab, "n1", "n2", "10.33.1.2", 2)) == 2


def test_rate_cut(lab: Lab) -> None:
    with broken(lab, "rate-cut", "n1", "n2", "0.1", network="fast"):
        took_ns = stream(lab, "n1", "n2", "10.34.1.2", 1 << 18)
        assert took_ns is not None and took_ns * 1e-9 >= (1 << 18) / 20e6


def test_delay_added_one_way(lab: Lab) -> None:
    with broken(lab, "delay-added", "n1", "n*", "20ms", network="fast", one_way=True) as changed:
        rows = one_way(lab, "n1", "n2", "10.34.1.2")
        assert min(there for there, _ in rows) * 1e-9 >= 20.2e-3 - changed.overhead_s


def test_loss_is_one_way(lab: Lab) -> None:
    number = {(port.network, port.endpoint): i for i, port in enumerate(lab.ports)}
    a, b = number["slow", "n1"], number["slow", "n2"]
    with broken(lab, "loss", "n1", "n2", "0.5", network="slow"):
        assert len(one_way(lab, "n1", "n2", "10.33.1.2", 20)) < 20
    lost = {(item.source, item.target): item.lost for item in control.counters(lab)}
    assert lost[a, b] > 0
    assert lost[b, a] == 0


def test_mtu_mismatch_swallows_large_packets_only(lab: Lab) -> None:
    before = total(lab, "too_long")
    with broken(lab, "mtu-mismatch", "n1", "n2", "1000", network="fast"):
        assert len(one_way(lab, "n1", "n2", "10.34.1.2", 2)) == 2
        assert stream(lab, "n1", "n2", "10.34.1.2", 65536, patience_s=1.0) is None
    assert total(lab, "too_long") > before


def test_wrong_host(lab: Lab) -> None:
    with broken(lab, "wrong-host", "n1", "n2", "10.33.1.99"):
        assert says(lab, "n1", "getent hosts n2").split()[0] == "10.33.1.99"
        assert says(lab, "n2", "getent hosts n2").split()[0] == "10.33.1.2"
    assert says(lab, "n1", "getent hosts n2").split()[0] == "10.33.1.2"


@pytest.mark.skipif(shutil.which("nft") is None, reason="needs nft (package nftables)")
def test_blocked_ports(lab: Lab) -> None:
    with broken(lab, "blocked-ports", "n2", "47000-48000"):
        assert stream(lab, "n1", "n2", "10.33.1.2", 8, patience_s=1.0) is None
        assert stream(lab, "n2", "n1", "10.33.1.1", 8) is not None
    assert stream(lab, "n1", "n2", "10.33.1.2", 8) is not None


def test_duplicate_address(lab: Lab) -> None:
    nodes = [name for name in endpoint.endpoint_names(lab) if name != "head"]
    with broken(lab, "duplicate-address"):
        for name in nodes:
            assert "172.17.0.1/16" in says(lab, name, "ip -o addr show dev docker0")
    assert "docker0" not in says(lab, "n1", "ip -o link")


def test_small_shared_memory(lab: Lab) -> None:
    script = "head -c 600000 /dev/zero > /dev/shm/big && echo fits; rm /dev/shm/big"
    with broken(lab, "small-shm", "n1", "64KiB"):
        assert endpoint.run(lab, "n1", ["sh", "-c", script]).stdout == ""
    assert says(lab, "n1", script) == "fits"


def test_no_forwarding(lab: Lab) -> None:
    with broken(lab, "no-forwarding", "n1"):
        assert one_way(lab, "n1-mic0", "n1-mic1", "172.31.2.1", 2) == []
    assert len(one_way(lab, "n1-mic0", "n1-mic1", "172.31.2.1", 2)) == 2


def test_interface_order(lab: Lab) -> None:
    def addresses() -> dict[str, str]:
        listed = re.findall(r"(\S+)\s+inet (\S+)", says(lab, "n1", "ip -o -4 addr show"))
        return {name: address for name, address in listed if name in ("eth0", "ib0")}

    straight = {"eth0": "10.33.1.1/15", "ib0": "10.34.1.1/15"}
    assert addresses() == straight
    with broken(lab, "interface-order", "n1"):
        assert addresses() == {"eth0": straight["ib0"], "ib0": straight["eth0"]}
        assert len(one_way(lab, "n1", "n2", "10.33.1.2", 2)) == 2
    assert addresses() == straight


@pytest.mark.skipif(os.geteuid() != 0, reason="control groups need root")
def test_cpu_quota(lab: Lab) -> None:
    group = "rankwise-lab.small.n2"
    with broken(lab, "cpu-quota", "n2", "0.5"):
        assert group in says(lab, "n2", "cat /proc/self/cgroup")
        assert group not in says(lab, "n1", "cat /proc/self/cgroup")
    assert group not in says(lab, "n2", "cat /proc/self/cgroup")


def test_all_kinds_are_here() -> None:
    tested = set(re.findall(r'broken\(lab, "([\w-]+)"', Path(__file__).read_text()))
    assert tested == set(faults.KINDS) and len(tested) == 12


def test_faults_are_recorded_and_cleared_by_number(lab: Lab) -> None:
    one = faults.add(lab, "delay-added", ["n1", "n2", "1ms"])
    two = faults.add(one, "rate-cut", ["n1", "n2", "0.5"])
    assert [fault.kind for fault in state.choose(lab.name).faults] == ["delay-added", "rate-cut"]
    left = faults.clear(two, 1)
    assert [(fault.id, fault.kind) for fault in left.faults] == [(2, "rate-cut")]
    assert faults.clear(left).faults == ()


@pytest.mark.parametrize(
    ("kind", "args", "said"),
    [
        ("fire", [], "there is no fault 'fire'"),
        ("loss", ["n1", "n2"], "'loss' takes A B SHARE"),
        ("loss", ["n1", "n2", "2"], "'2' is not the share"),
        ("rate-cut", ["n1", "mars", "0.5"], "no link joins 'n1' and 'mars'"),
        ("mtu-mismatch", ["n1", "n2", "tiny"], "'tiny' is not an MTU"),
        ("small-shm", ["n1", "big"], "'big' is not a size"),
        ("cpu-quota", ["mars", "1"], "no endpoint 'mars'"),
        ("wrong-host", ["n1", "mars", "10.0.0.1"], "n1 does not know the name 'mars'"),
    ],
)
def test_faults_that_make_no_sense(lab: Lab, kind: str, args: list[str], said: str) -> None:
    with pytest.raises(UsageError, match=re.escape(said)):
        faults.add(lab, kind, args)
    assert state.choose(lab.name).faults == ()
