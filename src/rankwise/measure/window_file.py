"""The window of a rank: its last half minute, which the trace library keeps in its node's memory. The layout is
`preloads/trace/window.h`."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rankwise.core import bounded
from rankwise.core.bounded import LIMITS

WATCH: Final = "RANKWISE_WATCH"
"""The variable that names the folder of windows."""
COLLECTED: Final = 3

_MAGIC, _VERSION = b"RWWATCH\n", 1
_HEAD = struct.Struct("<8s2I4i9Q64s")
_CALLS, _NAME = 640, 48
_SECONDS, _SECOND = 64, struct.Struct("<4Q")
_RECENT, _EVENT = 1024, struct.Struct("<6Q2I")
_SECONDS_AT = _HEAD.size + _CALLS * _NAME
_RECENT_AT = _SECONDS_AT + _SECONDS * _SECOND.size
LENGTH: Final = _RECENT_AT + _RECENT * _EVENT.size


@dataclass(frozen=True)
class Second:
    """What a rank did in a second of its node's monotonic clock. `inside_s`: of it inside of MPI."""

    calls: int
    bytes: int
    inside_s: float


@dataclass(frozen=True)
class Event:
    """A call that took part in a message or a collective, with the same key in all of its ranks. In seconds of the
    monotonic clock; `since_s`: when the rank left its collective before, None where there was none. `address`: to which
    it returned, 0 where that is not known."""

    call: str
    kind: int
    bytes: int
    began_s: float
    ended_s: float
    since_s: float | None
    address: int


@dataclass(frozen=True)
class RankWindow:
    """A rank as it was when it was read. `clock`: the same for ranks whose clocks are one. `inside`: the call that it
    is in, empty outside of MPI; `left_s`: when it left the last one. `seconds`: whole ones, by their number.
    `halvings`: of the events every 2**N-th was kept."""

    rank: int
    world: int
    pid: int
    host: str
    clock: int
    inside: str
    left_s: float
    ended: bool
    seconds: Mapping[int, Second]
    events: Mapping[int, Event]
    halvings: int


def read_window(path: Path) -> RankWindow | None:
    """The window in a file; None where there is none, or not yet a whole one."""
    try:
        raw = bounded.content(path, LIMITS["window"])
    except OSError:
        return None
    return parse_window(raw)


def parse_window(raw: bytes) -> RankWindow | None:
    """The window in the bytes of a file; None where they are none."""
    if len(raw) < LENGTH or raw[:8] != _MAGIC:
        return None
    (_, version, call_count, rank, world, pid, inside, clock, *times, host) = _HEAD.unpack_from(raw)
    began_ns, began_ticks, last_ns, last_ticks, left_ticks, _count, halvings, ended = times
    if version != _VERSION or last_ticks <= began_ticks or last_ns <= began_ns:
        return None
    tick_s = (last_ns - began_ns) / (last_ticks - began_ticks) / 1e9

    def at_s(ticks: int) -> float:
        return float((ticks - began_ticks) * tick_s + began_ns / 1e9)

    count = min(call_count, _CALLS)
    names = [_text(raw[_HEAD.size + at * _NAME : _HEAD.size + (at + 1) * _NAME]) for at in range(count)]
    now_second = last_ns // 1_000_000_000
    seconds = {
        number: Second(calls, size, min(1.0, inside_ticks * tick_s))
        for number, calls, size, inside_ticks in _SECOND.iter_unpack(raw[_SECONDS_AT:_RECENT_AT])
        if now_second - _SECONDS < number < now_second  # the last one is not over
    }
    events = {
        key: Event(names[call], kind, size, at_s(began), at_s(done), at_s(since) if since else None, address)
        for key, began, done, size, address, since, call, kind in _EVENT.iter_unpack(raw[_RECENT_AT:LENGTH])
        if key and call < count and began <= done
    }
    return RankWindow(
        rank=rank,
        world=world,
        pid=pid,
        host=_text(host),
        clock=clock,
        inside=names[inside] if 0 <= inside < count else "",
        left_s=at_s(left_ticks),
        ended=bool(ended),
        seconds=seconds,
        events=events,
        halvings=halvings,
    )


def _text(raw: bytes) -> str:
    return raw.partition(b"\0")[0].decode(errors="replace")
