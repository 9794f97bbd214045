"""Network interfaces and RDMA ports."""

from __future__ import annotations

import re

import msgspec

from rankwise.core import words
from rankwise.core.words import Name
from rankwise.inventory.archive import Archive
from rankwise.inventory.parse import decimal, fields, natural
from rankwise.inventory.probes import pcie
from rankwise.inventory.records import Nic

_NET = "/sys/class/net"
_RDMA = "/sys/class/infiniband"
_RATE = re.compile(r"([0-9.]+) Gb/sec(?: \(\d+X ?(\w*)\))?")  # `40 Gb/sec (4X FDR10)`

# ARPHRD_* of <linux/if_arp.h>, DEVTYPE as the kernel's drivers announce themselves.
_HARDWARE = {"772": "loopback", "32": "infiniband", "65534": "tun"}
_DEVTYPE = {"bridge": "bridge", "wlan": "wireless"}


def nics(archive: Archive, unknown: dict[str, str]) -> tuple[Nic, ...]:
    """Network interfaces, then RDMA ports (`mlx4_0:1`), each in natural order."""
    known = addresses(archive.run("addresses"))
    names = archive.listdir(_NET)
    if not names:
        unknown["nics"] = archive.why_not(_NET)
    elif not known:
        unknown["addresses"] = "no `ip` program that prints one address per line"
    devices = [name for name in names if archive.exists(f"{_NET}/{name}/type")]  # bonding_masters is a file
    interfaces = [_interface(archive, name, known.get(name, ())) for name in devices]
    ports = [
        _port(archive, device, port)
        for device in archive.children(_RDMA)
        for port in archive.children(f"{_RDMA}/{device}/ports")
    ]
    return tuple(nic for nic in (*(_with_port_rate(nic, ports) for nic in interfaces), *ports) if _is_named(nic))


def _is_named(nic: Nic) -> bool:
    """Whether a recording gives it a name that an interface may have: settings of MPIs name interfaces."""
    return bool(nic.name) and not words.problem(nic.name, Name)


def _interface(archive: Archive, name: str, addresses: tuple[str, ...]) -> Nic:
    path = f"{_NET}/{name}"
    device = fields(archive.read(f"{path}/device/uevent"), "=")
    pci = device.get("PCI_SLOT_NAME") or pcie.holder(archive, path)
    numa = natural(archive.read(f"{path}/device/numa_node"))
    megabits = natural(archive.read(f"{path}/speed"))
    rdma = archive.listdir(f"{path}/device/infiniband")
    return Nic(
        name=name,
        kind=_kind(archive, path),
        state=archive.read(f"{path}/operstate") or None,
        speed_bytes_per_s=megabits * 1e6 / 8 if megabits else None,
        mtu=natural(archive.read(f"{path}/mtu")),
        addresses=addresses,
        numa=pcie.numa(archive, pci) if numa is None else numa,
        driver=device.get("DRIVER"),
        pci=pci,
        rdma_device=rdma[0] if rdma else None,
        pcie=pcie.link(archive, pci),
    )


def _with_port_rate(nic: Nic, ports: list[Nic]) -> Nic:
    """IP over InfiniBand tells no speed of its own: it is that of the port."""
    rates = [port.speed_bytes_per_s for port in ports if port.rdma_device == nic.rdma_device]
    if nic.speed_bytes_per_s is None and nic.rdma_device and len(rates) == 1:
        return msgspec.structs.replace(nic, speed_bytes_per_s=rates[0])
    return nic


def _kind(archive: Archive, path: str) -> str:
    hardware = archive.read(f"{path}/type") or ""
    devtype = fields(archive.read(f"{path}/uevent"), "=").get("DEVTYPE", "")
    if archive.exists(f"{path}/tun_flags"):
        return "tun"
    if hardware in _HARDWARE:
        return _HARDWARE[hardware]
    if devtype:
        return _DEVTYPE.get(devtype, "other")
    if archive.exists(f"{path}/device/uevent"):
        return "ethernet" if hardware == "1" else "other"
    # A virtual interface that is one end of something: only veth pairs have no DEVTYPE.
    is_end = archive.read(f"{path}/ifindex") != archive.read(f"{path}/iflink")
    return "veth" if hardware == "1" and is_end else "other"


def _port(archive: Archive, device: str, port: str) -> Nic:
    path = f"{_RDMA}/{device}/ports/{port}"
    about = fields(archive.read(f"{_RDMA}/{device}/device/uevent"), "=")
    state = (archive.read(f"{path}/state") or "").partition(":")[2].strip()  # "4: ACTIVE"
    rate = _RATE.match(archive.read(f"{path}/rate") or "")
    gigabits = decimal(rate[1]) if rate else None
    return Nic(
        name=f"{device}:{port}",
        kind="infiniband",
        state=state.lower() or None,
        speed_bytes_per_s=gigabits * 1e9 / 8 if gigabits else None,
        mtu=_active_mtu(archive.run("ibv_devinfo"), device, port),
        addresses=(),
        numa=natural(archive.read(f"{_RDMA}/{device}/device/numa_node")),
        driver=about.get("DRIVER"),
        pci=about.get("PCI_SLOT_NAME"),
        rdma_device=device,
        link_layer=archive.read(f"{path}/link_layer") or None,
        pcie=pcie.link(archive, about.get("PCI_SLOT_NAME")),
        generation=(rate[2] or "") if rate else "",
    )


def _active_mtu(devinfo: str | None, device: str, port: str) -> int | None:
    """The port's `active_mtu` line of ibv_devinfo: `active_mtu:  2048 (4)`."""
    at = ("", "")
    for line in (devinfo or "").splitlines():
        name, _, value = (part.strip() for part in line.partition(":"))
        if name == "hca_id":
            at = (value, "")
        elif name == "port":
            at = (at[0], value)
        elif name == "active_mtu" and at == (device, port):
            return natural(value.split("(")[0])
    return None


def addresses(text: str | None) -> dict[str, tuple[str, ...]]:
    """Addresses with their prefix lengths by interface, from lines like `2: eth0    inet 10.33.1.1/15 brd ...`."""
    by_interface: dict[str, tuple[str, ...]] = {}
    for match in re.finditer(r"^[0-9]+: ([^\s@]+)(?:@\S+)?\s+inet6? (\S+)", text or "", re.MULTILINE):
        by_interface[match[1]] = (*by_interface.get(match[1], ()), match[2])
    return by_interface
