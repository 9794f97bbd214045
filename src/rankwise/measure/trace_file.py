"""The files that the trace library leaves, read: also those of ranks that were killed. The layout is
`preloads/trace/layout.h`."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final, Literal

import numpy as np

from rankwise.core import bounded
from rankwise.core.bounded import LIMITS
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import (
    TraceCall,
    TraceCommunicator,
    TracedRank,
    TraceOverlap,
    TraceRow,
    TraceSite,
    TraceSize,
    TraceThread,
)

MAGIC, VERSION = b"RWTRACE\n", 6
HEAD = struct.Struct("<8s5I4iI7Q7Q6QQQ64s")
_CALLS, _NAME, _TOTAL = 640, 48, struct.Struct("<QQ")
_COMMS, _COMM = 255, struct.Struct("<QII62i")
_SIZES, _SIZE = 4096, struct.Struct("<IIQQ")
_ROWS, _ROW = 65536, struct.Struct("<QQQQ")
_TOTALS_AT = HEAD.size + _CALLS * _NAME
_COMMS_AT = _TOTALS_AT + _CALLS * _TOTAL.size
_SIZES_AT = _COMMS_AT + _COMMS * _COMM.size
_ROWS_AT = _SIZES_AT + _SIZES * _SIZE.size
EVENTS_AT = _ROWS_AT + _ROWS * _ROW.size
EVENTS = 8192
_SITES_AT = EVENTS_AT + EVENTS * 48
_SITES, _SITE = 1024, struct.Struct("<5QII")
_OBJECTS_AT = _SITES_AT + _SITES * _SITE.size
_OBJECTS, _PATH = 64, 256
_THREADS_AT = _OBJECTS_AT + _OBJECTS * _PATH
_THREADS, _THREAD = 64, struct.Struct("<QQQ")
LENGTH = _THREADS_AT + _THREADS * _THREAD.size
_DIRECTIONS = ("out", "in", "collective", "fetched")
_OVERLAPS: Final[tuple[Literal["receives", "sends", "collectives"], ...]] = ("receives", "sends", "collectives")

Communicators = dict[tuple[int, int], int]
"""The number of a communicator by its hash and size: the same in every rank."""


def read_folder(folder: Path) -> tuple[int, tuple[TracedRank, ...], tuple[TraceCommunicator, ...]]:
    """The ranks of the largest world that left a file, how many ranks they are, in order, and their communicators, to
    which rows refer by their place. Raises MeasurementFailed for a file that is damaged."""
    numbers: Communicators = {}
    communicators: list[TraceCommunicator] = []
    ranks, world = [], 0
    for path in sorted(folder.glob("*.trace")):
        rank, its_world = read_rank(path, numbers, communicators)
        if rank is not None:
            ranks.append(rank)
            world = max(world, its_world)
    return world, tuple(sorted(ranks, key=lambda rank: (rank.rank, rank.host, rank.pid))), tuple(communicators)


def read_rank(
    path: Path, numbers: Communicators, communicators: list[TraceCommunicator]
) -> tuple[TracedRank | None, int]:
    """One file and the ranks of its world; None for a rank that was ended before it counted anything. Communicators
    that are new are added. Raises MeasurementFailed when the file is cut short, damaged or not a trace."""
    try:
        return parse_rank(bounded.content(path, LIMITS["trace"]), str(path), numbers, communicators)
    except (OSError, ValueError, ArithmeticError, LookupError, struct.error) as error:
        message = f"{path}: a damaged trace file ({error})"
        raise MeasurementFailed("bad-trace", message, "trace the program again") from error


def parse_rank(
    raw: bytes, path: str, numbers: Communicators, communicators: list[TraceCommunicator]
) -> tuple[TracedRank | None, int]:
    """As `read_rank`, of the bytes of a file; raises also what `read_rank` turns into MeasurementFailed."""
    if len(raw) < LENGTH or raw[:8] not in (MAGIC, b"\0" * 8):
        raise MeasurementFailed(
            "bad-trace", f"{path}: not a whole trace file ({len(raw)} of {LENGTH} bytes)", "trace the program again"
        )
    (magic, version, call_count, comm_count, _by_counter, ended, rank, world, pid, inside, _event_count, loaded_ns,
     loaded_ticks, _begin_ns, begin_ticks, last_ns, last_ticks, seen_ticks, rows_lost, bytes_lost, sizes_lost,
     requests_lost, _events_lost, _halvings, _clock, *overlaps, paused_ticks, sites_lost,
     host) = HEAD.unpack_from(raw)  # fmt: skip
    if magic != MAGIC:
        return None, 0
    if version != VERSION:
        message = f"{path}: version {version} of the trace file; this rankwise reads {VERSION}"
        raise MeasurementFailed("bad-trace", message, "trace the program again")
    # A library that keeps the clock's own nanoseconds has a rate of one.
    ticks_per_s = (last_ticks - loaded_ticks) / max(last_ns - loaded_ns, 1) * 1e9
    names = call_names(raw, call_count)
    own: dict[int, int] = {}
    for slot in range(comm_count):
        hashed, ranks, inter, *first = _COMM.unpack_from(raw, _COMMS_AT + slot * _COMM.size)
        if (hashed, ranks) not in numbers:
            numbers[hashed, ranks] = len(communicators)
            members = tuple(first[:ranks])
            communicators.append(TraceCommunicator(ranks=ranks, members=members, between_groups=bool(inter)))
        own[slot] = numbers[hashed, ranks]
    totals = _TOTAL.iter_unpack(raw[_TOTALS_AT : _TOTALS_AT + call_count * _TOTAL.size])
    calls = tuple(
        TraceCall(call=name, calls=count, time_s=ticks / ticks_per_s)
        for name, (count, ticks) in zip(names, totals, strict=True)
        if count
    )
    end_ticks = max(last_ticks, seen_ticks, begin_ticks) - paused_ticks
    return TracedRank(
        rank=rank,
        host=host.rstrip(b"\0").decode(errors="replace"),
        pid=pid,
        time_s=(end_ticks - begin_ticks) / ticks_per_s,
        paused_s=paused_ticks / ticks_per_s,
        ended=bool(ended),
        inside=names[inside] if 0 <= inside < len(names) else "",
        calls=calls,
        rows=_rows(raw, names, own, ticks_per_s),
        sizes=tuple(
            TraceSize(call=names[call], size_bytes=size, together=together, calls=count)
            for call, together, size, count in _SIZE.iter_unpack(raw[_SIZES_AT:_ROWS_AT])
            if count
        ),
        lost_messages=rows_lost,
        lost_bytes=bytes_lost,
        lost_sizes=sizes_lost,
        lost_requests=requests_lost,
        overlaps=tuple(
            TraceOverlap(of=of, pending_s=pending / ticks_per_s, outside=outside / pending)
            for of, pending, outside in zip(_OVERLAPS, overlaps[:3], overlaps[3:], strict=True)
            if pending
        ),
        sites=_sites(raw, names, ticks_per_s),
        lost_sites=sites_lost,
        threads=tuple(
            TraceThread(
                time_s=(alive + (max(end_ticks - since, 0) if since else 0)) / ticks_per_s,
                inside_s=inside / ticks_per_s,
            )
            for since, alive, inside in _THREAD.iter_unpack(raw[_THREADS_AT:LENGTH])
            if since or alive or inside
        ),
    ), world


def call_names(raw: bytes, count: int) -> list[str]:
    """The names of MPI calls, by the numbers that a file has for them."""
    return [
        raw[HEAD.size + number * _NAME : HEAD.size + (number + 1) * _NAME].rstrip(b"\0").decode(errors="replace")
        for number in range(min(count, _CALLS))
    ]


def _sites(raw: bytes, names: list[str], ticks_per_s: float) -> tuple[TraceSite, ...]:
    """The longest first; an object without a place in the table has no name."""
    objects = [
        raw[_OBJECTS_AT + number * _PATH : _OBJECTS_AT + (number + 1) * _PATH].rstrip(b"\0").decode(errors="replace")
        for number in range(_OBJECTS)
    ]
    sites = [
        TraceSite(call=names[call], object=objects[number] if number < _OBJECTS else "", offset=offset, calls=calls,
                  bytes=size, time_s=ticks / ticks_per_s)
        for _, offset, calls, size, ticks, call, number in _SITE.iter_unpack(raw[_SITES_AT:_OBJECTS_AT])
        if calls
    ]  # fmt: skip
    return tuple(sorted(sites, key=lambda site: (-site.time_s, site.call, site.object, site.offset)))


def _rows(raw: bytes, names: list[str], own: dict[int, int], ticks_per_s: float) -> tuple[TraceRow, ...]:
    rows = []
    table = np.frombuffer(raw, np.uint64, count=_ROWS * 4, offset=_ROWS_AT).reshape(_ROWS, 4)
    for key, messages, size, ticks in table[table[:, 0] != 0].tolist():
        peer = (key >> 31) & 0xFFFFFFFF
        peer -= (peer >> 31) << 32
        rows.append(
            TraceRow(
                call=names[(key >> 21) & 0x3FF],
                direction=_DIRECTIONS[key & 3],  # type: ignore[arg-type]
                communicator=own.get((key >> 10) & 0x7FF),
                peer=peer if peer >= 0 else None,
                below_bytes=1 << ((key >> 2) & 0xFF),
                messages=messages,
                bytes=size,
                time_s=ticks / ticks_per_s,
            )
        )
    return tuple(sorted(rows, key=lambda row: (row.call, row.direction, _last(row.communicator), _last(row.peer),
                                               row.below_bytes)))  # fmt: skip


def _last(number: int | None) -> float:
    return float("inf") if number is None else number
