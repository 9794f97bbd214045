"""`rankwise inventory`: what this machine, or a recorded one, is made of."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rankwise.cli.envelope import Answer, command
from rankwise.cli.options import Agent, Hosts, Json
from rankwise.core.hostlist import parse_hosts

if TYPE_CHECKING:
    from rankwise.core.records import Inventory


@command("inventory")
def inventory(
    recording: Annotated[
        list[Path] | None,
        typer.Option("--from", help="Read a recording of `rankwise record` or hwloc XML. May be repeated."),
    ] = None,
    hosts: Hosts = None,
    agent: Agent = None,
    json: Json = False,
) -> Answer:
    """Show cores, caches, memory, networks, GPUs, limits and what may disturb measurements."""
    from rankwise.decide.preflight import preflight
    from rankwise.report.inventory import lines

    found = _collect(recording or [], parse_hosts(hosts) if hosts is not None else (), agent)

    def show() -> None:
        for node in found.nodes:
            print("\n".join(lines(node)))

    # What comes first in a finding's evidence is the figure that decided it.
    warnings = [
        f"{finding.affects[0]}: {finding.title} ({finding.evidence[0].observation}); {finding.fixes[0].line}"
        for finding in preflight(found)
    ]
    return Answer(found, show, warnings=warnings)


def _collect(recordings: list[Path], hosts: tuple[str, ...], agent: str | None) -> Inventory:
    from rankwise.core import settings
    from rankwise.core.records import Inventory
    from rankwise.inventory.collect import collect, collect_all, load

    if recordings:
        return Inventory(nodes=tuple(load(path) for path in recordings))
    if hosts:
        return collect_all(settings.value("agent", agent) or "ssh", hosts)
    return Inventory(nodes=(collect(),))
