"""`rankwise record`: everything that probes look at, in one file to send or to keep."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rankwise.cli.envelope import Answer, command
from rankwise.cli.options import Agent, Hosts, Json
from rankwise.core.errors import Exit, UsageError
from rankwise.core.hostlist import parse_hosts


@command("record")
def record(
    out: Annotated[
        Path | None,
        typer.Argument(
            help="File to write, gzipped when it ends in .gz, or with --hosts a folder. Default: HOSTNAME.record.gz"
        ),
    ] = None,
    host: Annotated[str, typer.Option("--host", help="Record this host. Default: this machine.")] = "",
    hosts: Hosts = None,
    agent: Agent = None,
    json: Json = False,
) -> Answer:
    """Write everything that the inventory looks at into one readable file, for `rankwise inventory --from`."""
    from rankwise.verbs import inventory as verb

    if hosts is not None and host:
        raise UsageError("two-ways", "--host and --hosts both say what is recorded", "leave one of them away")
    if hosts is not None:
        recorded, silent = verb.record_hosts(parse_hosts(hosts), out, agent)

        def tell() -> None:
            for entry in recorded:
                print(f"{entry['path']}: {entry['files']} files and {entry['commands']} command outputs")
            for name, why in silent.items():
                print(f"{name} could not be recorded: {why}")

        return Answer({"recorded": recorded, "silent": silent}, tell, Exit.ANSWER_IS_NO if silent else Exit.DONE)
    data = verb.record(out, host, agent)
    path = data["path"]

    def show() -> None:
        print(f"{path}: {data['files']} files and {data['commands']} command outputs of {data['hostname']}.")
        print(
            "It holds the hostname, addresses and names of running processes; no environment values, no MAC addresses."
        )
        print(f"Read it anywhere with: rankwise inventory --from {path}")

    return Answer(data, show)
