"""A lab where no TAP can be had: rates by HTB, in a user namespace as an ordinary user would get it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from builders.lab_probes import says, stream
from rankwise.cluster.plan import read_plan
from rankwise.core import process
from rankwise.core.errors import UsageError
from rankwise.lab import faults, state, up
from rankwise.lab.down import down
from rankwise.lab.records import Lab

pytestmark = pytest.mark.netns


@pytest.fixture(scope="module")
def rates(plan_file: Path, own_state: None) -> Iterator[Lab]:
    yield up.up(read_plan(plan_file), name="rates", lifetime_s=3600, rootless=True, rates_only=True)
    assert down("rates")
    listed = process.run(["ps", "-ww", "-eo", "stat=,args="], timeout_s=100).stdout
    assert "/labs/rates/" not in listed
    assert "rwbr" not in process.run(["ip", "-o", "link"], timeout_s=100).stdout


def test_it_says_what_it_lacks(rates: Lab) -> None:
    assert rates.rates_only and rates.rootless
    assert any("no delay" in words for words in rates.warnings)
    assert says(rates, "n1", "cat /proc/self/uid_map").split()[0] == "0"


def test_streams_have_the_declared_rate_at_most(rates: Lab) -> None:
    size = 1 << 20
    for address, rate in (("10.33.1.2", 20e6), ("10.34.1.2", 200e6)):
        took_ns = stream(rates, "n1", "n2", address, size)
        assert took_ns is not None and took_ns * 1e-9 >= size / rate
    # Over the host, as cards of a static pair reach each other.
    took_ns = stream(rates, "n1-mic0", "n1-mic1", "172.31.2.1", size)
    assert took_ns is not None and took_ns * 1e-9 >= size / 50e6


def test_rates_can_be_cut_and_nothing_else(rates: Lab) -> None:
    faults.add(rates, "rate-cut", ["n1", "n2", "0.5"], network="slow")
    took_ns = stream(rates, "n1", "n2", "10.33.1.2", 1 << 18)
    assert took_ns is not None and took_ns * 1e-9 >= (1 << 18) / 10e6
    for kind, *args in (("link-down", "n1", "n2"), ("delay-added", "n1", "n2", "1ms"), ("loss", "n1", "n2", "1%")):
        with pytest.raises(UsageError, match="nothing but a rate"):
            faults.add(rates, kind, args)
    assert [fault.kind for fault in state.choose("rates").faults] == ["rate-cut"]
    assert faults.clear(rates).faults == ()
    assert "160Mbit" in says(rates, "n1", "tc class show dev eth0")


def test_taken_where_no_tap_can_be_had(plan_file: Path, own_state: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine is made to refuse: its /dev/net/tun is hidden from the keeper of this lab."""
    start = up._start_switch

    def refused(lab: Lab, programs: up.Programs) -> object:
        keeper = [programs.endpoint, "exec", Path(lab.folder, "sockets"), "keeper"]
        hidden = process.run([*keeper, "mount", "--bind", "/dev/null", "/dev/net/tun"], timeout_s=100)
        assert hidden.ok, hidden.describe()
        return start(lab, programs)

    monkeypatch.setattr(up, "_start_switch", refused)
    lab = up.up(read_plan(plan_file), name="refused", lifetime_s=3600)
    try:
        assert lab.rates_only
        assert stream(lab, "n1", "n2", "10.33.1.2", 8) is not None
    finally:
        assert down("refused")
    assert Path("/dev/net/tun").is_char_device()
