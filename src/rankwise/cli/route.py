"""`rankwise route`: the fastest way of a message between two endpoints, by a map."""

from __future__ import annotations

from typing import Annotated

import typer

from rankwise.cli.envelope import Answer, command
from rankwise.cli.options import Json, Out
from rankwise.core.units import parse_size


@command("route")
def route(
    source: Annotated[str, typer.Argument(help="The endpoint that sends.", metavar="A")],
    target: Annotated[str, typer.Argument(help="The endpoint that receives.", metavar="B")],
    *,
    machine: Annotated[str, typer.Option(help="Map file, cluster.toml, id of a run, or `last`.", metavar="MAP")],
    size: Annotated[str, typer.Option(help="Bytes of the message.")] = "4MiB",
    out: Out = None,
    json: Json = False,
) -> Answer:
    """Say which way a message is fastest: direct, or through one or two relays, whole or in pieces.

    By the latency and bandwidth of a map; nothing is sent.
    """
    from rankwise.report.route import lines
    from rankwise.verbs.map.read import read_map
    from rankwise.verbs.route import route as find

    answer = find(read_map(machine, out), source, target, parse_size(size))
    return Answer(answer, lambda: print("\n".join(lines(answer))))
