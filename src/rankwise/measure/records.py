"""What became of each kernel when it was tried; start-up and memory of processes as they were measured."""

from __future__ import annotations

from typing import Final

import msgspec

from rankwise.core.records import Record
from rankwise.core.words import Text

TRIED_ON: Final = ("mpich", "openmpi", "impi", "simgrid")


class Mark(Record, frozen=True, kw_only=True):
    """One kernel: where it ran with its payload checked (family: version), where its check caught a corrupted byte, and
    the ratio of its time to that of `peer` by the same definition, over `ratio_cells` sizes, nearest and farthest."""

    ran: dict[Text, Text] = msgspec.field(default_factory=dict)
    caught: dict[Text, Text] = msgspec.field(default_factory=dict)
    peer: Text = ""
    ratio_low: float | None = None
    ratio_high: float | None = None
    ratio_cells: int = 0


class Marks(Record, frozen=True, kw_only=True):
    """All marks, and the days on which tests and bench last wrote some."""

    tested_on: Text = ""
    reconciled_on: Text = ""
    kernels: dict[Text, Mark] = msgspec.field(default_factory=dict)


class TransportLevel(Record, frozen=True, kw_only=True):
    """One launch of sleeping processes. `ready_s`: until all were through MPI_Init; `connect_s`: what one process
    spends on its first messages to all others, beyond what second ones cost. Memory is per process, medians:
    `pss_bytes` shares what processes share, `uss_bytes` is private alone, both with what the kernel holds for sockets;
    before and after each process has met all others. `sockets` are open in such a process then (0: not counted),
    `kernel_bytes` are what the kernel holds for them, `pinned_bytes` what an adapter has registered."""

    processes: int
    ready_s: float
    init_s: float
    connect_s: float
    pss_before_bytes: int
    uss_before_bytes: int
    pss_bytes: int
    uss_bytes: int
    sockets: int = 0
    kernel_bytes: int = 0
    pinned_bytes: int = 0


class MessageMemory(Record, frozen=True, kw_only=True):
    """What a process holds after messages of this size went to and from every peer."""

    size_bytes: int
    processes: int
    pss_bytes: int
    uss_bytes: int
