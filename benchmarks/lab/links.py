"""How true the links of a lab are: what was measured over what was declared, for every level of the example cluster.

Three ratios per path, each with its bound:

- iperf3: payload of one TCP stream / declared rate less headers (1448 of 1514 bytes)              0.97 to 1.03
- pingpong: half the round trip of S bytes over TCP / (L + S / B), mean of both ways               up to 1.10, and
  never faster than the declared rate, 16 KiB to 4 MiB
- delay: median one-way delay of small packets / declared, while another pair streams              10 % or 15 us

Root gives the switch and the probes real-time priority; without it other work of the machine is measured too.
"""

from __future__ import annotations

import json
import shutil
import statistics
from contextlib import contextmanager
from typing import TYPE_CHECKING

from benchmarks.goals import Goal, Report, share
from benchmarks.labs import lab_of, published
from rankwise.core.errors import EnvironmentProblem
from rankwise.core.process import Job
from rankwise.core.units import format_rate, format_seconds, format_size
from rankwise.lab import calibrate, endpoint
from rankwise.lab.build import build

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rankwise.lab.records import Lab, LabLink

SIZES = [1 << power for power in range(14, 23)]
ROUNDS = 3  # ping-pongs per size, each on a connection of its own; the fastest counts: other work only adds time
SEGMENT_PAYLOAD = 1448 / 1514
PROGRAM_PORT, IPERF_PORT = 47_021, 47_022


class Rows:
    """Each figure with its ratio to what was declared, and whether it kept its bound."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, ...]] = []
        self._kept: dict[str, list[bool]] = {}

    def add(self, path: str, what: str, measured: str, ratio: float, *, kept: bool) -> None:
        self.rows.append((path, what, measured, f"{ratio:.3f}", "" if kept else "outside"))
        self._kept.setdefault(what.split(maxsplit=1)[0], []).append(kept)

    def goal(self, what: str, kind: str, asked: str) -> Goal:
        """Whether all figures of a kind kept their bound."""
        kept = self._kept.get(kind, [])
        return Goal(what, f"{share(sum(kept), len(kept))} within", asked, all(kept))


@contextmanager
def serving(lab: Lab, where: str, command: list[str], ready: bytes) -> Iterator[None]:
    """A server in an endpoint for as long as the block lasts."""
    job = Job.start(endpoint.command_line(lab, where, command))
    assert job.popen.stdout is not None
    while ready not in (line := job.popen.stdout.readline()):
        assert line, f"{command[0]} did not start in {where}"
    try:
        yield
    finally:
        job.stop(grace_s=0.5)


def first(*command: str) -> list[str]:
    """The command above the machine's other work, where that is allowed."""
    return ["sh", "-c", 'exec $(chrt -f 1 true 2>/dev/null && echo chrt -f 1) "$@"', "sh", *command]


def stream(lab: Lab, link: LabLink, report: Rows) -> None:
    source, target = lab.ports[link.source], lab.ports[link.target]
    assert link.rate_bytes_per_s
    server = ["iperf3", "-s", "-1", "-p", str(IPERF_PORT), "--forceflush"]
    with serving(lab, target.endpoint, first(*server), b"listening"):
        # A bounded window: on a slow link iperf3 would end with half a second of data still in the queue.
        window = str(max(1 << 16, round(link.rate_bytes_per_s * 2e-3)))
        options = ["-p", str(IPERF_PORT), "-t", "5", "-O", "1", "-w", window, "-J"]
        client = first("iperf3", "-c", target.address, *options)
        done = endpoint.run(lab, source.endpoint, client, timeout_s=30)
    received = json.loads(done.stdout)["end"]["sum_received"]["bits_per_second"] / 8
    ratio = received / (link.rate_bytes_per_s * SEGMENT_PAYLOAD)
    report.add(name(lab, link), "iperf3", format_rate(received), ratio, kept=0.97 <= ratio <= 1.03)


def pingpong(lab: Lab, link: LabLink, rounds: int, report: Rows) -> None:
    source, target = lab.ports[link.source], lab.ports[link.target]
    program = str(build().endpoint)
    back = next(item for item in lab.links if (item.source, item.target) == (link.target, link.source))
    assert link.rate_bytes_per_s and back.rate_bytes_per_s
    gap_s = (1 / link.rate_bytes_per_s + 1 / back.rate_bytes_per_s) / 2
    for size in SIZES:
        expected_s = (link.delay_s + back.delay_s) / 2 + size * gap_s
        count = str(max(5, min(30, round(0.2 / expected_s))))
        medians = []
        for _ in range(rounds):
            with serving(lab, target.endpoint, [program, "pong", str(PROGRAM_PORT)], b"ready"):
                command = [program, "ping", target.address, str(PROGRAM_PORT), str(size), count]
                done = endpoint.run(lab, source.endpoint, command, timeout_s=60)
            medians.append(statistics.median(map(int, done.stdout.split())) * 1e-9)
        took_s = min(medians)
        ratio = took_s / expected_s
        never_faster = took_s >= size * gap_s
        what = f"pingpong {format_size(size)}"
        report.add(name(lab, link), what, format_seconds(took_s), ratio, kept=never_faster and ratio <= 1.10)


def delay(lab: Lab, link: LabLink, other: LabLink, report: Rows) -> None:
    """While `other` streams at its full rate."""
    source, target = lab.ports[link.source], lab.ports[link.target]
    loaded, load = lab.ports[other.target], lab.ports[other.source]
    server = ["iperf3", "-s", "-1", "-p", str(IPERF_PORT), "--forceflush"]
    with serving(lab, loaded.endpoint, server, b"listening"):
        client = ["iperf3", "-c", loaded.address, "-p", str(IPERF_PORT), "-t", "5", "--forceflush", "-i", "0.5"]
        with serving(lab, load.endpoint, client, b"sec"):
            there_ns, _ = calibrate.one_way_ns(lab, source.endpoint, target.endpoint, target.address)
    took_s = statistics.median(there_ns) * 1e-9
    excess_s = abs(took_s - link.delay_s)
    kept = excess_s <= max(0.1 * link.delay_s, 15e-6)
    report.add(name(lab, link), "delay under load", format_seconds(took_s), took_s / link.delay_s, kept=kept)


def name(lab: Lab, link: LabLink) -> str:
    source, target = lab.ports[link.source], lab.ports[link.target]
    rate = format_rate(link.rate_bytes_per_s) if link.rate_bytes_per_s else "no limit"
    return f"{source.endpoint} > {target.endpoint} {format_seconds(link.delay_s)} {rate}"


def one_per_level(lab: Lab) -> list[LabLink]:
    """A link for each declared combination of network, delay and rate, away from the head."""
    levels: dict[tuple[str, float, float], LabLink] = {}
    for link in lab.links:
        ends = {lab.ports[link.source].endpoint, lab.ports[link.target].endpoint}
        if link.rate_bytes_per_s and lab.plan.head not in ends:
            level = (lab.ports[link.source].network, link.delay_s, link.rate_bytes_per_s)
            levels.setdefault(level, link)
    return list(levels.values())


def links(quick: bool) -> Report:
    """Every level of the example cluster. Raises EnvironmentProblem without iperf3 or where no lab can be made."""
    if shutil.which("iperf3") is None:
        raise EnvironmentProblem("no-iperf3", "the links of a lab are held against iperf3", "apt install iperf3")
    report = Rows()
    with lab_of("lab-links", published()) as (lab, _):
        levels = one_per_level(lab)
        for link in levels[:2] if quick else levels:
            ends = {lab.ports[link.source].endpoint, lab.ports[link.target].endpoint}
            apart = [x for x in levels if not ends & {lab.ports[x.source].endpoint, lab.ports[x.target].endpoint}]
            delay(lab, link, (apart or [x for x in levels if x is not link])[0], report)
            stream(lab, link, report)
            pingpong(lab, link, 1 if quick else ROUNDS, report)
    taken_off = f"{format_seconds(lab.overhead_s)} per hop and {lab.overhead_s_per_byte * 1e9:.2f} ns per byte"
    return Report(
        "One path of each level of `examples/phi-cluster.toml`: measured over declared; the cost of the switch itself, "
        f"{taken_off}, is taken off every delay",
        (
            report.goal("payload of one TCP stream (iperf3)", "iperf3", "within 3 % of the declared rate less headers"),
            report.goal(
                "ping-pong, 16 KiB to 4 MiB", "pingpong", "never above the declared rate, within 10 % of L + S / B"
            ),
            report.goal("one-way delay while another pair streams", "delay", "within 10 % or 15 us"),
        ),
        ("path", "what", "measured", "of declared", ""),
        tuple(report.rows),
    )
