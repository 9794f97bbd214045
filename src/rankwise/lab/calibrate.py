"""What a hop through the switch costs by itself, so that it can be taken off every delay."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from statistics import quantiles

from rankwise.core import process
from rankwise.core.errors import MeasurementFailed
from rankwise.lab import endpoint
from rankwise.lab.build import build
from rankwise.lab.records import Lab, LabLink

_MESSAGE_BYTES = 32 << 10
_MESSAGES = 40
_SEGMENT_HEADERS = 66  # 14 Ethernet, 20 IP, 32 TCP with timestamps
PROBE_WIRE_BYTES = 66  # 24 of the probe, 8 UDP, 20 IP, 14 Ethernet
_PORT = 47_011
_PROBES = 300


def excess_s(lab: Lab, link: LabLink) -> tuple[float, float]:
    """By how much the lower quartile of the one-way delay of a link and of the way back exceed what was asked for, in
    seconds: what a hop always costs is wanted, without what other work of the machine adds now and then.

    Both ends poll, as MPI ranks do, so that no halted CPU adds its wake-up.
    """
    source, target = lab.ports[link.source], lab.ports[link.target]
    back = _back(lab, link)
    there_ns, back_ns = one_way_ns(lab, source.endpoint, target.endpoint, target.address)
    return quantiles(there_ns)[0] * 1e-9 - _asked_s(link), quantiles(back_ns)[0] * 1e-9 - _asked_s(back)


def one_way_ns(lab: Lab, source: str, target: str, address: str) -> tuple[list[int], list[int]]:
    """One-way delays of small packets in nanoseconds, there and back again."""
    with _serving(lab, target, "echo"):
        command = [str(build().endpoint), "probe", address, str(_PORT), str(_PROBES)]
        done = endpoint.run(lab, source, command, timeout_s=120.0)
    rows = [line.split() for line in done.stdout.splitlines()]
    if len(rows) < _PROBES / 2:
        raise MeasurementFailed(
            "lab-probe",
            f"{_PROBES - len(rows)} of {_PROBES} probes from {source} to {target} ({address}) got lost",
            done.stderr.strip(),
        )
    return [int(row[0]) for row in rows], [int(row[1]) for row in rows]


def excess_s_per_byte(lab: Lab, link: LabLink) -> float:
    """What copying a message costs beyond delay and rate, in seconds per byte; the overhead per frame must be set."""
    source, target = lab.ports[link.source], lab.ports[link.target]
    back = _back(lab, link)
    took_s = quantiles(round_trips_ns(lab, source.endpoint, target.endpoint, target.address))[0] * 1e-9 / 2
    segments = -(-_MESSAGE_BYTES // (target.mtu - _SEGMENT_HEADERS + 14))
    wire_bytes = _MESSAGE_BYTES + segments * _SEGMENT_HEADERS
    gaps_s = [1 / item.rate_bytes_per_s for item in (link, back) if item.rate_bytes_per_s]
    expected_s = (link.delay_s + back.delay_s) / 2 + wire_bytes * sum(gaps_s) / 2
    return max(0.0, took_s - expected_s) / wire_bytes


def round_trips_ns(lab: Lab, source: str, target: str, address: str) -> list[int]:
    """Round trips of 32 KiB over TCP, in nanoseconds."""
    with _serving(lab, target, "pong"):
        command = [str(build().endpoint), "ping", address, str(_PORT), str(_MESSAGE_BYTES), str(_MESSAGES)]
        done = endpoint.run(lab, source, command, timeout_s=120.0)
    if not done.ok:
        raise MeasurementFailed("lab-probe", f"no stream from {source} to {target}: {done.describe()}", "try again")
    return [2 * int(line) for line in done.stdout.split()]


def representative(lab: Lab) -> LabLink:
    """The link to calibrate with: the shortest delay, where the overhead matters most."""
    return min(lab.links, key=lambda link: (link.delay_s, link.source, link.target))


def _asked_s(link: LabLink) -> float:
    return link.delay_s + (PROBE_WIRE_BYTES / link.rate_bytes_per_s if link.rate_bytes_per_s else 0.0)


def _back(lab: Lab, link: LabLink) -> LabLink:
    return next(item for item in lab.links if (item.source, item.target) == (link.target, link.source))


@contextmanager
def _serving(lab: Lab, where: str, verb: str) -> Iterator[None]:
    server = process.Job.start(endpoint.command_line(lab, where, [str(build().endpoint), verb, str(_PORT)]))
    try:
        assert server.popen.stdout is not None
        if server.popen.stdout.readline() != b"ready\n":
            raise MeasurementFailed("lab-probe", f"no probe could be started in {where}", "take the lab down")
        yield
    finally:
        server.stop(grace_s=0.5)
