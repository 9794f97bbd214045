"""Communicators by name: which ranks measure together, and which groups at the same time."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from rankwise.core.errors import UsageError

Groups = tuple[tuple[int, ...], ...]
NAMES = ("world", "duplicate", "halves", "quarters", "world-1", "layers:P", "bisections:K", "0,1;2,3")


@dataclass(frozen=True)
class Members:
    """Groups that measure at the same time; `duplicate`: on a duplicate of each communicator."""

    groups: Groups
    duplicate: bool = False


def members(text: str, ranks: int) -> list[Members]:
    """What a user calls so, of `ranks` ranks: several only for bisections, each measured alone.

    Halves and quarters are contiguous, the last takes the remainder. `layers:P` are the k-th ranks of all nodes, where
    each node has P ranks; `bisections:K` the world in K orders, the first as it is, others drawn (the same each time).
    Raises UsageError.
    """
    everyone = tuple(range(ranks))
    if text in ("", "world", "duplicate"):
        return [Members((everyone,), duplicate=text == "duplicate")]
    if text in ("halves", "quarters"):
        return [Members(_parts(everyone, 2 if text == "halves" else 4))]
    if text == "world-1":
        return [Members((_some(everyone[:-1], text),))]
    if named := re.fullmatch(r"(layers|bisections):([1-9]\d*)", text):
        count = int(named[2])
        return _bisections(everyone, count) if named[1] == "bisections" else [Members(_layers(everyone, count))]
    return [Members(_listed(text, ranks))]


def _parts(everyone: tuple[int, ...], count: int) -> Groups:
    length = len(everyone) // count
    if length == 0:
        raise UsageError(
            "too-few-ranks", f"{len(everyone)} ranks are fewer than {count} groups", "ask for more --ranks"
        )
    return (*(everyone[i * length : (i + 1) * length] for i in range(count - 1)), everyone[(count - 1) * length :])


def _layers(everyone: tuple[int, ...], per_node: int) -> Groups:
    if len(everyone) % per_node:
        raise UsageError(
            "bad-layers",
            f"{len(everyone)} ranks do not fill whole nodes of {per_node}",
            "change --ranks or layers",
        )
    return tuple(everyone[layer::per_node] for layer in range(per_node))


def _bisections(everyone: tuple[int, ...], count: int) -> list[Members]:
    drawn = random.Random(1)
    return [Members((everyone,)), *(Members((tuple(drawn.sample(everyone, len(everyone))),)) for _ in range(count - 1))]


def _listed(text: str, ranks: int) -> Groups:
    if not re.fullmatch(r"\d+(,\d+)*(;\d+(,\d+)*)*", text):
        raise UsageError("bad-communicator", f"'{text}' names no ranks", f"use one of {', '.join(NAMES)}")
    groups = tuple(tuple(int(rank) for rank in group.split(",")) for group in text.split(";"))
    named = [rank for group in groups for rank in group]
    if len(set(named)) < len(named):
        raise UsageError("bad-communicator", f"'{text}' names a rank twice", "a rank measures in one group at a time")
    if max(named) >= ranks:
        raise UsageError("no-such-rank", f"'{text}' names rank {max(named)}, there are {ranks}", "ask for more --ranks")
    return groups


def _some(group: tuple[int, ...], text: str) -> tuple[int, ...]:
    if not group:
        raise UsageError("too-few-ranks", f"one rank alone has no '{text}'", "ask for more --ranks")
    return group
