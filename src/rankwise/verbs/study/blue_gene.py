"""Studies of the published tables of Blue Gene/P and /Q: message rates, a node's links, bisections, collectives."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from rankwise.cluster.records import Machine, MachineEndpoint, MachineRule
from rankwise.cluster.reference import machine_named
from rankwise.core.units import plural
from rankwise.measure.cells import cell
from rankwise.simulate.platform import of_machine
from rankwise.verbs.study.verdicts import Study, per, rows_of, scaled, times

_SIZE: Final = 512 << 10
MACHINES: Final = {"BG/P": "blue-gene-p", "BG/Q": "blue-gene-q"}
_BANDWIDTH: Final = "alcf_bandwidth.csv"
_COLLECTIVES: Final = "alcf_collectives.csv"
CALLS: Final = {"Barrier": ("barrier", 0, ""), "Broadcast": ("bcast", 16, "2"), "Allreduce": ("allreduce", 8, "1")}
"""Kernel, bytes, and the elements of type double by which the table names it."""
_WHY: Final = {
    "BG/P": "the world has a network of its own for collectives, which half of it has not",
    "BG/Q": "the collectives are made in the network, not by ranks",
}
NODES: Final = {"World": 1024, "Half world": 512}
"""Nodes of one rack, in which the collectives were published."""
HALOS: Final = {"halo_sendrecv_3d": 6, "halo_isend_recv_3d": 3, "halo_isend_irecv_3d": 3, "halo_all_3d": 1}
"""How many messages a rank sends one after the other, where each neighbour has a link of its own."""


def rates(study: Study) -> None:
    """Messages per second of several ranks of a node, predicted from those of one."""
    for system in MACHINES:
        rows = rows_of("alcf_message_rate.csv", system=system, receive="def")
        alone = float(rows[0]["million_messages_per_s"])
        for row in rows:
            ranks, published = int(row["ranks_per_node"]), float(row["million_messages_per_s"])
            what = f"{system}, {plural(ranks, 'rank')} a node, receives that name their source"
            if ranks == 1:
                study.put_in(what, published, alone, "million/s", "alcf_message_rate.csv")
            else:
                study.predicted(
                    what,
                    published,
                    alone * ranks,
                    "million/s",
                    "alcf_message_rate.csv",
                    why="ranks share what makes messages: memory, threads of a core, the adapter",
                )
    for row in rows_of("alcf_message_rate.csv", receive="def"):
        if row["system"] not in MACHINES:
            study.unjudged(
                f"{row['system']}, one rank a node",
                float(row["million_messages_per_s"]),
                "million/s",
                "alcf_message_rate.csv",
                why="a figure by itself: nothing to predict it from",
            )


def aggregate(study: Study) -> None:
    """What one node exchanges with all its neighbours at once, predicted from the rate of one link."""
    for system, name in MACHINES.items():
        machine = machine_named(name)
        neighbours = _neighbours(machine)
        cores = len(machine.endpoints)
        platform = of_machine(machine, "torus", [node * cores for node in (0, *neighbours)])
        each = cell("simulated", "aggregate", _SIZE, tuple(range(1 + len(neighbours))))
        seconds = times(platform, [each])[each.id]
        ours = scaled(per(2 * _SIZE * len(neighbours), seconds), 1e-9)
        for row in rows_of(_BANDWIDTH, system=system, test="node aggregate"):
            where = f"{row['ranks_per_node']} a node" if row["ranks_per_node"] else row["kind"]
            study.predicted(
                f"{system}, a node over its {len(neighbours)} links and back, {where}",
                float(row["GB_per_s"]),
                ours,
                "GB/s",
                _BANDWIDTH,
                why="one rank cannot keep all links busy",
            )


def bisection(study: Study) -> None:
    """All nodes to those of the other half, over the narrowest cut of the torus."""
    for system, name in MACHINES.items():
        machine = machine_named(name)
        dimension = narrowest(machine)
        cores = len(machine.endpoints)
        order = [node * cores for node in _by_half(machine, dimension)]
        platform = of_machine(machine, "torus", order)
        half = len(order) // 2
        groups = tuple((rank, rank + half) for rank in range(half))
        each = cell("simulated", "pingping", _SIZE, *groups)
        seconds = times(platform, [each])[each.id]
        judge_bisection(study, system, dimension, scaled(per(2 * _SIZE * half, seconds), 1e-9))
    larger = rows_of(_BANDWIDTH, system="BG/Q", test="bisection", nodes="8192", kind="peak")[0]
    smaller = rows_of(_BANDWIDTH, system="BG/Q", test="bisection", nodes="512", kind="peak")[0]
    study.predicted(
        "BG/Q, 8192 nodes, peak: links grow as nodes to the power of 3 in 4 (8 x 8 x 8 x 8 x 2)",
        float(larger["GB_per_s"]),
        float(smaller["GB_per_s"]) * 16**0.75 / 2,
        "GB/s",
        _BANDWIDTH,
        why="the shape of the partition is another: its longest dimension is cut",
    )


def judge_bisection(study: Study, system: str, dimension: int, ours: float | None) -> None:
    """GB/s over the cut of 512 nodes beside what was published of it."""
    for row in rows_of(_BANDWIDTH, system=system, test="bisection", nodes="512"):
        what = f"{system}, 512 nodes, cut across dimension {'ABCDE'[dimension]}"
        source = f"{_BANDWIDTH}: {system}, bisection, 512"
        if row["kind"] == "peak":
            study.put_in(f"{what}, peak", float(row["GB_per_s"]), ours, "GB/s", source)
        else:
            study.predicted(
                f"{what}, {plural(int(row['ranks_per_node']), 'rank')} a node",
                float(row["GB_per_s"]),
                ours,
                "GB/s",
                source,
                why="protocol and packets take a share of the links",
            )


def halo(study: Study) -> None:
    """Four variants of a halo exchange on the torus: none was published in the tables that ship."""
    machine = machine_named("blue-gene-p")
    cores = len(machine.endpoints)
    platform = of_machine(machine, "torus", [node * cores for node in range(machine.nodes)])
    cells = [cell("simulated", kernel, _SIZE, tuple(range(machine.nodes))) for kernel in HALOS]
    seconds = times(platform, cells)
    link = machine.network.rate_bytes_per_s or math.inf
    for each in cells:
        steps = HALOS[each.kernel]
        name_halo(study, f"512 nodes, {each.kernel} of 512 KiB", seconds[each.id], steps, _SIZE / link)


def name_halo(study: Study, what: str, took_s: float | None, steps: int, step_s: float) -> None:
    """A halo exchange that was not published, with what its steps take by links alone."""
    study.unjudged(
        f"BG/P, {what}",
        None,
        "us",
        "",
        ours=scaled(took_s, 1e6),
        why=f"not published; {plural(steps, 'message')} after each other by links alone: {steps * step_s * 1e6:.0f} us",
    )


def collectives(study: Study) -> None:
    """Small collectives of the half world, predicted from those of the world by the rounds of their algorithms."""
    rounds = {name: _rounds(nodes) for name, nodes in NODES.items()}
    shares: dict[str, float | None] = {}
    for kernel, _, _ in CALLS.values():
        shares[kernel] = per(rounds["Half world"][kernel], rounds["World"][kernel])
    judge_collectives(study, shares)


def judge_collectives(study: Study, shares: Mapping[str, float | None]) -> None:
    """The published collectives, by the share of the world's time that each kernel takes in half of it."""
    for system in MACHINES:
        for operation, (kernel, _, elements) in CALLS.items():
            rows = rows_of(
                _COLLECTIVES, system=system, operation=operation, ranks_per_node="1", elements_double=elements
            )
            published = {row["communicator"]: float(row["latency_us"]) for row in rows}
            what = f"{system}, {operation}{f' of {elements} doubles' if elements else ''}, one rank a node"
            study.put_in(f"{what}, world", published["World"], published["World"], "us", _COLLECTIVES)
            ours = scaled(shares[kernel], published["World"])
            study.predicted(f"{what}, half world", published["Half world"], ours, "us", _COLLECTIVES, why=_WHY[system])


def _rounds(nodes: int) -> dict[str, float | None]:
    """How many latencies each collective takes, where each message takes one."""
    rule = MachineRule(fabric="star", where="other-node", latency_s=1e-6, rate_bytes_per_s=1e15, origin="declared")
    machine = Machine(
        name="latencies",
        description="",
        origin="declared",
        source="",
        nodes=nodes,
        endpoints=(MachineEndpoint(name="host"),),
        rules=(rule,),
    )
    cells = [cell("simulated", kernel, size, tuple(range(nodes))) for kernel, size, _ in CALLS.values()]
    seconds = times(of_machine(machine), cells)
    return {each.kernel: scaled(seconds[each.id], 1e6) for each in cells}


def _neighbours(machine: Machine) -> list[int]:
    """The nodes next to node 0, one for each of its links."""
    listed, below = [], 1
    for size in machine.network.dimensions:
        listed += [below, (size - 1) * below]
        below *= size
    return listed


def narrowest(machine: Machine) -> int:
    """The dimension that the fewest links cross where it is cut in halves: the longest one."""
    sizes = machine.network.dimensions
    return sizes.index(max(sizes))


def _by_half(machine: Machine, dimension: int) -> list[int]:
    """All nodes: those of the lower half of a dimension, then those opposite, in the same order."""
    below = math.prod(machine.network.dimensions[:dimension])
    size = machine.network.dimensions[dimension]
    lower = [node for node in range(machine.nodes) if node // below % size < size // 2]
    return [*lower, *(node + size // 2 * below for node in lower)]
