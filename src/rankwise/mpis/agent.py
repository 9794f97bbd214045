"""The launch agent of a job: the user's own, wrapped when an endpoint keeps its MPI under another prefix."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

from rankwise.core.errors import UsageError
from rankwise.core.records import LaunchSpec, Mpi
from rankwise.mpis.blocks import host_of

_WRAPPER = Path(__file__).with_name("agent.sh")


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
    if not prefixes and (agent is None or len(shlex.split(agent)) == 1):
        return agent
    env["RANKWISE_PREFIXES"] = "\n".join(f"{host} {prefix}" for host, prefix in prefixes.items())
    env["RANKWISE_FROM_PREFIX"] = mpi.prefix
    if agent is not None:
        env["RANKWISE_AGENT"] = agent
    return str(_WRAPPER)
