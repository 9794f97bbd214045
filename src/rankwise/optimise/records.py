"""What was decided of the map: orders of ranks, routes, relays, shares of work, schedules."""

from __future__ import annotations

from typing import ClassVar, Literal

from rankwise.core.records import Record, Result, RunStatus
from rankwise.core.words import NetworkOrNone, Ranks, ReachedHost, Text, Title, Whole
from rankwise.experiment.records import Comparison
from rankwise.model.records import Ratio

ShareMode = Literal["offload", "symmetric"]


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


class Placed(Result, frozen=True, kw_only=True):
    """What `rankwise place` answers.

    `modelled_s` are the seconds of one step of the pattern by the objective, `total_s` the sum over all pairs,
    `bottleneck_bytes_per_s` the lowest rate among the paths in use and `slowest` that path (sender, receiver endpoints)
    in both orders. `bound_s` is what no order can be below and `gap` how far above it the chosen one is, as a share;
    `exact`: all orders were tried. `busiest` names the path, port or resource that is busy longest in both orders;
    `sharing` is what paths share, in words. `files` are what was written, each with how it is used.
    """

    rows: ClassVar[str] = "ranks"

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


class RelayedPair(Record, frozen=True, kw_only=True):
    """Two hosts, by the names that the launch agent takes, and the one or two that their messages go `through`, from
    source to target. Messages of the other direction take the same way back, unless that pair is named too: one TCP
    connection carries both, and the rank that connects chooses."""

    source: ReachedHost
    target: ReachedHost
    through: tuple[ReachedHost, ...]


class Relay(Record, frozen=True, kw_only=True):
    """Relayed pairs, over the IPv4 network `network` (`10.34.0.0/15`); empty: every one that all of the
    hosts share."""

    pairs: tuple[RelayedPair, ...]
    network: NetworkOrNone = ""


class RouteWay(Record, frozen=True, kw_only=True):
    """One way: `endpoints` from source to target, the message in `pieces` of `piece_bytes`, and the predicted time,
    None where a hop has no path."""

    endpoints: tuple[Text, ...]
    pieces: int
    piece_bytes: int
    time_s: float | None


Outcome = Literal["faster", "slower", "same", "cannot tell", "failed"]
_DECISIVE: tuple[Outcome, ...] = ("slower", "faster")


class Routed(Record, frozen=True, kw_only=True):
    """What `rankwise route` answers: the direct way and the fastest one for a message of `size_bytes`, by the latency
    and bandwidth that `machine` tells. `gain` is the direct time over the fastest one's; None without a direct path.
    `tried` holds what was measured of the best relay beside the direct way, `file` the tuning that relays, `sharing`
    what paths share, `forwarding` what relays are charged for passing on, both in words."""

    machine: Text
    size_bytes: int
    direct: RouteWay
    best: RouteWay
    gain: float | None
    tried: Comparison | None = None
    file: Text = ""
    sharing: Text = ""
    forwarding: Text = ""

    @property
    def outcome(self) -> Outcome:
        """What the trial showed of the relays: `slower` where any kernel is, `failed` where one has no answer."""
        cells = self.tried.cells if self.tried else ()
        answers = {ratio.answer for cell in cells for ratio in cell.ratios.values()}
        lost = any(cell.failed or not cell.ratios for cell in cells)
        if self.tried and (lost or self.tried.run.status != "finished"):
            return "failed"
        otherwise: Outcome = "same" if answers == {"same"} else "cannot tell"
        return next((answer for answer in _DECISIVE if answer in answers), otherwise)


class WorkShares(Record, frozen=True, kw_only=True):
    """One way to divide the work: `units` by endpoint, `time_s` until all end, `equal_s` with equal shares.

    `offload`: hosts hold the data, send cards theirs and get results back. `symmetric`: each endpoint holds its own
    data and exchanges `exchange_bytes` with its neighbours in a ring.
    """

    mode: ShareMode
    units: dict[Text, float]
    time_s: float
    equal_s: float


class Shared(Result, frozen=True, kw_only=True):
    """What `rankwise share` answers: both ways, and the faster one. `work` in units, `speeds` in units per second;
    `sharing` is what paths share, in words."""

    rows: ClassVar[str] = "shares"

    machine: Text
    work: float
    speeds: dict[Text, float]
    shares: tuple[WorkShares, ...]
    faster: ShareMode
    sharing: Text = ""


class ScheduleWay(Record, frozen=True, kw_only=True):
    """One schedule at one size. `order` says how sums are combined: `ranks` (in the order of ranks), `any`, or `none`.
    `messages` is their number in one call. `time_s` and `ratio` (the library's time over the schedule's) are measured,
    None where nothing was tried; `failed` says why it has no answer: it hung, or delivered wrong data."""

    name: Text
    order: Text
    messages: int
    predicted_s: float
    time_s: float | None = None
    ratio: Ratio | None = None
    failed: Text = ""


class ScheduledSize(Record, frozen=True, kw_only=True):
    """Schedules for blocks of one size, the one with the least predicted time first. No schedule can be faster than
    `bound_s` by the map; `default_s` is the library's own time where it was measured. `chosen` is the schedule that the
    written tuning uses, empty where the library stays."""

    size_bytes: int
    bound_s: float | None
    ways: tuple[ScheduleWay, ...]
    default_s: float | None = None
    chosen: Text = ""


class Scheduled(Result, frozen=True, kw_only=True):
    """What `rankwise schedule` answers. `root` is that of the predictions, -1 without one; the tuning in `file` serves
    every root. `status` is how its trial, the `run`, ended. `sharing` is what paths share, in words."""

    rows: ClassVar[str] = "sizes"

    machine: Text
    collective: Text
    ranks: int
    root: int
    reductions: Text
    sizes: tuple[ScheduledSize, ...]
    run: Text = ""
    status: RunStatus = "finished"
    file: Text = ""
    sharing: Text = ""
