"""Paths between nodes measured beside each other: which node's paths are all slow, and which direction is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from rankwise.core.grouped import grouped
from rankwise.core.records import Cell, Finding, Mpi, Visit
from rankwise.experiment.contrasts import ComparedPath, contrasts, findings
from rankwise.experiment.paired import series
from rankwise.measure.cells import cell
from rankwise.measure.outcome import Outcome
from rankwise.model.pairs import one_by_one
from rankwise.placement.placement import Placement

_BYTES = 1 << 20
_STREAM_BYTES = 1 << 16
_SHORT_WINDOW = 16  # a survey has a line for the first pair, whose window is the usual one
_MOST_PATHS, _MOST_WAYS = 6, 3


@dataclass(frozen=True)
class CellsBeside:
    """Cells by the two nodes that they are between: `paths` of one relation, and the two `ways` of the first pairs, one
    behind the other."""

    paths: tuple[tuple[str, str, Cell], ...] = ()
    ways: tuple[tuple[str, str, Cell], ...] = ()

    @property
    def cells(self) -> list[Cell]:
        return [cell for _, _, cell in (*self.paths, *self.ways)]

    def findings(
        self, mpi: Mpi, visits: Mapping[str, Sequence[Visit]], outcome: Outcome, odd: Sequence[Finding]
    ) -> list[Finding]:
        """What the visits show."""
        paths = [ComparedPath(*path, series(visits[path[2].id])) for path in self.paths]
        ways = [ComparedPath(*path, series(visits[path[2].id])) for path in self.ways]
        slower = contrasts(paths, list(zip(ways[::2], ways[1::2], strict=True)))
        return findings(mpi.name, slower, odd, lambda measured: outcome.states[measured.id].estimate("budget"))


def cells_beside(mpi: Mpi, placement: Placement) -> CellsBeside:
    """A round trip on pairs of the first nodes that are alike to each other, and on a few of them a stream each way."""
    first = {endpoint.node: rank for rank, endpoint in reversed(list(enumerate(placement.endpoints)))}
    ranks = sorted(first.values())
    tried = combinations(ranks[: _MOST_PATHS + 1], 2)
    relations = grouped((placement.relation(*(placement.endpoints[rank] for rank in pair)), pair) for pair in tried)
    alike = max(relations.values(), key=len)
    # Each time that whose ends were taken most, so that nodes have several paths each.
    pairs = one_by_one(alike, _MOST_PATHS, lambda taken, ends: -sum(taken[end] > 0 for end in ends))
    ends = [(placement.endpoints[a].node, placement.endpoints[b].node) for a, b in pairs]
    ways = [
        (placement.endpoints[source].node, placement.endpoints[target].node,
         cell(mpi.name, "uniband", _STREAM_BYTES, (source, target), window=0 if pair == pairs[0] else _SHORT_WINDOW))
        for pair in pairs[:_MOST_WAYS]
        for source, target in (pair, pair[::-1])
    ]  # fmt: skip
    paths = [(*end, cell(mpi.name, "pingpong", _BYTES, pair)) for end, pair in zip(ends, pairs, strict=True)]
    return CellsBeside(tuple(paths) if len(paths) > 2 else (), tuple(ways))
