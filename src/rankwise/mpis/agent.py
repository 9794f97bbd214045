"""The launch agent of a job: the user's own, wrapped when an endpoint keeps its MPI under another prefix."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from rankwise.core import settings
from rankwise.core.errors import UsageError
from rankwise.core.hostlist import parse_hosts
from rankwise.core.reach import SSH
from rankwise.core.records import LaunchSpec, Mpi
from rankwise.mpis.blocks import host_of

_WRAPPER = Path(__file__).with_name("agent.sh")
SRUN = Path(__file__).with_name("srun_agent.sh")


def of_slurm(hosts: Iterable[str], launcher: str) -> str:
    """The agent that runs commands on nodes of this job's allocation as steps of it, for nodes need not take ssh; empty
    where there is no srun, or a host is outside of the allocation. With srun as the launcher Slurm is asked anyway."""
    if shutil.which("srun") is None:
        return ""
    try:
        allocated = parse_hosts(os.environ.get("SLURM_JOB_NODELIST") or os.environ.get("SLURM_NODELIST") or "")
    except UsageError:
        allocated = ()
    return shlex.quote(str(SRUN)) if launcher == "srun" or set(hosts) <= set(allocated) else ""


def agent_for(hosts: Sequence[str], named: str | None = None) -> str:
    """The agent that asks these hosts: the named one, else that of the settings, of Slurm, or ssh."""
    return settings.value("agent", named) or of_slurm(hosts, settings.value("launcher")) or SSH


def prepare(mpi: Mpi, spec: LaunchSpec, env: dict[str, str]) -> str | None:
    """The agent for the launcher's command line, None for its own ssh. Adds what the wrapper reads to `env`.

    Launchers start their daemon by the launching side's path; where an endpoint's prefix differs the wrapper rewrites
    that path. Raises UsageError when the agent does not exist.
    """
    agent = None
    if spec.agent is not None:
        words = shlex.split(spec.agent)
        agent = shutil.which(words[0]) if words else None
        if agent is None:
            raise UsageError("no-agent", f"there is no launch agent '{spec.agent}'", "give a command: HOST COMMAND...")
        agent = shlex.join([agent, *words[1:]])
    prefixes = {host_of(place): place.prefix for place in spec.places if place.prefix and place.prefix != mpi.prefix}
    if not prefixes and (agent is None or shlex.split(agent) == [agent]):  # launchers know no quotes
        return agent
    env["RANKWISE_PREFIXES"] = "\n".join(f"{host} {prefix}" for host, prefix in prefixes.items())
    env["RANKWISE_FROM_PREFIX"] = mpi.prefix
    if agent is not None:
        env["RANKWISE_AGENT"] = agent
    return str(_WRAPPER)
