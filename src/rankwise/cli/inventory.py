"""`rankwise inventory`: what this machine, or a recorded one, is made of."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rankwise.cli.envelope import Answer, command
from rankwise.cli.options import Agent, Hosts, Json
from rankwise.core.errors import Exit
from rankwise.core.hostlist import parse_hosts


@command("inventory")
def inventory(
    recording: Annotated[
        list[Path] | None,
        typer.Option("--from", help="Read this file of `rankwise record`, or hwloc XML. Repeatable."),
    ] = None,
    hosts: Hosts = None,
    agent: Agent = None,
    json: Json = False,
) -> Answer:
    """Show cores, caches, memory, networks, GPUs, limits and what may disturb measurements."""
    from rankwise.report.inventory import lines
    from rankwise.verbs import inventory as verb

    looked_at = verb.inventory(recording or [], parse_hosts(hosts) if hosts is not None else (), agent)

    def show() -> None:
        for node in looked_at.nodes:
            print("\n".join(lines(node)))
        for host, why in looked_at.silent.items():
            print(f"{host} could not be looked at: {why}")

    # What comes first in a finding's evidence is the figure that decided it.
    warnings = [
        f"{finding.affects[0]}: {finding.title} ({finding.evidence[0].observation}); {finding.fixes[0].line}"
        for finding in verb.findings(looked_at)
    ]
    return Answer(looked_at, show, Exit.ANSWER_IS_NO if looked_at.silent else Exit.DONE, warnings)
