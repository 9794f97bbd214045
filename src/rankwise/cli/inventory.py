"""`rankwise inventory`: what this machine, or a recorded one, is made of; and what that is read from, as a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from rankwise.cli.command import command
from rankwise.cli.envelope import Answer
from rankwise.cli.options import Hosts
from rankwise.core.errors import Exit, UsageError
from rankwise.core.hostlist import parse_hosts
from rankwise.core.options import Agent, Option


@command("inventory")
def inventory(
    recording: Annotated[
        list[Path] | None,
        Option("Read this file, written by --save, or hwloc XML. Repeatable.", "--from"),
    ] = None,
    hosts: Hosts = None,
    agent: Agent = None,
    save: Annotated[
        Path | None,
        Option(
            "Write all that is looked at to a file, gzipped when it ends in .gz, or to a folder: so with --hosts.",
            "--save",
            metavar="FILE",
        ),
    ] = None,
) -> Answer:
    """Show cores, caches, memory, networks, GPUs, limits and what may disturb measurements."""
    from rankwise.report.inventory import lines_of_all
    from rankwise.report.tables import told
    from rankwise.verbs import inventory as verb

    wanted = parse_hosts(hosts) if hosts is not None else ()
    if save is not None:
        if recording:
            raise UsageError("two-ways", "--save writes what --from reads", "leave one of them away")
        return _saved(save, wanted, agent)
    looked_at = verb.take_inventory(recording or [], wanted, agent)

    silent = [f"{host} could not be looked at: {why}" for host, why in looked_at.silent.items()]
    # What comes first in a finding's evidence is the figure that decided it.
    warnings = [
        f"{finding.affects[0]}: {finding.title} ({finding.evidence[0].observation}); {finding.fixes[0].text}"
        for finding in verb.preflight(looked_at)
    ]
    return Answer(
        looked_at,
        lambda: [line for text in (*lines_of_all(looked_at.nodes), *silent) for line in told(text, " " * 11)],
        Exit.ANSWER_IS_NO if looked_at.silent else Exit.DONE,
        warnings,
    )


def _saved(path: Path, hosts: Sequence[str], agent: str | None) -> Answer:
    """A recording of this machine as a file, or one of each host in a folder."""
    from rankwise.verbs import inventory as verb

    recorded, silent = verb.save(path, hosts, agent)

    told = [
        *(f"{item['path']}: {item['files']} files and {item['commands']} command outputs" for item in recorded),
        *(f"{name} could not be recorded: {why}" for name, why in silent.items()),
        "Hostnames, addresses and names of running processes are in it; no environment values, no MAC addresses.",
        f"Read it anywhere with: rankwise inventory --from {recorded[0]['path']}",
    ]
    return Answer({"recorded": recorded, "silent": silent}, lambda: told, Exit.ANSWER_IS_NO if silent else Exit.DONE)
