"""A lab for a study: a plan realised on this machine, slowed down, and what commands measure in it with a real MPI."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeVar

import msgspec

from rankwise.cluster.machine import figures
from rankwise.cluster.plan import read_plan
from rankwise.cluster.records import Machine, MachineRule
from rankwise.core import process
from rankwise.core.errors import Exit, MeasurementFailed
from rankwise.core.files import put
from rankwise.core.records import Run
from rankwise.lab import endpoint
from rankwise.lab.down import down
from rankwise.lab.records import Lab
from rankwise.lab.up import up

T = TypeVar("T")
CIDR: Final = "10.77.0.0/16"
FRAMES: Final = "Of each full frame of a lab 1448 of 1514 bytes are the message's."
SHARED: Final = "ranks of a lab share the processors of this machine"
_SIZE: Final = 1 << 20
_WATCHDOG: Final = "2m"
"""A visit to the slowest path takes longer than the usual limit."""
_LIFETIME_S: Final = 1800
_LIMIT_S: Final = 600.0
_MAIN: Final = "from rankwise.cli.start import main; main()"
_LAB_TABLE: Final = '\n[lab]\nshared_memory = "64MiB"\n'


@dataclass(frozen=True)
class StudyLab:
    """A lab that is up, by how much it is slower than what was published, and a folder that its endpoints see."""

    lab: Lab
    slowdown: float
    folder: Path

    def answer(self, words: Sequence[str], kind: type[T]) -> T:
        """What a command on the first node answers. Raises MeasurementFailed with its words where it fails."""
        at = words.index("--") if "--" in words else len(words)  # behind `--` there are words of a program
        options = ["--out", str(self.folder / "results"), "--quiet", "--json"]
        line = [sys.executable, "-c", _MAIN, *words[:at], *options, *words[at:]]
        inside = endpoint.command_line(self.lab, self.lab.plan.nodes[0].name, line)
        env = endpoint.environment_of(self.lab, {**os.environ, "RANKWISE_WATCHDOG": _WATCHDOG})
        done = process.run(inside, timeout_s=_LIMIT_S, env=env, cwd="/")
        if done.returncode not in (Exit.DONE, Exit.ANSWER_IS_NO):
            raise MeasurementFailed("lab-failed", done.describe(), "its words are above")
        return msgspec.convert(msgspec.json.decode(done.stdout)["data"], kind)

    def seconds(
        self, kernels: Sequence[str], sizes: Sequence[int], ranks: str, budget_s: int = 30
    ) -> dict[tuple[str, int], float]:
        """The shortest time of a call by kernel and size, of those that could be measured: links hardly vary, and what
        else runs on this machine makes calls longer. `ranks` are groups as `bench --comm` takes them: rank r is
        endpoint r of the machine, node by node."""
        words = ["bench", *kernels, "--sizes", ",".join(map(str, sizes)), "--comm", ranks, "--lab", self.lab.name]
        run = self.answer([*words, "--launches", "1", "--budget", f"{budget_s}s"], Run)
        least = {row.cell: row.estimate.min_s for row in run.results if row.estimate is not None}
        return {(cell.kernel, cell.size_bytes): least[cell.id] for cell in run.plan.cells if cell.id in least}

    def rate(self, kernel: str, ranks: str) -> float:
        """Bytes per second of a call as the published network would have them: what further bytes take.

        Raises MeasurementFailed where that cannot be told.
        """
        took_s = self.seconds([kernel], (_SIZE, 2 * _SIZE), ranks)
        more_s = took_s.get((kernel, 2 * _SIZE), 0.0) - took_s.get((kernel, _SIZE), 0.0)
        if len(took_s) < 2 or more_s <= 0:
            raise MeasurementFailed("lab-failed", f"no rate of {kernel} can be told", "try again while less runs here")
        return self.slowdown * _SIZE / more_s


@contextmanager
def lab_of(plan: str) -> Iterator[StudyLab]:
    """The lab of a plan of one network, which has its slowdown. Raises as `lab.up.up`."""
    name = f"study-{os.getpid()}"
    with TemporaryDirectory(prefix="rankwise-study-") as folder:
        file = Path(folder, "cluster.toml")
        put(file, plan)
        lab = up(read_plan(file), name=name, shares=(Path(folder),), lifetime_s=_LIFETIME_S)
        try:
            (network,) = lab.plan.networks  # a lab may need more than was asked for
            yield StudyLab(lab, network.slowdown, Path(folder))
        finally:
            down(name)


def machine_plan(machine: Machine, fabric: str, slowdown: float) -> str:
    """The plan of a machine of hosts and cards over one fabric that is so many times slower in a lab. Its paths share
    nothing: each is a link of its own."""
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
cidr = "{CIDR}"
host = "10.77.0.{{node}}"
card = "10.77.{{card + 1}}.{{node}}"
slowdown = {slowdown:.9g}
links = [
{chr(10).join(f"    {_link(rule)}," for rule in rules)}
]
{_LAB_TABLE}"""


def _link(rule: MachineRule) -> str:
    latency_s, rate = figures(rule)
    fields = {"from": rule.sender, "to": rule.receiver, "where": rule.where}
    fields["latency"] = f"{(latency_s or 0.0) * 1e6:.9g}us"
    if rate:
        fields["rate"] = _rate(rate)
    words = ", ".join(f'{name} = "{value}"' for name, value in fields.items())
    return f"{{ {words}, both = {str(rule.both).lower()} }}"


def hosts_plan(
    nodes: int, rate: float, slowdown: float, latency_s: float, ways: dict[tuple[int, int], list[str]]
) -> str:
    """The plan of hosts of which each pair has a path of this rate; `latency_s` is that of the lab, since none was
    published. `ways` are the links on the way of a pair (counted from 0): each carries the same rate, shared."""
    carries = f'latency = "{latency_s / slowdown * 1e6:.9g}us", rate = "{_rate(rate)}"'
    links = [f"    {{ {carries} }},"]
    links += [
        f'    {{ from = "n{a + 1}", to = "n{b + 1}", {carries}, through = {names} }},' for (a, b), names in ways.items()
    ]
    resources = [
        f'\n[[resources]]\nname = "{name}"\nrate = "{_rate(rate)}"\nper = "switch"\nboth = true\n'
        for name in dict.fromkeys(name for names in ways.values() for name in names)
    ]
    return f"""name = "torus"
head = ""

[[nodes]]
numbers = {[*range(1, nodes + 1)]}
name = "n{{node}}"

[[switches]]
name = "all"
nodes = ["n[1-{nodes}]"]

[[networks]]
name = "torus"
cidr = "{CIDR}"
host = "10.77.0.{{node}}"
slowdown = {slowdown:.9g}
links = [
{chr(10).join(links)}
]
{"".join(resources)}{_LAB_TABLE}"""


def _rate(bytes_per_s: float) -> str:
    return f"{bytes_per_s / 1e6:.9g}MB/s"
