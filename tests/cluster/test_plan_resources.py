"""Resources of a plan: read, checked all at once by field and line, and given to the map."""

from __future__ import annotations

from pathlib import Path

import pytest

from rankwise.cluster.plan import read_plan
from rankwise.cluster.plan_map import to_map
from rankwise.core.errors import UsageError
from rankwise.model.machine import machine_of

PLAN = """
name = "pairs"
head = ""
[[nodes]]
numbers = [1, 2, 3]
name = "n{node}"
sockets = 2
cards = { name = "{host}-mic{card}", sockets = [0, 1] }
[[networks]]
name = "ib"
cidr = "10.0.0.0/8"
host = "10.0.0.{node}"
card = "10.0.{card + 1}.{node}"
slowdown = 4
links = [
    { latency = "1us", rate = "12GB/s", where = "same-node" },
    { latency = "1us", rate = "12GB/s", where = "other-node", through = ["adapter"] },
]
[[resources]]
name = "adapter"
rate = "8GB/s"
per = "adapter"
"""


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "plan.toml"
    file.write_text(text)
    return file


def test_paths_of_a_plan_share_what_it_declares(tmp_path: Path) -> None:
    machine = to_map(read_plan(written(tmp_path, PLAN)))
    assert [(row.name, row.rate_bytes_per_s, row.per) for row in machine.resources] == [("adapter", 8e9, "adapter")]
    through = {path.through for path in machine.paths if path.source == "n1" and path.target.startswith("n2")}
    assert through == {("adapter",)}
    assert {item.through for item in machine.classes} == {(), ("adapter",)}
    assert machine_of(machine).shared[0].labels == tuple(f"adapter of n{node}:adapter0" for node in (1, 2, 3))


def test_a_lab_slows_what_paths_share(tmp_path: Path) -> None:
    assert to_map(read_plan(written(tmp_path, PLAN)), in_lab=True).resources[0].rate_bytes_per_s == 2e9


def test_a_second_adapter_carries_its_own_socket(tmp_path: Path) -> None:
    machine = to_map(read_plan(written(tmp_path, PLAN.replace("sockets = 2", "sockets = 2\nadapters = [0, 1]"))))
    assert {end.id: end.adapter for end in machine.endpoints if end.node == "n1"} == {
        "n1": "adapter0",
        "n1-mic0": "adapter0",
        "n1-mic1": "adapter1",
    }


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('["adapter"]', '["adaptor"]', "networks[0].links[1].through: there is no resource 'adaptor'; it has: adapter"),
        ('["adapter"]', '["adaptor"]', "resources[0].name: no path names 'adapter'"),
        ('["adapter"]', '["adapter", "adapter"]', "networks[0].links[1].through: it names a resource twice"),
        ('"8GB/s"', '"0GB/s"', "resources[0].rate: '0GB/s' is not a rate"),
        ('per = "adapter"', 'per = "rack"', "resources[0].per: 'rack' is not one of node, socket, card"),
        ('per = "adapter"', 'per = "node"\nat = ["m*"]', "resources[0].at: 'm*' is no place of this machine"),
        ("sockets = 2", "sockets = 2\nadapters = [2]", "nodes.adapters: n1 has 2 sockets, none is 2"),
    ],
)
def test_what_is_wrong_is_named_by_field(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_plan(written(tmp_path, PLAN.replace(old, new)))
    assert words in caught.value.message


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    tables = (("adapter", "0GB/s", "card"), ("idle", "1GB/s", "node"))
    more = "".join(f'[[resources]]\nname = "{name}"\nrate = "{rate}"\nper = "{per}"\n' for name, rate, per in tables)
    with pytest.raises(UsageError) as caught:
        read_plan(written(tmp_path, PLAN.replace('["adapter"]', '["a", "adapter"]') + more))
    for words in (
        "resources[1].rate: '0GB/s' is not a rate; write 110MB/s, 3.8GB/s or 10Gbit/s (line 25)",
        "resources[1].per: 'adapter' is per adapter above and per card here",
        "resources[1].name: 'adapter' is there already",
        "through: there is no resource 'a'",
        "resources[2].name: no path names 'idle'",
    ):
        assert words in caught.value.message


def test_one_rate_for_networks_that_a_lab_slows_differently_is_refused(tmp_path: Path) -> None:
    second = """
[[networks]]
name = "eth"
cidr = "11.0.0.0/8"
host = "11.0.0.{node}"
card = "11.0.{card + 1}.{node}"
links = [{ latency = "1us", rate = "1GB/s", through = ["adapter"] }]
"""
    with pytest.raises(UsageError, match=r"resources \(adapter\): its networks have slowdowns 1, 4"):
        read_plan(written(tmp_path, PLAN + second))
