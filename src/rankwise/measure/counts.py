"""What a program sends: its calls by size, counted by a preload in one run, as calls of rankwise's kernels."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rankwise.measure.preload import preload_for

FOLDER = "RANKWISE_COUNTS"
_OF_PAIRS = ("send", "isend", "sendrecv", "sendrecv_replace")


@dataclass(frozen=True)
class Counted:
    """Rows of kernel, bytes, and the calls of the rank that has most of them; how many `ranks` were counted; `window`,
    the messages at a time of most of what is sent without waiting (0: none is); `communicators`, the ranks of those
    that each collective was called on; `world`, those of the largest one that was seen (0: none was)."""

    rows: tuple[tuple[str, int, float], ...]
    ranks: int
    window: int
    communicators: Mapping[str, frozenset[int]] = field(default_factory=dict)
    world: int = 0


def counting(folder: Path, library: str | None, preloaded: str = "") -> dict[str, str]:
    """The environment in which every rank on this machine leaves a file in `folder`; `library` is the C library of its
    MPI, `preloaded` what LD_PRELOAD holds already. Raises EnvironmentProblem without a compiler."""
    large = False
    with contextlib.suppress(OSError):
        large = library is not None and b"\0PMPI_Send_c\0" in Path(library).read_bytes()
    libraries = filter(None, (str(preload_for("counts_large" if large else "counts")), preloaded))
    return {"LD_PRELOAD": ":".join(libraries), FOLDER: str(folder)}


def counted(folder: Path) -> Counted:
    """What the ranks left: blocking sends as `pingpong`, one message that is waited for as `pingping`, several at a
    time as `message_rate`, the rest by their own names."""
    files = [[line.split() for line in path.read_text().splitlines()] for path in sorted(folder.iterdir())]
    window = _window(files)
    communicators: dict[str, frozenset[int]] = {}
    world = 0
    most: dict[tuple[str, int], float] = {}
    for lines in files:
        own: dict[tuple[str, int], float] = defaultdict(float)
        for call, size, count, together in lines:
            if call not in _OF_PAIRS:
                world = max(world, int(together))
            if call == "world":
                continue
            if call not in _OF_PAIRS:
                communicators[call] = communicators.get(call, frozenset()) | {int(together)}
            kernel = {"send": "pingpong", "isend": "pingping"}.get(call, call)
            many = call == "isend" and int(together) > 1
            own["message_rate" if many else kernel, int(size)] += int(count) / (window if many else 1)
        most |= {key: max(most.get(key, 0.0), calls) for key, calls in own.items()}
    rows = tuple((kernel, size, calls) for (kernel, size), calls in most.items())
    return Counted(rows, len(files), window, communicators, world)


def _window(files: list[list[list[str]]]) -> int:
    messages: dict[int, int] = defaultdict(int)
    for lines in files:
        for call, _, count, together in lines:
            if call == "isend" and int(together) > 1:
                messages[int(together)] += int(count)
    return max(messages, key=lambda message: (messages[message], message), default=0)
