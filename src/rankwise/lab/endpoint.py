"""Commands inside endpoints, always through the endpoint's first process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rankwise.core import process
from rankwise.core.errors import MeasurementFailed, UsageError
from rankwise.core.records import Lab
from rankwise.lab.build import build


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
    return str(Path(lab.folder, "agent"))


def environment_of(lab: Lab, base: Mapping[str, str]) -> dict[str, str]:
    """The environment for programs that launch jobs in the lab: rankwise takes its agent from there."""
    return {**base, "RANKWISE_AGENT": agent_of(lab), "RANKWISE_LAB": lab.name}


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
