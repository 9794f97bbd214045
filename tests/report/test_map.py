import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.maps import measured_map
from rankwise.cluster.plan import read_plan
from rankwise.cluster.plan_map import to_map
from rankwise.core.records import Finding
from rankwise.maps.read import read_map
from rankwise.model.records import Map
from rankwise.report.console import console
from rankwise.report.map_page import one_fabric, render
from rankwise.report.map_words import exceptions, lines, merged, unreachable
from rankwise.report.raster import plain
from rankwise.report.svg_map import drawing, write_png, write_svg
from rankwise.report.svg_matrix import matrix

EXAMPLE = Path(__file__).parents[2] / "examples/phi-cluster.toml"


@pytest.fixture(scope="module")
def phi() -> Map:
    return to_map(read_plan(EXAMPLE))


def test_relations_are_said_in_fewer_words() -> None:
    assert merged(["near card to host, same node", "far card to host, same node", "host to near card, same node"]) == [
        "card to host, same node",
        "host to near card, same node",
    ]
    assert merged(["host to card, same node", "card to host, same node"]) == ["card - host, same node"]
    assert merged(["same socket", "other socket"]) == ["same socket", "other socket"]


def test_merged_says_nothing_that_was_not_there(phi: Map) -> None:
    near = ["near card to near card, other node", "far card to far card, other node"]
    assert sorted(merged(near)) == sorted(near)
    for one in phi.classes:
        assert 0 < len(merged(one.relations)) <= len(one.relations)


def test_an_interval_wider_than_its_value_is_not_known(phi: Map, capsys: pytest.CaptureFixture[str]) -> None:
    part = one_fabric(phi, "ethernet")
    first = part.classes[0]
    wide = replace(part, classes=(replace(first, latency_high_s=90 * first.latency_s), *part.classes[1:]))
    for machine, known in ((part, True), (wide, False)):
        for item in lines(machine):
            console().print(item)
        printed = capsys.readouterr().out
        assert ("±?" not in printed) == known
        assert ("the interval is wider than the value" not in " ".join(printed.split())) == known
        assert "±8900%" not in printed


@pytest.mark.parametrize("endpoints", [2, 4, 20])
def test_a_heat_map_fills_its_picture(endpoints: int) -> None:
    """Fields or the scale below them reach the right end, also where few endpoints have small fields."""
    picture = ET.fromstring(matrix(measured_map("mpich", endpoints, ("same-socket",)), "latency"))
    _, _, width, _ = map(float, picture.attrib["viewBox"].split())
    ends = [
        float(form.attrib["x"]) + float(form.attrib["width"])
        for form in picture.iter("{http://www.w3.org/2000/svg}rect")
    ]
    ends += [
        float(place) + float(size)
        for form in picture.iter("{http://www.w3.org/2000/svg}path")
        for place, size in re.findall(r"M([\d.]+) [\d.]+h([\d.]+)", form.attrib["d"])
    ]
    assert width - 4.0 <= max(ends) <= width


def test_page_has_each_fabric_with_its_figures(phi: Map) -> None:
    page = render(phi)
    for words in ("<h2>ethernet</h2>", "<h2>infiniband</h2>", "6.50 GB/s", "22.5 MB/s", "card - host, same node"):
        assert words in page
    assert page.count("<svg") == 6
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


def test_a_figure_that_is_known_of_no_pair_has_no_matrix() -> None:
    page = render(read_map("aurora"))
    assert "Bandwidth of every pair" in page and "Latency of every pair" not in page


def test_two_findings_of_one_id_share_no_id_of_the_page(phi: Map) -> None:
    finding = Finding(id="small-shm", title="small", severity="serious", cause="", evidence=())
    page = render(replace(phi, findings=(finding, replace(finding, title="small there"))))
    assert page.count("<article") == 2
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_map_of_one_fabric_has_only_that(phi: Map) -> None:
    part = one_fabric(phi, "ethernet")
    assert {path.fabric for path in part.paths} == {"ethernet"}
    assert len(part.classes) == 3


def test_unreachable_paths_are_grouped_by_reason(phi: Map) -> None:
    assert unreachable(list(phi.paths)) == []
    assert exceptions(list(phi.classes)) == []


def test_plain_figure_has_no_variables(phi: Map) -> None:
    figure = plain(drawing(phi))
    ET.fromstring(figure)
    assert "var(" not in figure


def test_png_and_svg_files(phi: Map, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="needs resvg_py")
    svg = write_svg(phi, tmp_path / "map.svg").read_text()
    picture = write_png(phi, tmp_path / "map.png").read_bytes()
    ET.fromstring(svg)
    assert picture.startswith(b"\x89PNG") and len(picture) > 20_000
    assert int.from_bytes(picture[16:20], "big") == 1800


def test_what_stands_out_is_drawn_alone_and_named(phi: Map) -> None:
    slow, broken = ("c001-n001-mic0", "c001-n002-mic2"), {"c001-n001", "c001-n001-mic3"}
    finding = Finding(
        id="small-shm", title="small", severity="serious", cause="", evidence=(), affects=("c001-n002-mic1",)
    )
    part = one_fabric(phi, "infiniband")
    assert "no path" not in drawing(part)
    wrong = replace(
        part,
        classes=tuple(
            replace(one, exceptions=(f"{slow[0]} -> {slow[1]}: slow",)) if slow in one.paths else one
            for one in part.classes
        ),
        paths=tuple(
            replace(path, reachable=False, error="does not answer (firewall, route, cable?)")
            if {path.source, path.target} == broken
            else path
            for path in part.paths
        ),
        findings=(finding,),
    )
    drawn = ET.fromstring(drawing(wrong))
    labels = [text.text for text in drawn.iter() if text.tag.endswith("text")]
    assert {*slow, *broken, "c001-n002-mic1", "no path", "small shm"} <= set(labels)
    alarms = [one.text or "" for one in drawn.iter() if one.tag.endswith("title") and " to " in (one.text or "")]
    assert any(words.startswith(f"{slow[0]} to {slow[1]}: ") for words in alarms)


def test_paths_without_figures_are_dotted(phi: Map) -> None:
    part = one_fabric(phi, "infiniband")
    lone = "c001-n001-mic3"
    some = replace(
        part,
        classes=tuple(
            replace(one, paths=tuple(pair for pair in one.paths if lone not in pair)) for one in part.classes
        ),
        paths=tuple(
            replace(path, latency_s=None, bandwidth_bytes_per_s=None, path_class=None, error="not measured: it crashed")
            if lone in (path.source, path.target)
            else path
            for path in part.paths
        ),
    )
    wires = [one for one in ET.fromstring(drawing(some)).iter() if one.get("class") == "wire"]
    dotted = [wire[0].text or "" for wire in wires if wire.get("stroke-dasharray") == "2 7"]
    assert dotted and all(lone in words and words.endswith(": not measured") for words in dotted)


def test_what_is_a_minimum_is_called_one(phi: Map) -> None:
    assert '<th scope="col">8 B</th><th scope="col">bandwidth</th>' in render(phi)
    measured = render(replace(phi, origin="measured"))
    assert '<th scope="col">least 8 B</th><th scope="col">most bandwidth</th>' in measured
    assert "both of the fastest visit" in measured


def test_a_source_that_is_cut_is_seen_to_be(phi: Map) -> None:
    (title, *_) = lines(replace(phi, source="word " * 30))
    assert str(title).endswith(" ...")
