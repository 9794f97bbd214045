"""The studies: what each asks, by how much its predictions may be off, and where it can be made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rankwise.verbs.records import On
from rankwise.verbs.study import blue_gene, phi, transfers
from rankwise.verbs.study.verdicts import Study


@dataclass(frozen=True)
class Row:
    """A study. `tolerance` was fixed before it was run first, by what its source can tell apart."""

    title: str
    tolerance: float
    make: Callable[[Study], None]
    machine: str = ""
    on: tuple[On, ...] = ("simulated",)


STUDIES: Final = {
    "fabric": Row(
        "TCP over PCIe against the virtual InfiniBand adapter: 465 and 10,614 Mbytes/s",
        0.10, phi.fabric, "phi-workstation",
    ),
    "cluster": Row("The path classes of a cluster of hosts and cards", 0.10, phi.cluster, "phi-cluster"),
    "ring": Row("A ring of cards in the order 0-1-2-3 and in the order 0-2-3-1", 0.10, phi.ring, "phi-cluster"),
    "relay": Row("A message of a far card through the hosts", 0.25, phi.relay, "phi-cluster"),
    "peer-to-peer": Row(
        "An InfiniBand adapter that reads and writes cards, by socket",
        0.30, phi.peer_to_peer, "infiniband-sandy-bridge",
    ),
    "scale": Row("Start-up and memory with many processes", 0.25, transfers.scale),
    "rates": Row("Messages per second of the ranks of a node", 0.15, blue_gene.rates),
    "aggregate": Row("A node and all its neighbours at once", 0.10, blue_gene.aggregate),
    "bisection": Row("All nodes to the other half, over the narrowest cut", 0.10, blue_gene.bisection),
    "halo": Row("Halo exchanges on a torus", 0.10, blue_gene.halo),
    "collectives": Row("Collectives of the world and of half of it", 0.15, blue_gene.collectives),
    "gpu-send": Row("Messages between GPUs whose copies overlap with the network", 0.25, transfers.gpu_send),
}  # fmt: skip
