"""The window of a rank: its last half minute, which the trace library keeps in its node's memory. The layout is
`preloads/trace/layout.py`. A look at a job needs no NumPy for it, whose import takes longer than the look."""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rankwise.core import bounded
from rankwise.core.bounded import LIMITS
from rankwise.core.words import Text
from rankwise.preloads.trace.layout import CALL_NAME, SECONDS, STRUCTS, WINDOW_MAGIC, WINDOW_VERSION

WATCH: Final = "RANKWISE_WATCH"
"""The variable that names the folder of windows."""
OWN: Final = "RANKWISE_TRACE_OWN"
"""The variable that names the folder of ranks whose node does not see that of windows or results."""
KEY_BITS: Final = 64
"""Of the key of an event; after N halvings those are kept whose highest N are zero."""
_CODES: Final = {"char": "s", "uint64_t": "Q", "uint32_t": "I", "int32_t": "i"}


def _packed(name: str) -> struct.Struct:
    """A struct of the layout: its numbers, and each array as its bytes. Fields of natural alignment have no gaps."""
    codes = []
    for kind, names, *shape in STRUCTS[name]:
        size = struct.calcsize("=" + _CODES[kind]) if kind in _CODES else _packed(kind).size
        codes += [f"{size * math.prod(*shape)}s" if shape else _CODES[kind] for _ in names.split()]
    return struct.Struct("=" + "".join(codes))


_WINDOW, _SECOND, _RECENT = map(_packed, ("Window", "Second", "Recent"))
_FIELDS: Final = [name for _, names, *_ in STRUCTS["Window"] for name in names.split()]
LENGTH: Final = _WINDOW.size


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

    call: Text
    kind: int
    bytes: int
    began_s: float
    ended_s: float
    since_s: float | None
    address: int


@dataclass(frozen=True)
class RankWindow:
    """A rank as it was when it was read. `inside`: the call that it is in, empty outside of MPI. `seconds`: whole ones,
    by their number. `halvings`: of the events every 2**N-th was kept."""

    rank: int
    world: int
    pid: int
    host: Text
    inside: Text
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
    if len(raw) < LENGTH:
        return None
    window: dict[str, Any] = dict(zip(_FIELDS, _WINDOW.unpack_from(raw), strict=True))
    began_ns, began_ticks, last_ns = (window[name] for name in ("began_ns", "began_ticks", "last_ns"))
    ticks = window["last_ticks"] - began_ticks
    if (window["magic"], window["version"]) != (WINDOW_MAGIC, WINDOW_VERSION) or ticks <= 0 or last_ns <= began_ns:
        return None
    tick_s = (last_ns - began_ns) / ticks / 1e9

    def at_s(ticks: int) -> float:
        return float((ticks - began_ticks) * tick_s + began_ns / 1e9)

    spelled = window["names"][: window["call_count"] * CALL_NAME]
    names = [_text(spelled[at : at + CALL_NAME]) for at in range(0, len(spelled), CALL_NAME)]
    inside = window["inside"]
    now_second = last_ns // 1_000_000_000
    seconds = {
        number: Second(calls, size, min(1.0, inside_ticks * tick_s))
        for number, calls, size, inside_ticks in _SECOND.iter_unpack(window["seconds"])
        if now_second - SECONDS < number < now_second  # the last one is not over
    }
    events = {
        key: Event(names[call], kind, size, at_s(began), at_s(done), at_s(since) if since else None, address)
        for key, began, done, size, address, since, call, kind in _RECENT.iter_unpack(window["recent"])
        if key and call < len(names) and began <= done
    }
    return RankWindow(
        rank=window["rank"],
        world=window["world"],
        pid=window["pid"],
        host=_text(window["host"]),
        inside=names[inside] if 0 <= inside < len(names) else "",
        seconds=seconds,
        events=events,
        halvings=window["halvings"],
    )


def _text(raw: bytes) -> str:
    return raw.rstrip(b"\0").decode(errors="replace")
