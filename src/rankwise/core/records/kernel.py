"""A kernel of the engine: what it is, and what became of it when it was tried."""

from __future__ import annotations

import re

from rankwise.core.errors import UsageError
from rankwise.core.records.base import Record
from rankwise.core.words import Text

_COLLECTIVE = re.compile(r"i?(neighbor_)?(all(gather|reduce|toall)|barrier|bcast|gather|reduce|scatter|scan|exscan)")


def is_collective(kernel: str) -> bool:
    """Whether a kernel is a collective call, or its local part, by its name."""
    return _COLLECTIVE.match(kernel) is not None


class KernelFacts(Record, frozen=True, kw_only=True):
    """One kernel as `--describe` prints it; `max_ranks` 0 is any number. `sized`: the message size matters;
    `windowed`: several messages at a time; `typed`: bytes may be sent as any type or layout; `in_place`, `rotates` (its
    root), `window_kinds`, `overlaps` (with computation), `threaded`, `large` (counts beyond an int): what can be asked
    of it; `mirrored`: its buffers may be on a device; `on_device`: they are, and it needs one; `payload`: bytes arrive
    that are checked; `lacks`: what this MPI lacks."""

    name: Text
    timing: Text
    min_ranks: int
    max_ranks: int
    even_ranks: int
    reduces: int
    sized: int
    windowed: int
    typed: int
    in_place: int
    rotates: int
    window_kinds: int
    overlaps: int
    threaded: int
    large: int
    payload: int
    lacks: Text
    rate: Text
    definition: Text
    peer: Text
    mirrored: int = 0
    on_device: int = 0

    @property
    def ranks_words(self) -> str:
        """Of how many ranks it can be: `2`, `2 to 4`, `1 or more`."""
        if self.max_ranks == self.min_ranks:
            return str(self.min_ranks)
        return f"{self.min_ranks} to {self.max_ranks}" if self.max_ranks else f"{self.min_ranks} or more"

    def group(self, ranks: int) -> tuple[int, ...]:
        """The ranks of `ranks` that it runs on: as many as it takes."""
        return self.part(tuple(range(ranks)))

    def part(self, group: tuple[int, ...]) -> tuple[int, ...]:
        """The first ranks of a group that it runs on. Raises UsageError when they are too few."""
        count = min(self.max_ranks or len(group), len(group))
        count -= count % 2 if self.even_ranks else 0
        if count < self.min_ranks:
            raise UsageError(
                "too-few-ranks",
                f"{self.name} needs {self.min_ranks} ranks, there are {len(group)}",
                "ask for more --ranks",
            )
        return group[:count]
