"""Made-up maps: one that a survey measured, from a declared truth of each side, and one of a cluster."""

from __future__ import annotations

import random
from dataclasses import dataclass

from rankwise.core.records import Endpoint
from rankwise.model.records import Curve, Fabric, Map, Path, PathClass, ProtocolStep

SIZES = (0, *(1 << power for power in range(23)))  # the 24 sizes of IMB, 0 to 4 MiB


@dataclass(frozen=True)
class Truth:
    """What a side does on one class: latency, rate, the size where it changes protocol, and what that costs."""

    latency_s: float
    rate_bytes_per_s: float
    step_bytes: int
    step_ratio: float

    def time_s(self, size_bytes: int) -> float:
        slow = self.step_ratio if size_bytes >= self.step_bytes else 1.0
        return (self.latency_s + size_bytes / self.rate_bytes_per_s) * slow


TRUTHS = {
    ("mpich", "same-socket"): Truth(0.21e-6, 9.6e9, 65536, 1.18),
    ("openmpi", "same-socket"): Truth(0.26e-6, 7.9e9, 4096, 1.45),
    ("impi", "same-socket"): Truth(0.19e-6, 4.9e9, 131072, 1.75),
    ("mpich", "other-socket"): Truth(0.48e-6, 6.4e9, 65536, 1.2),
    ("openmpi", "other-socket"): Truth(0.55e-6, 5.5e9, 4096, 1.5),
    ("impi", "other-socket"): Truth(0.43e-6, 3.6e9, 131072, 1.8),
}


def measured_map(side: str, cores: int, classes: tuple[str, ...]) -> Map:
    names = [f"n1:c{core}" for core in range(cores)]
    paths = []
    members: dict[str, list[tuple[str, str]]] = {name: [] for name in classes}
    for i in range(cores):
        for j in range(cores):
            if i != j:
                name = (
                    "other-socket"
                    if "other-socket" in classes and (i < cores // 2) != (j < cores // 2)
                    else "same-socket"
                )
                truth = TRUTHS[side, name]
                noise = random.Random(f"{side}{i}{j}")
                members[name].append((names[i], names[j]))
                paths.append(
                    Path(
                        source=names[i],
                        target=names[j],
                        fabric="shm",
                        path_class=name,
                        latency_s=truth.latency_s * noise.uniform(0.97, 1.03),
                        bandwidth_bytes_per_s=truth.rate_bytes_per_s * noise.uniform(0.97, 1.03),
                    )
                )
    return Map(
        name="n1",
        origin="measured",
        source=f"survey of n1 with {side}",
        endpoints=tuple(Endpoint(id=name, node="n1", cpus=(core,)) for core, name in enumerate(names)),
        fabrics=(Fabric(id="shm", kind="shared-memory", description="shared memory of the library"),),
        paths=tuple(paths),
        classes=tuple(_class(side, name, tuple(members[name])) for name in classes),
    )


def _class(side: str, name: str, paths: tuple[tuple[str, str], ...]) -> PathClass:
    truth = TRUTHS[side, name]
    medians = tuple(
        truth.time_s(size) * random.Random(f"{side}{name}{size}").lognormvariate(0, 0.012) for size in SIZES
    )
    return PathClass(
        id=name,
        fabric="shm",
        relations=({"same-socket": "same socket", "other-socket": "other socket"}[name],),
        paths=paths,
        latency_s=truth.latency_s,
        latency_low_s=truth.latency_s * 0.99,
        latency_high_s=truth.latency_s * 1.015,
        bandwidth_bytes_per_s=truth.rate_bytes_per_s,
        bandwidth_low_bytes_per_s=truth.rate_bytes_per_s * 0.985,
        bandwidth_high_bytes_per_s=truth.rate_bytes_per_s * 1.01,
        curve=Curve(
            sizes_bytes=SIZES,
            median_s=medians,
            low_s=tuple(median * 0.985 for median in medians),
            high_s=tuple(
                median * (1.3 if side == "openmpi" and size in (8, 16) else 1.02)
                for size, median in zip(SIZES, medians, strict=True)
            ),
            steps=(
                ProtocolStep(below_bytes=truth.step_bytes // 2, above_bytes=truth.step_bytes, ratio=truth.step_ratio),
            ),
            half_bandwidth_bytes=truth.latency_s * truth.rate_bytes_per_s,
            peak_bytes_per_s=truth.rate_bytes_per_s,
        ),
    )


def cluster_map(nodes: int = 2, cards: int = 2) -> Map:
    """Hosts with coprocessor cards on several nodes: six kinds of path, one of them slower in one direction."""
    endpoints = [
        endpoint
        for number in range(1, nodes + 1)
        for endpoint in (
            Endpoint(id=f"n{number}", node=f"n{number}", kind="core", arch="x86_64"),
            *(
                Endpoint(id=f"n{number}-mic{card}", node=f"n{number}", kind="card", arch="k1om")
                for card in range(cards)
            ),
        )
    ]
    kinds = {
        "host-card": (6.0e-6, 6.1e9),
        "card-host": (6.2e-6, 3.9e9),
        "card-card": (9.5e-6, 2.4e9),
        "host-host": (1.2e-6, 6.4e9),
        "far-host-card": (4.6e-6, 0.9e9),
        "far-card-card": (8.0e-6, 0.42e9),
    }
    members: dict[str, list[tuple[str, str]]] = {name: [] for name in kinds}
    paths = []
    for source in endpoints:
        for target in endpoints:
            if source.id == target.id:
                continue
            pair = (source.kind, target.kind)
            if source.node == target.node:
                name = {("core", "card"): "host-card", ("card", "core"): "card-host"}.get(pair, "card-card")
            else:
                name = {("core", "core"): "host-host", ("card", "card"): "far-card-card"}.get(pair, "far-host-card")
            members[name].append((source.id, target.id))
            latency_s, rate = kinds[name]
            broken = (source.id, target.id) == ("n1-mic1", "n2")
            paths.append(
                Path(
                    source=source.id,
                    target=target.id,
                    fabric="tcp",
                    path_class=None if broken else name,
                    latency_s=None if broken else latency_s,
                    bandwidth_bytes_per_s=None if broken else rate,
                    reachable=not broken,
                    error="no route to host" if broken else None,
                )
            )
    return Map(
        name="cluster",
        origin="declared",
        source="a made-up cluster",
        endpoints=tuple(endpoints),
        fabrics=(Fabric(id="tcp", kind="tcp", description="TCP"),),
        paths=tuple(paths),
        classes=tuple(
            PathClass(
                id=name,
                fabric="tcp",
                relations=(name.replace("-", " "),),
                paths=tuple(members[name]),
                latency_s=latency_s,
                latency_low_s=latency_s * 0.98,
                latency_high_s=latency_s * 1.02,
                bandwidth_bytes_per_s=rate,
                bandwidth_low_bytes_per_s=rate * 0.98,
                bandwidth_high_bytes_per_s=rate * 1.02,
            )
            for name, (latency_s, rate) in kinds.items()
            if members[name]
        ),
    )
