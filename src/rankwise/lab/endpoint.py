"""Commands inside endpoints, always through the endpoint's first process."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from rankwise.core import process
from rankwise.core.errors import MeasurementFailed, UsageError
from rankwise.lab.build import build
from rankwise.lab.records import Lab


def endpoint_names(lab: Lab) -> list[str]:
    """The endpoints of a lab in the order of its plan."""
    return sorted(path.name for path in Path(lab.folder, "hosts").iterdir())


def command_line(lab: Lab, endpoint: str, command: Sequence[str]) -> list[str]:
    """What to execute on this machine to run `command` in `endpoint`: with this environment and folder.

    Raises UsageError for an endpoint that the lab does not have.
    """
    known = endpoint_names(lab)
    if endpoint not in known:
        raise UsageError(
            "no-endpoint", f"the lab '{lab.name}' has no endpoint '{endpoint}'", f"it has: {', '.join(known)}"
        )
    return [str(build().endpoint), "exec", str(Path(lab.folder, "sockets")), endpoint, *command]


def agent_of(lab: Lab) -> str:
    """The lab's launch agent: a command that takes HOST COMMAND... in place of ssh, from any endpoint of the lab."""
    return shlex.quote(str(Path(lab.folder, "agent")))


def environment_of(
    lab: Lab, base: Mapping[str, str], chosen: Mapping[str, str] = MappingProxyType({})
) -> dict[str, str]:
    """The environment for programs that launch jobs in the lab: rankwise takes its agent from there. `chosen` is for
    the jobs, on every endpoint; what the user has set himself stays."""
    jobs = {name: value for name, value in chosen.items() if name not in base}
    words = {"RANKWISE_LAB_ENV": " ".join(f"{name}={value}" for name, value in jobs.items())} if jobs else {}
    return {**base, **jobs, **words, "RANKWISE_AGENT": agent_of(lab), "RANKWISE_LAB": lab.name}


def job_interfaces(lab: Lab, front: str, network: str | None = None) -> tuple[str, ...]:
    """The interfaces over which jobs that are started on `front` should talk; none when any will do.

    Those of `network`; else, in a lab with static pairs, those of the flat networks for jobs from the head: hosts have
    the same addresses on their pairs, where a library takes itself for the other host (MPICH 5.0.2 fails, Open MPI
    5.0.11 and Intel MPI 2021.18 hang). A host that starts a job may mean its own cards, so nothing is chosen there.
    Raises UsageError for a network that the lab does not have, or whose interfaces have not one name.
    """
    networks = {network.name: network for network in lab.plan.networks}
    if network is None:
        flat = [network for network in lab.plan.networks if network.model == "flat"]
        if front != lab.plan.head or len(flat) == len(networks):
            return ()
        return tuple(dict.fromkeys(interface.name for group in flat for interface in group.interfaces))
    if network not in networks:
        raise UsageError("no-network", f"the lab has no network '{network}'", f"it has: {', '.join(networks)}")
    names = tuple(dict.fromkeys(interface.name for interface in networks[network].interfaces))
    if networks[network].model != "flat" and len(names) > 1:
        hint = f"set the variables of your MPI for each rank; its interfaces are {', '.join(names)}"
        raise UsageError("many-interfaces", f"'{network}' has another interface on each endpoint", hint)
    return names


def run(
    lab: Lab, endpoint: str, command: Sequence[str], *, timeout_s: float = 30.0, input_text: str | None = None
) -> process.Completed:
    """Runs a command in an endpoint to its end."""
    return process.run(command_line(lab, endpoint, command), timeout_s=timeout_s, input_text=input_text)


def must(lab: Lab, endpoint: str, *command: str) -> str:
    """The output of a command that has to work. Raises MeasurementFailed with its words."""
    done = run(lab, endpoint, command)
    if not done.ok:
        raise MeasurementFailed("lab-command", f"in {endpoint}: {done.describe()}", "`rankwise lab list` shows the lab")
    return done.stdout
