"""A plan as ports and links of one switch: pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from rankwise.cluster.links import direct_links
from rankwise.core.errors import UsageError
from rankwise.core.records import ClusterPlan, Lab, LabLink, LabPort


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


def refuse_below(floor_s: float, lab: Lab) -> None:
    """Raises UsageError when the plan asks for a delay that this machine cannot give."""
    low = min(lab.links, key=lambda link: link.delay_s, default=None)
    if low is None or low.delay_s >= floor_s:
        return
    source, target = lab.ports[low.source], lab.ports[low.target]
    network = next(n for n in lab.plan.networks if n.name == source.network)
    least = network.slowdown * floor_s / low.delay_s if low.delay_s else None
    remedy = f"give the network `slowdown = {least * 1.05:.3g}` or more" if least else "ask for a delay above it"
    raise UsageError(
        "below-floor",
        f"{source.endpoint} to {target.endpoint} on {network.name} should take {low.delay_s * 1e6:.0f} us; "
        f"the floor of this machine is {floor_s * 1e6:.0f} us",
        remedy,
    )
