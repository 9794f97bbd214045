"""The network behind an interface of this machine."""

from __future__ import annotations

import contextlib
import fcntl
import ipaddress
import socket
import struct

from rankwise.core.errors import UsageError

_SIOCGIFADDR, _SIOCGIFNETMASK = 0x8915, 0x891B  # linux/sockios.h


def network_of(interface: str) -> str:
    """`10.32.0.0/15` for the name of an interface; a network is returned as it is. UsageError when it has no IPv4."""
    if "/" in interface:
        return interface
    request = struct.pack("256s", interface.encode()[:15])
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
            address, mask = (
                socket.inet_ntoa(fcntl.ioctl(any_socket, code, request)[20:24])
                for code in (_SIOCGIFADDR, _SIOCGIFNETMASK)
            )
    except OSError as error:
        raise UsageError(
            "no-interface",
            f"interface {interface} has no IPv4 address here: {error.strerror}",
            "`ip -4 addr` shows all",
        ) from error
    return str(ipaddress.ip_network(f"{address}/{mask}", strict=False))


def networks_here() -> dict[str, tuple[str, ...]]:
    """The IPv4 networks of this machine and the interfaces on each. Loopback only where there is nothing else."""
    found: dict[str, list[str]] = {}
    for _, name in socket.if_nameindex():
        with contextlib.suppress(UsageError):
            found.setdefault(network_of(name), []).append(name)
    outside = {cidr: names for cidr, names in found.items() if not ipaddress.ip_network(cidr).is_loopback}
    return {cidr: tuple(names) for cidr, names in (outside or found).items()}
