"""A lab of a few equal hosts and a head that can relay, and jobs of a rank on each host."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks.labs import RANKWISE, Net, inside, lab_of, plan_of
from rankwise.core.records import Mpi
from rankwise.lab import endpoint
from rankwise.lab.records import Lab
from rankwise.optimise.records import Relay, RelayedPair
from rankwise.tuning.records import TuningLine

HOSTS, RELAY, NETWORK = ("n1", "n2", "n3"), "head", "slow"


@contextmanager
def small_lab(name: str, hosts: int = len(HOSTS)) -> Iterator[tuple[Lab, Path]]:
    """The lab, and a folder that its endpoints see. Raises EnvironmentProblem where there can be no lab."""
    plan = plan_of("small", hosts, Net(NETWORK, "20MB/s", "300us", interface="eth0"))
    with lab_of(name, plan) as (lab, folder):
        yield lab, folder


def relayed(*pairs: tuple[str, str]) -> TuningLine:
    """A line that lets messages of these pairs go through the head."""
    found = tuple(RelayedPair(source=source, target=target, through=(RELAY,)) for source, target in pairs)
    return TuningLine(id="around", why="", undo="", relay=Relay(pairs=found, network="10.32.0.0/16"))


def job(lab: Lab, mpi: Mpi, program: Sequence[str], tuning: Path | None = None) -> list[str]:
    """The line that starts a rank on each host, by `rankwise run` where there is a tuning."""
    agent = endpoint.agent_of(lab)
    where = ["-launcher", "rsh", "-launcher-exec", agent, "-hosts", ",".join(HOSTS), "-ppn", "1", "-iface", "eth0"]
    if mpi.family == "openmpi":
        hosts = ",".join(f"{host}:1" for host in HOSTS)
        where = ["--prtemca", "plm_ssh_agent", agent, "--bind-to", "none", "--host", hosts]
    launch = [str(mpi.launcher), *where, "-n", str(len(HOSTS)), *program]
    run = [RANKWISE, "run", "--no-check", "--mpi", mpi.name, "--tuning", str(tuning), "--"] if tuning else []
    return [*inside(lab, NETWORK), *run, *launch]
