"""Ways of chunks between ranks, and the collectives that are made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rankwise.optimise.schedules.builder import Builder
from rankwise.optimise.schedules.steps import REDUCING, Collective, Order, Part, Schedule

Parents = tuple[int, ...]
"""A spanning tree: the parent of each rank, -1 at its root."""
Tree = Callable[[int, int], Parents]
"""The tree of a root and a piece."""


@dataclass(frozen=True)
class Ways:
    """Along which trees chunks spread, along which they come together (parents are receivers), and on which path a
    chunk goes from one rank to another (`path` None: along the tree of its sender)."""

    spread: Tree
    collect: Tree
    path: Callable[[int, int, int], tuple[int, ...]] | None = None

    def path_of(self, source: int, target: int, piece: int) -> tuple[int, ...]:
        """The ranks from source to target, both included."""
        if self.path is not None:
            return self.path(source, target, piece)
        parents, way = self.spread(source, piece), [target]
        while way[-1] != source:
            way.append(parents[way[-1]])
        return tuple(reversed(way))


def depths(parents: Parents) -> list[int]:
    """How many hops each rank is from the root."""
    hops = [0 if parent < 0 else -1 for parent in parents]

    def depth(rank: int) -> int:
        if hops[rank] < 0:
            hops[rank] = depth(parents[rank]) + 1
        return hops[rank]

    return [depth(rank) for rank in range(len(parents))]


def owner(piece: int, pieces: int, ranks: int, hub: int) -> int:
    """The rank at which a piece of an allreduce comes together: each in turn, or one where pieces are few."""
    return piece % ranks if pieces >= ranks else hub


@dataclass
class _Maker:
    ways: Ways
    build: Builder
    ranks: int
    order: Order

    def spread(self, roots: Sequence[tuple[int, int, Part, int]]) -> None:
        """From each (root, piece, part at the root, block of `out`) to the `out` of all others, all together."""
        edges = []
        for root, piece, part, block in roots:
            parents = self.ways.spread(root, piece)
            target = Part("out", block * self.build.pieces + piece)
            for rank, depth in enumerate(depths(parents)):
                if depth:
                    edges.append((depth, parents[rank], rank, part if parents[rank] == root else target, target))
        self._moved(sorted(edges, key=lambda edge: (*edge[:3], edge[4].first)))

    def _moved(self, edges: Sequence[tuple[int, int, int, Part, Part]]) -> None:
        """Moves; neighbours in both memories travel as one message where blocks are whole."""
        waiting: list[tuple[int, int, int, Part, Part]] = []
        for edge in edges:
            if waiting and self.build.pieces == 1 and _next(waiting[-1], edge):
                depth, source_rank, target_rank, source, target = waiting[-1]
                longer = [Part(part.region, part.first, part.count + 1) for part in (source, target)]
                waiting[-1] = (depth, source_rank, target_rank, longer[0], longer[1])
            else:
                waiting.append(edge)
        for _, source_rank, target_rank, source, target in waiting:
            self.build.move(source_rank, source, target_rank, target)

    def carry(self, chunks: Sequence[tuple[int, int, int, Part, Part]]) -> None:
        """Each (sender, receiver, piece, part there, part here) on its path, by scratch of the ranks between."""
        hops = []
        for source, target, piece, first, last in chunks:
            path, part = self.ways.path_of(source, target, piece), first
            if len(path) == 1:
                hops.append((0, source, target, first, last))
            for hop in range(len(path) - 1):
                there = last if hop == len(path) - 2 else self.build.scratch(path[hop + 1], piece)
                hops.append((hop, path[hop], path[hop + 1], part, there))
                part = there
        self._moved(sorted(hops, key=lambda hop: hop[0]))

    def reduced(self, sums: Sequence[tuple[int, int, int, Part]]) -> None:
        """For each (rank, piece, chunk of `in` of all, where the result goes): operands come together there."""
        if self.order == "any":
            for root, piece, chunk, result in sums:
                self._along(self.ways.collect(root, piece), chunk, piece, result)
            return
        slots = [
            [result if rank == self.ranks - 1 else self._slot(rank, root, piece, chunk) for rank in range(self.ranks)]
            for root, piece, chunk, result in sums
        ]
        self.carry(
            [
                (rank, root, piece, Part("in", chunk), at[rank])
                for (root, piece, chunk, _), at in zip(sums, slots, strict=True)
                for rank in range(self.ranks)
                if at[rank].region != "in"
            ]
        )
        for (root, *_), at in zip(sums, slots, strict=True):
            for left, right in pairwise(at):
                self.build.reduce(root, left, right)

    def _slot(self, rank: int, root: int, piece: int, chunk: int) -> Part:
        """Where the operand of a rank waits: a sum overwrites its right operand, so only the first can stay in `in`."""
        return Part("in", chunk) if rank == root == 0 else self.build.scratch(root, piece)

    def _along(self, parents: Parents, chunk: int, piece: int, result: Part) -> None:
        """Sums on the way up a tree."""
        values = [Part("in", chunk)] * self.ranks
        last = {parents[rank]: rank for rank in self._upward(parents)}
        for rank in self._upward(parents):
            parent = parents[rank]
            into = result if parents[parent] < 0 and last[parent] == rank else self.build.scratch(parent, piece)
            self.build.move(rank, values[rank], parent, into)
            self.build.reduce(parent, values[parent], into)
            values[parent] = into

    def _upward(self, parents: Parents) -> Iterator[int]:
        deep = depths(parents)
        return (rank for rank in sorted(range(self.ranks), key=lambda rank: (-deep[rank], rank)) if parents[rank] >= 0)


def _next(before: tuple[int, int, int, Part, Part], other: tuple[int, int, int, Part, Part]) -> bool:
    return before[:3] == other[:3] and all(
        first.region == second.region and first.first + first.count == second.first
        for first, second in zip(before[3:], other[3:], strict=True)
    )


@dataclass(frozen=True)
class Shape:
    """How many ranks, the root (-1: none), the chunks of a block, the order of sums, and where an allreduce of few
    pieces comes together."""

    ranks: int
    root: int
    pieces: int
    order: Order
    hub: int = 0


def made(name: str, collective: Collective, ways: Ways, shape: Shape) -> Schedule:
    """The schedule of a collective on these ways."""
    ranks, root, pieces, hub = shape.ranks, shape.root, shape.pieces, shape.hub
    order = shape.order if collective in REDUCING else "none"
    maker = _Maker(ways, Builder(collective, ranks, root, pieces), ranks, order)
    everyone, cut = range(ranks), range(pieces)
    at = [[Part("in", block * pieces + piece) for piece in cut] for block in everyone]
    to = [[Part("out", block * pieces + piece) for piece in cut] for block in everyone]
    if collective == "bcast":
        maker.spread([(root, piece, at[0][piece], 0) for piece in cut])
    elif collective == "allgather":
        for rank in everyone:
            for piece in cut:
                maker.build.move(rank, at[0][piece], rank, to[rank][piece])
        maker.spread([(rank, piece, at[0][piece], rank) for piece in cut for rank in everyone])
    elif collective == "gather":
        maker.carry([(rank, root, piece, at[0][piece], to[rank][piece]) for piece in cut for rank in everyone])
    elif collective == "scatter":
        maker.carry([(root, rank, piece, at[rank][piece], to[0][piece]) for piece in cut for rank in everyone])
    elif collective == "alltoall":
        maker.carry(
            [
                (source, (source + shift) % ranks, piece, at[(source + shift) % ranks][piece], to[source][piece])
                for piece in cut
                for shift in everyone
                for source in everyone
            ]
        )
    elif collective == "reduce":
        maker.reduced([(root, piece, piece, to[0][piece]) for piece in cut])
    elif collective == "reduce_scatter_block":
        maker.reduced([(rank, piece, rank * pieces + piece, to[0][piece]) for piece in cut for rank in everyone])
    else:
        owners = [owner(piece, pieces, ranks, hub) for piece in cut]
        maker.reduced([(owners[piece], piece, piece, to[0][piece]) for piece in cut])
        maker.spread([(owners[piece], piece, to[0][piece], 0) for piece in cut])
    return maker.build.schedule(name, order)
