"""The transports of an MPI: how each is forced, what carries messages then, and how fast."""

from __future__ import annotations

from typing import ClassVar, Literal

from rankwise.core.records.base import Record
from rankwise.core.records.finding import Finding
from rankwise.core.records.ratio import Ratio
from rankwise.core.records.result import Result
from rankwise.core.records.run import Estimate, Run
from rankwise.core.words import SizeBytes, Text

CountedTransport = Literal["memory", "cma", "xpmem", "knem", "socket", "device"]


class FabricChoice(Record, frozen=True, kw_only=True):
    """One transport, before it is tried. `knobs` force it; empty is what the library chooses by itself.

    `kind` groups transports across stacks (`tcp`, `shm`, `cma`, `verbs` ...). `network` is the CIDR that it is kept on,
    of rails several with commas. `interface_variables` name an endpoint's own interfaces of that network. `expect` is
    what may be counted for large messages when it is in use. `semantics` says what a program may no longer rely on when
    the knobs are set: such a transport can be measured, and is never proposed. `reach` says between which ranks it can
    serve.
    """

    name: Text
    kind: Text
    knobs: dict[Text, Text]
    description: Text
    expect: tuple[CountedTransport, ...] = ()
    reach: Literal["node", "network", "any"] = "any"
    network: Text | None = None
    interface_variables: tuple[Text, ...] = ()
    semantics: Text = ""

    @property
    def networks(self) -> tuple[str, ...]:
        """The networks that it is kept on: none, one, or its rails."""
        return tuple(self.network.split(",")) if self.network else ()


class FabricUse(Record, frozen=True, kw_only=True):
    """What really carried the messages of a launch: of short and of long messages each, as `memory`, `cma`,
    `socket 192.0.2.2`, `memory or /dev/xpmem` (a device that was opened may be idle); counted in the ranks, None where
    that could not be. `words` are the transports that the library itself named."""

    short: Text | None = None
    long: Text | None = None
    words: tuple[Text, ...] = ()


class FabricPoint(Record, frozen=True, kw_only=True):
    """One message size over one transport: seconds one way, and the default's time over this one's (above 1: this is
    faster), None for the default itself and where the two were not measured at the same time."""

    size_bytes: int
    time: Estimate
    ratio: Ratio | None = None


class FabricTrial(Record, frozen=True, kw_only=True):
    """One transport, tried in a launch of its own that may abort or hang: that is a result.

    `not used`: messages came through, by another transport than the one that was asked for.
    """

    choice: FabricChoice
    outcome: Literal["works", "not used", "aborts", "hangs", "fails"]
    reason: Text = ""
    use: FabricUse | None = None
    points: tuple[FabricPoint, ...] = ()


class Crossover(Record, frozen=True, kw_only=True):
    """Below `size_bytes` the transport `short` is faster, above it `long`. It lies between `low_bytes` and
    `high_bytes`, the two measured sizes at which each was found the faster one."""

    short: Text
    long: Text
    size_bytes: int
    low_bytes: int
    high_bytes: int


class FabricPath(Record, frozen=True, kw_only=True):
    """All transports of one MPI between two endpoints. `resembles` is the transport that the default takes by all that
    is seen of it, empty when none fits. `fastest` has, by size, the fastest transports that cannot be told from each
    other. `idle` are providers without a device. `place` is the part of a side of a comparison that puts its ranks on
    the two, empty where there is none. `ended` says why not all of it was measured, empty where it was."""

    mpi: Text
    source: Text
    target: Text
    between_nodes: bool
    trials: tuple[FabricTrial, ...]
    resembles: Text = ""
    fastest: dict[SizeBytes, tuple[Text, ...]] = {}
    crossovers: tuple[Crossover, ...] = ()
    control: float | None = None
    idle: tuple[Text, ...] = ()
    place: Text = ""
    ended: Text = ""


class DeviceTrial(Record, frozen=True, kw_only=True):
    """What an MPI did with messages on devices, in a launch of its own. `buffers` as `Cell.buffers` has them, empty for
    copies without MPI; `short_s` is the time of 8 bytes, `rate_bytes_per_s` the rate at 1 MiB (of
    collectives that count no bytes, the size over the time)."""

    mpi: Text
    capability: Text
    buffers: Text
    outcome: Literal["works", "wrong bytes", "refused", "hangs", "kills the job"]
    reason: Text = ""
    short_s: float | None = None
    rate_bytes_per_s: float | None = None


class FabricSurvey(Result, frozen=True, kw_only=True):
    """Every transport of some MPIs on some paths, what follows from it, and where the raw visits are. `device_trials`
    are what `--buffers` tried, which has no paths. `not_looked`: what was not measured."""

    rows: ClassVar[str] = "paths.trials"

    run: Run
    paths: tuple[FabricPath, ...]
    findings: tuple[Finding, ...] = ()
    summary: tuple[Text, ...] = ()
    device_trials: tuple[DeviceTrial, ...] = ()
    not_looked: tuple[Text, ...] = ()
