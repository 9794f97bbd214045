"""Studies of this machine, by the last map that was measured: other endpoints, so nothing is judged."""

from __future__ import annotations

from typing import Final

from rankwise.maps.beside import beside_map
from rankwise.maps.read import read_map
from rankwise.optimise.placed import placed
from rankwise.tracing.traffic import traffic_of
from rankwise.verbs.study.verdicts import Study, scaled

_LARGE: Final = 4 << 20
_OTHER: Final = "of another machine: nothing tells what it should be here"


def cluster(study: Study) -> None:
    """Each class of the map beside published paths of the same relation."""
    beside = beside_map(read_map("last", study.out))
    for row in beside.rows:
        what = f"{row.relation}; {row.machine}, {row.fabric}: {row.published_relation}"
        for name, published, ours, factor, unit in (
            ("latency", row.published_latency_s, row.latency_s, 1e6, "us"),
            ("bandwidth", row.published_rate_bytes_per_s, row.rate_bytes_per_s, 1e-6, "MB/s"),
        ):
            if published is not None and ours is not None:
                study.unjudged(
                    f"{what}, {name}", published * factor, unit, row.source, ours=ours * factor, why=_OTHER
                )  # fmt: skip
    study.notes += [f"Nobody published a path of this kind: {relation}" for relation in beside.unmatched]


def ring(study: Study) -> None:
    """A ring in the order of the endpoints, and in the order that takes the least time by the map."""
    machine = read_map("last", study.out)
    count = len(machine.endpoints)
    order = placed(machine, traffic_of("ring", count, count, _LARGE))
    rates, before_s, after_s = order.bottleneck_bytes_per_s, order.modelled_s.default, order.modelled_s.chosen
    for label, rate in (("in the order of the endpoints", rates.default), ("in the best order", rates.chosen)):
        what = f"ring of {count} endpoints {label}: rate of the slowest link"
        study.unjudged(what, None, "MB/s", "", ours=scaled(rate, 1e-6), why=_OTHER)
    study.unjudged(
        "the best order over that of the endpoints (published: the advised one over that of numbers)",
        1300.0 / 500.0,
        "x",
        "phi_cluster_paths.csv",
        ours=before_s / after_s if before_s is not None and after_s else None,
        why=_OTHER,
    )
    study.notes.append(f"best order: {', '.join(rank.chosen for rank in order.ranks)}")
