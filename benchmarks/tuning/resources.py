"""Shared resources: the time of patterns by our model, by hand-written sums and by SimGrid; four commands, one answer.

A sum is what a person would write: the bytes through each resource over its rate. It is written here once more, from
the endpoints of the map alone, so that it shares nothing with the model.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from benchmarks.goals import Goal, Report, middle_of, share_goal
from rankwise.core.records import Endpoint, Resource
from rankwise.measure.cells import cell
from rankwise.model.machine import machine_of
from rankwise.model.records import Fabric, Map, Path
from rankwise.model.resources import Profile, time_of
from rankwise.optimise.placed import placed as place_ranks
from rankwise.optimise.records import PlacedRank
from rankwise.optimise.routes import routed as route
from rankwise.optimise.schedules.network import network_of
from rankwise.optimise.schedules.predict import predicted_s
from rankwise.optimise.schedules.table import schedules
from rankwise.optimise.traffic import Traffic, pattern
from rankwise.simulate.smpi import find, run_cells
from rankwise.verbs.share import share_work

_MACHINES, _QUICK_MACHINES = 200, 8
_ORDERS, _QUICK_ORDERS = 20, 4
_NEAR = 0.05
_SHARE = 0.95
_GAIN = 1.3
_FABRIC = "net"
_BETWEEN = {"adapter": "node", "card": "card", "uplink": "switch"}
_INSIDE = {"memory": "node", "socket": "socket"}
Sends = dict[tuple[int, int], Profile]


@dataclass(frozen=True)
class Case:
    """A drawn machine and what its ranks send, by a kernel of the engine."""

    machine: Map
    traffic: Traffic
    kernel: str
    size_bytes: int


def resources(quick: bool) -> Report:
    """Drawn machines with planted sharing; then orders that are chosen with and without what paths share."""
    find()  # raises before anything is computed
    count, orders = (_QUICK_MACHINES, _QUICK_ORDERS) if quick else (_MACHINES, _ORDERS)
    cases = [drawn(seed) for seed in range(count)]
    modelled = [time_of(case.traffic.sends, machine_of(case.machine)) for case in cases]
    by_hand = [time_s / summed_s(case) - 1 for case, time_s in zip(cases, modelled, strict=True)]
    simulated = [time_s / simulated_s(case) - 1 for case, time_s in zip(cases, modelled, strict=True)]
    alike = sum(one_answer(case.machine, case.size_bytes) for case in cases)
    gains = [gain_by_order(seed) for seed in range(orders)]
    worse = sum(gain < 1 - 1e-3 for gain in gains)
    best = max(gains)
    goals = (
        _near("machines whose time is that of the hand-written sum, within 5 %", by_hand),
        _near("machines whose time is SimGrid's, within 5 %", simulated),
        share_goal("machines on which place, route, share and schedule agree", alike, count, "all", alike == count),
        share_goal("orders no worse than without resources (SimGrid)", orders - worse, orders, "all", worse == 0),
        Goal(
            "alltoalls of 4 groups of 5 ranks where adapters bind: without over with resources (SimGrid)",
            f"{best:.2f}",
            f">= {_GAIN}",
            best >= _GAIN,
            middle_of(gains, "x"),
        ),
    )
    rows = tuple(
        (case.machine.name, case.traffic.name, f"{hand:+.1%}", f"{sim:+.1%}")
        for case, hand, sim in zip(cases, by_hand, simulated, strict=True)
        if max(abs(hand), abs(sim)) > _NEAR
    )
    method = (
        f"{count} machines of 4 to 20 endpoints, with one to three of adapter, card, uplink, memory and socket link, "
        "one node of which may be slower; ring, halo or alltoall of 256 KiB to 4 MiB; SimGrid runs the engine"
    )
    return Report(method, goals, ("machine", "pattern", "off the sum", "off SimGrid"), rows)


def _near(what: str, off: Sequence[float]) -> Goal:
    near = sum(abs(value) <= _NEAR for value in off)
    return share_goal(what, near, len(off), f">= {_SHARE:.0%}", near >= _SHARE * len(off))


def drawn(seed: int) -> Case:
    """A machine, and a pattern on all its endpoints."""
    draw = np.random.default_rng(seed)
    nodes, each = int(draw.integers(2, 6)), int(draw.integers(2, 5))
    between = list(draw.choice(sorted(_BETWEEN), int(draw.integers(1, 3)), replace=False))
    inside = list(draw.choice(sorted(_INSIDE), int(draw.integers(0, 2)), replace=False))
    rows = []
    for name in map(str, (*between, *inside)):
        rate = float(draw.uniform(1e9, 12e9))
        per = {**_BETWEEN, **_INSIDE}[name]
        row = Resource(name=name, rate_bytes_per_s=rate, per=per, both=name == "memory" or bool(draw.integers(4) == 0))  # type: ignore[arg-type]
        rows.append(row)
        if draw.integers(3) == 0 and per in ("node", "card"):
            rows.append(replace(row, rate_bytes_per_s=rate / 2, at=("n0*",)))
    machine = machine_with(f"drawn {seed}", (nodes, each), rows, between, inside)
    size = int(draw.choice([1 << 18, 1 << 20, 1 << 22]))
    ranks = nodes * each
    rows_of_grid = next(side for side in range(math.isqrt(ranks - 1) + 1, 0, -1) if ranks % side == 0)  # as the engine
    grids = [f"halo:{rows_of_grid}x{ranks // rows_of_grid}"] if rows_of_grid > 1 else []
    kind = str(draw.choice(["ring", "alltoall", *grids]))
    kernel = {"ring": "sendrecv", "alltoall": "alltoall"}.get(kind, "halo_all_2d")
    return Case(machine, pattern(kind, ranks, size), kernel, size)


def machine_with(
    name: str, shape: tuple[int, int], rows: Sequence[Resource], between: Sequence[str], inside: Sequence[str]
) -> Map:
    """Nodes at two leaf switches, each a host and its cards; `shape` are nodes and endpoints of each. Paths between
    nodes share `between`, those within a node `inside`."""
    nodes, each = shape
    ends = tuple(
        Endpoint(
            id=f"n{node}e{end}",
            node=f"n{node}",
            kind="card" if end else "core",
            socket=end % 2,
            switches=(f"leaf{node % 2}",),
        )
        for node in range(nodes)
        for end in range(each)
    )
    paths = tuple(
        Path(
            source=a.id,
            target=b.id,
            fabric=_FABRIC,
            latency_s=2e-6,
            bandwidth_bytes_per_s=12e9,
            through=tuple(inside if a.node == b.node else between),
        )
        for a in ends
        for b in ends
        if a != b
    )
    fabric = Fabric(id=_FABRIC, kind="declared", description="drawn")
    return Map(
        name=name,
        origin="declared",
        source="drawn",
        endpoints=ends,
        fabrics=(fabric,),
        paths=paths,
        classes=(),
        resources=tuple(rows),
    )


def summed_s(case: Case) -> float:
    """Latency, and the longest of: the bytes of each path, each endpoint out and in, each resource, over its rate."""
    ends, through = case.machine.endpoints, {(path.source, path.target): path for path in case.machine.paths}
    busy: defaultdict[object, float] = defaultdict(float)
    for (a, b), profile in case.traffic.sends.items():
        here, there = ends[a], ends[b]
        path, size = through[here.id, there.id], sum(size * calls for size, calls in profile)
        assert path.bandwidth_bytes_per_s is not None
        for what in (("path", a, b), ("out", a), ("in", b)):
            busy[what] += size / path.bandwidth_bytes_per_s  # all paths are equally fast
        for name in path.through:
            source, target = _where(name, here), _where(name, there)
            rows = [row for row in case.machine.resources if row.name == name]
            for place, way in ((source, "out"), (target, "in")):
                if not place or (source == target and (way == "in" or not rows[0].both)):
                    continue
                rate = next(row for row in reversed(rows) if not row.at or place.startswith("n0")).rate_bytes_per_s
                busy[name, place, "" if rows[0].both else way] += size / rate
    return 2e-6 + max(busy.values())


def _where(name: str, endpoint: Endpoint) -> str:
    return {
        "adapter": endpoint.node,
        "memory": endpoint.node,
        "card": endpoint.id if endpoint.kind == "card" else "",
        "uplink": endpoint.switches[-1],
        "socket": f"{endpoint.node} {endpoint.socket}",
    }[name]


def simulated_s(case: Case) -> float:
    """One call of the kernel on SimGrid. An alltoall sends all its messages at once there."""
    ranks = tuple(range(len(case.machine.endpoints)))
    cells = [cell("smpi", case.kernel, case.size_bytes, ranks)]
    (visit,) = run_cells(case.machine, cells, algorithms={"alltoall": "basic_linear"}).visits
    return visit.samples_s[0]


def one_answer(machine: Map, size_bytes: int) -> bool:
    """Whether the verbs say of one machine what the model says: an alltoall by `place` and `schedule`, a message by
    `route`, an exchange with both neighbours by `share`."""
    places, ranks = machine_of(machine), len(machine.endpoints)
    every = pattern("alltoall", ranks, size_bytes)
    placed = place_ranks(machine, every, pins={rank: end.id for rank, end in enumerate(machine.endpoints)})
    network = network_of(machine)
    (direct,) = (made for made in schedules(network, "alltoall", only=["direct"]))
    ring: Sends = {}
    for rank in range(ranks):
        for peer in {(rank + 1) % ranks, (rank - 1) % ranks}:
            ring[rank, peer] = ((size_bytes, 1.0),)
    pinned = route(machine, machine.endpoints[0].id, machine.endpoints[-1].id, size_bytes).direct.time_s
    symmetric = next(
        item for item in share_work(machine, {"*": 1e12}, exchange_bytes=size_bytes).shares if item.mode == "symmetric"
    )
    pairs = (
        (placed.modelled_s.default, time_of(every.sends, places)),
        (predicted_s(direct, network, size_bytes), time_of(every.sends, places)),
        (pinned, time_of({(0, ranks - 1): ((size_bytes, 1.0),)}, places)),
        (symmetric.equal_s, time_of(ring, places)),
    )
    return all(said is not None and math.isclose(said, model, rel_tol=1e-3) for said, model in pairs)


def gain_by_order(seed: int) -> float:
    """SimGrid's time of the order that is chosen without resources, over that chosen with them: four groups of ranks
    that each exchange everything, dealt out to nodes in turn; adapters as fast as one path, or up to twice."""
    draw = np.random.default_rng(1000 + seed)
    nodes, each, size = 4, 5, 1 << 20
    rate = 12e9 * (1 if seed == 0 else float(draw.uniform(0.5, 2)))
    row = Resource(name="adapter", rate_bytes_per_s=rate, per="node")
    machine = machine_with(f"order {seed}", (nodes, each), [row], ["adapter"], [])
    groups = [tuple(range(group, nodes * each, nodes)) for group in range(nodes)]
    sends: Sends = {(a, b): ((size, 1.0),) for group in groups for a in group for b in group if a != b}
    traffic = Traffic("four alltoalls", nodes * each, sends)
    bare = replace(machine, resources=(), paths=tuple(replace(path, through=()) for path in machine.paths))
    times = []
    for known in (bare, machine):
        order = [rank.chosen for rank in _ordered(known, traffic)]
        by_id = {end.id: end for end in machine.endpoints}
        placed = replace(machine, endpoints=tuple(by_id[name] for name in order))
        at_once = replace(cell("smpi", "alltoall", size, groups[0]), groups=tuple(groups))
        visits = run_cells(placed, [at_once], algorithms={"alltoall": "basic_linear"}).visits
        times.append(max(visit.samples_s[0] for visit in visits))
    return times[0] / times[1]


def _ordered(machine: Map, traffic: Traffic) -> Sequence[PlacedRank]:
    return place_ranks(machine, traffic, shares_adapters=False).ranks
