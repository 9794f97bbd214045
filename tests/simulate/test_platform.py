"""A map becomes a platform file: hosts, a link for every ordered path; what cannot be simulated is refused by name."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from builders.declared import declared_map, two_hosts
from rankwise.core.errors import UsageError
from rankwise.core.records import Cell
from rankwise.measure.cells import cell
from rankwise.model.records import Fabric
from rankwise.simulate import smpi
from rankwise.simulate.platform import of_map


def rows(text: str, word: str) -> list[list[str]]:
    """The lines of a machine file that begin with a word, without it."""
    return [line.split()[1:] for line in text.splitlines() if line.split()[0] == word]


def test_every_ordered_path_has_its_own_figures() -> None:
    platform = of_map(two_hosts(4e-6, 6.5e9, back=(8e-6, 1e9)))
    assert (platform.names, platform.ranks) == (("a", "b"), (0, 1))
    times = rows(platform.text, "time")
    ways = {(a, b): times[int(kind)] for a, b, kind, *_ in rows(platform.text, "same")}
    assert ways["0", "1"] == ["6500000000.0", "1", "0.0", "4e-06"]
    assert ways["1", "0"] == ["1000000000.0", "1", "0.0", "8e-06"]


def test_a_pair_without_a_path_is_named() -> None:
    with pytest.raises(UsageError, match="from b to a") as caught:
        of_map(declared_map("half", {("a", "b"): (1e-6, 1e9)}))
    assert caught.value.code == "incomplete-map"


@pytest.mark.parametrize("figures", [(-1e-6, 1e9), (1e-6, 0.0)])
def test_impossible_figures_are_refused(figures: tuple[float, float]) -> None:
    with pytest.raises(UsageError) as caught:
        of_map(two_hosts(*figures))
    assert caught.value.code == "bad-path"


def test_one_of_several_fabrics_must_be_named() -> None:
    machine = two_hosts(1e-6, 1e9)
    second = Fabric(id="tcp", kind="tcp", description="slow network")
    slow = [msgspec.structs.replace(path, fabric="tcp", latency_s=50e-6) for path in machine.paths]
    machine = msgspec.structs.replace(machine, fabrics=(*machine.fabrics, second), paths=(*machine.paths, *slow))
    with pytest.raises(UsageError, match="link, tcp") as caught:
        of_map(machine)
    assert caught.value.code == "choose-fabric"
    assert ["1000000000.0", "1", "0.0", "5e-05"] in rows(of_map(machine, "tcp").text, "time")


def test_a_rank_beyond_the_map_is_refused() -> None:
    beyond = Cell(id="c", side="s", kernel="pingpong", size_bytes=8, groups=((0, 2),))
    with pytest.raises(UsageError, match="rank 2") as caught:
        smpi.run_cells(two_hosts(1e-6, 1e9), [beyond])
    assert caught.value.code == "no-such-rank"


@pytest.mark.simgrid
def test_names_and_folders_with_colons_and_spaces_work(tmp_path: Path) -> None:
    folder = tmp_path / "two words"
    folder.mkdir()
    machine = declared_map("odd", {("vm:0 core 1", "b"): (1e-6, 1e9), ("b", "vm:0 core 1"): (1e-6, 1e9)})
    done = smpi.run_cells(machine, [cell("simulated", "barrier", 0, (0, 1))], keep=folder)
    assert done.visits[0].samples_s[0] >= 1e-6
    assert {file.name for file in folder.iterdir()} == {"machine", "hosts", "plan", "results"}


def test_an_endpoint_with_several_ranks_is_there_once() -> None:
    machine = two_hosts(1e-6, 1e9)
    platform = of_map(msgspec.structs.replace(machine, endpoints=machine.endpoints * 3))
    assert platform.text == of_map(machine).text
    assert platform.ranks == (0, 1, 0, 1, 0, 1)
