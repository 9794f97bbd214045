"""Every chunk goes straight to where it is wanted."""

from __future__ import annotations

from rankwise.decide.schedules.network import Network
from rankwise.decide.schedules.steps import Collective
from rankwise.decide.schedules.ways import Parents, Ways


def direct(network: Network, collective: Collective, root: int, pieces: int) -> Ways:
    """Stars around each root."""

    def star(root: int, _: int) -> Parents:
        return tuple(-1 if rank == root else root for rank in range(network.ranks))

    return Ways(star, star)
