"""A measured pattern is held beside what the paths give for it, also where one pair of each relation was measured."""

from __future__ import annotations

import pytest

from rankwise.core.records import Cell, Endpoint
from rankwise.model.at_once import predicted_s, whole
from rankwise.model.records import Map, Path, PathClass

ENDS = tuple(Endpoint(id=f"n{node}:c{core}", node=f"n{node}", cpus=(core,)) for node in range(2) for core in range(2))
SIZE = 1 << 20


def relation(a: Endpoint, b: Endpoint) -> str:
    return "same node" if a.node == b.node else "other node"


def of_class(name: str, pair: tuple[str, str], latency_s: float, rate: float) -> PathClass:
    return PathClass(
        id=name,
        fabric="f",
        relations=(name,),
        paths=(pair,),
        latency_s=latency_s,
        latency_low_s=latency_s,
        latency_high_s=latency_s,
        bandwidth_bytes_per_s=rate,
        bandwidth_low_bytes_per_s=rate,
        bandwidth_high_bytes_per_s=rate,
    )


@pytest.fixture
def machine() -> Map:
    near, far = ("n0:c0", "n0:c1"), ("n0:c0", "n1:c0")
    classes = (of_class("same node", near, 1e-6, 10e9), of_class("other node", far, 2e-6, 1e9))
    paths = tuple(
        Path(source=a, target=b, fabric="f", path_class=item.id, latency_s=item.latency_s)
        for (a, b), item in zip((near, far), classes, strict=True)
    )
    return Map(name="m", origin="measured", source="", endpoints=ENDS, fabrics=(), paths=paths, classes=classes)


def cell(kernel: str, *ranks: int) -> Cell:
    return Cell(id=kernel, side="s", kernel=kernel, size_bytes=SIZE, groups=(ranks,))


@pytest.mark.parametrize(
    ("kernel", "ranks", "expected"),
    [
        ("sendrecv", (0, 1), SIZE / 10e9),
        ("exchange", (0, 1), 2 * SIZE / 10e9),
        ("pingping", (0, 2), SIZE / 1e9),
        ("alltoall", (0, 1, 2, 3), 4 * SIZE / 1e9),  # two ranks of a node send to two of the other, by one adapter
    ],
)
def test_patterns_take_what_their_busiest_part_takes(
    machine: Map, kernel: str, ranks: tuple[int, ...], expected: float
) -> None:
    assert predicted_s(whole(machine, relation), ENDS, cell(kernel, *ranks)) == pytest.approx(expected, rel=0.02)


def test_what_is_no_pattern_has_no_prediction(machine: Map) -> None:
    places = whole(machine, relation)
    assert predicted_s(places, ENDS, cell("allreduce", 0, 1, 2, 3)) is None
    assert predicted_s(places, ENDS, cell("alltoall", 0)) is None
    strange = whole(machine, lambda a, b: "never measured")
    assert predicted_s(strange, ENDS, cell("alltoall", 0, 1, 2, 3)) is None
