"""The one way to a host: the words with which a launch agent runs a command there.

A host's name may come from a file of somebody else. It never looks like an option, and holds nothing that a shell
reads.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rankwise.core.errors import UsageError
from rankwise.core.words import ReachedHost, unlike

SSH: Final = "ssh -x -o BatchMode=yes"
"""The agent where none was named: it asks nobody for a password, and forwards no windows."""
_ENDS_OPTIONS: Final = ("ssh", "rsh")
"""Agents whose options end at `--`; others are given HOST COMMAND... and nothing else."""


def to_host(agent: str | Sequence[str], host: str, *command: str) -> list[str]:
    """The words that run a command on a host. Raises UsageError as `checked`, and for an agent that is none."""
    try:
        line = shlex.split(agent) if isinstance(agent, str) else list(agent)
    except ValueError as error:
        raise UsageError("no-agent", f"the agent '{agent}' is no command: {error}", "close its quotes") from error
    if not line:
        raise UsageError("no-agent", "the agent is empty", "give a command that takes HOST COMMAND...")
    end = ["--"] if Path(line[0]).name in _ENDS_OPTIONS else []
    return [*line, *end, checked(host), *command]


def checked(host: str) -> str:
    """The host. Raises UsageError for what is no name of a host: an option, a command, several lines."""
    if not host or (wrong := unlike(host, ReachedHost)):
        raise UsageError("bad-host", f"{host!a} {wrong if host else 'is not a host'}", "name hosts as ssh takes them")
    return host
