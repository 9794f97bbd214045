"""A sacrificial launch: does it start, do messages come through, and what carried them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from msgspec.structs import replace

from rankwise.core.errors import EnvironmentProblem
from rankwise.core.records import Visit
from rankwise.measure.cells import cell
from rankwise.measure.preload import preload_for
from rankwise.measure.session import Session
from rankwise.measure.side import Side
from rankwise.measure.visits import VisitOptions

SHORT_BYTES, LONG_BYTES = 8, 1 << 20
_LOOK = VisitOptions(samples=1, calls=4, warm_s=0.0)
_PHASE_S = 0.2  # a phase sends messages for about this long
_SHORT_CALLS, _LONG_CALLS = (100, 4000), (4, 32)  # at least and at most
_LINE = re.compile(r"rankwise traffic: cma=(\d+)/(\d+)(.*)")
_ENTRY = re.compile(r" (socket|device)@(\S+)=(\d+)(?:/(\d+))?")


@dataclass(frozen=True)
class Counts:
    """What all ranks of a launch were seen to move: bytes and calls of single copies, of sockets by local address;
    device files that were opened."""

    single_copy: tuple[int, int] = (0, 0)
    sockets: dict[str, tuple[int, int]] = field(default_factory=dict)
    devices: tuple[str, ...] = ()


@dataclass(frozen=True)
class CountedTraffic:
    """What a launch showed. `short_messages` of SHORT_BYTES and `long_bytes` in messages of LONG_BYTES were sent, both
    ways together; `counts` is None when nothing could be counted; `output` is all that was printed."""

    output: str
    short_messages: int
    long_bytes: int
    short_s: float
    counts: Counts | None


def traffic(side: Side, *, watchdog_s: float, start_timeout_s: float, count: bool = True) -> CountedTraffic:
    """Launches two ranks once and sends short, then long messages between them.

    Raises MeasurementFailed when the launch aborts or hangs; nothing of it is left then.
    """
    watched = _counting_traffic(side) if count else None
    with Session(watched or side, 0, watchdog_s=watchdog_s, start_timeout_s=start_timeout_s) as session:
        short_s, short = _phase(session, SHORT_BYTES, _SHORT_CALLS)
        _, long = _phase(session, LONG_BYTES, _LONG_CALLS)
        output = session.finish()
    return CountedTraffic(output, 2 * short, 2 * long * LONG_BYTES, short_s, read_counts(output) if watched else None)


def read_counts(output: str) -> Counts | None:
    """The counts of all ranks together; None when no rank told any."""
    lines = _LINE.findall(output)
    if not lines:
        return None
    copied = (sum(int(line[0]) for line in lines), sum(int(line[1]) for line in lines))
    sent: Counter[str] = Counter()
    calls: Counter[str] = Counter()
    devices: dict[str, None] = {}
    for _, _, rest in lines:
        for kind, name, bytes_, count in _ENTRY.findall(rest):
            if kind == "socket":
                sent[name] += int(bytes_)
                calls[name] += int(count)
            else:
                devices[name] = None
    return Counts(copied, {name: (sent[name], calls[name]) for name in sent}, tuple(devices))


def _phase(session: Session, size: int, bounds: tuple[int, int]) -> tuple[float, int]:
    """Seconds of one message at a first look, and how many round trips were made in all."""
    trial = cell(session.side.name, "pingpong", size, (0, 1))
    visits, _ = session.visit(trial, 0, _LOOK)
    time_s = _time_s(visits)
    calls = min(max(int(_PHASE_S / max(2 * time_s, 1e-9)), bounds[0]), bounds[1])
    session.visit(trial, 1, _calls(calls))
    return time_s, calls + _LOOK.calls


def _calls(calls: int) -> VisitOptions:
    """One sample of that many calls, without warming."""
    return VisitOptions(samples=1, calls=calls, warm_s=0.0)


def _time_s(visits: list[Visit]) -> float:
    return min((min(visit.samples_s) for visit in visits if visit.samples_s), default=0.0)


def _counting_traffic(side: Side) -> Side | None:
    """The side with the traffic counter preloaded, after what it preloads anyway; None when it cannot be built here."""
    try:
        library = str(preload_for("traffic"))
    except EnvironmentProblem:
        return None
    preloads = ":".join(filter(None, (side.spec.env.get("LD_PRELOAD", ""), library)))
    spec = replace(side.spec, env={**side.spec.env, "LD_PRELOAD": preloads})
    return Side(side.name, side.mpi, side.launcher, spec, control=side.control)
