"""Tables of Intel MPI: trees of nodes as the library writes them, with rules among its own entries."""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Iterator

import pytest

from fuzz import seeds
from rankwise.mpis.impi.table import Algorithms, Node, _below, _header, _put, collectives, grafted, packed, unpacked


def named(number: int) -> Algorithms:
    return ((number, 0, 0, 0, 0), (-1, 0, 0, 0, 0))


def sizes(entries: dict[int, int]) -> Node:
    """The entries of a communicator: the last size of each, and its algorithm."""
    leaves = {last: Node(8, 0, algorithms=named(number)) for last, number in entries.items()}
    return Node(9, -1, tuple(Node(7, last, (leaf,)) for last, leaf in leaves.items()))


def table(by_ranks: dict[int, dict[int, int]]) -> bytes:
    """A tree with two collectives of the same entries, for any number of ranks per node."""
    communicators = tuple(Node(6, ranks, (sizes(entries),)) for ranks, entries in by_ranks.items())
    found = tuple(Node(4, number, (Node(5, -1, communicators),)) for number in (2, 7))
    return tree(Node(0, 65536, (Node(1, 1, (Node(2, 0, (Node(3, 1, found),)),)),)))


def tree(root: Node) -> bytes:
    out = bytearray()
    _put(out, root, -1)
    return bytes(out)


def entries(whole: bytes, collective: int = 2) -> dict[int, dict[int, int]]:
    """The reverse of `table`."""
    communicators = collectives(whole)[collective].at(-1).below
    return {
        one.value: {size.value: size.below[0].algorithms[0][0] for size in one.at(-1).below} for one in communicators
    }


def parents(whole: bytes, offset: int = 0) -> Iterator[tuple[int, int]]:
    """Of each node below one what it names as its parent, and what is."""
    for _, below in _below(whole, offset):
        yield _header(whole, below)[0], offset
        if _header(whole, below)[1] != 8:
            yield from parents(whole, below)


OWN = {2: {100: 1, 4096: 2, -1: 3}, 8: {64: 4, -1: 5}}


def test_what_is_written_is_read_again() -> None:
    assert unpacked(packed(table(OWN))) == table(OWN)
    assert entries(table(OWN)) == entries(table(OWN), 7) == OWN


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ([(0, 10, 9)], {10: 9, 100: 1, 4096: 2, -1: 3}),
        ([(50, 200, 9)], {49: 1, 200: 9, 4096: 2, -1: 3}),
        ([(101, 4096, 9)], {100: 1, 4096: 9, -1: 3}),
        ([(0, 10, 9), (20, 30, 8)], {10: 9, 19: 1, 30: 8, 100: 1, 4096: 2, -1: 3}),
        ([(0, 10, 9), (11, 5000, 8)], {10: 9, 5000: 8, -1: 3}),
        ([(5000, -1, 9)], {100: 1, 4096: 2, 4999: 3, -1: 9}),
        ([(0, -1, 9)], {-1: 9}),
        ([(0, 100, 1)], OWN[2]),
    ],
)
def test_sizes_without_a_rule_keep_their_entries(rules: list[tuple[int, int, int]], expected: dict[int, int]) -> None:
    found = grafted(table(OWN), {2: {2: [(first, last, named(number)) for first, last, number in rules]}})
    assert entries(found) == {1: OWN[2], 2: expected, 8: OWN[8]}
    assert entries(found, 7) == OWN


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        (1, {1: {-1: 9}, **OWN}),
        (8, {2: OWN[2], 7: OWN[8], 8: {-1: 9}, -1: OWN[8]}),
        (3, {2: OWN[2], 3: {-1: 9}, 8: OWN[8]}),
        (4, {2: OWN[2], 3: OWN[8], 4: {-1: 9}, 8: OWN[8]}),
        (16, {2: OWN[2], 8: OWN[8], 15: OWN[8], 16: {-1: 9}, -1: OWN[8]}),
    ],
)
def test_communicators_of_other_sizes_keep_their_entries(ranks: int, expected: dict[int, dict[int, int]]) -> None:
    found = grafted(table(OWN), {2: {ranks: [(0, -1, named(9))]}})
    assert entries(found) == expected
    assert all(told == parent for told, parent in parents(found))


def test_a_table_may_have_one_size_of_communicators_or_none() -> None:
    rules = {2: {2: [(0, -1, named(9))]}}
    assert entries(grafted(table({2: OWN[2]}), rules)) == {1: OWN[2], 2: {-1: 9}, -1: OWN[2]}
    assert entries(grafted(table({}), rules)) == {}


def test_rules_for_several_sizes_of_communicators() -> None:
    rules = {2: {2: [(0, -1, named(9))], 3: [(0, -1, named(6))]}}
    assert entries(grafted(table(OWN), rules)) == {1: OWN[2], 2: {-1: 9}, 3: {-1: 6}, 8: OWN[8]}


@pytest.mark.parametrize("data", [b"", b"text", zlib.compress(b"short"), zlib.compress(bytes(400))])
def test_anything_else_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="not a table of Intel MPI"):
        collectives(unpacked(data))


@pytest.mark.parametrize("rules", [{3: {2: [(0, -1, named(9))]}}, {}])
def test_a_table_of_another_form_is_refused(rules: dict[int, dict[int, list[tuple[int, int, Algorithms]]]]) -> None:
    whole = table(OWN) if rules else tree(Node(0, 0, (Node(1, 5, (Node(8, 0, algorithms=named(1)),)),)))
    with pytest.raises(ValueError, match="not a table of Intel MPI: no"):
        grafted(whole, rules)


def test_a_tree_that_is_cut_or_leads_in_a_circle_is_no_table() -> None:
    whole = table(OWN)
    for end in range(40, len(whole), 8):
        with contextlib.suppress(ValueError):
            collectives(whole[:end])
    looped = bytearray(whole)
    for place, _ in _below(whole, 0):
        looped[place : place + 8] = bytes(8)
    with pytest.raises(ValueError, match=r"not a table"):
        collectives(bytes(looped))


def test_a_node_in_two_places_is_refused() -> None:
    """Forty of them would be a tree of 2^40 nodes."""
    *_, twice = seeds.tables_of_intel()
    with pytest.raises(ValueError, match="has another place too"):
        collectives(twice)


def test_a_size_without_a_leaf_is_refused() -> None:
    ranks = Node(6, 2, (Node(9, -1, (Node(7, -1),)),))
    bare = Node(1, 1, (Node(2, 0, (Node(3, 1, (Node(4, 2, (Node(5, -1, (ranks,)),)),)),)),))
    with pytest.raises(ValueError, match="not a table of Intel MPI"):
        grafted(tree(Node(0, 65536, (bare,))), {2: {2: [(8, 16, named(9))]}})
