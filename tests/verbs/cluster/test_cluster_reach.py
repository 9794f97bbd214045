"""Connections between endpoints, with this machine in the place of all of them."""

import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from rankwise.cluster import reach_probe
from rankwise.cluster.plan import read_plan
from rankwise.cluster.plan_map import to_map
from rankwise.cluster.reach import Way, try_all
from rankwise.cluster.ways import ways


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


def test_endpoints_connect(agent: str) -> None:
    ways = [Way("a", "b", "net", "127.0.0.1"), Way("b", "a", "net", "127.0.0.2")]
    reached, silent = try_all(agent, ways, limit_s=60.0)
    assert [(item.way, item.answer) for item in reached] == [(way, "ok") for way in ways] and not silent
    assert all(item.rtt_s is not None and item.rtt_s > 0 for item in reached)


def test_who_cannot_take_part_is_named_and_the_rest_goes_on(agent: str) -> None:
    names = ("a", "dead", "mute", "b")
    ways = [Way(source, target, "net", "127.0.0.1") for source in names for target in names if source != target]
    reached, silent = try_all(agent, ways, limit_s=60.0)
    assert {(item.way.source, item.way.target) for item in reached} == {("a", "b"), ("b", "a")}
    assert "no route to host" in silent["dead"] and "python3 is needed" in silent["mute"]


def test_an_address_that_nobody_has_is_told(agent: str) -> None:
    # 127.255.255.255 is the loopback's broadcast address, to which TCP never connects.
    reached, _ = try_all(agent, [Way("a", "b", "net", "127.255.255.255")])
    assert reached[0].answer != "ok" and reached[0].rtt_s is None


def test_few_endpoints_try_every_pair_that_the_plan_joins() -> None:
    plan = read_plan(Path(__file__).parents[3] / "examples/phi-cluster.toml")
    names = {i.endpoint for network in plan.networks for i in network.interfaces}
    chosen, pairs = ways(plan, names, 1)
    assert len(chosen) == pairs == 200
    joined = {(path.source, path.target, path.fabric) for path in to_map(plan).paths if path.reachable}
    assert joined <= {(way.source, way.target, way.network) for way in chosen}


def test_thousands_of_nodes_are_drawn_without_a_list_of_all_pairs(tmp_path: Path) -> None:
    text = """
        name = "large"
        [[nodes]]
        numbers = "1-2000"
        name = "n{node}"
        sockets = 1
        [[networks]]
        name = "ethernet"
        cidr = "10.32.0.0/15"
        host = "10.33.{node // 250}.{node % 250 + 1}"
        links = [{ latency = "10us", rate = "1GB/s" }]
    """
    file = tmp_path / "large.toml"
    file.write_text('head = ""\n' + text.replace('"1-2000"', str(list(range(1, 2001)))))
    plan = read_plan(file)
    names = {node.name for node in plan.nodes}
    chosen, pairs = ways(plan, names, 1)
    assert pairs == 2_000 * 1_999 and len(chosen) == 16_000 and chosen == ways(plan, names, 1)[0]
    assert {way.source for way in chosen} == names and all(way.source != way.target for way in chosen)


def test_a_stranger_gets_no_memory_and_stops_nothing() -> None:
    line = [sys.executable, reach_probe.__file__]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as probe:
        assert probe.stdin and probe.stdout
        port = json.loads(probe.stdout.readline())["port"]
        for words in (b"99999999", b"-0000001", b"garbage!", b""):
            with socket.create_connection(("127.0.0.1", port), 10) as stranger:
                stranger.sendall(words)
                stranger.shutdown(socket.SHUT_WR)
                assert stranger.recv(8) == b""
        assert reach_probe.tried("127.0.0.1", port, 10.0)[0] == "ok"
        probe.stdin.close()
        assert probe.wait(100) == 0
