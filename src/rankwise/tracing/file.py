"""The files that the trace library leaves, read: also those of ranks that were killed."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from rankwise.core import bounded
from rankwise.core.bounded import LIMITS
from rankwise.core.errors import MeasurementFailed
from rankwise.preloads.trace.layout import DIRECTIONS, KEY, MAGIC, OBJECTS, OVERLAPS, STRUCTS, VERSION
from rankwise.tracing.records import (
    TraceCall,
    TraceCommunicator,
    TracedRank,
    TraceOverlap,
    TraceRow,
    TraceSite,
    TraceSize,
    TraceThread,
)

_TYPES: Final = {"uint64_t": "<u8", "uint32_t": "<u4", "int32_t": "<i4", "uint16_t": "<u2", "uint8_t": "u1"}


def _field(kind: str, name: str, shape: tuple[int, ...] = ()) -> tuple[str, npt.DTypeLike, tuple[int, ...]]:
    if kind == "char":
        return name, f"S{shape[-1]}", shape[:-1]
    return name, _TYPES[kind] if kind in _TYPES else type_of(kind), shape


def type_of(struct: str) -> np.dtype[np.void]:
    """The type of a struct of the table, by its name."""
    fields = [_field(kind, name, *shape) for kind, names, *shape in STRUCTS[struct] for name in names.split()]
    return np.dtype(fields, align=True)


FILE = type_of("File")
LENGTH = FILE.itemsize
_COUNTS = [name for kind, names, *shape in STRUCTS["File"] if kind != "char" and not shape for name in names.split()]

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
    except (OSError, ValueError, ArithmeticError, LookupError) as error:
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
    file = np.frombuffer(raw, FILE, count=1)[0]
    if file["magic"] != MAGIC:
        return None, 0
    if file["version"] != VERSION:
        message = f"{path}: version {file['version']} of the trace file; this rankwise reads {VERSION}"
        raise MeasurementFailed("bad-trace", message, "trace the program again")
    own = _communicators(file, numbers, communicators)
    return _rank(file, own), int(file["world"])


def _communicators(file: np.void, numbers: Communicators, communicators: list[TraceCommunicator]) -> dict[int, int]:
    """The number of a communicator by the rank's own number for it."""
    own: dict[int, int] = {}
    for slot, (hashed, ranks, inter, first) in enumerate(file["comms"][: file["comm_count"]].tolist()):
        if (hashed, ranks) not in numbers:
            numbers[hashed, ranks] = len(communicators)
            members = tuple(first[:ranks].tolist())
            communicators.append(TraceCommunicator(ranks=ranks, members=members, between_groups=bool(inter)))
        own[slot] = numbers[hashed, ranks]
    return own


def _rank(file: np.void, own: dict[int, int]) -> TracedRank:
    head = {name: int(file[name]) for name in _COUNTS}
    # A library that keeps the clock's own nanoseconds has a rate of one.
    ns, ticks = head["last_ns"] - head["loaded_ns"], head["last_ticks"] - head["loaded_ticks"]
    ticks_per_s = ticks / max(ns, 1) * 1e9
    end_ticks = max(head["last_ticks"], head["seen_ticks"], head["begin_ticks"]) - head["paused_ticks"]
    names, inside = call_names(file), head["inside"]
    return TracedRank(
        rank=head["rank"],
        host=file["host"].decode(errors="replace"),
        socket=head["socket"] if head["socket"] >= 0 else None,
        pid=head["pid"],
        time_s=(end_ticks - head["begin_ticks"]) / ticks_per_s,
        paused_s=head["paused_ticks"] / ticks_per_s,
        ended=bool(head["ended"]),
        inside=names[inside] if 0 <= inside < len(names) else "",
        calls=tuple(
            TraceCall(call=name, calls=count, time_s=ticks / ticks_per_s, gapped_bytes=gapped)
            for name, (count, ticks, gapped) in zip(names, file["totals"][: len(names)].tolist(), strict=True)
            if count
        ),
        rows=_rows(file, names, own, ticks_per_s),
        sizes=tuple(
            TraceSize(call=names[call], size_bytes=size, together=together, calls=count)
            for call, together, size, count in file["sizes"].tolist()
            if count
        ),
        lost_messages=head["rows_lost"],
        lost_bytes=head["bytes_lost"],
        lost_sizes=head["sizes_lost"],
        lost_requests=head["requests_lost"],
        overlaps=tuple(
            TraceOverlap(of=of, pending_s=pending / ticks_per_s, outside=outside / pending)
            for of, pending, outside in zip(
                OVERLAPS, file["pending_ticks"].tolist(), file["outside_ticks"].tolist(), strict=True
            )
            if pending
        ),
        sites=_sites(file, names, ticks_per_s),
        lost_sites=head["sites_lost"],
        threads=tuple(
            TraceThread(
                time_s=(alive + (max(end_ticks - since, 0) if since else 0)) / ticks_per_s,
                inside_s=inside_ticks / ticks_per_s,
            )
            for since, alive, inside_ticks in file["threads"].tolist()
            if since or alive or inside_ticks
        ),
    )


def call_names(file: np.void) -> list[str]:
    """The names of MPI calls, by the numbers that a file has for them."""
    return [name.decode(errors="replace") for name in file["names"][: file["call_count"]].tolist()]


def _sites(file: np.void, names: list[str], ticks_per_s: float) -> tuple[TraceSite, ...]:
    """The longest first; an object without a place in the table has no name."""
    objects = [path.decode(errors="replace") for path in file["objects"].tolist()]
    sites = [
        TraceSite(call=names[call], object=objects[number] if number < OBJECTS else "", offset=offset, calls=calls,
                  bytes=size, time_s=ticks / ticks_per_s)
        for _, offset, calls, size, ticks, call, number in file["sites"].tolist()
        if calls
    ]  # fmt: skip
    return tuple(sorted(sites, key=lambda site: (-site.time_s, site.call, site.object, site.offset)))


def _part(key: int, name: str) -> int:
    at, bits = KEY[name]
    return key >> at & (1 << bits) - 1


def _rows(file: np.void, names: list[str], own: dict[int, int], ticks_per_s: float) -> tuple[TraceRow, ...]:
    rows = []
    table = file["rows"]  # chosen by no comparison: see `events_of`
    for key, messages, size, ticks in table[np.flatnonzero(table["key"])].tolist():
        peer = _part(key, "peer")
        rows.append(
            TraceRow(
                call=names[_part(key, "call")],
                direction=DIRECTIONS[_part(key, "direction")],
                communicator=own.get(_part(key, "comm")),
                peer=peer if peer < 1 << 31 else None,  # a negative number: no rank of the world
                below_bytes=1 << _part(key, "class"),
                messages=messages,
                bytes=size,
                time_s=ticks / ticks_per_s,
            )
        )
    return tuple(sorted(rows, key=lambda row: (row.call, row.direction, _last(row.communicator), _last(row.peer),
                                               row.below_bytes)))  # fmt: skip


def _last(number: int | None) -> float:
    return float("inf") if number is None else number
