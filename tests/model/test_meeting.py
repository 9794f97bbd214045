"""Pairs that meet in one place and nowhere else, and what their samples say that they carried together."""

from __future__ import annotations

from itertools import permutations

import pytest
from msgspec.structs import replace

from rankwise.core.records import Endpoint, Resource
from rankwise.core.sharing import through_of
from rankwise.model.meeting import candidates, carried_bytes_per_s, inside, kinds

ENDS = tuple(
    Endpoint(id=f"n{node}e{end}", node=f"n{node}", socket=end // 2, switches=(f"leaf{node // 2}",))
    for node in range(4)
    for end in range(4)
)
ALL = set(permutations([end.id for end in ENDS], 2))
NODE = {end.id: end.node for end in ENDS}


def test_places_are_told_from_the_inside_out_and_each_division_once() -> None:
    assert list(kinds(ENDS)) == ["socket", "adapter", "switch"]
    assert list(kinds(tuple(end for end in ENDS if end.node == "n0"))) == ["socket"]
    assert list(kinds(ENDS[:1])) == []


def test_what_is_below_a_root_port_is_looked_at_first_where_all_tell_theirs() -> None:
    """Two endpoints of each socket below a root port, and all of a node at one adapter."""
    ends = tuple(replace(end, root_port=f"0000:{number % 4 // 2}0:01.0") for number, end in enumerate(ENDS))
    assert list(kinds(ends)) == ["root port", "adapter", "switch"], "sockets divide them as root ports do"
    first = next(iter(candidates(ends, ALL, "root port")))
    assert first.place == "n0:0000:00:01.0" and {source for source, _ in first.leaving} == {"n0e0", "n0e1"}
    assert "root port" not in kinds((replace(ends[0], root_port=""), *ends[1:]))
    row = Resource(name="root-port", rate_bytes_per_s=1e9, per="root port", at=(first.place,))
    assert through_of([row], ends[0], ends[1]) == (), "both are below it"
    assert through_of([row], ends[0], ends[2]) == ("root-port",)
    assert through_of([row], ends[2], ends[4]) == ()


def test_pairs_leave_a_switch_from_different_nodes() -> None:
    leaf0, leaf1 = candidates(ENDS, ALL, "switch")
    assert (leaf0.place, leaf1.place) == ("leaf0", "leaf1")
    assert len(leaf0.leaving) == 8 and len({end for pair in leaf0.leaving for end in pair}) == 16
    assert [NODE[source] for source, _ in leaf0.leaving[:2]] == ["n0", "n1"]
    assert {NODE[target] for _, target in leaf0.leaving[:2]} == {"n2", "n3"}
    assert leaf0.entering == tuple((b, a) for a, b in leaf0.leaving)


def test_pairs_that_leave_a_node_lead_to_different_nodes() -> None:
    first = next(iter(candidates(ENDS, ALL, "node")))
    assert {NODE[source] for source, _ in first.leaving} == {"n0"}
    assert {NODE[target] for _, target in first.leaving[:3]} == {"n1", "n2", "n3"}


def test_only_pairs_that_have_a_path_are_asked_for() -> None:
    few = {pair for pair in ALL if {NODE[pair[0]], NODE[pair[1]]} != {"n0", "n1"}}
    for candidate in candidates(ENDS, few, "node"):
        assert set(candidate.leaving) | set(candidate.entering) <= few
    assert list(candidates(ENDS, set(), "node")) == []


def test_pairs_inside_leave_no_place() -> None:
    pairs = inside(ENDS, ALL, "switch", 4)
    assert len(pairs) == 4 and len({end for pair in pairs for end in pair}) == 8
    assert all(int(NODE[a][1]) // 2 == int(NODE[b][1]) // 2 for a, b in pairs)


def test_what_pairs_carry_counts_while_all_are_busy() -> None:
    assert carried_bytes_per_s(100, [[1.0, 1.0], [1.0, 1.0]]) == pytest.approx(200)
    # The second is half as fast: until the first has sent both, it has sent one.
    assert carried_bytes_per_s(100, [[1.0, 1.0], [2.0, 2.0]]) == pytest.approx(150)
    # Its second message ran alone and took less; it does not count.
    assert carried_bytes_per_s(100, [[1.0, 1.0], [2.0, 0.5]]) == pytest.approx(150)
    assert carried_bytes_per_s(100, [[1.0, 1.0], [3.0, 3.0]]) == pytest.approx(100 * (2 + 2 / 3) / 2)
