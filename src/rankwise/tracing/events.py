"""Calls of every rank that took part in messages and collectives, from the files of a trace, on their nodes' clocks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from rankwise.core import bounded
from rankwise.core.bounded import LIMITS
from rankwise.preloads.trace.layout import MAGIC
from rankwise.tracing.file import FILE, LENGTH, call_names


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
    events = []
    for path in sorted(folder.glob("*.trace")):
        try:
            raw = bounded.content(path, LIMITS["trace"])
        except OSError:
            continue
        if len(raw) >= LENGTH and raw[:8] == MAGIC and (rank := events_of(raw)) is not None:
            events.append(rank)
    return events


def events_of(raw: bytes) -> RankEvents | None:
    """The events in the bytes of a whole file; None of a rank without a world, or whose clock stood still."""
    file = np.frombuffer(raw, FILE, count=1)[0]
    names, events = call_names(file), file["events"][: file["event_count"]]
    # A rank that was killed may have left its last row half written. Comparisons are functions of NumPy here and in
    # `file.py`, because Atheris keeps the result of each comparison by an operator: arrays, until memory is full.
    events = events[np.less(events["call"], len(names)) & np.less_equal(events["began"], events["ended"])]
    loaded_ns, loaded_ticks = int(file["loaded_ns"]), int(file["loaded_ticks"])
    ticks = int(file["last_ticks"]) - loaded_ticks
    if file["rank"] < 0 or ticks <= 0:
        return None
    tick_s = (int(file["last_ns"]) - loaded_ns) / ticks / 1e9

    def seconds(name: str) -> npt.NDArray[np.float64]:
        ticks = (events[name] - np.uint64(loaded_ticks)).astype(np.int64)  # of a damaged file, any number
        since: npt.NDArray[np.float64] = ticks * tick_s + loaded_ns / 1e9
        return since

    return RankEvents(
        rank=int(file["rank"]),
        clock=int(file["clock"]),
        halvings=int(file["halvings"]),
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
