"""A simulated machine: its curves at every size, its shared resources, links of a torus, the same bytes each time."""

from __future__ import annotations

from pathlib import Path

import pytest

from rankwise.cluster.machine import read_machine
from rankwise.cluster.reference import machine_named
from rankwise.core.errors import UsageError
from rankwise.measure.cells import cell
from rankwise.simulate import smpi
from rankwise.simulate.platform import of_machine

SIZE = 1 << 20


@pytest.mark.simgrid
@pytest.mark.parametrize("fabric", ["tcp", "dapl"])
def test_every_size_of_a_curve_is_found_again(fabric: str) -> None:
    machine = machine_named("phi-workstation")
    rule = next(rule for rule in machine.rules if rule.fabric == fabric and rule.sender == "host")
    cells = [cell("simulated", "sendrecv", size, (0, 1)) for size in rule.sizes_bytes]
    done = smpi.run_cells(of_machine(machine, fabric, (0, 1)), cells)
    assert [visit.samples_s[0] for visit in done.visits] == pytest.approx(rule.times_s, rel=1e-4)


@pytest.mark.simgrid
def test_cards_share_the_adapter_of_their_node() -> None:
    machine = machine_named("phi-cluster")
    platform = of_machine(machine, "dapl", (1, 2, 6, 7))  # the near cards of both nodes
    alone, together = smpi.run_cells(
        platform, [cell("simulated", "oneway", SIZE, (0, 2)), cell("simulated", "oneway", SIZE, (0, 2), (1, 3))]
    ).visits[:2]
    assert alone.samples_s[0] == pytest.approx(10e-6 + SIZE / 4e9, rel=0.01)
    assert together.samples_s[0] == pytest.approx(10e-6 + 2 * SIZE / 4e9, rel=0.01)


TORUS = """name = "torus"
origin = "declared"
[nodes]
count = 8
endpoints = [{ name = "host" }]
[network]
shape = "torus"
dimensions = [4, 2]
link = "1GB/s"
hop = "5us"
[[paths]]
fabric = "torus"
latency = "1us"
rate = "10GB/s"
"""


@pytest.mark.simgrid
@pytest.mark.parametrize(
    ("pairs", "rate", "hops"),
    [
        ([(0, 1)], 1e9, 1),
        ([(0, 2)], 1e9, 2),
        ([(0, 3)], 1e9, 1),  # the other way round
        ([(0, 4)], 2e9, 1),  # both links of the dimension of two
        ([(0, 2), (1, 3)], 1e9, 2),  # of equal ways nodes take turns: 0 goes ahead, 1 back
        ([(0, 1), (4, 5)], 1e9, 1),
    ],
)
def test_messages_share_the_links_of_a_torus(
    pairs: list[tuple[int, int]], rate: float, hops: int, tmp_path: Path
) -> None:
    file = tmp_path / "torus.toml"
    file.write_text(TORUS)
    visits = smpi.run_cells(of_machine(read_machine(file)), [cell("simulated", "oneway", SIZE, *pairs)]).visits
    slowest = max(visit.samples_s[0] for visit in visits)
    assert slowest == pytest.approx(1e-6 + (hops - 1) * 5e-6 + SIZE / rate, rel=0.01)


@pytest.mark.simgrid
def test_messages_over_one_link_of_a_torus_halve_it(tmp_path: Path) -> None:
    file = tmp_path / "ring.toml"
    file.write_text(TORUS.replace("[4, 2]", "[8]").replace('hop = "5us"\n', ""))
    visits = smpi.run_cells(of_machine(read_machine(file)), [cell("simulated", "oneway", SIZE, (0, 2), (1, 3))]).visits
    assert [visit.samples_s[0] for visit in visits] == pytest.approx([1e-6 + SIZE / 0.5e9] * 2, rel=0.01)


@pytest.mark.simgrid
def test_leaves_of_a_tree_share_their_uplink(tmp_path: Path) -> None:
    file = tmp_path / "tree.toml"
    text = TORUS.replace('shape = "torus"\ndimensions = [4, 2]', 'shape = "tree"\nleaf = 4')
    file.write_text(text.replace('hop = "5us"\n', ""))
    cells = [cell("simulated", "oneway", SIZE, *pairs) for pairs in ([(0, 1)], [(0, 4)], [(0, 4), (1, 5)])]
    visits = smpi.run_cells(of_machine(read_machine(file)), cells).visits
    times = [max(v.samples_s[0] for v in visits if v.cell == each.id) for each in cells]
    assert times == pytest.approx([1e-6 + SIZE / rate for rate in (10e9, 1e9, 0.5e9)], rel=0.01)


@pytest.mark.simgrid
def test_a_machine_gives_the_same_bytes_twice(tmp_path: Path) -> None:
    platform = of_machine(machine_named("phi-cluster"))
    cells = [cell("simulated", kernel, 65536, tuple(range(10))) for kernel in ("alltoall", "allreduce", "bcast")]
    for run in ("first", "second"):
        (tmp_path / run).mkdir()
        smpi.run_cells(platform, cells, keep=tmp_path / run)
    first, second = ((tmp_path / run / "results").read_bytes() for run in ("first", "second"))
    assert first == second


def test_ranks_without_a_path_are_named() -> None:
    with pytest.raises(UsageError, match="from n1-c0 to n1-c1"):
        of_machine(machine_named("blue-gene-p"), "torus", (0, 1))
