"""The way of a message between two endpoints, as a map predicts it."""

from __future__ import annotations

from rankwise.core.records.base import Record
from rankwise.core.records.compare import Comparison
from rankwise.core.words import Text


class RouteWay(Record, frozen=True, kw_only=True):
    """One way: `endpoints` from source to target, the message in `pieces` of `piece_bytes`, and the predicted time,
    None where a hop has no path."""

    endpoints: tuple[Text, ...]
    pieces: int
    piece_bytes: int
    time_s: float | None


class Routed(Record, frozen=True, kw_only=True):
    """What `rankwise route` answers: the direct way and the fastest one for a message of `size_bytes`, by the latency
    and bandwidth that `machine` tells. `gain` is the direct time over the fastest one's; None without a direct path.
    `tried` holds what was measured of the best relay beside the direct way, `file` the tuning that relays, `sharing`
    what paths share, in words."""

    machine: Text
    size_bytes: int
    direct: RouteWay
    best: RouteWay
    gain: float | None
    tried: Comparison | None = None
    file: Text = ""
    sharing: Text = ""
