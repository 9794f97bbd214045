"""A lab of a few equal hosts and a head that can relay, and jobs of a rank on each host."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from rankwise.cluster.plan import read_plan
from rankwise.core.records import Lab, Mpi, Relay, RelayedPair, TuningLine
from rankwise.lab import endpoint
from rankwise.lab.down import down
from rankwise.lab.up import up

HOSTS, RELAY, NETWORK = ("n1", "n2", "n3"), "head", "slow"
RANKWISE = str(Path(sys.executable).with_name("rankwise"))
_PLAN = """
name = "small"

[[nodes]]
numbers = NUMBERS
name = "n{node}"

[[networks]]
name = "slow"
cidr = "10.32.0.0/15"
head = "10.32.0.1"
host = "10.33.1.{node}"
links = [{ latency = "300us", rate = "20MB/s" }]

[lab]
shared_memory = "64MiB"
"""


@contextmanager
def small_lab(name: str, hosts: int = len(HOSTS)) -> Iterator[tuple[Lab, Path]]:
    """The lab, and a folder that its endpoints see. Raises EnvironmentProblem where there can be no lab."""
    with TemporaryDirectory(prefix=f"rankwise-{name}-") as text:
        folder = Path(text)
        (folder / "cluster.toml").write_text(_PLAN.replace("NUMBERS", str([*range(1, hosts + 1)])))
        lab = up(read_plan(folder / "cluster.toml"), name=name, shares=(folder,), lifetime_s=7200)
        try:
            yield lab, folder
        finally:
            down(name)


def relayed(*pairs: tuple[str, str]) -> TuningLine:
    """A line that lets messages of these pairs go through the head."""
    found = tuple(RelayedPair(source=source, target=target, through=(RELAY,)) for source, target in pairs)
    return TuningLine(id="around", why="", undo="", relay=Relay(pairs=found, network="10.32.0.0/15"))


def job(lab: Lab, mpi: Mpi, program: Sequence[str], tuning: Path | None = None) -> list[str]:
    """The line that starts a rank on each host, by `rankwise run` where there is a tuning."""
    agent = endpoint.agent_of(lab)
    where = ["-launcher", "rsh", "-launcher-exec", agent, "-hosts", ",".join(HOSTS), "-ppn", "1", "-iface", "eth0"]
    if mpi.family == "openmpi":
        hosts = ",".join(f"{host}:1" for host in HOSTS)
        where = ["--prtemca", "plm_ssh_agent", agent, "--bind-to", "none", "--host", hosts]
    launch = [str(mpi.launcher), *where, "-n", str(len(HOSTS)), *program]
    run = [RANKWISE, "run", "--no-check", "--mpi", mpi.name, "--tuning", str(tuning), "--"] if tuning else []
    return [RANKWISE, "lab", "run", "--lab", lab.name, "--network", NETWORK, "--", *run, *launch]
