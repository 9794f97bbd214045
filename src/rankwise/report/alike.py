"""Many nodes on one screen: what they have alike is shown once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

K = TypeVar("K")


def alike(named: Iterable[tuple[str, K]]) -> list[tuple[list[str], K]]:
    """The names that have equal things, with what they have, in the order of the first of each."""
    kinds: dict[K, list[str]] = {}
    for name, thing in named:
        kinds.setdefault(thing, []).append(name)
    return [(names, thing) for thing, names in kinds.items()]


def few(words: Sequence[str], most: int = 6, between: str = ", ") -> str:
    """The first of many, and how many more there are."""
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return between.join(words[:most]) + more
