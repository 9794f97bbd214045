"""Many processes that sleep: what it takes until they are ready and have met, and what they hold in memory."""

from __future__ import annotations

from rankwise.measure.cells import cell
from rankwise.measure.records import MessageMemory, TransportLevel
from rankwise.measure.session import Session
from rankwise.measure.side import Side
from rankwise.measure.visits import VisitOptions
from rankwise.model.robust import median

_MEETING = 2  # ranks that meet everyone
_ONCE = VisitOptions(samples=1, calls=2, warm_s=0.0)


def level(side: Side, index: int, *, watchdog_s: float, start_timeout_s: float) -> TransportLevel:
    """One launch: all ranks ready, then some meet everyone, two ranks awake at a time.

    Times and memory of connections are those of the ones that met everyone (all pairs of 64 took a minute).

    Raises MeasurementFailed when it does not start or a pair does not meet.
    """
    with Session(side, index, watchdog_s=watchdog_s, start_timeout_s=start_timeout_s) as session:
        ranks = session.facts.ranks
        meeting = range(min(_MEETING, len(ranks) - 1))
        before = session.held(meeting)
        connect_s = _meet(session, len(meeting))
        after = session.held(meeting)
        return TransportLevel(
            processes=side.ranks,
            ready_s=session.facts.ready_s,
            init_s=median([rank.init_s for rank in ranks]),
            connect_s=connect_s,
            pss_before_bytes=_median([memory.pss + memory.kernel for memory in before]),
            uss_before_bytes=_median([memory.uss + memory.kernel for memory in before]),
            pss_bytes=_median([memory.pss + memory.kernel for memory in after]),
            uss_bytes=_median([memory.uss + memory.kernel for memory in after]),
            kernel_bytes=_median([memory.kernel for memory in after]),
            pinned_bytes=_median([memory.pinned for memory in after]),
            sockets=_median([memory.sockets for memory in after]),
        )


def memory_by_size(
    side: Side, sizes: tuple[int, ...], *, watchdog_s: float, start_timeout_s: float
) -> list[MessageMemory]:
    """What rank 0 holds after messages of each size, from small to large, to and from all others.

    The engine's own buffers are counted too: one of the largest size so far.
    """
    with Session(side, 0, watchdog_s=watchdog_s, start_timeout_s=start_timeout_s) as session:
        levels = []
        for size in sorted(sizes):
            for peer in range(1, side.ranks):
                session.visit(cell(side.name, "pingpong", size, (0, peer)), 0, _ONCE)
            (held,) = session.held([0])
            levels.append(MessageMemory(size_bytes=size, processes=side.ranks, pss_bytes=held.pss, uss_bytes=held.uss))
        return levels


def _meet(session: Session, members: int) -> float:
    """First and second messages of the first `members` ranks with everyone; seconds that one of them spends on first
    ones beyond second ones."""
    extra = []
    for first in range(members):
        for other in range(first + 1, session.side.ranks):
            met = session.connect((first, other))
            extra.append(2.0 * max(met.first[0] - met.second[0], 0.0))  # there and back
    return sum(extra) / len(extra) * (session.side.ranks - 1)


def _median(values: list[int]) -> int:
    return int(median([float(value) for value in values]))
