"""What a hop through the switch costs by itself, so that it can be taken off every delay."""

from __future__ import annotations

from statistics import quantiles

from rankwise.core import process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.records import Lab, LabLink
from rankwise.lab import endpoint
from rankwise.lab.build import build

PROBE_WIRE_BYTES = 66  # 24 of the probe, 8 UDP, 20 IP, 14 Ethernet
_PORT = 47_011
_PROBES = 300


def excess_s(lab: Lab, link: LabLink, probes: int = _PROBES) -> tuple[float, float]:
    """By how much the lower quartile of the one-way delay of a link and of the way back exceed what was asked for, in
    seconds: what a hop always costs is wanted, without what other work of the machine adds now and then.

    Both ends poll, as MPI ranks do, so that no halted CPU adds its wake-up.
    """
    source, target = lab.ports[link.source], lab.ports[link.target]
    back = next(item for item in lab.links if (item.source, item.target) == (link.target, link.source))
    there_ns, back_ns = one_way_ns(lab, source.endpoint, target.endpoint, target.address, probes)
    return quantiles(there_ns)[0] * 1e-9 - _asked_s(link), quantiles(back_ns)[0] * 1e-9 - _asked_s(back)


def one_way_ns(lab: Lab, source: str, target: str, address: str, probes: int = _PROBES) -> tuple[list[int], list[int]]:
    """One-way delays of small packets in nanoseconds, there and back again."""
    program = str(build().endpoint)
    server = process.Job.start(endpoint.command_line(lab, target, [program, "echo", str(_PORT)]))
    try:
        assert server.popen.stdout is not None
        if server.popen.stdout.readline() != b"ready\n":
            raise MeasurementFailed("lab-probe", f"no probe could be started in {target}", "take the lab down")
        done = endpoint.run(lab, source, [program, "probe", address, str(_PORT), str(probes)], timeout_s=120.0)
    finally:
        server.stop(grace_s=0.5)
    rows = [line.split() for line in done.stdout.splitlines()]
    if len(rows) < probes / 2:
        raise MeasurementFailed(
            "lab-probe",
            f"{probes - len(rows)} of {probes} probes from {source} to {target} ({address}) got lost",
            done.stderr.strip(),
        )
    return [int(row[0]) for row in rows], [int(row[1]) for row in rows]


def representative(lab: Lab) -> LabLink:
    """The link to calibrate with: the shortest delay, where the overhead matters most."""
    return min(lab.links, key=lambda link: (link.delay_s, link.source, link.target))


def _asked_s(link: LabLink) -> float:
    return link.delay_s + (PROBE_WIRE_BYTES / link.rate_bytes_per_s if link.rate_bytes_per_s else 0.0)
