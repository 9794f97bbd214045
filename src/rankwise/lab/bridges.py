"""Links without the switch, where no TAP can be had: bridges and veth pairs, each ordered pair with an HTB class.

Rates only: a token bucket knows no delay, and an idle one lets the first packets through at once, so that ping-pongs of
a few KiB come out faster than declared. Streams have the declared rate.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec.structs import replace

from rankwise.core import process
from rankwise.core.errors import EnvironmentProblem, UsageError
from rankwise.lab import endpoint
from rankwise.lab.build import Programs
from rankwise.lab.records import Lab, LabLink

WARNING = "links have rates but no delay, loss, MTU or shared resources: bridges, veth and HTB in place of the switch"
_START_S = 60.0
_FREE_BIT_PER_S = 100e9  # a link without a limit
_BURST_BYTES = 1600  # one packet: the least that HTB takes without losing rate


def start(lab: Lab, programs: Programs, pids: Mapping[str, int]) -> None:
    """Joins the endpoints, whose first processes are `pids` as the keeper sees them."""
    segments = list(dict.fromkeys(port.segment for port in lab.ports))
    lines = ["set -e"]
    for i, _ in enumerate(segments):
        lines += [f"ip link add rwbr{i} type bridge", f"ip link set rwbr{i} up"]
    for number, port in enumerate(lab.ports):
        pid = pids[port.endpoint]
        lines += [
            f"ip link add rwv{number} mtu {port.mtu} type veth peer name {port.interface} netns {pid}",
            f"ip link set rwv{number} master rwbr{segments.index(port.segment)} up",
        ]
    keeper: list[str | Path] = [
        programs.endpoint,
        "exec",
        Path(lab.folder, "sockets"),
        "keeper",
        "sh",
        "-c",
        "\n".join(lines),
    ]
    done = process.run(keeper, timeout_s=_START_S, cwd="/")
    if not done.ok:
        raise EnvironmentProblem(
            "no-links", done.describe(), "veth, bridge and iproute2 are needed where TAP is not there"
        )
    for name in endpoint.endpoint_names(lab):
        endpoint.must(lab, name, "sh", "-c", "\n".join(["set -e", *_own_side(lab, name)]))


def set_links(lab: Lab, links: Iterable[LabLink]) -> None:
    """Changes rates. Raises UsageError for anything else."""
    before = {(link.source, link.target): link for link in lab.links}
    for link in links:
        declared = before[link.source, link.target]
        if replace(link, rate_bytes_per_s=declared.rate_bytes_per_s) != declared:
            hint = "rate-cut and the faults of endpoints work here; others need the switch, which needs TAP interfaces"
            raise UsageError("rates-only", "links of this lab have nothing but a rate", hint)
        port = lab.ports[link.source]
        endpoint.must(lab, port.endpoint, *f"tc class change dev {port.interface} parent 1: {_class(link)}".split())


def _own_side(lab: Lab, name: str) -> list[str]:
    lines = []
    for number, port in enumerate(lab.ports):
        if port.endpoint != name:
            continue
        device = port.interface
        lines += [
            # Packets as a wire has them, not 64 KiB at once.
            f"ip link set {device} mtu {port.mtu} gso_max_segs 1",
            f"ip address add {port.address}/{port.prefix_length} dev {device}",
            f"ip link set {device} up",
            f"tc qdisc add dev {device} root handle 1: htb",
        ]
        for link in lab.links:
            if link.source == number:
                there = lab.ports[link.target].address
                match = f"protocol ip u32 match ip dst {there}/32 flowid 1:{_minor(link)}"
                lines += [
                    f"tc class add dev {device} parent 1: {_class(link)}",
                    f"tc filter add dev {device} parent 1: {match}",
                ]
    return lines


def _class(link: LabLink) -> str:
    rate = round(8 * link.rate_bytes_per_s if link.rate_bytes_per_s else _FREE_BIT_PER_S)
    burst = max(_BURST_BYTES, rate // 8 // 10_000)
    return f"classid 1:{_minor(link)} htb rate {rate}bit burst {burst} cburst {burst} quantum {_BURST_BYTES}"


def _minor(link: LabLink) -> str:
    return f"{link.target + 1:x}"  # tc reads hexadecimal digits
