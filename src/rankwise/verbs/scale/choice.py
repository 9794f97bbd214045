"""Which kind of transport fits an application's messages: connected, shared or datagram."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from rankwise.core import said
from rankwise.core.units import format_size
from rankwise.experiment.paired import Series, combined, paired
from rankwise.experiment.records import Crossover
from rankwise.model.ratio import LEAST_PAIRS, ratio
from rankwise.model.records import Projection
from rankwise.mpis.records import FabricChoice
from rankwise.verbs.records import TransportAdvice, TransportMode, TransportScaling

# By the words of names: libfabric's rxd makes messages of datagrams, rxm of connections; UCX has reliable connections
# (rc), connections that peers take in turn (dc) and datagrams (ud). Receive buffers that peers share (srq, xrc) are
# shared too. Slingshot (cxi), Omni-Path (psm2, psm3, opx) and EFA keep no connection for a peer: fi_cxi(7), fi_opx(7),
# fi_psm3(7), fi_efa(7), whose datagrams (SRD) are reliable.
_MODES: tuple[tuple[str, TransportMode], ...] = (
    (r"ofi_rxd|/ud(_|:|$)|psm|cxi|opx|efa|/srd", "datagram"),
    (r"/dc(_|:|$)|srq|xrc", "shared"),
    (r"ofi_rxm|/rc(_|:|$)|tcp|sockets|net", "connected"),
)
MANY_BYTES = 64 << 20
"""Memory of connections that a process can bear when nothing is said."""
SAME = 1.05
Race = Mapping[str, Mapping[int, Series]]
"""Seconds of a message by transport and size, in rounds of launches that lived at the same time."""


@dataclass(frozen=True)
class Histogram:
    """An application's messages: how many of each size."""

    counts: Mapping[int, float]

    @property
    def messages(self) -> float:
        return sum(self.counts.values())

    @property
    def total_bytes(self) -> float:
        return sum(size * count for size, count in self.counts.items())


def mode_of(choice: FabricChoice) -> TransportMode | None:
    """The mode of a transport; None for those of one node."""
    if choice.reach == "node" or choice.name == "default":
        return None
    return next((mode for pattern, mode in _MODES if re.search(pattern, choice.name.partition(":")[0])), None)


def time_of(histogram: Histogram, times_s: Mapping[int, float]) -> float:
    """Seconds for all messages one after the other, between the measured sizes on logarithmic axes, beyond the largest
    at its rate."""
    sizes = sorted(times_s)
    return sum(count * _at(size, sizes, times_s) for size, count in histogram.counts.items())


def advise(
    transports: Sequence[TransportScaling],
    *,
    peers: int,
    histogram: Histogram | None,
    mtu_bytes: int | None,
    crossover: Crossover | None,
    most_bytes: int = MANY_BYTES,
    race: Race = MappingProxyType({}),
) -> TransportAdvice | None:
    """The mode for an application of `peers` + 1 processes. None when connections and datagrams were not both measured
    at enough process counts to project their memory from; where one failed at larger ones, the failure is told. Times
    are compared in the rounds of the `race`; by their intervals, where it has not both.

    The published rule: messages up to the MTU and many peers, datagrams; beyond it packets, loss and memory grow, so
    connections. It is applied with what was measured: the time of the application's own messages on each, and the
    memory of a process that is projected.
    """
    known = {
        transport.mode: transport
        for transport in reversed(transports)
        if transport.times and "uss_bytes" in transport.fits
    }
    connected, datagram = known.get("connected"), known.get("datagram")
    if connected is None or datagram is None:
        return None
    unknown: list[str] = []
    reasons: list[str] = []
    up_to = _shares(histogram, mtu_bytes)
    slower = _Slower.of(histogram, connected, datagram, race) if histogram else None
    if slower:
        words = f"by {datagram.fabric} as by {connected.fabric}"
        told = said.ratio(slower.value, slower.low, slower.high, " times")
        if told == said.CANNOT_TELL:
            unknown.append(f"how many times as long the application's messages take {words} cannot be told")
        else:
            reasons.append(f"the application's messages take {told} as long {words}")
        if up_to and mtu_bytes:
            reasons.append(f"{up_to[0]:.0%} of messages and {up_to[1]:.0%} of bytes fit the MTU of {mtu_bytes} bytes")
    if crossover:
        reasons.append(f"{crossover.long} overtakes {crossover.short} at {format_size(crossover.size_bytes)}")
    else:
        reasons.append("neither was found to overtake the other at a size that was measured")
    many, few = _held(connected, peers + 1), _held(datagram, peers + 1)
    certain = many.is_known and few.is_known
    heavy = many.value - few.value if certain else many.low - few.high
    cost = _cost(heavy, peers, certain=certain, how=" (extrapolated)" if many.extrapolated else "")
    (reasons if certain else unknown).append(cost)
    reasons += [
        f"{failed.fabric} was not measured to the end: {failed.error}" for failed in known.values() if failed.error
    ]
    quicker = slower.quicker(sure=not certain) if slower else False if certain else None
    mode: TransportMode | None = None
    if heavy > most_bytes and not quicker:
        mode = "shared" if "shared" in known else "datagram"
        reasons.append(f"connections cost more than the {most_bytes / 1e6:.0f} MB they may")
    elif slower and quicker and (heavy > 0 or slower.value < 1 / SAME):
        mode = "datagram"
    elif quicker is False or (quicker and certain):
        mode = "connected"
    return TransportAdvice(
        recommended=mode,
        fabric=known[mode].fabric if mode else "",
        reasons=(*unknown, *reasons),
        mtu_bytes=mtu_bytes,
        crossover=crossover,
        messages_up_to_mtu=up_to[0] if up_to else None,
        bytes_up_to_mtu=up_to[1] if up_to else None,
    )


@dataclass(frozen=True)
class _Slower:
    """The time of an application's messages by datagrams over that by connections, with its 95 % interval."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, histogram: Histogram, connected: TransportScaling, datagram: TransportScaling, race: Race) -> _Slower:
        own, others = (_messages(histogram, race.get(mode.fabric, {})) for mode in (datagram, connected))
        if pairs := paired(own, others):
            beside = ratio(pairs)
            known = beside.launch_pairs >= LEAST_PAIRS
            return cls(beside.ratio, beside.low if known else 0.0, beside.high if known else math.inf)
        (own_s, own_low, own_high), (other_s, low, high) = (
            [
                time_of(histogram, {int(size): float(getattr(time, end)) for size, time in mode.times.items()})
                for end in ("median_s", "low_s", "high_s")
            ]
            for mode in (datagram, connected)
        )
        return cls(own_s / other_s, own_low / high, own_high / low if low > 0.0 else math.inf)

    def quicker(self, *, sure: bool) -> bool | None:
        """Whether datagrams take hardly longer, with all of the interval where that must be `sure`; None where it
        cannot be told."""
        if self.low > SAME or self.high <= SAME:
            return self.high <= SAME
        return None if sure or not said.is_known(self.low, self.high) else self.value <= SAME


def _messages(histogram: Histogram, times: Mapping[int, Series]) -> Series:
    """The time of all messages at each moment at which every size was measured."""
    return combined(list(times.values()), lambda each: time_of(histogram, dict(zip(times, each, strict=True))))


def _held(transport_scaling: TransportScaling, processes: int) -> Projection:
    """Private memory of a process among so many, projected; of the largest count where that was not asked for."""
    fit = transport_scaling.fits["uss_bytes"]
    asked = next((projection for projection in fit.projections if projection.processes == processes), None)
    count, value = fit.points[-1]
    return asked or Projection(processes=count, value=value, low=value, high=value, extrapolated=False)


def _cost(heavy_bytes: float, peers: int, *, certain: bool, how: str) -> str:
    """What connections cost a process: `heavy_bytes`, or at least those."""
    if heavy_bytes <= 0:
        nothing = "connections cost a process no more memory than datagrams"
        return f"with {peers} peers {nothing if certain else 'what a process holds cannot be told from these counts'}"
    least = "" if certain else "at least "
    return f"with {peers} peers a process holds {least}{heavy_bytes / 1e6:.1f} MB more by connections{how}"


def _shares(histogram: Histogram | None, mtu_bytes: int | None) -> tuple[float, float] | None:
    if histogram is None or mtu_bytes is None or not histogram.messages:
        return None
    small = {size: count for size, count in histogram.counts.items() if size <= mtu_bytes}
    part = Histogram(small)
    return part.messages / histogram.messages, part.total_bytes / max(histogram.total_bytes, 1.0)


def _at(size: int, sizes: Sequence[int], times_s: Mapping[int, float]) -> float:
    if size <= sizes[0]:
        return times_s[sizes[0]]
    if size >= sizes[-1]:
        return times_s[sizes[-1]] * size / sizes[-1]
    above = next(step for step in sizes if step >= size)
    below = sizes[sizes.index(above) - 1]
    share = math.log(size / below) / math.log(above / below)
    return math.exp((1 - share) * math.log(times_s[below]) + share * math.log(times_s[above]))
