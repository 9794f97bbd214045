"""What was measured against what a plan declares for the same path."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from rankwise.core.units import format_rate, format_seconds
from rankwise.model.mapping import Pair
from rankwise.model.records import Path, PathClass

Declared = tuple[float, float | None]
"""Latency in seconds and rate in bytes per second (None: as fast as it goes) of one path."""
_SLOWER = 1.5
_LIBRARY_S = 150e-6
"""What an MPI and the operating systems may add to the latency of a wire before it is called slow: Intel MPI over TCP
on a busy 2-core machine added up to 140 us."""


def against_plan(
    classes: Sequence[PathClass],
    paths: Sequence[Path],
    declared: Mapping[Pair, Declared],
    large_bytes: int,
    untested: Collection[Pair] = (),
) -> tuple[PathClass, ...]:
    """The classes, with paths that are clearly slower than declared as further exceptions; those that nobody tested
    again (`untested`) are only suspected."""
    slow = {(path.source, path.target): words for path in paths if (words := _words(path, declared, large_bytes))}
    vague = tuple(f"{source} -> {target}:" for source, target in untested)
    checked = []
    for path_class in classes:
        known = path_class.exceptions
        every = (*known, *(slow[pair] for pair in path_class.paths if pair in slow and not _named(pair, known)))
        sure = tuple(words for words in every if not words.startswith(vague))
        suspected = tuple(words for words in every if words.startswith(vague))
        checked.append(replace(path_class, exceptions=sure, suspected=suspected))
    return tuple(checked)


def _words(path: Path, declared: Mapping[Pair, Declared], large_bytes: int) -> str:
    known = declared.get((path.source, path.target))
    if known is None or path.latency_s is None or path.bandwidth_bytes_per_s is None:
        return ""
    latency_s, rate = known
    complaints = []
    if path.latency_s > _SLOWER * latency_s + _LIBRARY_S:
        complaints.append(f"{format_seconds(path.latency_s)} where {format_seconds(latency_s)} is declared")
    if rate and large_bytes / path.bandwidth_bytes_per_s > _SLOWER * (latency_s + large_bytes / rate) + _LIBRARY_S:
        complaints.append(f"{format_rate(path.bandwidth_bytes_per_s)} where {format_rate(rate)} is declared")
    return f"{path.source} -> {path.target}: {', and '.join(complaints)}" if complaints else ""


def _named(pair: Pair, exceptions: Sequence[str]) -> bool:
    return any(words.startswith(f"{pair[0]} -> {pair[1]}:") for words in exceptions)
