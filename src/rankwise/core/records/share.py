"""How work is divided among unequal endpoints, and what the model says of it."""

from __future__ import annotations

from typing import Literal

from rankwise.core.records.base import Record
from rankwise.core.words import Text

ShareMode = Literal["offload", "symmetric"]


class WorkShares(Record, frozen=True, kw_only=True):
    """One way to divide the work: `units` by endpoint, `time_s` until all end, `equal_s` with equal shares.

    `offload`: hosts hold the data, send cards theirs and get results back. `symmetric`: each endpoint holds its own
    data and exchanges `exchange_bytes` with its neighbours in a ring.
    """

    mode: ShareMode
    units: dict[Text, float]
    time_s: float
    equal_s: float


class Shared(Record, frozen=True, kw_only=True):
    """What `rankwise share` answers: both ways, and the faster one. `work` in units, `speeds` in units per second;
    `sharing` is what paths share, in words."""

    machine: Text
    work: float
    speeds: dict[Text, float]
    shares: tuple[WorkShares, ...]
    faster: ShareMode
    sharing: Text = ""
