"""A side of a measurement: an MPI with settings, on places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rankwise.core.records import Launcher, LaunchSpec, Mpi


@dataclass(frozen=True)
class Side:
    """One of the things that are measured side by side: an MPI with settings, on places.

    `control` is `unix` when all ranks share this machine's file system, or the address of this machine that the ranks
    can reach by TCP. `memory` is where message buffers come from: pages of the rank's own, or MPI_Alloc_mem. `threads`
    asks for MPI_THREAD_MULTIPLE. `devices` are those that ranks take in turn (`0,1`), `auto` those nearest to each
    rank's core; empty: none is opened. `hint`: what is known to keep ranks from starting, for a launch that fails.
    `absent`: ranks of the plan that have no place any more, because their nodes stopped answering.
    """

    name: str
    mpi: Mpi
    launcher: Launcher
    spec: LaunchSpec
    control: str = "unix"
    faults: tuple[str, ...] = ()
    memory: Literal["private", "mpi"] = "private"
    threads: bool = False
    devices: str = ""
    hint: str = ""
    absent: tuple[int, ...] = ()

    @property
    def ranks(self) -> int:
        return len(self.spec.places)
