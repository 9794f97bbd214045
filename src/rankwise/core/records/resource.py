"""What several paths of a machine share: an adapter, a PCIe link, a socket link, an uplink, the memory of a host."""

from __future__ import annotations

from typing import Literal

from rankwise.core.records.base import Record
from rankwise.core.words import BytesPerSecond, PlacePattern, PlainName, Prose

PlannedPer = Literal["node", "socket", "card", "adapter", "switch"]
"""How often there is one: in each node, socket of a node, card, adapter of a node, leaf switch."""
Per = PlannedPer | Literal["root port", "slot"]
"""Also for each PCIe root port of a node, below which its GPUs are, and each slot with an adapter: plans name none."""


class Resource(Record, frozen=True, kw_only=True):
    """What the paths share that name it in `through`: one in each `per`.

    A path that leads from one of them to another uses the first as it leaves, the second as it enters; each direction
    carries `rate_bytes_per_s`. With `both` the two directions share that rate, and a path that stays inside uses it
    too (memory). `at` names the nodes or cards that the row is of (none: all); of two rows of one name the later wins.
    `low` and `high` are a 95 % interval where the rate was measured; `evidence` says how the resource is known.
    """

    name: PlainName
    rate_bytes_per_s: BytesPerSecond
    per: Per
    both: bool = False
    at: tuple[PlacePattern, ...] = ()
    low_bytes_per_s: BytesPerSecond | None = None
    high_bytes_per_s: BytesPerSecond | None = None
    evidence: Prose = ""


class Forwarding(Record, frozen=True, kw_only=True):
    """What it costs a host to pass on the messages of others: seconds of a message, and bytes per second beside them.
    `hosts` are names or patterns; of two rows for one host the later wins."""

    hosts: tuple[PlacePattern, ...]
    message_s: float
    rate_bytes_per_s: BytesPerSecond
    evidence: Prose = ""
