"""Which connections a plan asks for: all of them, or of many endpoints a draw that never lists all."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence

from rankwise.cluster.reach import Way
from rankwise.cluster.records import ClusterPlan, Network

ALL_PAIRS = 64
"""Endpoints up to which every pair is tried."""
SAMPLE = 8
"""Of each endpoint on each network above that."""


def ways(plan: ClusterPlan, among: Collection[str], seed: int) -> tuple[list[Way], int]:
    """The connections to try between these endpoints, and how many the plan asks for: every ordered pair, on each
    network that should join it. Of more than `ALL_PAIRS` endpoints each tries `SAMPLE` others, drawn by `seed`."""
    generator = random.Random(seed)
    most = SAMPLE if len(among) > ALL_PAIRS else len(among)
    chosen: list[Way] = []
    total = 0
    for network in plan.networks:
        addresses = _addresses(network)
        for members in _groups(plan, network):
            here = [name for name in members if name in among]
            total += len(here) * (len(here) - 1)
            for at, source in enumerate(here):
                chosen += [
                    Way(source, target, network.name, _address(addresses, source, target))
                    for target in others(here, at, most, generator)
                ]
    return chosen, total


def _groups(plan: ClusterPlan, network: Network) -> Iterator[list[str]]:
    """Endpoints that all reach each other on a network: all of a flat one; of static pairs a host with its cards."""
    members = dict.fromkeys(i.endpoint for i in network.interfaces)
    if network.model == "flat":
        yield list(members)
        return
    for node in plan.nodes:
        yield [name for name in node.names if name in members]


def others(names: Sequence[str], at: int, most: int, generator: random.Random) -> list[str]:
    """All names but the one at this place, or as many of them as that."""
    if len(names) - 1 <= most:
        return [name for place, name in enumerate(names) if place != at]
    drawn = generator.sample(range(len(names) - 1), most)
    return [names[place + (place >= at)] for place in drawn]


def _addresses(network: Network) -> dict[str, dict[str, str]]:
    """The addresses of each endpoint, by segment."""
    addresses: dict[str, dict[str, str]] = {}
    for interface in network.interfaces:
        addresses.setdefault(interface.endpoint, {})[interface.segment] = interface.address
    return addresses


def _address(addresses: dict[str, dict[str, str]], source: str, target: str) -> str:
    """By which address a source calls a target: that on a segment which both have, else the first."""
    own = addresses[target]
    return next((address for segment, address in own.items() if segment in addresses[source]), next(iter(own.values())))
