"""Hosts whose switches are known: leaves are boxes in their pods, and blocks of the matrices have names."""

from __future__ import annotations

import re

from msgspec.structs import replace

from rankwise.core.records import Endpoint
from rankwise.model.records import Fabric, Map, PathClass
from rankwise.report.map_view import boxes_of, view_of
from rankwise.report.svg_map import drawing
from rankwise.report.svg_matrix import matrix

PODS = {"pod1": ("leaf1", "leaf2"), "pod2": ("leaf3", "leaf4")}


def machine(exceptions: tuple[str, ...] = ()) -> Map:
    """Two pods of two leaves of four hosts, which are listed leaf by leaf in turn."""
    leaves = [(pod, leaf) for pod, below in PODS.items() for leaf in below]
    ends = tuple(
        Endpoint(id=f"{leaf}-n{host}", node=f"{leaf}-n{host}", switches=(pod, leaf))
        for host in range(4)
        for pod, leaf in leaves
    )
    at = {end.id: end.switches for end in ends}
    members: dict[str, list[tuple[str, str]]] = {"same switch": [], "same pod": [], "other pod": []}
    for a, b in ((a, b) for a in at for b in at if a != b):
        kind = "same switch" if at[a] == at[b] else "same pod" if at[a][0] == at[b][0] else "other pod"
        members[kind].append((a, b))
    classes = tuple(
        PathClass(
            id=kind.replace(" ", "-"),
            fabric="network",
            relations=(f"other node, {kind}",),
            paths=tuple(paths),
            latency_s=latency_s,
            latency_low_s=latency_s,
            latency_high_s=latency_s,
            bandwidth_bytes_per_s=1e10,
            bandwidth_low_bytes_per_s=1e10,
            bandwidth_high_bytes_per_s=1e10,
            exceptions=exceptions if kind == "other pod" else (),
        )
        for (kind, paths), latency_s in zip(members.items(), (1e-6, 2e-6, 4e-6), strict=True)
    )
    fabric = Fabric(id="network", kind="network", description="")
    return Map(name="m", origin="measured", source="", endpoints=ends, fabrics=(fabric,), paths=(), classes=classes)


def test_each_leaf_is_a_box_in_its_pod() -> None:
    boxes = boxes_of(view_of(machine()))
    assert [(box.name, box.node, len(box.members)) for box in boxes] == [
        (leaf, pod, 4) for pod, below in PODS.items() for leaf in below
    ]
    drawn = drawing(machine())
    assert all(f">{name}</text>" in drawn for name in (*PODS, "leaf1", "leaf4"))


def test_a_host_that_stands_out_is_drawn_alone_where_it_is() -> None:
    boxes = boxes_of(view_of(machine(("leaf1-n2 -> leaf3-n1: 1.00 GB/s",))))
    alone = {box.name: box.node for box in boxes if len(box.members) == 1}
    assert alone == {"leaf1-n2": "pod1 leaf1", "leaf3-n1": "pod2 leaf3"}


def test_rows_of_a_leaf_are_next_to_each_other_and_named() -> None:
    drawn = matrix(machine(), "latency")
    assert re.findall(r">(leaf\d(?:, pod\d)?)</text>", drawn) == [
        "leaf1, pod1",
        "leaf2",
        "leaf3, pod2",
        "leaf4",
    ]
    assert drawn.count('class="pod"') == 2 and drawn.count('class="leaf"') == 4
    rows = re.findall(r'class="t e sm">(leaf\d)-n\d</text>', drawn)
    assert rows == sorted(rows)


def test_blocks_that_mix_switches_have_no_names_and_unknown_places_change_nothing() -> None:
    plain = replace(machine(), endpoints=tuple(replace(end, switches=()) for end in machine().endpoints))
    assert 'class="pod"' not in matrix(plain, "latency")
    assert {box.node for box in boxes_of(view_of(plain))} != set(PODS)
