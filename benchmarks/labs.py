"""The labs of benchmarks: a plan that is up for as long as a block lasts, and rankwise started in it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from msgspec.structs import replace

from rankwise.cluster.plan import read_plan
from rankwise.cluster.records import ClusterPlan
from rankwise.core import process
from rankwise.core.errors import MeasurementFailed
from rankwise.lab.down import down
from rankwise.lab.records import Lab
from rankwise.lab.up import up

EXAMPLES = Path(__file__).parents[1] / "examples"
RANKWISE = str(Path(sys.executable).with_name("rankwise"))
NAP = Path(__file__).with_name("lab") / "nap.c"
"""A preload that lets ranks sleep while they wait: more of them than CPUs would measure each other."""
FAST = "infiniband"
"""The fast network of the published cluster, whose path between far cards is slow."""
_NETWORK = """
[[networks]]
name = "{name}"
interface = "{interface}"
cidr = "10.{subnet}.0.0/16"
{head}host = "10.{subnet}.1.{{node}}"
links = [{links}]
"""
_FIRST_SUBNET = 32


@dataclass(frozen=True)
class Net:
    """A network on which all nodes have equal ports, but for those of `odd`: a node, and the rate of its port."""

    name: str
    rate: str
    latency: str = "200us"
    interface: str = ""
    odd: tuple[str, str] | None = None


def plan_of(name: str, nodes: int, *networks: Net, sockets: int = 1) -> str:
    """A plan of nodes n1, n2 ... on flat networks; the head is on the first one."""
    text = (
        f'name = "{name}"\n\n[[nodes]]\nnumbers = {[*range(1, nodes + 1)]}\nname = "n{{node}}"\nsockets = {sockets}\n'
    )
    for number, network in enumerate(networks):
        subnet = _FIRST_SUBNET + 2 * number
        links = f'{{ latency = "{network.latency}", rate = "{network.rate}" }}'
        if network.odd:
            node, rate = network.odd
            links += f', {{ from = "{node}", to = "any", latency = "{network.latency}", rate = "{rate}", both = true }}'
        head = f'head = "10.{subnet}.0.1"\n' if number == 0 else ""
        text += _NETWORK.format(
            name=network.name, interface=network.interface or network.name, subnet=subnet, head=head, links=links
        )
    return text + '\n[lab]\nshared_memory = "64MiB"\n'


@contextmanager
def lab_of(name: str, plan: str | ClusterPlan, lifetime_s: int = 7200) -> Iterator[tuple[Lab, Path]]:
    """A lab of a plan or of its text, and a folder that its endpoints see. Raises EnvironmentProblem where there can be
    none: the benchmark is then not measured."""
    with TemporaryDirectory(prefix=f"rankwise-{name}-") as text:
        folder = Path(text)
        if isinstance(plan, str):
            (folder / "cluster.toml").write_text(plan)
            plan = read_plan(folder / "cluster.toml")
        lab = up(plan, name=name, shares=(folder,), lifetime_s=lifetime_s)
        try:
            yield lab, folder
        finally:
            down(name)


def published(slowdown: float | None = None) -> ClusterPlan:
    """The published cluster of hosts and cards, its fast network so many times slower: ranks then wait for links, not
    for a CPU that they share."""
    plan = read_plan(EXAMPLES / "phi-cluster.toml")
    if slowdown is None:
        return plan
    networks = (replace(one, slowdown=slowdown) if one.name == FAST else one for one in plan.networks)
    return replace(plan, networks=tuple(networks))


def endpoints_of(lab: Lab) -> list[str]:
    """Hosts and cards in the order of their names: the default."""
    return [end for node in lab.plan.nodes for end in (node.name, *(card.name for card in node.cards))]


def inside(lab: Lab, network: str = "") -> list[str]:
    """The words that start a command on the head of a lab, which takes to a network."""
    return [RANKWISE, "lab", "run", "--lab", lab.name, *(["--network", network] if network else []), "--"]


def answer(
    words: Sequence[object],
    *,
    before: Sequence[str] = (),
    timeout_s: float,
    env: Mapping[str, str] | None = None,
) -> Any:
    """The data that a command of rankwise answers with `--json`; `before` enters a lab. Raises MeasurementFailed with
    its words where it fails."""
    line = [*map(str, words)]
    line.insert(line.index("--") if "--" in line else len(line), "--json")  # behind `--` there is a job
    done = process.run([*before, RANKWISE, *line], timeout_s=timeout_s, cwd="/", env=env)
    try:
        envelope = msgspec.json.decode(done.stdout)
    except msgspec.DecodeError as error:
        raise MeasurementFailed("no-answer", done.describe(), "run the same by hand") from error
    if not envelope["ok"]:
        raise MeasurementFailed("no-answer", envelope["error"]["message"], "run the same by hand")
    return envelope["data"]
