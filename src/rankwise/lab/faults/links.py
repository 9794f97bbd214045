"""Faults of links: each changes the switch's settings of the links it names. Pure functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase

from msgspec.structs import replace

from rankwise.lab.faults import arguments
from rankwise.lab.records import Fault, Lab, LabLink

Change = Callable[[LabLink], LabLink]


def down(_: Sequence[str]) -> Change:
    return lambda link: replace(link, up=False)


def rate_cut(values: Sequence[str]) -> Change:
    factor = arguments.share(values[0], "the remaining share of the rate")
    return lambda link: replace(
        link, rate_bytes_per_s=link.rate_bytes_per_s * factor if link.rate_bytes_per_s else None
    )


def delay_added(values: Sequence[str]) -> Change:
    added_s = arguments.delay_s(values[0])
    return lambda link: replace(link, delay_s=link.delay_s + added_s)


def loss(values: Sequence[str]) -> Change:
    share = arguments.share(values[0], "the share of packets that get lost")
    return lambda link: replace(link, loss=share)


def mtu(values: Sequence[str]) -> Change:
    limit = arguments.mtu(values[0])
    return lambda link: replace(link, mtu=min(limit, link.mtu))


def effective(lab: Lab, changes: Sequence[tuple[Fault, Change]]) -> tuple[LabLink, ...]:
    """The lab's links with every fault laid over them in order."""
    links = []
    for link in lab.links:
        for fault, change in changes:
            if concerns(lab, fault, link):
                link = change(link)  # noqa: PLW2901  # each fault works on what the one before left
        links.append(link)
    return tuple(links)


def concerns(lab: Lab, fault: Fault, link: LabLink) -> bool:
    """Whether a fault names this link: its first two arguments are names or patterns of the two ends."""
    source, target = lab.ports[link.source], lab.ports[link.target]
    if fault.network not in (None, source.network):
        return False
    a, b = fault.args[0], fault.args[1]
    forward = fnmatchcase(source.endpoint, a) and fnmatchcase(target.endpoint, b)
    backward = fnmatchcase(source.endpoint, b) and fnmatchcase(target.endpoint, a)
    return forward or (backward and not fault.one_way)
