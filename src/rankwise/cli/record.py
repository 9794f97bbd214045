"""`rankwise record`: everything that probes look at, in one file to send or to keep."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rankwise.cli.envelope import Answer, command
from rankwise.cli.options import Agent, Json


@command("record")
def record(
    out: Annotated[
        Path | None, typer.Argument(help="File to write, gzipped when it ends in .gz. Default: HOSTNAME.record.gz")
    ] = None,
    host: Annotated[str, typer.Option("--host", help="Record this host. Default: this machine.")] = "",
    agent: Agent = None,
    json: Json = False,
) -> Answer:
    """Write everything that the inventory looks at into one readable file, for `rankwise inventory --from`."""
    from rankwise.verbs import inventory as verb

    data = verb.record(out, host, agent)
    path = data["path"]

    def show() -> None:
        print(f"{path}: {data['files']} files and {data['commands']} command outputs of {data['hostname']}.")
        print(
            "It holds the hostname, addresses and names of running processes; no environment values, no MAC addresses."
        )
        print(f"Read it anywhere with: rankwise inventory --from {path}")

    return Answer(data, show)
