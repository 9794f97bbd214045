"""Start-up and memory against process count, for transports that connect every pair and those that do not."""

from __future__ import annotations

from typing import ClassVar, Literal

from rankwise.core.records.base import Record
from rankwise.core.records.fabrics import Crossover
from rankwise.core.records.result import Result
from rankwise.core.records.run import Estimate, Run
from rankwise.core.words import SizeBytes, Text

TransportMode = Literal["connected", "shared", "datagram"]


class Projection(Record, frozen=True, kw_only=True):
    """A fitted quantity at a process count, with its 95 % interval; `extrapolated` beyond ten times what was
    measured."""

    processes: int
    value: float
    low: float
    high: float
    extrapolated: bool

    @property
    def is_known(self) -> bool:
        """Whether the interval says anything: within a factor of ten."""
        return self.high <= 10 * self.low


class ScalingFit(Record, frozen=True, kw_only=True):
    """A quantity against process count n: `form` (`a + b n`) with its coefficients in order, the relative standard
    error of one level, the medians it was fitted to as (processes, value), and projections. `held_out` is what all
    counts but the largest project for the largest; None where too few are left for it. `grown`: form and coefficients
    are of the growth in one process, by its peers n, since it met nobody."""

    form: Text
    coefficients: tuple[float, ...]
    relative_error: float
    largest: int
    points: tuple[tuple[int, float], ...]
    projections: tuple[Projection, ...] = ()
    held_out: Projection | None = None
    grown: bool = False


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


class TransportScaling(Record, frozen=True, kw_only=True):
    """One transport. `fits` by quantity: `ready_s`, `connect_s`, `pss_bytes`, `uss_bytes`. `times` are pingpong times
    of two processes by size, measured beside the others. `error` says why it was not measured."""

    fabric: Text
    mode: TransportMode
    levels: tuple[TransportLevel, ...] = ()
    fits: dict[Text, ScalingFit] = {}
    messages: tuple[MessageMemory, ...] = ()
    times: dict[SizeBytes, Estimate] = {}
    error: Text = ""


class TransportAdvice(Record, frozen=True, kw_only=True):
    """Which mode fits an application's messages. `crossover` is where the connected transport becomes faster than the
    datagram one, None where neither overtakes the other; shares are of messages and of bytes up to the MTU."""

    recommended: TransportMode
    fabric: Text
    reasons: tuple[Text, ...]
    mtu_bytes: int | None
    crossover: Crossover | None = None
    messages_up_to_mtu: float | None = None
    bytes_up_to_mtu: float | None = None


class PublishedScaling(Record, frozen=True, kw_only=True):
    """A published figure of start-up, to stand beside projections: `value` is a bound (above, below) or exact."""

    quantity: Text
    transport: Text
    bound: Text
    value: float
    unit: Text
    conditions: Text


class ScaleReport(Result, frozen=True, kw_only=True):
    """What `rankwise scale` answers. `missing` are modes that nothing here offers, with why; `nodes` those
    that processes were spread over."""

    rows: ClassVar[str] = "transports.levels"

    run: Run
    mpi: Text
    nodes: int = 1
    transports: tuple[TransportScaling, ...]
    advice: TransportAdvice | None = None
    missing: dict[Text, Text] = {}
    published: tuple[PublishedScaling, ...] = ()
    summary: tuple[Text, ...] = ()
