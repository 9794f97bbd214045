"""Studies of the workstation and the cluster with Xeon Phi cards: fabrics, path classes, rings, relays, directions."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Final

from rankwise.cluster.machine_map import to_map
from rankwise.cluster.records import Machine, MachineRule
from rankwise.cluster.reference import machine_named
from rankwise.core.units import format_bytes
from rankwise.measure.cells import cell
from rankwise.model.classes import MeasuredPath, classify
from rankwise.model.records import PathClass
from rankwise.simulate.platform import Platform, of_machine
from rankwise.verbs.study.verdicts import Study, per, rows_of, scaled, times

_MIB: Final = 1 << 20
_LARGE: Final = 4 << 20
_PATHS: Final = "phi_cluster_paths.csv"
Figures = dict[tuple[str, str], tuple[float, float]]
"""Latency in seconds and bytes per second by ordered pair of endpoints."""


def fabric(study: Study) -> None:
    """Sendrecv between a host and its card over both fabrics: every second size is left out and predicted."""
    whole = machine_named("phi-workstation")
    for name in ("tcp", "dapl"):
        rule = next(rule for rule in whole.rules if rule.fabric == name and rule.sender == "host")
        fitted = _every_second(whole)
        sizes = rule.sizes_bytes
        cells = [cell("simulated", "sendrecv", size, (0, 1)) for size in sizes]
        seconds = times(of_machine(fitted, name, (0, 1)), cells)
        for row, each in zip(
            rows_of("imb_sendrecv_phi.csv", fabric=name, endpoint_a="host", endpoint_b="mic0"), cells, strict=True
        ):
            published_us = float(row["t_max_us"])
            found_us = scaled(seconds[each.id], 1e6)
            what = f"{name}, Sendrecv of {format_bytes(each.size_bytes)}"
            source = f"imb_sendrecv_phi.csv: {name}, host, mic0"
            if each.size_bytes not in _kept(rule):
                if any(step // 2 <= each.size_bytes <= step for step in rule.steps_bytes):
                    study.unjudged(what, published_us, "us", source, ours=found_us, why="beside a protocol step")
                else:
                    study.predicted(
                        what, published_us, found_us, "us", source, why="no line goes through its neighbours"
                    )
            elif each.size_bytes == sizes[-1]:
                rate = float(row["bandwidth_both_directions_MiB_per_s"])
                study.put_in(
                    f"{name}, bandwidth of both directions at {format_bytes(each.size_bytes)}",
                    rate,
                    scaled(per(2 * each.size_bytes, seconds[each.id]), 1 / _MIB),
                    "MiB/s",
                    source,
                )
            else:
                study.put_in(what, published_us, found_us, "us", source)
    study.notes.append("Both directions are counted, in units of 2^20 bytes, as IMB 4.0 does: one direction has half.")


def cluster(study: Study) -> None:
    """Each published path on the simulated cluster; and whether measuring it would tell its classes apart."""
    machine = machine_named("phi-cluster")
    count = len(machine.endpoints)
    for name in ("tcp", "dapl"):
        platform = of_machine(machine, name)
        pairs = list(permutations(range(2 * count), 2))
        sizes = (1, _LARGE, 2 * _LARGE)
        cells = {(pair, size): cell("simulated", "oneway", size, pair) for pair in pairs for size in sizes}
        seconds = times(platform, list(cells.values()))
        names = [end.id for end in to_map(machine).endpoints]
        by_pair: Figures = {}
        for pair in pairs:
            small, large, larger = (seconds[cells[pair, size].id] for size in sizes)
            if small is not None and large is not None and larger is not None:
                by_pair[names[pair[0]], names[pair[1]]] = small, _LARGE / (larger - large)
        judge_paths(study, machine, name, by_pair, float(len(_classes(by_pair))) if by_pair else None)


def judge_paths(study: Study, machine: Machine, fabric: str, by_pair: Figures, classes: float | None) -> None:
    """A path of each rule of a machine, and how many `classes` were told apart, beside what was published."""
    known = to_map(machine)
    by_rule: dict[str, tuple[str, str]] = {}
    for path in known.paths:
        if path.fabric == fabric:
            by_rule.setdefault(path.path_class or "", (path.source, path.target))
    for id_, pair in by_rule.items():
        rule = machine.rules[int(id_.rpartition(" ")[2]) - 1]
        what = f"{fabric}: {rule.sender} to {rule.receiver}, {rule.where}"
        latency_s, rate = by_pair.get(pair, (None, None))
        study.put_in(
            f"{what}, latency",
            _range(rule.latency_s, rule.latency_high_s, 1e6),
            scaled(latency_s, 1e6),
            "us",
            rule.source,
        )
        study.put_in(
            f"{what}, bandwidth",
            _range(rule.rate_bytes_per_s, rule.rate_high_bytes_per_s, 1e-6),
            scaled(rate, 1e-6),
            "MB/s",
            rule.source,
        )
    levels = {(path.latency_s, path.bandwidth_bytes_per_s) for path in known.paths if path.fabric == fabric}
    study.predicted(
        f"{fabric}: path classes that pingpong tells apart",
        float(len(levels)),
        classes,
        "classes",
        _PATHS,
        why="classes nearer than what measuring tells apart",
    )


def ring(study: Study) -> None:
    """A ring through the eight cards in the order of their numbers, and in the order that the authors advise."""
    machine = machine_named("phi-cluster")
    worst = {}
    for label, places in rings(machine).items():
        worst[label] = _rate(of_machine(machine, "dapl", places), "sendrecv", len(places))
    judge_rings(study, worst, why="paths of the ring share an adapter")


def _rate(platform: Platform, kernel: str, ranks: int) -> float | None:
    """MB/s of large messages, without what a call costs in any case."""
    cells = [cell("simulated", kernel, size, tuple(range(ranks))) for size in (_LARGE, 2 * _LARGE)]
    seconds = times(platform, cells)
    large, larger = (seconds[each.id] for each in cells)
    return None if large is None or larger is None else _LARGE / (larger - large) / 1e6


def rings(machine: Machine) -> dict[str, list[int]]:
    """The endpoints of each ring, by the order of the cards in a node."""
    count = len(machine.endpoints)
    orders = {"0-1-2-3": (1, 2, 3, 4), "0-2-3-1": (1, 3, 4, 2)}
    return {
        label: [node * count + card for node in range(machine.nodes) for card in cards]
        for label, cards in orders.items()
    }


def judge_rings(study: Study, worst: Mapping[str, float | None], *, why: str) -> None:
    """The slowest link of each ring, in MB/s, beside what the published paths give."""
    published = {"0-1-2-3": 500.0, "0-2-3-1": 1300.0}
    sources = {
        "0-1-2-3": "dapl, mic2 or mic3, mic0 or mic1, other node",
        "0-2-3-1": "dapl, mic0 or mic1, mic2 or mic3, same node other socket",
    }
    for label, rate in worst.items():
        study.predicted(
            f"ring {label}, each card to the next: rate of the slowest link",
            published[label],
            rate,
            "MB/s",
            f"{_PATHS}: {sources[label]}",
            why=why,
        )
    first, second = worst["0-1-2-3"], worst["0-2-3-1"]
    study.predicted(
        "the advised order over the order of numbers",
        1300.0 / 500.0,
        per(second, first),
        "x",
        _PATHS,
        why="see above",
    )


def relay(study: Study) -> None:
    """A message from a far card to a far card of the other node: directly, and through both hosts."""
    machine = machine_named("phi-cluster")
    count = len(machine.endpoints)
    far, host, other_host, other_far = 4, 0, count, count + 4
    legs = ((far, host), (host, other_host), (other_host, other_far))
    platform = of_machine(machine, "dapl")
    cells = [cell("simulated", "oneway", _LARGE, pair) for pair in ((far, other_far), *legs)]
    direct, *parts = (times(platform, cells)[each.id] for each in cells)
    whole = None if direct is None else sum(part for part in parts if part is not None)
    slowest = None if direct is None else max(part for part in parts if part is not None)
    through = {
        "through both hosts, each leg after the other": per(_LARGE, whole),
        "the same in a pipeline: at most": per(_LARGE, slowest),
    }
    judge_far_cards(study, per(_LARGE, direct), through)
    read, write = _peer_to_peer("intra-socket", "reads"), _peer_to_peer("intra-socket", "writes")
    judge_proxy(study, min(write, 6397.0) / read, why="the proxy has costs of its own")


def judge_far_cards(study: Study, direct: float | None, through: Mapping[str, float | None]) -> None:
    """Bytes per second between far cards of two nodes: directly, and through hosts in the ways that are named."""
    study.put_in(
        "far card to far card, directly",
        250.0,
        scaled(direct, 1e-6),
        "MB/s",
        f"{_PATHS}: dapl, mic2 or mic3, mic2 or mic3, other node",
    )
    for way, rate in through.items():
        study.unjudged(
            f"far card to far card, {way}",
            None,
            "MB/s",
            "",
            ours=scaled(rate, 1e-6),
            why="nobody published it of this cluster",
        )


def judge_proxy(study: Study, ratio: float, *, why: str) -> None:
    """The rate through a host over the direct one, where an FDR adapter reads slowly from a near card."""
    study.predicted(
        "through a host over directly, FDR InfiniBand and near cards (published: up to)",
        5.0,
        ratio,
        "x",
        "published_gains.csv: host proxy against direct card-to-remote-card",
        why=why,
    )


def peer_to_peer(study: Study) -> None:
    """What an adapter reads from and writes to a card, by socket; and what another cluster had of the same kind."""
    for row in rows_of("infiniband_peer_to_peer.csv", device="Xeon Phi"):
        machine = "infiniband-sandy-bridge" if "Sandy" in row["processor"] else "infiniband-ivy-bridge"
        near = row["placement"] == "intra-socket"
        card = 1 if near else 2
        reads = "reads" in row["direction"]
        pair = (card, 4) if reads else (0, 4 + card)
        rate = _rate(of_machine(machine_named(machine), "infiniband", pair), "oneway", 2)
        study.put_in(
            f"{row['processor']}, {row['placement']}, {row['direction']}",
            float(row["bandwidth_MB_per_s"]),
            rate,
            "MB/s",
            "infiniband_peer_to_peer.csv",
        )
    other = {"near": "intra-socket", "far": "inter-socket"}
    named = {"near": "mic0 or mic1", "far": "mic2 or mic3"}
    why = "another generation of cards, another adapter (QDR) and another release"
    for a, b in (("far", "far"), ("far", "near"), ("near", "far")):
        published = float(
            rows_of(_PATHS, fabric="dapl", relation="other node", **{"from": named[a], "to": named[b]})[0][
                "bandwidth_MB_per_s_low"
            ]
        )
        ours = min(_peer_to_peer(other[a], "reads"), _peer_to_peer(other[b], "writes"))
        study.predicted(
            f"the QDR cluster by these limits: {a} card to {b} card, other node",
            published,
            ours,
            "MB/s",
            f"{_PATHS}: dapl, {named[a]}, {named[b]}, other node",
            why=why,
        )


def _peer_to_peer(placement: str, verb: str) -> float:
    """MB/s of Sandy Bridge, the generation of the published cluster."""
    rows = rows_of(
        "infiniband_peer_to_peer.csv", device="Xeon Phi", processor="E5-2670 (Sandy Bridge)", placement=placement
    )
    return float(next(row for row in rows if verb in row["direction"])["bandwidth_MB_per_s"])


def _kept(rule: MachineRule) -> set[int]:
    return {*rule.sizes_bytes[::2], rule.sizes_bytes[-1]}


def _every_second(machine: Machine) -> Machine:
    """The machine with every second size of its curves; a step that is left out is moved to the next size."""
    from msgspec.structs import replace

    rules = []
    for rule in machine.rules:
        kept = [index for index, size in enumerate(rule.sizes_bytes) if size in _kept(rule)]
        sizes = tuple(rule.sizes_bytes[index] for index in kept)
        steps = tuple(next(size for size in sizes if size >= step) for step in rule.steps_bytes)
        rules.append(replace(rule, sizes_bytes=sizes, times_s=tuple(rule.times_s[i] for i in kept), steps_bytes=steps))
    return replace(machine, rules=tuple(rules))


def _range(low: float | None, high: float | None, factor: float) -> tuple[float, float]:
    return (low or 0.0) * factor, (high or low or 0.0) * factor


def _classes(by_pair: Figures) -> tuple[PathClass, ...]:
    """What our own classification finds."""
    return classify(
        [
            MeasuredPath(*pair, "simulated", "any", latency_s, latency_s, latency_s, rate, rate, rate)
            for pair, (latency_s, rate) in by_pair.items()
        ]
    )
