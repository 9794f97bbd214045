"""Which relays are started, and where: with a launch agent that only tells what hosts are called."""

from __future__ import annotations

from pathlib import Path

import pytest

from rankwise.core.errors import RankwiseError
from rankwise.measure.relays import relays
from rankwise.optimise.records import Relay, RelayedPair

ADDRESSES = {
    "a": ("10.1.0.1/16", "10.2.0.1/16", "172.16.0.1/24"),
    "b": ("10.1.0.2/16", "10.2.0.2/16", "172.16.0.1/24"),
    "c": ("10.1.0.3/16", "10.2.0.3/16"),
    "d": ("10.3.0.4/16",),
    "e": ("172.16.0.2/24",),
}


@pytest.fixture
def agent(tmp_path: Path) -> str:
    file = tmp_path / "agent"
    cases = [
        f"{host}) echo 'address {chr(10).join(found)}' | sed 's/^1/address 1/' ;;" for host, found in ADDRESSES.items()
    ]
    file.write_text("#!/bin/sh\ncase $1 in\n" + "\n".join(cases) + "\n*) echo no such host >&2; exit 1 ;;\nesac\n")
    file.chmod(0o755)
    return str(file)


@pytest.mark.parametrize(
    ("through", "network", "code"),
    [
        ((), "", "bad-relay"),
        (("c", "d", "e"), "", "bad-relay"),
        (("a",), "", "bad-relay"),
        (("nobody",), "", "no-contact"),
        (("c",), "", "no-forwarder"),  # over both networks that they share
        (("c",), "10.9.0.0/16", "no-network"),
        (("c",), "eth0", "no-network"),
        (("d",), "", "no-network"),
        (("e",), "", "no-network"),  # a and b have the same address there
        (("c",), "10.2.0.0/16", "no-forwarder"),  # all is well, but this agent starts nothing
    ],
)
def test_what_can_be_relayed(agent: str, through: tuple[str, ...], network: str, code: str) -> None:
    line = Relay(pairs=(RelayedPair(source="a", target="b", through=through),), network=network)
    with pytest.raises(RankwiseError) as caught, relays([line], agent):
        pass
    assert caught.value.code == code


def test_pairs_through_a_lost_relay_are_left_out(agent: str) -> None:
    line = Relay(pairs=(RelayedPair(source="a", target="b", through=("c",)),))
    with relays([line], agent, without=["c"]) as found:
        assert (found.forwarders, found.env) == ([], {})
