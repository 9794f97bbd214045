"""The library's own calls in place of one: bcast as scatter and allgather, reduce as reduce_scatter and gather."""

from __future__ import annotations

from rankwise.optimise.schedules.network import Network
from rankwise.optimise.schedules.steps import Collective
from rankwise.optimise.schedules.ways import Parents, Ways


def halves(network: Network, collective: Collective, root: int, pieces: int) -> Ways:
    """Each piece goes to a rank of its own first, and from there to all (van de Geijn); sums come the other way."""

    def tree(root: int, piece: int) -> Parents:
        between = piece % network.ranks
        return tuple(-1 if rank == root else root if rank == between else between for rank in range(network.ranks))

    return Ways(tree, tree)
