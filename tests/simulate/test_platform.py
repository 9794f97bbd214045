"""A map becomes a platform file: hosts, a link for every ordered path; what cannot be simulated is refused by name."""

from __future__ import annotations

import xml.etree.ElementTree as Xml
from pathlib import Path

import msgspec
import pytest

from rankwise.core.errors import UsageError
from rankwise.core.records import Cell, Fabric
from rankwise.measure.cells import cell
from rankwise.simulate import smpi
from rankwise.simulate.maps import declared_map, two_hosts
from rankwise.simulate.platform import platform_xml


def test_every_ordered_path_is_a_link_with_its_own_figures() -> None:
    root = Xml.fromstring(platform_xml(two_hosts(4e-6, 6.5e9, back=(8e-6, 1e9))))
    assert [host.get("id") for host in root.iter("host")] == ["a", "b"]
    links = {link.get("id"): (link.get("latency"), link.get("bandwidth")) for link in root.iter("link")}
    assert links == {"a -> b": ("4e-06s", "6500000000.0Bps"), "b -> a": ("8e-06s", "1000000000.0Bps")}
    routes = {(route.get("src"), route.get("dst")): [link.get("id") for link in route] for route in root.iter("route")}
    assert routes == {("a", "b"): ["a -> b"], ("b", "a"): ["b -> a"]}
    assert {route.get("symmetrical") for route in root.iter("route")} == {"NO"}


def test_names_are_escaped() -> None:
    machine = declared_map("odd", {('n<1>"&', "b"): (1e-6, 1e9), ("b", 'n<1>"&'): (1e-6, 1e9)})
    root = Xml.fromstring(platform_xml(machine))
    assert {host.get("id") for host in root.iter("host")} == {'n<1>"&', "b"}


def test_a_pair_without_a_path_is_named() -> None:
    with pytest.raises(UsageError, match="from b to a") as caught:
        platform_xml(declared_map("half", {("a", "b"): (1e-6, 1e9)}))
    assert caught.value.code == "incomplete-map"


@pytest.mark.parametrize("figures", [(-1e-6, 1e9), (1e-6, 0.0)])
def test_impossible_figures_are_refused(figures: tuple[float, float]) -> None:
    with pytest.raises(UsageError) as caught:
        platform_xml(two_hosts(*figures))
    assert caught.value.code == "bad-path"


def test_one_of_several_fabrics_must_be_named() -> None:
    machine = two_hosts(1e-6, 1e9)
    second = Fabric(id="tcp", kind="tcp", description="slow network")
    slow = [msgspec.structs.replace(path, fabric="tcp", latency_s=50e-6) for path in machine.paths]
    machine = msgspec.structs.replace(machine, fabrics=(*machine.fabrics, second), paths=(*machine.paths, *slow))
    with pytest.raises(UsageError, match="link, tcp") as caught:
        platform_xml(machine)
    assert caught.value.code == "choose-fabric"
    links = Xml.fromstring(platform_xml(machine, "tcp")).iter("link")
    assert {link.get("latency") for link in links} == {"5e-05s"}


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
    assert {file.name for file in folder.iterdir()} == {"platform.xml", "hosts", "plan", "results"}


def test_an_endpoint_with_several_ranks_is_one_host() -> None:
    machine = two_hosts(1e-6, 1e9)
    assert platform_xml(msgspec.structs.replace(machine, endpoints=machine.endpoints * 3)) == platform_xml(machine)
