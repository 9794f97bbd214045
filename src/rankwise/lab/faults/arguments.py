"""What the arguments of faults mean: each function reads one and says what it should have been."""

from __future__ import annotations

import ipaddress
import math
import re

from rankwise.core import units
from rankwise.core.errors import UsageError
from rankwise.lab import endpoint
from rankwise.lab.records import Lab

_SHARE = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*(%?)")
_PORTS = re.compile(r"(\d{1,5})(?:[-:](\d{1,5}))?")
_PAGE_BYTES = 4096  # tmpfs takes 0 for no limit at all


def refuse(message: str, hint: str) -> UsageError:
    """The error of an argument that makes no sense."""
    return UsageError("bad-fault", message, hint)


def endpoint_of(lab: Lab, name: str) -> str:
    """An endpoint of the lab."""
    known = endpoint.endpoint_names(lab)
    if name not in known:
        raise UsageError("no-endpoint", f"the lab has no endpoint '{name}'", f"it has: {', '.join(known)}")
    return name


def share(text: str, meaning: str) -> float:
    """A number between 0 and 1 from `0.4` or `40%`."""
    match = _SHARE.fullmatch(text.strip())
    value = float(match[1]) / (100 if match[2] else 1) if match else 0.0
    if not 0.0 < value < 1.0:
        raise refuse(f"'{text}' is not {meaning}", "give a number between 0 and 1, or a percentage: 0.4 or 40%")
    return value


def delay_s(text: str) -> float:
    """A delay in seconds, more than nothing."""
    value = units.parse_duration(text)
    if value <= 0.0:
        raise refuse(f"'{text}' adds nothing", "give a duration: 500us, 5ms or 1s")
    return value


def mtu(text: str) -> int:
    """A packet size in bytes: every host takes 68 (RFC 791)."""
    size = int(text) if text.isascii() and text.isdecimal() else 0
    if size < 68:
        raise refuse(f"'{text}' is not an MTU", "give bytes as a plain number, 68 or more: 1000")
    return size


def ports(text: str) -> tuple[str, ...]:
    """Ports and ranges of ports as nft writes them, from `5000`, `1024:65535` or `1024-65535`, several with commas."""
    chosen = []
    for part in text.split(","):
        match = _PORTS.fullmatch(part.strip())
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 0 < first <= last <= 65535:
            hint = "give a port, a range, or several with commas: 5000, 1024:65535, 22,5000-6000"
            raise refuse(f"'{part.strip()}' is neither a port nor a range of ports", hint)
        chosen.append(str(first) if first == last else f"{first}-{last}")
    return tuple(chosen)


def address(text: str) -> str:
    """An IPv4 address."""
    try:
        return str(ipaddress.IPv4Address(text))
    except ValueError:
        raise refuse(f"'{text}' is not an IPv4 address", "give four numbers: 10.33.1.99") from None


def address_with_prefix(text: str) -> str:
    """An IPv4 address with the length of its network's prefix."""
    try:
        if "/" in text:
            return str(ipaddress.IPv4Interface(text))
    except ValueError:
        pass
    raise refuse(f"'{text}' is not an IPv4 address with its prefix", "give both: 172.17.0.1/16")


def shared_memory_bytes(text: str, whole: int) -> int:
    """A size of /dev/shm, less than the `whole` that it has."""
    size = units.parse_size(text)
    if not _PAGE_BYTES <= size < whole:
        limits = f"from {units.format_size(_PAGE_BYTES)} to less than {units.format_size(whole)}"
        raise refuse(f"{text} is not the size of a small /dev/shm", f"give a size {limits}, which it has: 64KiB")
    return size


def cpus(text: str, whole: int) -> float:
    """A number of CPUs, less than the `whole` that there are."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0.01 <= value < whole:
        raise refuse(
            f"'{text}' is not a quota of CPUs", f"give a number from 0.01 to less than {whole}: 0.5 is half of one"
        )
    return value


def example_of(lab: Lab, kind: str, example: str) -> str:
    """A line to try, with endpoints that the lab has."""
    hosts = [node.name for node in lab.plan.nodes]
    return f"e.g. `rankwise lab fault add {kind} {example.format(a=hosts[0], b=hosts[-1])}`"
