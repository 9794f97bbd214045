"""Four commands ask one model what messages cost: they say the same of the same machine."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from rankwise.cli.main import app
from rankwise.core.records import Resource
from rankwise.maps.read import read_map
from rankwise.model.machine import machine_of
from rankwise.model.records import Map
from rankwise.model.resources import time_of
from rankwise.optimise.placed import placed as place_ranks
from rankwise.optimise.routes import routed as route
from rankwise.optimise.schedules.network import network_of
from rankwise.optimise.schedules.predict import predicted_s
from rankwise.optimise.schedules.table import schedules
from rankwise.optimise.traffic import Traffic, pattern
from rankwise.verbs.share import share_work

PLAN = """
name = "four by five"
head = ""
[[nodes]]
numbers = [1, 2, 3, 4]
name = "n{node}"
sockets = 2
cards = { name = "{host}-mic{card}", sockets = [0, 0, 1, 1] }
[[networks]]
name = "ib"
cidr = "10.0.0.0/8"
host = "10.0.0.{node}"
card = "10.0.{card + 1}.{node}"
links = [
    { latency = "1us", rate = "12GB/s", where = "same-node" },
    { latency = "1us", rate = "12GB/s", where = "other-node", through = ["adapter"] },
]
[[resources]]
name = "adapter"
rate = "12GB/s"
per = "node"
"""
SIZE = 1 << 20


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    file = tmp_path / "cluster.toml"
    file.write_text(PLAN)
    return file


@pytest.fixture
def machine(plan: Path) -> Map:
    return read_map(str(plan))


def test_an_alltoall_takes_one_time(machine: Map) -> None:
    every = pattern("alltoall", 20, SIZE)
    model_s = time_of(every.sends, machine_of(machine))
    assert model_s == pytest.approx(75 * SIZE / 12e9, rel=0.005)  # 5 ranks of a node send to 15 others
    placed = place_ranks(machine, every)
    assert placed.modelled_s.default == placed.modelled_s.chosen == pytest.approx(model_s)
    assert placed.gap == pytest.approx(0.0, abs=1e-6)
    network = network_of(machine)
    (direct,) = schedules(network, "alltoall", only=["direct"])
    assert predicted_s(direct, network, SIZE) == pytest.approx(model_s)


def test_a_message_and_an_exchange_take_one_time(machine: Map) -> None:
    places = machine_of(machine)
    assert route(machine, "n1", "n2-mic3", SIZE).direct.time_s == pytest.approx(
        time_of({(0, 9): ((SIZE, 1.0),)}, places)
    )
    ring = {(rank, (rank + step) % 20): ((SIZE, 1.0),) for rank in range(20) for step in (1, -1)}
    shares = share_work(machine, {"*": 1e12}, exchange_bytes=SIZE).shares
    symmetric = next(item for item in shares if item.mode == "symmetric")
    assert symmetric.equal_s == pytest.approx(time_of(ring, places), rel=1e-6)


def test_orders_keep_apart_what_shares_an_adapter(machine: Map) -> None:
    """Four groups of five that exchange everything, dealt out to nodes in turn: where all paths are equally fast, only
    the adapters say that groups belong on nodes."""
    groups = [[rank for rank in range(20) if rank % 4 == group] for group in range(4)]
    sends = {(a, b): ((SIZE, 1.0),) for group in groups for a in group for b in group if a != b}
    traffic = Traffic("four alltoalls", 20, sends)
    kinds = [end.kind for end in machine.endpoints]
    placed = place_ranks(machine, traffic)
    assert placed.modelled_s.default and placed.modelled_s.chosen
    assert placed.modelled_s.default / placed.modelled_s.chosen >= 1.3
    assert [kinds[[end.id for end in machine.endpoints].index(rank.chosen)] for rank in placed.ranks] == kinds
    bare = replace(machine, resources=(), classes=(), paths=tuple(replace(path, through=()) for path in machine.paths))
    apart = place_ranks(bare, traffic, shares_adapters=False)
    assert apart.modelled_s.default == apart.modelled_s.chosen, "without resources no order seems better"


def test_what_offload_moves_shares_the_root_of_its_cards(machine: Map) -> None:
    root = Resource(name="root", rate_bytes_per_s=2e9, per="socket")
    inside = tuple(
        replace(path, through=("root",)) if path.source.split("-")[0] == path.target.split("-")[0] else path
        for path in machine.paths
    )
    behind = replace(machine, resources=(*machine.resources, root), paths=inside)
    times = [
        next(
            item for item in share_work(known, {"*": 1.0}, unit_bytes=1 << 30).shares if item.mode == "offload"
        ).equal_s
        for known in (machine, behind)
    ]
    assert times[1] > times[0]


def test_commands_choose_endpoints_by_name_and_tell_what_is_shared(plan: Path) -> None:
    runner = CliRunner()
    for words in (
        ["place", "--pattern", "ring"],
        ["route", "n1-mic0", "n2-mic0"],
        ["share", "--speed", "*=1"],
        ["schedule", "alltoall", "--sizes", "64KiB"],
    ):
        named = ["--machine", str(plan), "--endpoints", "n[12]-mic0"]
        done = runner.invoke(app, [*words, *named])
        if words[0] == "share":  # cards alone have no host that holds their data
            assert done.exit_code == 2 and "has no host" in done.output
            done = runner.invoke(app, [*words, "--machine", str(plan), "--endpoints", "n[12],n[12]-mic0"])
        assert done.exit_code == 0, done.output
        assert "Paths share, by the map: adapter (12.0 GB/s, per node)." in done.output
        assert "n3" not in done.output
    unknown = runner.invoke(app, ["place", "--pattern", "ring", "--machine", str(plan), "--endpoints", "x*"])
    assert unknown.exit_code == 2 and "no endpoint of the map matches 'x*'" in unknown.output
