"""What the files of a rank hold: the one table of which `layout.h` is written, and of which NumPy's types are made that
read it. All fields have their natural alignment."""

from __future__ import annotations

from typing import Final, Literal

MAGIC: Final = b"RWTRACE\n"
VERSION: Final = 8
WINDOW_MAGIC: Final = b"RWWATCH\n"
WINDOW_VERSION: Final = 1
SECONDS, RECENT = 64, 1024
"""Of the window that a rank keeps while somebody watches."""
ROWS, SIZES, COMMS, EVENTS, SITES, OBJECTS, THREADS = 65536, 4096, 255, 8192, 1024, 64, 64
MOST_CALLS, CALL_NAME, COMM_RANKS, OBJECT_PATH, HOST_NAME = 640, 48, 62, 256, 64

DIRECTIONS: Final = ("out", "in", "collective", "fetched")
OVERLAPS: Final[tuple[Literal["receives", "sends", "collectives"], ...]] = ("receives", "sends", "collectives")
SENT, SENT_PENDING, RECEIVED, COLLECTED = range(4)
"""Kinds of events; pending: by a nonblocking send."""

KEY: Final = {"direction": (0, 2), "class": (2, 8), "comm": (10, 11), "call": (21, 10), "peer": (31, 32)}
"""Where the parts of a row's key begin, and their bits; above them a 1. A free row has a key of 0."""

Fields = tuple[tuple[str, str] | tuple[str, str, tuple[int, ...]], ...]
"""A type, names of fields that have it, and how many values each of these has."""

STRUCTS: Final[dict[str, Fields]] = {
    "Row": (("uint64_t", "key messages bytes ticks"),),
    "SizeRow": (("uint32_t", "call together"), ("uint64_t", "bytes count")),
    # first: world ranks of the first members
    "CommRow": (("uint64_t", "hash"), ("uint32_t", "ranks inter"), ("int32_t", "first", (COMM_RANKS,))),
    "Total": (("uint64_t", "calls ticks gapped"),),  # gapped: bytes of types with gaps between their elements
    # posted: when a receive was begun; began, ended: the call of a thread that completed it, with `together` receives
    "Event": (
        ("uint64_t", "key posted began ended bytes"),
        ("uint16_t", "call"),
        ("uint8_t", "kind thread"),
        ("uint32_t", "together"),
    ),
    # A call at an address of the program; offset: of the address in its object, whose place in the table is `object`,
    # OBJECTS where it has none. No calls: a free row.
    "Site": (("uint64_t", "address offset calls bytes ticks"), ("uint32_t", "call object")),
    # Threads that had this number one after the other, without what MPI_Pcontrol(0) left out. since: when the one that
    # has it now came, 0 for none; alive: of those before it; inside: of all of them, in MPI.
    "Thread": (("uint64_t", "since alive inside"),),
    "File": (
        ("char", "magic", (len(MAGIC),)),
        ("uint32_t", "version call_count comm_count by_counter ended"),
        ("int32_t", "rank world pid inside socket"),  # socket: -1 where its CPUs are of several, or nobody tells
        ("uint32_t", "event_count spare"),  # spare: no gap before what is wider
        ("uint64_t", "loaded_ns loaded_ticks begin_ns begin_ticks last_ns last_ticks seen_ticks"),
        ("uint64_t", "rows_lost bytes_lost sizes_lost requests_lost events_lost halvings clock"),
        # of nonblocking calls; of that outside of MPI
        ("uint64_t", "pending_ticks outside_ticks", (len(OVERLAPS),)),
        ("uint64_t", "paused_ticks sites_lost"),  # paused: by MPI_Pcontrol(0)
        ("char", "host", (HOST_NAME,)),
        ("char", "names", (MOST_CALLS, CALL_NAME)),
        ("Total", "totals", (MOST_CALLS,)),
        ("CommRow", "comms", (COMMS,)),
        ("SizeRow", "sizes", (SIZES,)),
        ("Row", "rows", (ROWS,)),
        ("Event", "events", (EVENTS,)),
        ("Site", "sites", (SITES,)),
        ("char", "objects", (OBJECTS, OBJECT_PATH)),
        ("Thread", "threads", (THREADS,)),
    ),
    # inside: of MPI, in ticks, of calls that ended or went on in this second
    "Second": (("uint64_t", "second calls bytes inside"),),
    # address: to which the call returned; since: when the rank left its collective before this one, 0 for the first.
    # What it did from then on until this began is its own time, whoever it waited for in them.
    "Recent": (("uint64_t", "key began ended bytes address since"), ("uint32_t", "call kind")),
    # began_ns and began_ticks: one moment by both clocks; last: another, of the last second
    "Window": (
        ("char", "magic", (len(WINDOW_MAGIC),)),
        ("uint32_t", "version call_count"),
        ("int32_t", "rank world pid inside"),
        ("uint64_t", "began_ns began_ticks last_ns last_ticks recent_count halvings"),
        ("char", "host", (HOST_NAME,)),
        ("char", "names", (MOST_CALLS, CALL_NAME)),
        ("Second", "seconds", (SECONDS,)),
        ("Recent", "recent", (RECENT,)),
    ),
}
_NUMBERS = {
    **{"TRACE_VERSION": VERSION, "ROWS": ROWS, "SIZES": SIZES, "COMMS": COMMS, "NO_COMM": COMMS},
    **{"COMM_RANKS": COMM_RANKS, "MOST_CALLS": MOST_CALLS, "CALL_NAME": CALL_NAME, "EVENTS": EVENTS},
    **{"WINDOW_VERSION": WINDOW_VERSION, "SECONDS": SECONDS, "RECENT": RECENT},
    **{"SITES": SITES, "OBJECTS": OBJECTS, "OBJECT_PATH": OBJECT_PATH, "THREADS": THREADS},
    **{f"{part.upper()}_AT": at for part, (at, _) in KEY.items()},
    **{name.upper(): number for number, name in enumerate(DIRECTIONS)},
    **{"SENT": SENT, "SENT_PENDING": SENT_PENDING, "RECEIVED": RECEIVED, "COLLECTED": COLLECTED},
    **{f"OF_{name.upper()}": number for number, name in enumerate(OVERLAPS)},
    "OVERLAPS": len(OVERLAPS),
}


def header() -> str:
    """`layout.h`."""
    numbers = "".join(f"    {name} = {value},\n" for name, value in _NUMBERS.items())
    structs = "".join(f"typedef struct {{\n{_fields(fields)}}} {name};\n" for name, fields in STRUCTS.items())
    magic, window_magic = (word.decode().replace("\n", "\\n") for word in (MAGIC, WINDOW_MAGIC))
    return (
        "/* Written by layout.py. */\n#ifndef RANKWISE_TRACE_LAYOUT_H\n#define RANKWISE_TRACE_LAYOUT_H\n\n"
        f'#include <stdint.h>\n\n#define TRACE_MAGIC "{magic}"\n#define WINDOW_MAGIC "{window_magic}"\n'
        f"enum {{\n{numbers}}};\n\n{structs}\n#endif\n"
    )


def _fields(fields: Fields) -> str:
    return "".join(f"    {kind} {name}{_shape(*shape)};\n" for kind, names, *shape in fields for name in names.split())


def _shape(shape: tuple[int, ...] = ()) -> str:
    return "".join(f"[{number}]" for number in shape)
