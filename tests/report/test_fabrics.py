"""Transports in words."""

from __future__ import annotations

from rankwise.experiment.records import FabricPath
from rankwise.report.fabrics import notes


def test_sizes_with_the_same_fastest_transport_are_told_together() -> None:
    path = FabricPath(
        mpi="mpich",
        source="n1",
        target="n2",
        between_nodes=True,
        trials=(),
        fastest={"8": ("shm", "tcp"), "512": ("tcp", "shm"), "4096": ("cma",), "65536": ("shm",)},
    )
    assert "Fastest: 8 B to 512 B shm = tcp; 4KiB cma; 64KiB shm." in notes(path)
