"""Studies in a lab: a published machine realised on this one, and the engine with a real MPI in it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rankwise.cluster.machine import figures
from rankwise.cluster.plan import read_plan
from rankwise.cluster.records import Machine, MachineRule
from rankwise.cluster.reference import machine_named
from rankwise.core import process
from rankwise.core.errors import MeasurementFailed
from rankwise.core.files import put
from rankwise.lab import endpoint
from rankwise.lab.down import down
from rankwise.lab.records import Lab
from rankwise.lab.up import up
from rankwise.store import Store
from rankwise.verbs.study import phi
from rankwise.verbs.study.verdicts import Study, per, rows_of

SLOWDOWN: Final = 200.0
"""By how much a lab stretches the published networks: its ranks then wait for links, not for the processors of this
machine. Rates that are measured in it are multiplied by this."""
_SIZE: Final = 1 << 20
_LIFETIME_S: Final = 1800
_LIMIT_S: Final = 600.0
_MAIN: Final = "from rankwise.cli.start import main; main()"
_FRAMES: Final = "Of each full frame of a lab 1448 of 1514 bytes are the message's."


@dataclass(frozen=True)
class StudyLab:
    """A lab that is up, and the folder of results that it sees."""

    lab: Lab
    results: Path

    def seconds(self, kernel: str, sizes: Sequence[int], ranks: Sequence[int]) -> list[float]:
        """Median of a call at each size, of ranks in this order: rank r is endpoint r of the machine, node by node.

        Raises MeasurementFailed with the words of what failed.
        """
        words = ["bench", kernel, "--sizes", ",".join(map(str, sizes)), "--comm", ",".join(map(str, ranks))]
        words += ["--lab", self.lab.name, "--out", str(self.results), "--launches", "1", "--budget", "60s", "--quiet"]
        front = self.lab.plan.nodes[0].name
        line = endpoint.command_line(self.lab, front, [sys.executable, "-c", _MAIN, *words])
        done = process.run(line, timeout_s=_LIMIT_S, env=endpoint.environment_of(self.lab, os.environ), cwd="/")
        if not done.ok:
            raise MeasurementFailed("lab-failed", done.describe(), "its words are above")
        with Store.of(self.results, create=False) as store:
            run = store.load("last")
        size_of = {cell.id: cell.size_bytes for cell in run.plan.cells}
        medians = {size_of[row.cell]: row.estimate.median_s for row in run.results if row.estimate is not None}
        if lost := [size for size in sizes if size not in medians]:
            raise MeasurementFailed("lab-failed", f"{kernel} of {lost[0]} bytes was not measured", "give it more time")
        return [medians[size] for size in sizes]

    def rate(self, kernel: str, ranks: Sequence[int]) -> float:
        """Bytes per second of a call as the published network would have them: what further bytes take."""
        large_s, larger_s = self.seconds(kernel, (_SIZE, 2 * _SIZE), ranks)
        return SLOWDOWN * _SIZE / (larger_s - large_s)


@contextmanager
def lab_of(machine: Machine, fabric: str) -> Iterator[StudyLab]:
    """A lab of one fabric of a machine. Raises as `lab.up.up`."""
    name = f"study-{os.getpid()}-{fabric}"
    with TemporaryDirectory(prefix="rankwise-study-") as folder:
        file = Path(folder, "cluster.toml")
        put(file, plan_text(machine, fabric))
        lab = up(read_plan(file), name=name, shares=(Path(folder),), lifetime_s=_LIFETIME_S)
        try:
            yield StudyLab(lab, Path(folder, "results"))
        finally:
            down(name)


def plan_text(machine: Machine, fabric: str) -> str:
    """The plan of a machine of hosts and cards, over one fabric that is so much slower. Its paths share nothing: each
    is a link of its own."""
    cards = [end.socket for end in machine.endpoints if end.kind == "card"]
    rules = [rule for rule in machine.rules if rule.fabric == fabric and rule.where != "inside"]
    return f"""name = "{machine.name}"

[[nodes]]
numbers = {[*range(1, machine.nodes + 1)]}
name = "n{{node}}"
sockets = {1 + max(end.socket for end in machine.endpoints)}
nic_socket = {machine.endpoints[0].socket}
cards = {{ sockets = {cards} }}

[[networks]]
name = "{fabric}"
cidr = "10.77.0.0/16"
host = "10.77.0.{{node}}"
card = "10.77.{{card + 1}}.{{node}}"
slowdown = {SLOWDOWN}
links = [
{chr(10).join(f"    {_link(rule)}," for rule in rules)}
]

[lab]
shared_memory = "64MiB"
"""


def _link(rule: MachineRule) -> str:
    latency_s, rate = figures(rule)
    fields = {"from": rule.sender, "to": rule.receiver, "where": rule.where}
    fields["latency"] = f"{(latency_s or 0.0) * 1e6:.9g}us"
    if rate:
        fields["rate"] = f"{rate / 1e6:.9g}MB/s"
    words = ", ".join(f'{name} = "{value}"' for name, value in fields.items())
    return f"{{ {words}, both = {str(rule.both).lower()} }}"


def ring(study: Study) -> None:
    """The two rings of cards, measured."""
    machine = machine_named("phi-cluster")
    with lab_of(machine, "dapl") as lab:
        worst = {label: lab.rate("sendrecv", places) / 1e6 for label, places in phi.rings(machine).items()}
    phi.judge_rings(study, worst, why="ranks of a lab share the processors of this machine")
    study.notes.append(_FRAMES)


def fabric(study: Study) -> None:
    """Sendrecv between the host and its card over both fabrics, whose greatest rates are put in."""
    machine = machine_named("phi-workstation")
    rates = {}
    for name in ("tcp", "dapl"):
        with lab_of(machine, name) as lab:
            rates[name] = 2 * lab.rate("sendrecv", (0, 1))
    published = {
        name: float(
            rows_of("imb_sendrecv_phi.csv", fabric=name, endpoint_a="host", endpoint_b="mic0")[-1][
                "bandwidth_both_directions_MiB_per_s"
            ]
        )
        for name in rates
    }
    for name, rate in rates.items():
        source = f"imb_sendrecv_phi.csv: {name}, host, mic0"
        study.put_in(f"{name}, both directions", published[name], per(rate, float(1 << 20)), "2^20 B/s", source)
    study.predicted(
        "dapl over tcp",
        published["dapl"] / published["tcp"],
        rates["dapl"] / rates["tcp"],
        "x",
        "imb_sendrecv_phi.csv",
        why="ranks of a lab share the processors of this machine",
    )
    study.notes.append(f"{_FRAMES} Its links have no protocol steps.")
