"""Models of machines and calls on drawn or recorded ones: what is asked of the other modules of `model/`."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from itertools import product
from typing import Any

from builders.drawn import drawn_times
from builders.levels import path
from model.build import measured
from rankwise.core.errors import UsageError
from rankwise.inventory.records import Nic, PcieLink
from rankwise.model import overlap, pairs, peers
from rankwise.model.classes import classify
from rankwise.model.curve import curve
from rankwise.model.endpoints_of import PER, endpoints_of, strata, usable_cpus
from rankwise.model.expected import Key, expectations
from rankwise.model.hardware import adapter_limit, is_adapter, link_bytes_per_s, path_limit, pcie_bytes_per_s
from rankwise.model.rules import BLOCK_OF_EACH, COMPOSITION
from rankwise.model.topology import core_endpoints, cpu_places
from rankwise.model.verdict import judge
from recorded.machines import node


def _curve() -> Any:
    sizes = [0, *(1 << power for power in range(23))]
    found = []
    for seed, step, spread in product((1, 2), (1.0, 1.3, 3.0), (0.0, 0.01, 0.1)):
        draw = random.Random(f"{seed} {step} {spread}")
        times = [
            (0.3e-6 + size / 8e9) * (step if size > 4096 else 1.0) * math.exp(draw.gauss(0, spread)) for size in sizes
        ]
        found.append(curve(sizes, [measured(time_s, spread or 0.001) for time_s in times]))
    return [*found, curve([8], [measured(1e-6)]), curve([8, 64], [measured(1e-6), measured(2e-6)])]


def _classes() -> Any:
    found = []
    for seed, levels, spread in product((1, 2, 3), (1, 2, 3), (0.01, 0.03)):
        draw, unlike = random.Random(f"{seed} {levels} {spread}"), (5, 9, 40)[seed - 1]
        paths = []
        for at in range(40):
            level = (at + (at % unlike == 0)) % levels
            latency = 1e-6 * 1.2**level * math.exp(draw.gauss(0, spread)) * (3.0 if at == 17 else 1.0)
            rate = 1e9 * 1.1**level * math.exp(draw.gauss(0, spread))
            fabric = "shm" if at % 7 == 0 else "tcp"
            paths.append(
                path(
                    (f"a{at}", f"b{at % 5}"),
                    latency,
                    rate,
                    f"relation {at % levels}",
                    half_width=2 * spread,
                    fabric=fabric,
                )
            )
        found.append(classify(paths))
    return found


def _overlap() -> Any:
    parts = list(product((1.0, 2.0), (0.5, 3.0), (1.0, 2.5, 6.0)))
    visits = [(pure * 1e-6, compute * 1e-6, together * 1e-6) for pure, compute, together in parts]
    return [
        [
            (
                overlap.overlap_share(*one),
                overlap.osu_share(*one),
                overlap.imb_share(*one),
                overlap.alcf_published(*one),
            )
            for one in visits
        ],
        overlap.overlap(visits),
        overlap.overlap(visits[:3], [(1e-7, 2e-7), (3e-7, 1e-7), (1e-7, 5e-7)]),
    ]


def _pairs() -> Any:
    members = [f"n{number}" for number in range(7)]
    every = [(a, b) for at, a in enumerate(members) for b in members[at + 1 :]]
    machine = {name: f"m{number % 3}" for number, name in enumerate(members)}
    return [
        [pairs.tournament(members[:count], seed) for count, seed in product((2, 3, 6, 7), (1, 2))],
        [pairs.at_once(every[:9], machine, {"m0": 4, "m1": 2, "m2": 8}, most) for most in (None, 1, 2)],
        [pairs.circles(members, missing) for missing in ((), every[:1], every[::3], every)],
    ]


def _peers() -> Any:
    kernels: tuple[str, ...]
    kernels = ("pingpong", "pingping", "sendrecv", "exchange", "uniband", "biband", "bcast", "allreduce", "allgather")
    kernels = (*kernels, "alltoall", "gather", "scatter", "reduce", "reduce_scatter", "barrier", "put_stream")
    visits = [drawn_times(seed, 4, 0.3) for seed in range(3)]
    return [
        [peers.behind_barriers(kernel) for kernel in kernels],
        [peers.rank_means_s(visits), peers.rank_means_s(visits, (1, 2, 5))],
        [function(visits) for function in (peers.imb_avg_s, peers.imb_max_s, peers.osu_avg_s, peers.osu_latency_s)],
        peers.osu_multi_rate_bytes_per_s(64, [1e-6, 2e-6, 4e-6]),
    ]


def _hardware() -> Any:
    links = [
        PcieLink(gts=gts, width=lanes, gts_capable=gts, width_capable=lanes)
        for gts, lanes in product((2.5, 5.0, 8.0, 16.0, 32.0, 64.0), (1, 4, 16))
    ]
    nics = [
        Nic(name="a", kind=kind, state="up", speed_bytes_per_s=rate, mtu=mtu, addresses=(), pci=pci, pcie=pcie)
        for kind, rate, mtu, pci, pcie in product(
            ("ethernet", "infiniband", "tun"),
            (None, 1.25e6, 1.25e9, 12.5e9),
            (None, 1500, 9000),
            (None, "0000:01:00.0"),
            (None, links[2], links[12]),
        )
    ]
    return [
        [pcie_bytes_per_s(link) for link in links],
        [(link_bytes_per_s(nic), is_adapter(nic), adapter_limit(nic, "n1")) for nic in nics],
        [path_limit([("n1", nics[at : at + 2]), ("n2", nics[at + 2 : at + 3])]) for at in range(0, len(nics) - 3, 5)],
    ]


def _expected() -> Any:
    sizes = (0, 4, 8, 1024, 1 << 16, 1 << 17, 1 << 20)
    kernels = sorted(
        {rule.kernel for rule in COMPOSITION} | {part.kernel for rule in COMPOSITION for part in rule.parts}
    )
    draw = random.Random(11)
    results = {
        Key(kernel, size, ranks): measured(
            (1e-6 + size * (ranks if kernel in BLOCK_OF_EACH else 1) / 8e9) * ranks * draw.uniform(0.5, 4.0), 0.02
        )
        for kernel, size, ranks in product(kernels, sizes, (2, 4))
    }
    found = []
    for key, one in results.items():
        because = expectations(key, results, copy_rate_bytes_per_s=5e9, uniform_paths=key.ranks == 4)
        found.append((key, because, judge(one, because), judge(one, because, 0.5)))
    return found


def _topology() -> Any:
    found: list[Any] = []
    for name in ("two-socket-smt", "arm-board", "phi-host", "gpu-node"):
        machine = node(name)
        cpus = usable_cpus(machine)
        found.append((cpus, sorted(cpu_places(machine).items()), [one.id for one in core_endpoints(machine)]))
        found.append(sorted((str(key), value) for key, value in strata(machine, cpus[:24]).items()))
        for per, most in product(PER, (None, 2, 5)):
            try:
                chosen = endpoints_of(machine, per, most, twin=most != 5)
                found.append(([one.id for one in chosen.endpoints], chosen.left_out))
            except UsageError as error:
                found.append(error.code)
    return found


CASES: dict[str, Callable[[], Any]] = {
    "curve": _curve,
    "classes": _classes,
    "overlap": _overlap,
    "pairs": _pairs,
    "peers": _peers,
    "hardware": _hardware,
    "expected": _expected,
    "topology": _topology,
}
