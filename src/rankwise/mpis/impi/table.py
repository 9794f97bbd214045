"""Intel MPI's binary tables for collectives: read, with entries of rules put among the library's own, and written.

A table is a tree, compressed by zlib. A node has a header of 40 bytes (offset of its parent, its kind, that of its
children, value, a pad, capacity, number of children, a mark) and the offsets of its children, 8 bytes each. A leaf has
algorithms of 20 bytes each in their place. This form was found by comparing dumps of 2021.18 (`I_MPI_TUNING_BIN_DUMP`);
anything else is refused.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rankwise.core import bounded

_HEADER: Final = struct.Struct("<qiiiiiiI4x")
_OFFSET: Final = struct.Struct("<q")
_ALGORITHM: Final = struct.Struct("<5i")
_BRANCH, _LEAF = 0xEEEEEEEE, 0xCCCCCCCC
_LEAF_KIND: Final = 8
_COMMUNICATORS: Final = 2  # levels below a collective: those of other sizes stay where they are
_WAY: Final = (1, 0, 1)  # the values of the nodes above those of the collectives
_OTHER: Final = "not a table of Intel MPI"

Algorithms = tuple[tuple[int, ...], ...]
Sizes = Sequence[tuple[int, int, Algorithms]]
"""The first and the last size of each rule, with its algorithms, ascending."""


class Node(Struct, frozen=True):
    """A node. `value` is the last size, ranks or ranks per node that it serves (-1: any other), or the number of a
    collective. A leaf has `algorithms`, any other node `below`; one that was not read further has its offset, `kept`.
    """

    kind: int
    value: int
    below: tuple[Node, ...] = ()
    algorithms: Algorithms = ()
    kept: int = -1

    def at(self, *values: int) -> Node:
        """The node below, by the values on the way there. Raises ValueError where there is none."""
        node = self
        for value in values:
            node = next((child for child in node.below if child.value == value), node)
            if node.value != value:
                raise ValueError(f"a table without {values}")
        return node


def unpacked(compressed: bytes) -> bytes:
    """The tree in a file. Raises ValueError for anything else."""
    try:
        return bounded.unpacked(compressed)
    except ValueError as error:
        raise ValueError(f"{_OTHER}: {error}") from error


def packed(tree: bytes) -> bytes:
    """The file of a tree."""
    return zlib.compress(tree, 1)


def collectives(tree: bytes) -> dict[int, Node]:
    """All collectives of a tree by number. Raises ValueError for anything else."""
    try:
        return {number: _read(tree, offset) for number, (_, offset) in _places(tree).items()}
    except (struct.error, RecursionError) as error:
        raise ValueError(f"{_OTHER}: {error}") from error


def grafted(tree: bytes, rules: Mapping[int, Mapping[int, Sizes]]) -> bytes:
    """The tree with rules by number of the collective and ranks: other sizes and ranks keep what they have. Raises
    ValueError for anything that is no tree of this form."""
    try:
        return _grafted(tree, rules)
    except (struct.error, IndexError, RecursionError) as error:  # an offset beyond the end, a size without a leaf
        raise ValueError(f"{_OTHER}: {error}") from error


def _grafted(tree: bytes, rules: Mapping[int, Mapping[int, Sizes]]) -> bytes:
    out, places = bytearray(tree), _places(tree)
    for number, by_ranks in rules.items():
        if number not in places:
            raise ValueError(f"{_OTHER}: no collective {number}")
        place, offset = places[number]
        parent, *_ = _header(tree, offset)
        own = _read(tree, offset, _COMMUNICATORS)
        changed = _each(own, lambda per_node, by_ranks=by_ranks: _with_ranks(tree, per_node, by_ranks))  # type: ignore[misc]
        _OFFSET.pack_into(out, place, _put(out, changed, parent))
    return bytes(out)


def _places(tree: bytes) -> dict[int, tuple[int, int]]:
    """By number of a collective, where its offset stands and what it is."""
    offset = 0
    for value in _WAY:
        offset = next((below for _, below in _below(tree, offset) if _header(tree, below)[3] == value), -1)
        if offset < 0:
            raise ValueError(f"{_OTHER}: no node {value}")
    return {_header(tree, below)[3]: (place, below) for place, below in _below(tree, offset)}


def _header(tree: bytes, offset: int) -> tuple[int, ...]:
    try:
        header: tuple[int, ...] = _HEADER.unpack_from(tree, offset)
    except struct.error as error:
        raise ValueError(f"{_OTHER}: {error}") from error
    if header[7] not in (_BRANCH, _LEAF) or not 0 <= header[6] <= header[5]:
        raise ValueError(f"{_OTHER}: mark {header[7]:#x} at {offset:#x}")
    return header


def _below(tree: bytes, offset: int) -> list[tuple[int, int]]:
    """Where the offset of each child stands, and what it is. A child names its parent, so that no node is read twice:
    else a few nodes could be a tree that nobody can hold."""
    begin, count = offset + _HEADER.size, _header(tree, offset)[6]
    places = range(begin, begin + count * _OFFSET.size, _OFFSET.size)
    below = [(place, _OFFSET.unpack_from(tree, place)[0]) for place in places]
    if len({child for _, child in below}) < count or any(_header(tree, child)[0] != offset for _, child in below):
        raise ValueError(f"{_OTHER}: what is below {offset:#x} has another place too")
    return below


def _read(tree: bytes, offset: int, levels: int = -1) -> Node:
    """A node with so many levels below it, or all: the tables of some Xeon have 7 MB, of which rules change little."""
    _, kind, _, value, _, _, count, mark = _header(tree, offset)
    if mark == _LEAF:
        begin = offset + _HEADER.size
        places = range(begin, begin + count * _ALGORITHM.size, _ALGORITHM.size)
        return Node(kind, 0, algorithms=tuple(_ALGORITHM.unpack_from(tree, place) for place in places))
    if levels == 0:
        return Node(kind, value, kept=offset)
    return Node(kind, value, tuple(_read(tree, below, levels - 1) for _, below in _below(tree, offset)))


def _put(out: bytearray, node: Node, parent: int) -> int:
    """Appends a node and all below it, or gives one that is kept its new parent; its offset."""
    if node.kept >= 0:
        _OFFSET.pack_into(out, node.kept, parent)
        return node.kept
    offset, leaf = len(out), node.kind == _LEAF_KIND
    count = len(node.algorithms if leaf else node.below)
    below, mark = (node.below[0].kind if node.below else 0), _LEAF if leaf else _BRANCH
    out.extend(_HEADER.pack(parent, node.kind, below, node.value, 0, count, count, mark))
    if leaf:
        out.extend(b"".join(_ALGORITHM.pack(*algorithm) for algorithm in node.algorithms))
        return offset
    begin = len(out)
    out.extend(bytes(count * _OFFSET.size))
    for index, child in enumerate(node.below):
        _OFFSET.pack_into(out, begin + index * _OFFSET.size, _put(out, child, offset))
    return offset


def _each(node: Node, change: Callable[[Node], Node]) -> Node:
    return replace(node, below=tuple(change(child) for child in node.below))


def _with_ranks(tree: bytes, per_node: Node, by_ranks: Mapping[int, Sizes]) -> Node:
    """A communicator follows the entry of the next larger size, one beyond all the last: the sizes next to that of a
    rule get entries of what they had. Where a table has nothing (some of Xeon have empty branches) it stays so."""
    if not per_node.below:
        return per_node
    for ranks, sizes in by_ranks.items():
        entries = per_node.below
        smaller = [entry for entry in entries if 0 <= entry.value < ranks]
        larger = [entry for entry in entries if entry.value > ranks or entry.value < 0]
        same = [entry for entry in entries if entry.value == ranks]
        own = _whole(tree, (same or larger or entries[-1:])[0])
        if ranks > 1 and not (smaller and smaller[-1].value == ranks - 1):
            smaller.append(replace(own, value=ranks - 1))
        beyond = larger or [replace(_whole(tree, entries[-1]), value=-1)]
        ruled = replace(_each(own, lambda communicator, sizes=sizes: _with_sizes(communicator, sizes)), value=ranks)  # type: ignore[misc]
        per_node = replace(per_node, below=(*smaller, ruled, *beyond))
    return per_node


def _whole(tree: bytes, node: Node) -> Node:
    return node if node.kept < 0 else _read(tree, node.kept)


def _with_sizes(communicator: Node, sizes: Sizes) -> Node:
    """The entries of the sizes of rules, and between them those that were there."""
    if not communicator.below:
        return communicator
    kind, entries = communicator.below[0].kind, communicator.below
    nodes: list[Node] = []

    def add(last: int, leaf: Node) -> None:
        if nodes and nodes[-1].below == (leaf,):
            nodes.pop()
        nodes.append(Node(kind, last, (leaf,)))

    def keep(first: int, end: int) -> None:
        """The entries of `first` to `end` (-1: all that follow)."""
        for entry in entries:
            if 0 <= entry.value < first:
                continue
            last = entry.value if end < 0 or 0 <= entry.value < end else end
            add(last, entry.below[0])
            if last == end:
                return
        if not nodes or nodes[-1].value != end:
            add(end, entries[-1].below[0])

    begin = 0
    for first, last, algorithms in sizes:
        if first > begin:
            keep(begin, first - 1)
        add(last, Node(_LEAF_KIND, 0, algorithms=algorithms))
        begin = last + 1
        if last < 0:
            return replace(communicator, below=tuple(nodes))
    keep(begin, -1)
    return replace(communicator, below=tuple(nodes))
