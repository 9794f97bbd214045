"""The network behind an interface of this machine."""

from __future__ import annotations

import contextlib
import fcntl
import ipaddress
import socket
import struct

from rankwise.core.errors import UsageError

_SIOCGIFADDR, _SIOCGIFNETMASK = 0x8915, 0x891B  # linux/sockios.h


def interface_of(address: str) -> str | None:
    """The name of the interface of this machine that has an IPv4 address; None when there is none."""
    return next((name for _, name in socket.if_nameindex() if _asked(name, _SIOCGIFADDR) == address), None)


def network_of(interface: str) -> str:
    """`10.32.0.0/15` for the name of an interface; a network is returned as it is. UsageError when it has no IPv4."""
    if "/" in interface:
        return interface
    address, mask = _asked(interface, _SIOCGIFADDR), _asked(interface, _SIOCGIFNETMASK)
    if address is None or mask is None:
        raise UsageError("no-interface", f"interface {interface} has no IPv4 address here", "`ip -4 addr` shows all")
    return str(ipaddress.ip_network(f"{address}/{mask}", strict=False))


def networks_here() -> dict[str, tuple[str, ...]]:
    """The IPv4 networks of this machine and the interfaces on each. Loopback only where there is nothing else."""
    interfaces: dict[str, list[str]] = {}
    for _, name in socket.if_nameindex():
        with contextlib.suppress(UsageError):
            interfaces.setdefault(network_of(name), []).append(name)
    outside = {cidr: names for cidr, names in interfaces.items() if not ipaddress.ip_network(cidr).is_loopback}
    return {cidr: tuple(names) for cidr, names in (outside or interfaces).items()}


def _asked(interface: str, code: int) -> str | None:
    request = struct.pack("256s", interface.encode()[:15])
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
            return socket.inet_ntoa(fcntl.ioctl(any_socket, code, request)[20:24])
    except OSError:
        return None
