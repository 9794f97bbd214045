"""Every chunk goes straight to where it is wanted."""

from __future__ import annotations

from rankwise.optimise.schedules.network import Network
from rankwise.optimise.schedules.steps import Collective
from rankwise.optimise.schedules.ways import Parents, Ways


def direct(network: Network, collective: Collective, root: int, pieces: int) -> Ways:
    """Stars around each root."""

    def star(root: int, _: int) -> Parents:
        return tuple(-1 if rank == root else root for rank in range(network.ranks))

    return Ways(star, star)
