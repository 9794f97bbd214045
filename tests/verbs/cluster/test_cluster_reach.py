"""Connections between endpoints, with this machine in the place of all of them."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from rankwise.verbs.cluster.reach import Way, drawn, try_all


@pytest.fixture
def agent(tmp_path: Path) -> str:
    """Runs everything here; the host `dead` is not reached, `mute` has no Python."""
    file = tmp_path / "agent"
    file.write_text(
        "#!/bin/sh\nhost=$1; shift\n"
        '[ "$host" = dead ] && { echo "no route to host" >&2; exit 255; }\n'
        '[ "$host" = mute ] && export PATH=/nowhere\n'
        'echo "Welcome to $host"\nexec /bin/sh -c "/bin/$*"\n'
    )
    file.chmod(0o755)
    return str(file)


@pytest.fixture
def closed_port() -> Iterator[int]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


def test_endpoints_connect(agent: str) -> None:
    ways = [Way("a", "b", "net", "127.0.0.1"), Way("b", "a", "net", "127.0.0.2")]
    reached, silent = try_all(agent, ways)
    assert [(item.way, item.answer) for item in reached] == [(way, "ok") for way in ways] and not silent
    assert all(item.rtt_s is not None and item.rtt_s > 0 for item in reached)


def test_who_cannot_take_part_is_named_and_the_rest_goes_on(agent: str) -> None:
    names = ("a", "dead", "mute", "b")
    ways = [Way(source, target, "net", "127.0.0.1") for source in names for target in names if source != target]
    reached, silent = try_all(agent, ways)
    assert {(item.way.source, item.way.target) for item in reached} == {("a", "b"), ("b", "a")}
    assert "no route to host" in silent["dead"] and "python3 is needed" in silent["mute"]


def test_an_address_that_nobody_has_is_told(agent: str) -> None:
    # 127.255.255.255 is the loopback's broadcast address, to which TCP never connects.
    reached, _ = try_all(agent, [Way("a", "b", "net", "127.255.255.255")])
    assert reached[0].answer != "ok" and reached[0].rtt_s is None


def test_drawn_ways_are_spread_over_all_endpoints() -> None:
    names = [f"n{i}" for i in range(100)]
    ways = [Way(a, b, "net", b) for a in names for b in names if a != b]
    chosen = drawn(ways, 8, 1)
    assert chosen == drawn(ways, 8, 1)
    assert {way.source for way in chosen} == set(names) and len(chosen) == 800
