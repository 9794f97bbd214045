"""Calls of every rank that took part in messages and collectives, from the files of a trace, on their nodes' clocks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from rankwise.core import bounded
from rankwise.core.bounded import LIMITS
from rankwise.measure.trace_file import EVENTS, EVENTS_AT, HEAD, LENGTH, MAGIC, call_names

_EVENT = np.dtype(
    [
        ("key", "<u8"),
        ("posted", "<u8"),
        ("began", "<u8"),
        ("ended", "<u8"),
        ("bytes", "<u8"),
        ("call", "<u2"),
        ("kind", "u1"),
        ("thread", "u1"),
        ("together", "<u4"),
    ]
)
SENT, SENT_PENDING, RECEIVED, COLLECTED = range(4)


@dataclass(frozen=True)
class RankEvents:
    """The kept events of a rank: those whose key is below 2**(64 - `halvings`). Equal keys are the two ends of a
    message, or the ranks of a collective. Times are in seconds on the clock called `clock`; ranks with the same share
    it. `posted_s` is when a receive was begun, `began_s` and `ended_s` are of the call that completed it, with
    `together` receives in all. `thread` made that call: numbers from 0, given again when a thread has ended."""

    rank: int
    clock: int
    halvings: int
    names: tuple[str, ...]
    key: npt.NDArray[np.uint64]
    kind: npt.NDArray[np.int64]
    call: npt.NDArray[np.int64]
    bytes: npt.NDArray[np.int64]
    posted_s: npt.NDArray[np.float64]
    began_s: npt.NDArray[np.float64]
    ended_s: npt.NDArray[np.float64]
    together: npt.NDArray[np.int64]
    thread: npt.NDArray[np.int64]


def read_events(folder: Path) -> list[RankEvents]:
    """The events of every rank of a world that left a file; of ranks without a world, and of damaged files, none."""
    found = []
    for path in sorted(folder.glob("*.trace")):
        try:
            raw = bounded.content(path, LIMITS["trace"])
        except OSError:
            continue
        if len(raw) >= LENGTH and raw[:8] == MAGIC and (rank := events_of(raw)) is not None:
            found.append(rank)
    return found


def events_of(raw: bytes) -> RankEvents | None:
    """The events in the bytes of a whole file; None of a rank without a world, or whose clock stood still."""
    head = HEAD.unpack_from(raw)
    rank, count = head[6], head[10]
    loaded_ns, loaded_ticks, last_ns, last_ticks, halvings, clock = head[11], head[12], head[15], head[16], *head[23:25]
    names = call_names(raw, head[2])
    events = np.frombuffer(raw, _EVENT, count=min(count, EVENTS), offset=EVENTS_AT)
    # A rank that was killed may have left its last row half written.
    events = events[(events["call"] < len(names)) & (events["ended"] >= events["began"])]
    if rank < 0 or last_ticks <= loaded_ticks:
        return None
    tick_s = (last_ns - loaded_ns) / (last_ticks - loaded_ticks) / 1e9

    def seconds(name: str) -> npt.NDArray[np.float64]:
        ticks = events[name].astype(np.int64) - np.int64(loaded_ticks)
        since: npt.NDArray[np.float64] = ticks * tick_s + loaded_ns / 1e9
        return since

    return RankEvents(
        rank=rank,
        clock=clock,
        halvings=halvings,
        names=tuple(names),
        key=events["key"],
        kind=events["kind"].astype(np.int64),
        call=events["call"].astype(np.int64),
        bytes=events["bytes"].astype(np.int64),
        posted_s=seconds("posted"),
        began_s=seconds("began"),
        ended_s=seconds("ended"),
        together=events["together"].astype(np.int64),
        thread=events["thread"].astype(np.int64),
    )
