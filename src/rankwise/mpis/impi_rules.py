"""Intel MPI's presets for collectives: `I_MPI_ADJUST_<OP>`, by message size and communicator size."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from rankwise.core.records import CollectiveRule, Mpi
from rankwise.mpis.rules import number, ordered, take

NO_PRESET = 999


def carried(_mpi: Mpi, rules: Sequence[CollectiveRule], _folder: Path) -> dict[str, str]:
    """The variables: `3:0-1023@2-2;1:1024-4096@2-2`. What no condition fits stays with the library's own choice."""
    found = {}
    for name, by_ranks in ordered(rules).items():
        parts = []
        for ranks, chosen in by_ranks.items():
            for rule in chosen:
                take(rule, {})
                preset = number(rule, rule.algorithm, "preset")
                parts.append(f"{preset}:{rule.from_bytes}-{rule.to_bytes}@{ranks}-{ranks}")
        found[f"env:I_MPI_ADJUST_{name.upper()}"] = ";".join(parts)
    return found


def failing(mpi: Mpi, rules: Sequence[CollectiveRule], folder: Path) -> dict[str, str]:
    """As `carried`, with presets that do not exist: the library says that it ignores them."""
    return carried(mpi, [replace(rule, algorithm=str(NO_PRESET)) for rule in rules], folder)


def ignored(output: str, collective: str) -> bool:
    """Whether the library said that it knows no such preset, under I_MPI_DEBUG."""
    return f"Incorrect algorithm: {collective.upper()}=" in output
