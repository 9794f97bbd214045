"""Faults of links: each changes the switch's settings of the links it names. Pure functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase

from msgspec.structs import replace

from rankwise.core import units
from rankwise.core.errors import UsageError
from rankwise.core.records import Fault, Lab, LabLink

Change = Callable[[LabLink], LabLink]


def down(_: Sequence[str]) -> Change:
    return lambda link: replace(link, up=False)


def rate_cut(values: Sequence[str]) -> Change:
    factor = _share(values[0], "the remaining share of the rate")
    return lambda link: replace(
        link, rate_bytes_per_s=link.rate_bytes_per_s * factor if link.rate_bytes_per_s else None
    )


def delay_added(values: Sequence[str]) -> Change:
    added_s = units.parse_duration(values[0])
    return lambda link: replace(link, delay_s=link.delay_s + added_s)


def loss(values: Sequence[str]) -> Change:
    share = _share(values[0], "the share of packets that get lost")
    return lambda link: replace(link, loss=share)


def mtu(values: Sequence[str]) -> Change:
    limit = int(values[0]) if values[0].isdigit() else 0
    if limit < 68:
        raise UsageError("bad-fault", f"'{values[0]}' is not an MTU", "give bytes, 68 or more")
    return lambda link: replace(link, mtu=limit)


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


def _share(text: str, meaning: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0.0 < share < 1.0:
        raise UsageError("bad-fault", f"'{text}' is not {meaning}", "give a number between 0 and 1")
    return share
