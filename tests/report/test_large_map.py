"""The page of a map of thousands of endpoints stays small: neighbours share a field of the matrices."""

from __future__ import annotations

import random

import pytest

from rankwise.core.records import Endpoint
from rankwise.model.records import Fabric, Map, Path, PathClass
from rankwise.report import map_page
from rankwise.report.map_view import view_of
from rankwise.report.svg_matrix import matrix

SAME, OTHER = "other node, same switch", "other node, other switch"


def sampled(endpoints: int, *, at_a_switch: int = 32) -> Map:
    """Twelve random paths of each endpoint, and the one to its neighbour."""
    draw = random.Random(1)
    pairs = {(index, index ^ 1) for index in range(endpoints)}
    while len(pairs) < 13 * endpoints:
        a, b = draw.sample(range(endpoints), 2)
        pairs.add((a, b))
    members: dict[str, list[tuple[str, str]]] = {SAME: [], OTHER: []}
    for a, b in sorted(pairs):
        members[SAME if a // at_a_switch == b // at_a_switch else OTHER].append((f"n{a}", f"n{b}"))
    figures = {SAME: (1e-6, 20e9), OTHER: (2e-6, 10e9)}
    classes = tuple(
        PathClass(
            id=relation.replace(", ", "-").replace(" ", "-"),
            fabric="network",
            relations=(relation,),
            paths=tuple(paths),
            latency_s=figures[relation][0],
            latency_low_s=figures[relation][0],
            latency_high_s=figures[relation][0],
            bandwidth_bytes_per_s=figures[relation][1],
            bandwidth_low_bytes_per_s=figures[relation][1],
            bandwidth_high_bytes_per_s=figures[relation][1],
        )
        for relation, paths in members.items()
    )
    return Map(
        name="large",
        origin="measured",
        source="mpich",
        endpoints=tuple(Endpoint(id=f"n{index}", node=f"n{index}") for index in range(endpoints)),
        fabrics=(Fabric(id="network", kind="network", description="", sampled="a sample"),),
        paths=tuple(
            Path(
                source=source,
                target=target,
                fabric="network",
                path_class=path_class.id,
                latency_s=path_class.latency_s,
                bandwidth_bytes_per_s=path_class.bandwidth_bytes_per_s,
            )
            for path_class in classes
            for source, target in path_class.paths
        ),
        classes=classes,
    )


@pytest.mark.parametrize("endpoints", [512, 4096])
def test_the_page_stays_small(endpoints: int) -> None:
    page = map_page.render(sampled(endpoints))
    assert len(page) < 500_000
    width = endpoints // 64
    assert f"a field: median of the paths of {width} x {width} endpoints" in page


def test_blocks_of_one_switch_are_faster_than_others() -> None:
    drawn = matrix(sampled(2048), "latency")  # blocks of 32: one switch each
    fast, slow = '<path fill="#e3eef9"', '<path fill="#3f84bb"'
    assert drawn.count(fast) == 1 and slow in drawn
    light = drawn.partition(fast)[2].partition("/>")[0]
    assert light.count("M") == 64, "the diagonal: each switch with itself"


def test_the_usual_path_of_many_is_that_of_the_few_which_were_measured() -> None:
    view = view_of(sampled(512))
    names = [endpoint.id for endpoint in view.endpoints]
    usual = view.between(names, names)
    assert usual is not None and usual.latency_s == 2e-6
    near = view.between(names[:32], names[:32])
    assert near is not None and near.latency_s == 1e-6
    assert view.between(["n0"], ["n0"]) is None
