"""Figures: well-formed, safe, nice ticks, labels that do not touch."""

from __future__ import annotations

import itertools
import math
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.maps import cluster_map, measured_map
from rankwise.model.records import Map
from rankwise.report.map_layout import arrange
from rankwise.report.map_view import boxes_of, view_of
from rankwise.report.svg import spread, standalone, text_width
from rankwise.report.svg_axes import LogAxis, SizeAxis, tick_rate, tick_seconds
from rankwise.report.svg_bars import RatioBar, ratio_plot
from rankwise.report.svg_map import drawing
from rankwise.report.svg_matrix import matrix
from rankwise.report.svg_plot import Point, Reference, Series, rate_plot, time_plot

SVG = "{http://www.w3.org/2000/svg}"
MAPS = {
    "two cores": measured_map("mpich", 2, ("same-socket",)),
    "eight cores": measured_map("mpich", 8, ("same-socket", "other-socket")),
    "sixty-four cores": measured_map("impi", 64, ("same-socket", "other-socket")),
    "a node with cards": cluster_map(1),
    "two nodes with cards": cluster_map(),
    "four nodes with cards": cluster_map(4),
    "many nodes": cluster_map(24, 1),
}


def parse(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def test_ratios_are_drawn_one_below_the_other_within_the_figure() -> None:
    drawn = parse(ratio_plot("gains", [RatioBar(f"line {row}", 1.3, 1.1, 1.6, "good", "1.3x") for row in range(3)]))
    height = float(drawn.attrib["viewBox"].split()[3])
    lines = [(float(part.attrib["y1"]), float(part.attrib["y2"])) for part in drawn.iter(f"{SVG}line")]
    levels = list(dict.fromkeys(y1 for y1, y2 in lines if y1 == y2))
    assert levels == sorted(levels) and len(levels) == 3
    assert all(0 <= y <= height for pair in lines for y in pair)


def series(name: str, values: list[float]) -> Series:
    points = tuple(Point(1 << i, value, value * 0.98, value * 1.02, f"{name} {i}") for i, value in enumerate(values))
    return Series(name, 0, points)


@given(st.lists(st.floats(0, 500), min_size=1, max_size=12))
def test_labels_are_spread_apart_in_order(wanted: list[float]) -> None:
    placed = spread(wanted, 14.0, 0.0, 500.0)
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    assert all(placed[b] - placed[a] >= 14.0 - 1e-6 for a, b in itertools.pairwise(order))
    assert max(placed) <= 500.0 + 1e-6


@given(st.floats(1e-9, 1e3), st.floats(1.0, 1e9))
def test_axis_ticks_are_inside_and_round(low: float, span: float) -> None:
    axis = LogAxis.around([low, low * span], 300.0, 10.0)
    ticks = axis.ticks()
    assert 1 <= len(ticks) <= 12
    assert all(axis.low <= tick <= axis.high for tick in ticks)
    assert all(re.fullmatch(r"[125]0*", f"{tick / 10 ** math.floor(math.log10(tick * 1.0001)):.0f}") for tick in ticks)


def test_size_axis_has_a_place_for_zero() -> None:
    axis = SizeAxis.of([0, 1, 4 << 20], 0.0, 400.0)
    assert axis.at(0) == 0.0
    assert 0.0 < axis.at(1) < axis.at(2) < axis.at(4 << 20) == 400.0
    assert axis.ticks()[0] == (0, "0")


@pytest.mark.parametrize(
    ("tick", "words"), [(2e-7, "200 ns"), (1e-6, "1 us"), (1e-5, "10 us"), (1e-3, "1 ms"), (2.0, "2 s")]
)
def test_tick_of_a_time(tick: float, words: str) -> None:
    assert tick_seconds(tick) == words


def test_tick_of_a_rate() -> None:
    assert [tick_rate(rate) for rate in (1e5, 5e7, 1e9, 2e10)] == ["100 kB/s", "50 MB/s", "1 GB/s", "20 GB/s"]


def test_plot_draws_every_point_and_band() -> None:
    root = parse(time_plot("a plot", [series("one", [1e-6, 2e-6, 5e-6]), series("two", [2e-6, 3e-6, 4e-6])]))
    assert root.attrib["role"] == "img"
    assert len(root.findall(f".//{SVG}path[@class='pt']")) == 6
    assert len(root.findall(f".//{SVG}path[@class='bd']")) == 2
    names = [text.text for text in root.iter(f"{SVG}text") if text.attrib.get("class") == "lb"]
    assert names == ["one", "two"]


def test_a_long_name_leaves_room_for_its_line() -> None:
    root = parse(time_plot("a plot", [series("mpich@/opt/apps/of-a-site/compilers/mpich/4.2", [1e-6, 2e-6])]))
    (name,) = [text for text in root.iter(f"{SVG}text") if text.attrib.get("class") == "lb"]
    assert name.text is not None and name.text.startswith("mpich@/o") and name.text.endswith("mpich/4.2")
    assert float(name.attrib["x"]) > float(root.attrib["viewBox"].split()[2]) / 2


def test_wide_letters_take_their_width() -> None:
    """`mpi=openmpi` was cut at the end of its line: an m of DejaVu Sans is 0.97 em wide."""
    assert text_width("mW@", 10.0) >= 3 * 9.7


def test_no_line_of_an_axis_crosses_the_name_of_a_ratio() -> None:
    name = "all that was taken, beside the default"
    drawn = ratio_plot("gains", [RatioBar(name, 1.3, 1.1, 1.6, "good", "1.3x")])
    axis, _, rest = drawn.partition('class="rf"')
    (behind,) = re.findall(r'<rect [^>]*width="([0-9.]+)"[^>]*class="inv"', rest)
    assert axis and float(behind) >= text_width(name) and rest.index("inv") < rest.index(name)


def test_one_value_and_an_unknown_interval_do_not_break_a_plot() -> None:
    lonely = Series("one", 0, (Point(8, 1e-6, 1e-8, 1e-4, "one"),))
    root = parse(time_plot("lonely", [lonely]))
    assert len(root.findall(f".//{SVG}path[@class='pt']")) == 1
    assert (
        parse(rate_plot("with a level", [series("one", [1e9, 2e9])], [Reference("expected", ((1, 3e9), (2, 3e9)))]))
        is not None
    )


@pytest.mark.parametrize("name", MAPS)
def test_map_is_drawn(name: str) -> None:
    machine = MAPS[name]
    root = parse(drawing(machine))
    boxes = boxes_of(view_of(machine))
    assert 2 <= len(boxes) <= 16
    assert sum(len(box.members) for box in boxes) == len(machine.endpoints)
    assert len(root.findall(f".//{SVG}path[@class='wire']")) >= len(boxes) - 1
    words = " ".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))
    assert re.search(r"\d us · \d", words)
    assert "nan" not in drawing(machine)
    assert drawing(machine) == drawing(machine)


@pytest.mark.parametrize("name", MAPS)
def test_boxes_do_not_overlap_and_stay_in_their_node(name: str) -> None:
    layout = arrange(boxes_of(view_of(MAPS[name])), {}, 110.0)
    for one, other in itertools.combinations(layout.boxes, 2):
        apart_x = one.x + one.width <= other.x or other.x + other.width <= one.x
        apart_y = one.y + one.height <= other.y or other.y + other.height <= one.y
        assert apart_x or apart_y, (one.box.name, other.box.name)
    frames = {frame.name: frame for frame in layout.frames}
    for one in layout.boxes:
        assert 0 <= one.x <= layout.width - one.width and 0 <= one.y <= layout.height - one.height
        if one.box.node:
            frame = frames[one.box.node]
            assert frame.x <= one.x and one.x + one.width <= frame.x + frame.width
            assert frame.y <= one.y and one.y + one.height <= frame.y + frame.height
    assert all(frame.x + frame.width <= layout.width for frame in layout.frames)


def test_directions_that_differ_are_two_lines_and_a_broken_path_is_reported() -> None:
    svg = drawing(cluster_map())
    assert "6.00 us · 6.10 GB/s" in svg
    assert "6.20 us · 3.90 GB/s" in svg
    assert "no route to host" in svg


@pytest.mark.parametrize("name", MAPS)
def test_matrix_names_values_and_stays_small(name: str) -> None:
    machine = MAPS[name]
    for quantity in ("latency", "bandwidth"):
        svg = matrix(machine, quantity)  # type: ignore[arg-type]
        parse(svg)
        assert len(svg) < 150_000
    if len(machine.endpoints) <= 8:
        one = machine.classes[0]
        assert f"{one.paths[0][0]} to {one.paths[0][1]}" in matrix(machine, "latency")


def test_names_are_escaped() -> None:
    evil = Map(
        name="<script>alert(1)</script>", origin="declared", source="", endpoints=MAPS["two cores"].endpoints,
        fabrics=(), paths=MAPS["two cores"].paths, classes=MAPS["two cores"].classes,
    )  # fmt: skip
    assert "<script>" not in drawing(evil)


def test_standalone_figure_carries_its_palette() -> None:
    root = parse(standalone(drawing(MAPS["two cores"])).partition("\n")[2])
    style = root.find(f"{SVG}style")
    assert style is not None
    assert "--c0:" in (style.text or "")
