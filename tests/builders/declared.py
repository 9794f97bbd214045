"""Declared maps in few words: the known truth that a simulation is held against."""

from __future__ import annotations

from collections.abc import Mapping

from rankwise.core.records import Endpoint
from rankwise.model.records import Fabric, Map, Path

Figures = tuple[float, float]
"""Latency in seconds and bandwidth in bytes per second."""


def declared_map(name: str, paths: Mapping[tuple[str, str], Figures], fabric: str = "link") -> Map:
    """The map of the given ordered paths, its endpoints in order of first mention, each a node of its own."""
    ids = dict.fromkeys(end for pair in paths for end in pair)
    return Map(
        name=name,
        origin="declared",
        source="declared",
        endpoints=tuple(Endpoint(id=end, node=end) for end in ids),
        fabrics=(Fabric(id=fabric, kind="link", description="declared links", evidence="declared"),),
        paths=tuple(
            Path(source=source, target=target, fabric=fabric, latency_s=latency_s, bandwidth_bytes_per_s=rate)
            for (source, target), (latency_s, rate) in paths.items()
        ),
        classes=(),
    )


def two_hosts(latency_s: float, bandwidth_bytes_per_s: float, back: Figures | None = None) -> Map:
    """Hosts `a` and `b`; the path from `b` to `a` is like the one from `a` to `b` unless `back` declares it."""
    there = (latency_s, bandwidth_bytes_per_s)
    return declared_map("two hosts", {("a", "b"): there, ("b", "a"): back or there})
