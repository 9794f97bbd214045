"""Trees that ask nothing of the network: stars, binomial trees, and a detour over a rank of its own for each piece."""

from __future__ import annotations

from rankwise.optimise.schedules.network import ScheduleNetwork
from rankwise.optimise.schedules.steps import Collective
from rankwise.optimise.schedules.ways import Parents, Ways


def binomial(network: ScheduleNetwork, collective: Collective, root: int, pieces: int) -> Ways:
    """The fewest rounds where all paths are alike. Ranks are counted from the root; each gets from the one without
    its lowest bit, so subtrees are neighbours."""
    count = network.ranks

    def tree(root: int, _: int) -> Parents:
        away = [(rank - root) % count for rank in range(count)]
        return tuple(-1 if not far else ((far & (far - 1)) + root) % count for far in away)

    return Ways(tree, tree)


def direct(network: ScheduleNetwork, collective: Collective, root: int, pieces: int) -> Ways:
    """Stars around each root: every chunk goes straight to where it is wanted."""

    def star(root: int, _: int) -> Parents:
        return tuple(-1 if rank == root else root for rank in range(network.ranks))

    return Ways(star, star)


def halves(network: ScheduleNetwork, collective: Collective, root: int, pieces: int) -> Ways:
    """Each piece goes to a rank of its own first, and from there to all (van de Geijn); sums come the other way. So a
    bcast is a scatter and an allgather, a reduce a reduce_scatter and a gather."""

    def tree(root: int, piece: int) -> Parents:
        between = piece % network.ranks
        return tuple(-1 if rank == root else root if rank == between else between for rank in range(network.ranks))

    return Ways(tree, tree)
