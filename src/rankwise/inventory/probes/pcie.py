"""Lanes and speed of a PCIe device, as trained and as capable."""

from __future__ import annotations

import re

from rankwise.inventory.archive import Archive
from rankwise.inventory.parse import decimal, natural
from rankwise.inventory.records import PcieLink

_PCI = "/sys/bus/pci/devices"
_ADDRESS = re.compile(r"[0-9a-f]{4,}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]")


def link(archive: Archive, address: str | None) -> PcieLink | None:
    """The link of the device at a PCI address; None for one that has none, as virtual devices and root complexes."""
    path = f"{_PCI}/{address}"
    width, widest = natural(archive.read(f"{path}/current_link_width")), natural(archive.read(f"{path}/max_link_width"))
    speed, fastest = _gts(archive.read(f"{path}/current_link_speed")), _gts(archive.read(f"{path}/max_link_speed"))
    # 0 lanes, and 255 of them, are what devices say that have no link of their own.
    if not width or not widest or width > 32 or widest > 32 or not speed or not fastest:
        return None
    return PcieLink(width=width, width_capable=widest, gts=speed, gts_capable=fastest)


def bridges(archive: Archive, address: str) -> tuple[str, ...]:
    """PCI addresses of the bridges above a device, the root port first; none where its place is not told."""
    return _above(archive.readlink(f"{_PCI}/{address}"))


def holder(archive: Archive, path: str) -> str | None:
    """The PCI address of the device that holds another one, such as a virtio device, by its link in /sys/class; None
    for what hangs on USB and for what is not on PCI."""
    link = archive.readlink(path) or ""
    return next(reversed(_above(link)), None) if "/usb" not in link else None


def numa(archive: Archive, address: str | None) -> int | None:
    """The memory node of the device at a PCI address; None where the kernel does not tell it."""
    return natural(archive.read(f"{_PCI}/{address}/numa_node"))


def _above(link: str | None) -> tuple[str, ...]:
    """PCI addresses of what is above the end of a link in /sys, the outermost first."""
    *above, _ = (link or "").split("/")
    return tuple(part for part in above if _ADDRESS.fullmatch(part))


def _gts(text: str | None) -> float | None:
    """`16.0 GT/s PCIe` and `8 GT/s`: transfers per second of a lane, in thousands of millions."""
    number, _, unit = (text or "").partition(" ")
    return decimal(number) if unit.startswith("GT/s") else None
