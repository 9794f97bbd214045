import dataclasses
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from builders.lab_probes import comes, one_way, says, stream
from rankwise.core.errors import MeasurementFailed, UsageError
from rankwise.lab import control, endpoint, faults, state
from rankwise.lab.records import Fault, Lab

pytestmark = pytest.mark.netns


@contextmanager
def broken(lab: Lab, kind: str, *args: str, **options: object) -> Iterator[Lab]:
    if kind == "small-shm":  # an MPI that was ended by another test may have left its own there
        says(lab, args[0], "rm -f /dev/shm/*")
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
        assert comes(lab, "n1", "n2", "10.34.1.2")
    assert comes(lab, "n1", "n2", "10.33.1.2")


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
        assert comes(lab, "n1", "n2", "10.34.1.2")
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
    assert comes(lab, "n1-mic0", "n1-mic1", "172.31.2.1")


def test_interface_order(lab: Lab) -> None:
    def addresses() -> dict[str, str]:
        listed = re.findall(r"(\S+)\s+inet (\S+)", says(lab, "n1", "ip -o -4 addr show"))
        return {name: address for name, address in listed if name in ("eth0", "ib0")}

    straight = {"eth0": "10.33.1.1/15", "ib0": "10.34.1.1/15"}
    assert addresses() == straight
    with broken(lab, "interface-order", "n1"):
        assert addresses() == {"eth0": straight["ib0"], "ib0": straight["eth0"]}
        assert comes(lab, "n1", "n2", "10.33.1.2")
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


def test_an_old_record_of_the_lab_mends_what_is_broken_since(lab: Lab) -> None:
    """Seen as an MPI job that hung although the fault had been cleared: it never had been."""
    faults.add(lab, "mtu-mismatch", ["n1", "n2", "600"], network="slow")
    faults.add(lab, "delay-added", ["n1", "n2", "1ms"])
    assert [fault.id for fault in state.choose(lab.name).faults] == [1, 2]
    assert stream(lab, "n1", "n2", "10.33.1.2", 65536, patience_s=0.5) is None
    assert lab.faults == ()
    assert faults.clear(lab).faults == ()
    assert state.choose(lab.name).faults == ()
    assert stream(lab, "n1", "n2", "10.33.1.2", 65536) is not None


EXAMPLES = [
    (kind, tuple(entry.example.format(a="n1", b="n2").split()))
    for kind, entry in faults.KINDS.items()
    if (kind != "cpu-quota" or os.geteuid() == 0) and (kind != "blocked-ports" or shutil.which("nft"))
]


def state_of(lab: Lab) -> dict[str, str]:
    """What faults change, of each endpoint and of the switch."""
    script = (
        "ip -o addr; ip route; ip neigh show nud permanent | sort; cat /etc/hosts /proc/sys/net/ipv4/ip_forward;"
        "stat -f -c %b /dev/shm; cat /proc/self/cgroup; if command -v nft > /dev/null; then nft list ruleset; fi"
    )
    found = {name: re.sub(r"^\d+: ", "", says(lab, name, script), flags=re.M) for name in endpoint.endpoint_names(lab)}
    return {name: "\n".join(sorted(words.splitlines())) for name, words in found.items()}


@pytest.mark.parametrize(("kind", "args"), [*EXAMPLES, ("interface-order", ("n1-mic0",))])
def test_what_is_mended_is_as_before(lab: Lab, kind: str, args: tuple[str, ...]) -> None:
    before = state_of(lab)
    with broken(lab, kind, *args):
        changed = state_of(lab)
    assert (changed != before) == (faults.KINDS[kind].apply is not None)
    assert state_of(lab) == before
    assert comes(lab, "n1", "n2", "10.33.1.2")


def test_examples_are_of_all_kinds() -> None:
    assert all(entry.accepts(len(entry.example.split())) for entry in faults.KINDS.values())


def test_ranges_of_ports_as_people_write_them(lab: Lab) -> None:
    for ports in ("1024:65535", "1024-65535", "22, 1024:40000,40001:65535"):
        with broken(lab, "blocked-ports", "n2", ports):
            assert stream(lab, "n1", "n2", "10.33.1.2", 8, patience_s=0.5) is None


def test_one_that_cannot_be_mended_keeps_no_other(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    one = faults.add(lab, "wrong-host", ["n1", "n2", "10.33.1.99"])
    two = faults.add(one, "no-forwarding", ["n1"])
    stuck = dataclasses.replace(faults.KINDS["wrong-host"], mend=_cannot)
    with monkeypatch.context() as patch:
        patch.setitem(faults.KINDS, "wrong-host", stuck)
        with pytest.raises(MeasurementFailed, match="not now"):
            faults.clear(faults.add(two, "duplicate-address", []))
    left = state.choose(lab.name)
    assert [fault.kind for fault in left.faults] == ["wrong-host"]
    assert faults.clear(left).faults == ()


def _cannot(_lab: Lab, _fault: Fault) -> None:
    raise MeasurementFailed("lab-command", "not now", "")


def test_a_fault_that_fails_half_way_leaves_nothing(lab: Lab) -> None:
    says(lab, "n2-mic1", "ip link add docker0 type bridge")  # in the way on the last node
    before = state_of(lab)["n1"]
    with pytest.raises(MeasurementFailed, match="n2-mic1"):
        faults.add(lab, "duplicate-address", [])
    assert state_of(lab)["n1"] == before
    assert "docker0" not in says(lab, "n2-mic1", "ip -o link")
    assert state.choose(lab.name).faults == ()


@pytest.mark.parametrize(
    ("kind", "args", "printed"),
    [
        ("fire", [], "unknown fault 'fire'"),
        ("loss", ["n1", "n2"], "'loss' takes A B SHARE, not 'n1 n2'"),
        ("link-down", ["n1", "n1-mic0"], "on slow"),
        ("delay-added", ["n1", "n2", "0s"], "'0s' adds nothing"),
        ("rate-cut", ["n1", "n2", "half"], "'half' is not the remaining share"),
        ("rate-cut", ["n1", "n2", "100%"], "'100%' is not the remaining share"),
        ("mtu-mismatch", ["n1", "n2", "1500"], "'mtu-mismatch n1 n2 1500' changes nothing"),
        ("blocked-ports", ["n1", "70000"], "'70000' is neither a port nor a range"),
        ("blocked-ports", ["n1", "9:5"], "'9:5' is neither a port nor a range"),
        ("blocked-ports", ["n1", "22 }; accept"], "'22 }; accept' is neither"),
        ("duplicate-address", ["172.17.0.1"], "not an IPv4 address with its prefix"),
        ("small-shm", ["n1", "0"], "0 is not the size of a small /dev/shm"),
        ("small-shm", ["n1", "1GiB"], "1GiB is not the size of a small /dev/shm"),
        ("no-forwarding", ["n1-mic0"], "n1-mic0 forwards nothing as it is"),
        ("cpu-quota", ["n1", "nan"], "'nan' is not a quota of CPUs"),
        ("cpu-quota", ["n1", "9999"], "'9999' is not a quota of CPUs"),
        ("wrong-host", ["n1", "n2", "10.33.1.300"], "'10.33.1.300' is not an IPv4 address"),
        ("wrong-host", ["n1", "n2", "10.33.1.2"], "10.33.1.2 is the right address of n2"),
        ("loss", ["n1", "n2", "2"], "'2' is not the share"),
        ("rate-cut", ["n1", "mars", "0.5"], "no link joins 'n1' and 'mars'"),
        ("mtu-mismatch", ["n1", "n2", "tiny"], "'tiny' is not an MTU"),
        ("small-shm", ["n1", "big"], "'big' is not a size"),
        ("cpu-quota", ["mars", "1"], "no endpoint 'mars'"),
        ("wrong-host", ["n1", "mars", "10.0.0.1"], "n1 does not know the name 'mars'"),
    ],
)
def test_faults_that_make_no_sense(lab: Lab, kind: str, args: list[str], printed: str) -> None:
    network = "slow" if printed == "on slow" else None
    with pytest.raises(UsageError, match=re.escape(printed)) as caught:
        faults.add(lab, kind, args, network=network)
    assert caught.value.hint
    assert state.choose(lab.name).faults == ()
