"""What the hardware of a path allows: the link rate of its adapters less encoding and headers, and their PCIe lanes.

Sources: PCI Express Base Specification (encoding of each generation); Neugebauer et al., "Understanding PCIe
performance for end host networking", SIGCOMM 2018 (24 bytes around a payload of 256); InfiniBand Architecture
Specification (8b/10b up to QDR, 64b/66b from FDR10 on; headers LRH 8, BTH 12, ICRC 4, VCRC 2); Linux,
`drivers/infiniband/core/sysfs.c` (rates that ports tell: of data for FDR10, and from EDR on); IEEE 802.3 (38 bytes
around an Ethernet frame).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rankwise.inventory.records import Nic, PcieLink
from rankwise.model.records import HardwareLimit

_PCIE_PAYLOAD = 256 / (256 + 24)
_OLD, _FDR, _NEW = 8 / 10, 64 / 66, 1.0
_DATA_SHARE: Final = {"SDR": _OLD, "DDR": _OLD, "QDR": _OLD, "FDR10": _NEW, "FDR": _FDR}
"""Data in the rate that a port tells, by generation; later ones tell the rate of data."""
_FDR_LANE_GIGABITS, _EDR_LANE_GIGABITS = 14, 25
_IB_HEADERS, _ETHERNET_FRAME = 26, 38
_ROCE_HEADERS = 44  # IP 20, UDP 8, BTH 12, ICRC 4
_UNSET_BYTES_PER_S = (10e6 / 8, 10e9 / 8)  # of a TAP device in Linux before and since 5.19
_MTU = 1500
_TCP_HEADERS = 52  # IP 20, TCP 20 with time stamps 12


def pcie_bytes_per_s(link: PcieLink) -> float:
    """Payload that the lanes carry one way as they are trained."""
    if link.gts <= 5.0:
        encoding = 8 / 10
    elif link.gts <= 32.0:
        encoding = 128 / 130
    else:
        encoding = 242 / 256  # flits of generation 6
    return link.gts * 1e9 / 8 * link.width * encoding * _PCIE_PAYLOAD


def link_bytes_per_s(nic: Nic) -> float | None:
    """Payload that the port's own rate carries one way; None where it tells no rate."""
    rate, mtu = nic.speed_bytes_per_s, nic.mtu
    if not rate:
        return None
    if nic.kind == "infiniband" and ":" in nic.name:  # a port that RDMA takes
        mtu = mtu or 4096
        if (nic.link_layer or "InfiniBand") != "InfiniBand":
            return rate * mtu / (mtu + _ROCE_HEADERS + _ETHERNET_FRAME)
        return rate * _data_share(nic.generation, rate) * mtu / (mtu + _IB_HEADERS)
    return rate * _ethernet_payload(mtu or _MTU)


def _data_share(generation: str, rate_bytes_per_s: float) -> float:
    """By generation; where the port names none, by the rate of a lane that its own rate is a multiple of."""
    if generation:
        return _DATA_SHARE.get(generation, _NEW)
    gigabits = round(rate_bytes_per_s * 8 / 1e9, 3)
    if gigabits % _FDR_LANE_GIGABITS == 0:
        return _FDR
    return _NEW if gigabits % _EDR_LANE_GIGABITS == 0 else _OLD


def _ethernet_payload(mtu: int) -> float:
    return (mtu - _TCP_HEADERS) / (mtu + _ETHERNET_FRAME)


def declared_limit(rate_bytes_per_s: float, source: str, target: str) -> HardwareLimit:
    """What the rate of a plan carries from one endpoint to another; plans count Ethernet frames with their headers."""
    return HardwareLimit(
        rate_bytes_per_s=rate_bytes_per_s * _ethernet_payload(_MTU),
        what=f"the {rate_bytes_per_s * 8 / 1e9:g} Gbit/s that the plan declares from {source} to {target}",
    )


def is_adapter(nic: Nic) -> bool:
    """Whether its rate is that of hardware: a device of a bus, or a TAP device whose rate somebody has set, as a lab
    does. The kernel's own figures for TAP devices say nothing."""
    return bool(nic.pci) or (nic.kind == "tun" and nic.speed_bytes_per_s not in (None, *_UNSET_BYTES_PER_S))


def adapter_limit(nic: Nic, where: str) -> HardwareLimit | None:
    """The lesser of both, with what it is and, where the slot gives less than the adapter could take, what that is."""
    link = link_bytes_per_s(nic)
    lanes = pcie_bytes_per_s(nic.pcie) if nic.pcie else None
    if nic.pcie and lanes and (link is None or lanes < link):
        slot, short = nic.pcie, []
        if slot.width < slot.width_capable:
            short.append(f"x{slot.width_capable}")
        if slot.gts < slot.gts_capable:
            short.append(f"{slot.gts_capable:g} GT/s")
        return HardwareLimit(
            rate_bytes_per_s=lanes,
            what=f"the x{slot.width} of {nic.name} on {where} at {slot.gts:g} GT/s",
            capable=" at ".join(short),
        )
    if link is None or nic.speed_bytes_per_s is None:
        return None
    rate = f"{nic.speed_bytes_per_s * 8 / 1e9:g} Gbit/s"
    return HardwareLimit(rate_bytes_per_s=link, what=f"the {rate} of {nic.name} on {where}")


def path_limit(ends: Sequence[tuple[str, Sequence[Nic]]]) -> HardwareLimit | None:
    """What the adapters of a path allow, all of an end together as rails, the lesser of both ends; None where one tells
    nothing. `ends` holds each node's name and the adapters through which the bytes went."""
    candidates = []
    for where, nics in ends:
        limits = [limit for nic in nics if (limit := adapter_limit(nic, where))]
        if not limits or len(limits) < len(nics):
            return None
        whole = sum(limit.rate_bytes_per_s for limit in limits)
        what = " and ".join(limit.what for limit in limits)
        capable = next((limit.capable for limit in limits if limit.capable), "")
        candidates.append(HardwareLimit(rate_bytes_per_s=whole, what=what, capable=capable))
    return min(candidates, key=lambda limit: limit.rate_bytes_per_s, default=None)
