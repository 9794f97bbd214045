"""Binomial trees: the fewest rounds where all paths are alike."""

from __future__ import annotations

from rankwise.optimise.schedules.network import Network
from rankwise.optimise.schedules.steps import Collective
from rankwise.optimise.schedules.ways import Parents, Ways


def binomial(network: Network, collective: Collective, root: int, pieces: int) -> Ways:
    """Ranks counted from the root; each gets from the one without its lowest bit, so subtrees are neighbours."""
    count = network.ranks

    def tree(root: int, _: int) -> Parents:
        away = [(rank - root) % count for rank in range(count)]
        return tuple(-1 if not far else ((far & (far - 1)) + root) % count for far in away)

    return Ways(tree, tree)
