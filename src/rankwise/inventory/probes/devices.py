"""GPUs and coprocessor cards, from PCI and from their drivers."""

from __future__ import annotations

import re

from rankwise.inventory.archive import Archive
from rankwise.inventory.parse import fields, natural
from rankwise.inventory.probes import pcie
from rankwise.inventory.records import Card, Gpu

_PCI = "/sys/bus/pci/devices"
_NVIDIA = "/proc/driver/nvidia/gpus"
_KFD = "/sys/class/kfd/kfd/topology/nodes"
_MIC = "/sys/class/mic"

# PCI base classes 0x03 (display) and 0x12 (processing accelerator); vendors from the PCI ID database. Display chips of
# management controllers and virtual ones (1a03, 102b, 1234, 1af4, 1b36) are no GPUs to MPI.
_GPU_CLASSES = ("03", "12")
_GPU_VENDORS = {"10DE": "nvidia", "1002": "amd", "8086": "intel"}

# Cards that run an operating system of their own, by PCI id (PCI ID database).
_CARDS = {
    **{f"8086:{number:04X}": "xeon phi" for number in range(0x2250, 0x225F)},
    **{f"15B3:{number}": "bluefield" for number in ("A2D2", "A2D6", "A2DC")},
}


def gpus(archive: Archive, unknown: dict[str, str]) -> tuple[Gpu, ...]:
    """GPUs by PCI address; where PCI is hidden (some containers), those that AMD's kernel driver lists."""
    memory = {**_nvidia_memory(archive), **_kfd_memory(archive)}
    by_pci: dict[str, Gpu] = {}
    for address in archive.children(_PCI):
        about = fields(archive.read(f"{_PCI}/{address}/uevent"), "=")
        vendor_id, _, device_id = about.get("PCI_ID", "").partition(":")
        vendor = _GPU_VENDORS.get(vendor_id)
        if vendor is None or about.get("PCI_CLASS", "").zfill(6)[:2] not in _GPU_CLASSES:
            continue
        by_pci[address] = Gpu(
            name=_name(archive, address) or f"{vendor} {device_id.lower()}",
            vendor=vendor,
            pci=address,
            numa=pcie.numa(archive, address),
            memory_bytes=natural(archive.read(f"{_PCI}/{address}/mem_info_vram_total")) or memory.get(address),
            driver=about.get("DRIVER"),
            pcie=pcie.link(archive, address),
            bridges=pcie.bridges(archive, address),
        )
    for address in _kfd_memory(archive):
        if address not in by_pci:
            by_pci[address] = Gpu(
                name="amd", vendor="amd", pci=address, numa=None, memory_bytes=memory[address], driver="amdgpu"
            )
    if any(gpu.memory_bytes is None for gpu in by_pci.values()):
        unknown["gpu memory"] = "neither the driver's files nor nvidia-smi tell it"
    return tuple(by_pci[address] for address in sorted(by_pci))


def cards(archive: Archive) -> tuple[Card, ...]:
    """Coprocessor cards: those whose driver is loaded by its name for them, the others by PCI address."""
    listed = []
    known = set()
    for name in archive.children(_MIC):
        about = fields(archive.read(f"{_MIC}/{name}/device/uevent"), "=")
        pci = about.get("PCI_SLOT_NAME")
        known.add(pci)
        listed.append(
            Card(
                name=name,
                kind="xeon phi",
                pci=pci,
                numa=natural(archive.read(f"{_MIC}/{name}/device/numa_node")),
                state=archive.read(f"{_MIC}/{name}/state") or None,
                driver=about.get("DRIVER"),
            )
        )
    for address in archive.children(_PCI):
        about = fields(archive.read(f"{_PCI}/{address}/uevent"), "=")
        kind = _CARDS.get(about.get("PCI_ID", ""))
        # A card with several ports shows several functions; the first stands for it.
        if kind and address not in known and address.endswith(".0"):
            numa = pcie.numa(archive, address)
            listed.append(Card(name=address, kind=kind, pci=address, numa=numa, driver=about.get("DRIVER")))
    return tuple(listed)


def peer_modules(archive: Archive) -> tuple[str, ...]:
    """The loaded kernel modules through which adapters read the memory of NVIDIA GPUs."""
    names = ("nvidia_peermem", "nv_peer_mem")
    return tuple(name for name in names if archive.read(f"/sys/module/{name}/initstate") == "live")


def _name(archive: Archive, address: str) -> str | None:
    nvidia = fields(archive.read(f"{_NVIDIA}/{address}/information"), ":").get("Model")
    return nvidia or archive.read(f"{_PCI}/{address}/product_name") or None


def _nvidia_memory(archive: Archive) -> dict[str, int]:
    """Bytes by PCI address from `00000000:65:00.0, 81559` (MiB; the domain has eight digits there, four in sysfs)."""
    sizes = {}
    for line in (archive.run("nvidia-memory") or "").splitlines():
        address, _, mebibytes = line.partition(",")
        size = natural(mebibytes)
        if size is not None:
            sizes[re.sub(r"^0000(?=[0-9a-f]{4}:)", "", address.strip().lower())] = size << 20
    return sizes


def _kfd_memory(archive: Archive) -> dict[str, int | None]:
    """Memory in bytes by PCI address of AMD's compute nodes that are GPUs (those with SIMD units)."""
    by_device: dict[str, int | None] = {}
    for node in archive.children(_KFD):
        about = fields(archive.read(f"{_KFD}/{node}/properties"), " ")
        if not natural(about.get("simd_count")):
            continue
        location, domain = natural(about.get("location_id")), natural(about.get("domain")) or 0
        if location is None:
            continue
        banks = archive.children(f"{_KFD}/{node}/mem_banks")
        paths = (f"{_KFD}/{node}/mem_banks/{bank}/properties" for bank in banks)
        sizes = [natural(fields(archive.read(path), " ").get("size_in_bytes")) or 0 for path in paths]
        address = f"{domain:04x}:{location >> 8 & 0xFF:02x}:{location >> 3 & 0x1F:02x}.{location & 7}"
        by_device[address] = sum(sizes) or None
    return by_device
