"""A plan as ports and links of one switch: pure functions."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from rankwise.cluster.links import direct_links
from rankwise.cluster.plan_map import plan_endpoints
from rankwise.cluster.plan_resources import resources_at
from rankwise.cluster.records import ClusterPlan
from rankwise.core.errors import UsageError
from rankwise.core.sharing import passes, rate_at
from rankwise.lab.records import Lab, LabLink, LabPort

_FLOOR_VARIES = 1.3  # from one calibration to the next
_MOST_SLOWER = 4.0  # that a lab may be than its plan says without being asked


def ports_of(plan: ClusterPlan) -> tuple[LabPort, ...]:
    """One port per interface of the plan, in its order."""
    return tuple(
        LabPort(
            endpoint=interface.endpoint,
            interface=interface.name,
            network=network.name,
            segment=interface.segment,
            address=interface.address,
            prefix_length=interface.prefix_length,
            mtu=network.mtu,
        )
        for network in plan.networks
        for interface in network.interfaces
    )


def links_of(plan: ClusterPlan, ports: tuple[LabPort, ...]) -> tuple[LabLink, ...]:
    """One link per ordered pair of ports that see each other, with the plan's figures after each network's slowdown."""
    number = {(port.segment, port.endpoint): i for i, port in enumerate(ports)}
    links = []
    for network in plan.networks:
        for link in direct_links(plan, network):
            if not {(link.segment, link.source), (link.segment, link.target)} <= number.keys():
                continue  # a file that was rendered and changed sets up no such interface
            rate = link.rate_bytes_per_s
            links.append(
                LabLink(
                    source=number[link.segment, link.source],
                    target=number[link.segment, link.target],
                    delay_s=link.latency_s * network.slowdown,
                    rate_bytes_per_s=rate / network.slowdown if rate else None,
                    mtu=network.mtu,
                )
            )
    return tuple(links)


def gate_lines(plan: ClusterPlan, ports: Sequence[LabPort], links: Sequence[LabLink]) -> list[str]:
    """What the switch reads of resources: the rate of each direction of each instance, and the links through it."""
    ends = {endpoint.id: endpoint for endpoint in plan_endpoints(plan)}
    rows = resources_at(plan, in_lab=True)
    through = {
        (network.name, link.source, link.target): link.through
        for network in plan.networks
        for link in direct_links(plan, network)
        if link.through
    }
    gates: dict[tuple[str, str, str], int] = {}
    rates, led = [], []
    for link in links:
        source, target = ports[link.source], ports[link.target]
        for name in through.get((source.network, source.endpoint, target.endpoint), ()):
            named = [row for row in rows if row.name == name]
            if not {source.endpoint, target.endpoint} <= ends.keys():
                continue  # the head is no place of a machine
            for place, way in passes(named[0], ends[source.endpoint], ends[target.endpoint]):
                if (rate := rate_at(named, place)) is None:
                    continue
                if (name, place, way) not in gates:
                    rates.append(f"gate {len(gates)} {rate:.1f}")
                number = gates.setdefault((name, place, way), len(gates))
                led.append(f"through {link.source} {link.target} {number}")
    return rates + led


def speeds_of(ports: Sequence[LabPort], links: Sequence[LabLink]) -> list[int]:
    """What each port says of its own rate, in Mbit/s: that of its fastest link; 0 where a link has no limit."""
    rates: list[list[float]] = [[] for _ in ports]
    for link in links:
        for port in (link.source, link.target):
            rates[port].append(link.rate_bytes_per_s or 0.0)
    return [round(max(known) * 8 / 1e6) if known and min(known) > 0 else 0 for known in rates]


def receive_buffer_bytes(links: tuple[LabLink, ...]) -> int:
    """How far TCP may open its window: several round trips of the widest path (half of a buffer is window)."""
    widest = max((2 * link.delay_s * (link.rate_bytes_per_s or 0.0) for link in links), default=0.0)
    return max(1 << 20, round(8 * widest))


class BelowFloor(UsageError):
    """A plan asks for a delay that this machine cannot give. `slower` is the plan with its networks slowed down until
    they can be had, None where that would be another cluster than the one that was asked for."""

    def __init__(self, message: str, hint: str, slower: ClusterPlan | None) -> None:
        super().__init__("below-floor", message, hint)
        self.slower = slower


def refuse_below(floor_s: float, lab: Lab) -> None:
    """Raises BelowFloor when the plan asks for a delay that this machine cannot give."""
    low: dict[str, LabLink] = {}
    for link in sorted(lab.links, key=lambda link: link.delay_s, reverse=True):
        if link.delay_s < floor_s:
            low[lab.ports[link.source].network] = link
    if not low:
        return
    least = min(low.values(), key=lambda link: link.delay_s)
    source, target = lab.ports[least.source], lab.ports[least.target]
    below = (
        f"{source.endpoint} to {target.endpoint} on {source.network} should take {least.delay_s * 1e6:.0f} us; "
        f"the floor of this machine is {floor_s * 1e6:.0f} us"
    )
    slowdown = {network.name: network.slowdown for network in lab.plan.networks}[source.network]
    if not least.delay_s:
        raise BelowFloor(below, "ask for a delay above it", None)
    hint = f"give the network `slowdown = {slowdown * floor_s / least.delay_s * 1.05:.3g}` or more"
    raise BelowFloor(below, hint, _slower(lab.plan, {name: floor_s / link.delay_s for name, link in low.items()}))


def _slower(plan: ClusterPlan, short: dict[str, float]) -> ClusterPlan | None:
    """The plan with networks slowed down; `short` is by what factor their shortest delays are too short. Steps of a
    half, and a margin for a floor that reads higher the next time: a busy machine's does."""
    factors = {name: math.ceil(factor * _FLOOR_VARIES * 2) / 2 for name, factor in short.items()}
    if max(factors.values()) > _MOST_SLOWER:
        return None
    networks = tuple(
        msgspec.structs.replace(network, slowdown=network.slowdown * factors.get(network.name, 1.0))
        for network in plan.networks
    )
    words = ", ".join(f"{network.name} {network.slowdown:g}" for network in networks if network.name in factors)
    told = f"delays of the plan are too short for this machine: networks are slower here than declared ({words} times)"
    return msgspec.structs.replace(plan, networks=networks, warnings=(*plan.warnings, told))
