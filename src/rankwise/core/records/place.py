"""An order of ranks for a machine and a pattern, and what the model says of it."""

from __future__ import annotations

from typing import Literal

from rankwise.core.records.base import Record
from rankwise.core.words import Ranks, ReachedHost, Text, Title, Whole


class PlacedRank(Record, frozen=True, kw_only=True):
    """Where a rank is by default and in the chosen order, as endpoints; `host` and `cpus` are the chosen one's."""

    rank: Ranks
    default: Title
    chosen: Title
    host: ReachedHost
    cpus: tuple[Whole, ...] = ()


class RankOrder(Record, frozen=True, kw_only=True):
    """An order of ranks as a tuning carries it: for this pattern, on the endpoints of this machine, in rank order."""

    machine: Title
    pattern: Title
    ranks: tuple[PlacedRank, ...]


class DefaultAndChosen(Record, frozen=True, kw_only=True):
    """One figure of both orders; None where it is not known."""

    default: float | None
    chosen: float | None


class Placed(Record, frozen=True, kw_only=True):
    """What `rankwise place` answers.

    `modelled_s` are the seconds of one step of the pattern by the objective, `total_s` the sum over all pairs,
    `bottleneck_bytes_per_s` the lowest rate among the paths in use and `slowest` that path (sender, receiver endpoints)
    in both orders. `bound_s` is what no order can be below and `gap` how far above it the chosen one is, as a share;
    `exact`: all orders were tried. `busiest` names the path, port or resource that is busy longest in both orders;
    `sharing` is what paths share, in words. `files` are what was written, each with how it is used.
    """

    machine: Text
    pattern: Text
    objective: Literal["makespan", "bottleneck", "total"]
    ranks: tuple[PlacedRank, ...]
    modelled_s: DefaultAndChosen
    total_s: DefaultAndChosen
    bottleneck_bytes_per_s: DefaultAndChosen
    slowest: dict[Text, tuple[Text, Text]]
    exact: bool
    bound_s: float
    gap: float
    busiest: dict[Text, Text] = {}
    sharing: Text = ""
    files: dict[Text, Text] = {}
