"""Talks to the switch of a lab: link parameters while it runs, counters of what went where."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rankwise.core.errors import EnvironmentProblem, MeasurementFailed
from rankwise.lab import bridges, state
from rankwise.lab.records import Lab, LabLink


@dataclass(frozen=True)
class Counters:
    """What one direction of one pair of ports has carried and dropped, in packets as the switch saw them.

    `sent_bytes` counts Ethernet frames as a wire would carry them, every TCP segment with its own headers.
    """

    source: int
    target: int
    frames: int
    sent_bytes: int
    lost: int
    too_long: int
    overflowed: int
    while_down: int


def link_line(link: LabLink) -> str:
    """The line that gives a link its parameters, in the switch's configuration and on its control socket."""
    return (
        f"link {link.source} {link.target} {round(link.delay_s * 1e9)} {link.rate_bytes_per_s or 0:.1f} "
        f"{link.loss:.9f} {link.mtu} {int(link.up)}"
    )


def set_links(lab: Lab, links: Iterable[LabLink]) -> None:
    """Changes links; frames that are under way keep the time they were given."""
    if lab.rates_only:
        bridges.set_links(lab, links)
        return
    ask(lab, [link_line(link) for link in links])


def set_overhead(lab: Lab, overhead_s: float, overhead_s_per_byte: float) -> None:
    """What the switch takes off every delay."""
    ask(lab, [f"overhead {round(overhead_s * 1e9)} {overhead_s_per_byte * 1e9:.6f}"])


def counters(lab: Lab) -> list[Counters]:
    """Counters of every direction that was used since the lab came up; none without a switch."""
    if lab.rates_only:
        return []
    return [Counters(*map(int, line.split())) for line in ask(lab, ["counters"])]


def ask(lab: Lab, lines: Iterable[str]) -> list[str]:
    """Sends lines one by one; returns what the switch answered beside its `ok`."""
    answers: list[str] = []
    with _connect(Path(lab.folder, "sockets")) as connection, connection.makefile("r") as replies:
        for line in lines:
            connection.sendall(line.encode() + b"\n")
            while (reply := replies.readline().rstrip("\n")) != "ok":
                if not reply or reply.startswith("error"):
                    raise MeasurementFailed("lab-switch", f"the switch says: {reply or 'nothing'}", "take the lab down")
                answers.append(reply)
    return answers


def _connect(folder: Path) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(10.0)
    try:
        state.connect(connection, folder, "switch")
    except OSError as error:
        connection.close()
        raise EnvironmentProblem(
            "lab-switch-gone", f"the switch of the lab does not answer: {error.strerror}", "take the lab down"
        ) from error
    return connection
