"""Studies of Blue Gene in a lab: a ring of a torus for its bisection, eight nodes for halos, and for collectives."""

from __future__ import annotations

import math
from itertools import permutations
from typing import Final

from rankwise.cluster.reference import machine_named
from rankwise.core.units import format_size
from rankwise.verbs.study import blue_gene
from rankwise.verbs.study.lab import FRAMES, hosts_plan, lab_of
from rankwise.verbs.study.verdicts import Study, scaled

_NODES: Final = 8
_RING_BYTES_PER_S: Final = 10e6
_HALO_BYTES_PER_S: Final = 1e6
_HALO: Final = 64 << 10
_LATENCY_S: Final = 2e-3
"""None was published of the links: so long that the switch of the lab can have it on a busy machine."""
_CALL: Final = 16
_CALL_LATENCY_S: Final = 25e-3
"""A message of a small collective takes much longer than it takes eight ranks to get a processor."""
_BUDGET_S: Final = 30
NOT_AT_ONCE: Final = "no call began at once on all ranks, which are more than the processors of this machine"


def bisection(study: Study) -> None:
    """One ring of each torus. All nodes send along the dimension that is cut, and the rings of a dimension share
    nothing, so that the torus carries as many times more as it has of these rings."""
    for system, name in blue_gene.MACHINES.items():
        machine = machine_named(name)
        dimension = blue_gene.narrowest(machine)
        length = machine.network.dimensions[dimension]
        link = machine.network.rate_bytes_per_s or math.inf
        ways = {pair: links_between(*pair, length) for pair in permutations(range(length), 2)}
        plan = hosts_plan(length, link, link / _RING_BYTES_PER_S, _LATENCY_S, ways)
        pairs = ";".join(f"{node},{node + length // 2}" for node in range(length // 2))
        with lab_of(plan) as lab:
            ours = machine.nodes * lab.rate("pingping", pairs)
        blue_gene.judge_bisection(study, system, dimension, ours * 1e-9)
    study.notes.append(f"{FRAMES} A ring of the torus is measured, with half of its messages either way round.")


def links_between(a: int, b: int, length: int) -> list[str]:
    """The links from a node of a ring to another, each a name, by the shorter way; from odd nodes to their opposite
    downwards."""
    up = (b - a) % length
    if 2 * up < length or (2 * up == length and a % 2 == 0):
        return [f"up{(a + step) % length}" for step in range(up)]
    return [f"down{(a - step) % length}" for step in range(length - up)]


def halo(study: Study) -> None:
    """Four variants of a halo exchange on 2 x 2 x 2 nodes."""
    link = machine_named("blue-gene-p").network.rate_bytes_per_s or math.inf
    with lab_of(hosts_plan(_NODES, link, link / _HALO_BYTES_PER_S, _LATENCY_S, {})) as lab:
        took_s = lab.seconds(list(blue_gene.HALOS), [_HALO], "world", 2 * _BUDGET_S)
    for kernel, alone in blue_gene.HALOS.items():
        real_s = scaled(took_s.get((kernel, _HALO)), 1.0 / lab.slowdown)
        what = f"{_NODES} nodes, {kernel} of {format_size(_HALO)}"
        blue_gene.name_halo(study, what, real_s, min(2 * alone, 6), _HALO / link)
    study.notes.append(f"{FRAMES} Of two nodes in each dimension both neighbours are one node, over one link.")


def collectives(study: Study) -> None:
    """Small collectives of the half world, predicted from those of the world by what doubling the ranks takes in a
    lab."""
    kernels = [kernel for kernel, _, _ in blue_gene.CALLS.values()]
    with lab_of(hosts_plan(_NODES, 10e6, 1.0, _CALL_LATENCY_S, {})) as lab:
        whole, half = (
            lab.seconds(kernels, [_CALL], ",".join(map(str, range(ranks))), _BUDGET_S)
            for ranks in (_NODES, _NODES // 2)
        )
    study.lacks = NOT_AT_ONCE
    shares: dict[str, float | None] = dict.fromkeys(kernels)
    for cell in whole.keys() & half.keys():
        doubling_s = whole[cell] - half[cell]
        world_s = whole[cell] + doubling_s * math.log2(blue_gene.NODES["World"] / _NODES)
        shares[cell[0]] = 1 - doubling_s / world_s
    blue_gene.judge_collectives(study, shares)
    study.notes.append(f"Measured with {_NODES} ranks and half of them; each further doubling takes as long.")
