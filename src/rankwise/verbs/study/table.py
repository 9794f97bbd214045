"""The studies: what each asks, by how much its predictions may be off, and where it can be made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rankwise.verbs.records import On
from rankwise.verbs.study import blue_gene, blue_gene_lab, here, phi, phi_lab, programs, transfers
from rankwise.verbs.study.verdicts import Study


@dataclass(frozen=True)
class Row:
    """A study. `tolerance` was fixed before it was run first, by what its source can tell apart. `make` puts its rows
    on simulated machines, `lab` and `here` where it can be made there; `why_not` says why it cannot be elsewhere.
    `program` is the shipped one whose published figures it repeats."""

    title: str
    tolerance: float
    make: Callable[[Study], None]
    machine: str = ""
    why_not: str = ""
    lab: Callable[[Study], None] | None = None
    here: Callable[[Study], None] | None = None
    program: str = ""

    @property
    def places(self) -> dict[On, Callable[[Study], None]]:
        """What puts its rows, by where it can be made."""
        known: dict[On, Callable[[Study], None] | None] = {"simulated": self.make, "lab": self.lab, "here": self.here}
        return {place: make for place, make in known.items() if make is not None}


_TORUS: Final = "it needs a torus of 512 nodes"
_CARDS: Final = "this machine has no such cards"

STUDIES: Final = {
    "fabric": Row(
        "TCP over PCIe against the virtual InfiniBand adapter: 465 and 10,614 Mbytes/s",
        0.10, phi.fabric, "phi-workstation", _CARDS, lab=phi_lab.fabric,
    ),
    "cluster": Row(
        "The path classes of a cluster of hosts and cards",
        0.10, phi.cluster, "phi-cluster", lab=phi_lab.cluster, here=here.cluster,
    ),
    "ring": Row(
        "A ring of cards in the order 0-1-2-3 and in the order 0-2-3-1",
        0.10, phi.ring, "phi-cluster", lab=phi_lab.ring, here=here.ring, program="ring",
    ),
    "relay": Row(
        "A message of a far card through the hosts",
        0.25, phi.relay, "phi-cluster", "`rankwise route` proposes relays by a map, and `run` makes them",
        lab=phi_lab.relay,
    ),
    "peer-to-peer": Row(
        "An InfiniBand adapter that reads and writes cards, by socket",
        0.30, phi.peer_to_peer, "infiniband-sandy-bridge", "it needs InfiniBand adapters and cards",
    ),
    "scale": Row(
        "Start-up and memory with many processes",
        0.25, transfers.scale, "", "`rankwise scale` measures both here and in a lab",
    ),
    "rates": Row("Messages per second of the ranks of a node", 0.15, blue_gene.rates, "", _TORUS),
    "aggregate": Row("A node and all its neighbours at once", 0.10, blue_gene.aggregate, "", _TORUS),
    "bisection": Row(
        "All nodes to the other half, over the narrowest cut",
        0.10, blue_gene.bisection, "", _TORUS, lab=blue_gene_lab.bisection,
    ),
    "halo": Row("Halo exchanges on a torus", 0.10, blue_gene.halo, "", _TORUS, lab=blue_gene_lab.halo),
    "collectives": Row(
        "Collectives of the world and of half of it",
        0.15, blue_gene.collectives, "", _TORUS, lab=blue_gene_lab.collectives,
    ),
    "asian": Row(
        "Option pricing on one to eight cards over two fabrics",
        0.10, programs.asian, "phi-cluster", "`rankwise program run asian` runs it here", lab=phi_lab.asian,
        program="asian",
    ),
    "multigrid": Row(
        "The messages of a multigrid solver on 4,096 ranks",
        0.10, transfers.multigrid, "", "`rankwise program run smg` runs the solver where hypre is",
        program="smg",
    ),
    "stencil": Row(
        "A stencil on sixteen GPUs whose adapters read from them",
        0.10, programs.stencil, "infiniband-sandy-bridge", "it needs sixteen GPUs; `rankwise program run stencil3d`",
        program="stencil3d",
    ),
    "gpu-send": Row(
        "Messages between GPUs whose copies overlap with the network",
        0.25, transfers.gpu_send, "", "`rankwise bench --buffers D` measures them here",
    ),
}  # fmt: skip
